"""Whole batches of games of two between best bots, beside the rules. The same dice lead to the same games."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from redpip.core.batch import Pair
from redpip.games.diangle.kernels import Tables, play_all
from redpip.games.diangle.rules import DiangleRules
from redpip.games.diangle.solver import solver
from redpip.solve.batch import Deals, KernelBatch, Played
from redpip.solve.heaps import MASKS
from redpip.solve.rows.facts import Rows


class DiangleBatch(KernelBatch):
    throws = 80

    def __init__(self, rules: DiangleRules) -> None:
        self._tables = _tables(rules)

    def play(self, deals: Deals, bots: Sequence[Pair]) -> Played:
        assert set(bots) <= {("best", "best")}, "only the best bot is a table"
        levels, thrown = np.zeros((len(deals.dice), 2), np.int64), np.zeros((len(deals.dice), 2), np.int64)
        return Played(play_all(self._tables, deals.dice, deals.firsts, levels, thrown), levels, thrown)


@lru_cache(maxsize=2)
def _tables(rules: DiangleRules) -> Tables:
    solved = solver(rules).backward(free=not rules.count_extra_turns)
    rows = solved.rows
    stages = np.zeros((len(rows.track), len(rows.track)), np.int64)
    best = np.empty((len(solved.stages), rows.hands))
    ends, again = np.full_like(best, -np.inf), np.full_like(best, -np.inf)
    for number, (level, more) in enumerate(solved.stages):
        hands, keeps = solved.hands.best(level, more), rows.keeps(level)
        stages[level, more], best[number] = number, hands.reshape(-1)
        ends[number, keeps], again[number, keeps] = solved.ends[level, more], solved.turn(level, hands)[0]
    firsts, fills = _ways(rows)
    masks = MASKS[1 << rows.dice > MASKS]
    return Tables(
        stages,
        best,
        ends,
        again,
        firsts,
        fills,
        masks,
        masks[np.argsort([-mask.bit_count() for mask in masks.tolist()], kind="stable")],
        np.array([*rows.track, *(-1,) * len(rows.sizes)]),
        np.array(rows.sizes),
        len(rows.track),
        not rules.count_extra_turns,
        rules.reuse_removed,
    )


def _ways(rows: Rows) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """[level] the first way of each, and [way, row] the dice that pass it."""
    by_level = [rows.ways(level) for level in range(len(rows.track))]
    fills = [
        [sum(1 << die for die in fill) for fill in way.fills] + [0] * (len(rows.sizes) - way.passed)
        for ways in by_level
        for way in ways
    ]
    return np.cumsum([0, *map(len, by_level)]), np.array(fills)
