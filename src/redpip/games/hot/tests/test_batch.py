"""Batches of games end as the rules would have it, game by game."""

from __future__ import annotations

from typing import Any

import pytest

from duels import assert_same_games, assert_same_tournament
from redpip.games.hot import GAME
from redpip.games.hot.batch import HotBatch
from redpip.games.hot.rules import HotRules
from redpip.games.hot.solver import HotSolver
from redpip.solve.batch import random_deals

PAIRS = [("best", "cool"), ("cool", "best"), ("cool", "cool"), ("best", "best")]


@pytest.mark.parametrize(("options", "times"), [({}, 1), ({"target": 2500}, 4), ({"target": 500, "opening": 300}, 12)])
def test_the_same_dice_lead_to_the_same_games(options: dict[str, Any], times: int) -> None:
    assert_same_games(GAME, HotBatch(HotRules(**options)), PAIRS * times, **options)


def test_a_tournament_is_the_same() -> None:
    assert_same_tournament(GAME, "bot:best,bot:cool,bot:best", "target=1000", "opening=300")


@pytest.mark.parametrize(
    "options", [{"persist": True}, {"opening_stop": "zero"}, {"final_tie": "shared"}, {"target": 30_000}]
)
def test_other_rules_are_left_to_the_rules(options: dict[str, Any]) -> None:
    assert GAME.batch
    assert GAME.batch.knows(HotRules())
    assert not GAME.batch.knows(HotRules(**options))


def test_the_cool_bot_waits_for_no_solution(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(HotSolver, "arrays")
    assert_same_games(GAME, HotBatch(HotRules(multi="whole_total")), [("cool", "cool")], multi="whole_total")


def test_who_starts_wins_as_often_as_was_solved() -> None:
    """1,500 games to 1,000; four standard errors are 0.05."""
    rules, deals = HotRules(target=1000, opening=300), random_deals(1500, 1, HotBatch.throws)
    winners = HotBatch(rules).play(deals, [("best", "best")] * 1500).winners
    solved = HotSolver(rules).summary()["win_chance_first"]
    assert (winners == deals.firsts).mean() == pytest.approx(solved, abs=0.05)


def test_games_without_enough_dice_are_told() -> None:
    deals, pairs = random_deals(3, 1, throws=4), [("cool", "cool")] * 3
    assert set(HotBatch(HotRules()).play(deals, pairs).winners) == {-1}
