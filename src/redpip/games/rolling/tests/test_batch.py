"""Batches of games end as the rules would have it, game by game."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from duels import assert_same_games, assert_same_tournament
from redpip.games.rolling import GAME
from redpip.games.rolling.batch import RollingBatch
from redpip.games.rolling.rules import RollingRules
from redpip.games.rolling.solver import RollingSolver
from redpip.solve.batch import random_deals

MIXED = [("best", "steady"), ("steady", "best"), ("best", "best")]


@pytest.mark.parametrize(
    ("bots", "options"), [([("steady", "steady")] * 12, {}), ([("best", "best")], {}), (MIXED * 3, {"target": 40})]
)
def test_the_same_dice_lead_to_the_same_games(bots: list[tuple[str, str]], options: dict[str, Any]) -> None:
    assert_same_games(GAME, RollingBatch(RollingRules(**options)), bots, "2004", **options)


def test_a_tournament_is_the_same() -> None:
    assert_same_tournament(GAME, "bot:best,bot:steady", "target=20", preset="2004")


def test_other_rules_are_left_to_the_rules() -> None:
    assert GAME.batch
    assert GAME.batch.knows(RollingRules())
    assert not GAME.batch.knows(RollingRules(dice=5))
    assert not GAME.batch.knows(RollingRules(target=10_000))


def test_who_starts_wins_as_often_as_was_solved() -> None:
    """400 games to 2; four standard errors are 0.1."""
    rules, deals = RollingRules(target=2), random_deals(400, 1, RollingBatch.throws)
    winners = RollingBatch(rules).play(deals, [("best", "best")] * 400).winners
    solved = RollingSolver(rules).chances.win(np.array([2]), np.array([2]))[0]
    assert (winners == deals.firsts).mean() == pytest.approx(solved, abs=0.1)


def test_games_without_enough_dice_are_told() -> None:
    deals, pairs = random_deals(6, 1, throws=4), MIXED * 2
    assert set(RollingBatch(RollingRules()).play(deals, pairs).winners) == {-1}
