"""Batches of games end as the rules would have it, game by game."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from duels import first_block, result
from redpip.games.poobah import GAME
from redpip.games.poobah.batch import Batch, random_deals, seeded_deals, tournament
from redpip.games.poobah.rules import PoobahRules

PAIRS = [("best", "collector"), ("collector", "best"), ("best", "best"), ("collector", "collector")]


@pytest.mark.parametrize("options", [{}, {"target": 30, "opening_turns": 1}])
def test_the_same_dice_lead_to_the_same_games(options: dict[str, Any]) -> None:
    seeds = [str(number) for number in range(12)]
    bots = PAIRS * 3
    played = Batch(PoobahRules(**options)).play(seeded_deals(seeds), bots)
    for seed, pair, winner, scores in zip(seeds, bots, *played, strict=True):
        over = result(GAME, ",".join(f"bot:{name}" for name in pair), seed, **options)
        assert (over.scores, over.winners) == (tuple(scores), (winner,))


def test_a_batch_is_that_of_a_tournament() -> None:
    played = first_block(GAME, "bot:best,bot:collector")
    assert tournament(PoobahRules(), ("best", "collector"), len(played)).tolist() == played


def test_games_without_enough_dice_are_told() -> None:
    deals, pairs = random_deals(3, 1, throws=4), [("collector", "collector")] * 3
    assert set(Batch(PoobahRules()).play(deals, pairs).winners) == {-1}


def test_without_compilation_it_is_the_same() -> None:
    """One short game: the kernels as plain Python."""
    code = (
        "from redpip.games.poobah.batch import Batch, seeded_deals\n"
        "from redpip.games.poobah.rules import PoobahRules\n"
        "rules = PoobahRules(target=4, opening_turns=1)\n"
        "print(Batch(rules).play(seeded_deals(['1'], 20), [('best', 'collector')]).scores.tolist())\n"
    )
    printed = [
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "NUMBA_DISABLE_JIT": without},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for without in ("0", "1")
    ]
    assert printed[0] == printed[1] != ""


def test_dice_of_a_batch_are_fair() -> None:
    faces = np.bincount(random_deals(500, 1).dice.ravel(), minlength=6)
    assert faces / faces.sum() == pytest.approx(np.full(6, 1 / 6), abs=0.01)
