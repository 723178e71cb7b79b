"""Batches of games end as the rules would have it, game by game."""

from __future__ import annotations

from typing import Any

import pytest

from duels import assert_same_games, assert_same_tournament
from redpip.games.diangle import GAME
from redpip.games.diangle.batch import DiangleBatch
from redpip.games.diangle.rules import DiangleRules
from redpip.games.diangle.solver import solver
from redpip.solve.batch import random_deals

PAIR = ("best", "best")


@pytest.mark.parametrize(
    ("options", "games"), [({}, 24), ({"reuse_removed": True}, 12), ({"count_extra_turns": True}, 12)]
)
def test_the_same_dice_lead_to_the_same_games(options: dict[str, Any], games: int) -> None:
    assert_same_games(GAME, DiangleBatch(DiangleRules(**options)), [PAIR] * games, **options)


def test_a_tournament_is_the_same() -> None:
    assert_same_tournament(GAME, "bot:best,bot:best")


def test_other_rules_are_left_to_the_rules() -> None:
    assert GAME.batch
    assert GAME.batch.knows(DiangleRules())
    assert not GAME.batch.knows(DiangleRules(advance_anytime=True))


def test_who_starts_wins_as_often_as_was_solved() -> None:
    """5,000 games; four standard errors are 0.028."""
    rules, deals = DiangleRules(), random_deals(5000, 1, DiangleBatch.throws)
    winners = DiangleBatch(rules).play(deals, [PAIR] * 5000).winners
    assert (winners == deals.firsts).mean() == pytest.approx(solver(rules).summary()["win_chance_first"], abs=0.028)


def test_games_without_enough_dice_are_told() -> None:
    assert set(DiangleBatch(DiangleRules()).play(random_deals(3, 1, throws=4), [PAIR] * 3).winners) == {-1}
