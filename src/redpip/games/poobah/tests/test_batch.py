"""Batches of games end as the rules would have it, game by game."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import pytest

from duels import assert_same_games, assert_same_tournament
from redpip.games.poobah import GAME
from redpip.games.poobah.batch import PoobahBatch
from redpip.games.poobah.rules import PoobahRules
from redpip.solve.batch import random_deals

PAIRS = [("best", "collector"), ("collector", "best"), ("best", "best"), ("collector", "collector")]


@pytest.mark.parametrize("options", [{}, {"target": 30, "opening_turns": 1}])
def test_the_same_dice_lead_to_the_same_games(options: dict[str, Any]) -> None:
    assert_same_games(GAME, PoobahBatch(PoobahRules(**options)), PAIRS * 3, **options)


def test_a_tournament_is_the_same() -> None:
    assert_same_tournament(GAME, "bot:best,bot:collector", "target=30")


def test_other_rules_are_left_to_the_rules() -> None:
    assert GAME.batch
    assert GAME.batch.knows(PoobahRules())
    assert not GAME.batch.knows(PoobahRules(dice=5))


def test_games_without_enough_dice_are_told() -> None:
    deals, pairs = random_deals(3, 1, 4, PoobahBatch.whose), [("collector", "collector")] * 3
    assert set(PoobahBatch(PoobahRules()).play(deals, pairs).winners) == {-1}


def test_without_compilation_it_is_the_same() -> None:
    """One short game: the kernels as plain Python."""
    code = (
        "from redpip.games.poobah.batch import PoobahBatch\n"
        "from redpip.games.poobah.rules import PoobahRules\n"
        "from redpip.solve.batch import seeded_deals\n"
        "rules, deals = PoobahRules(target=4, opening_turns=1), seeded_deals(['1'], 20, PoobahBatch.whose)\n"
        "scores = PoobahBatch(rules).play(deals, [('best', 'collector')]).scores.tolist()\n"
    )
    compiled: dict[str, Any] = {}
    exec(code, compiled)
    plain = subprocess.run(
        [sys.executable, "-c", f"{code}print(scores)"],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert plain.stdout.strip() == str(compiled["scores"])
