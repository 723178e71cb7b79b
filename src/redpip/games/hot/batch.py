"""Whole batches of games of two between the best and the cool bot, beside the rules. The same dice lead to the same
games.

The best bot solves each turn for the totals of both. These only grow, and a bust leaves them as they are; so games are
played on in the order of their sums, and every pair of totals is solved once for the whole batch.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from redpip.core.batch import Pair
from redpip.games.hot.bots import hope
from redpip.games.hot.goals import STEP
from redpip.games.hot.kernels import BEST, COOL, NO_DICE, Room, Tables, play_last, play_level
from redpip.games.hot.outlook import Outlook
from redpip.games.hot.rules import HotRules
from redpip.games.hot.solver import HotSolver
from redpip.games.hot.ways import Turns, held_ways, turns_of
from redpip.solve.batch import UNFINISHED, Deals, KernelBatch, Played
from redpip.solve.heaps import HEAPS, MASKS, MORE, heap_of
from redpip.solve.push.ways import Floats

BOTS: Final = {"best": BEST, "cool": COOL}


class HotBatch(KernelBatch):
    throws = 160

    def __init__(self, rules: HotRules) -> None:
        self._rules = rules

    def play(self, deals: Deals, bots: Sequence[Pair]) -> Played:
        tables, count = _tables(self._rules, solved=any("best" in pair for pair in bots)), len(deals.dice)
        room = _room(tables, turns_of(self._rules))
        totals, thrown = np.zeros((count, 2), np.int64), np.zeros((count, 2), np.int64)
        movers = deals.firsts.copy()
        seated = np.array([[BOTS[name] for name in pair] for pair in bots], np.int64)
        table = (deals.dice, seated, movers, totals, thrown)
        for level in range(2 * tables.goal - 1):
            here = np.flatnonzero((totals.sum(1) == level) & (totals.max(1) < tables.goal) & (movers != NO_DICE))
            play_level(tables, room, here[np.argsort(totals[here].min(1), kind="stable")], *table)
        last = np.flatnonzero(movers != NO_DICE)
        leads = movers.copy()
        leads[last] = 1 - movers[last]
        play_last(tables, room, last[_alike(totals[last])], *table)
        return Played(_winners(totals, movers, leads), STEP * totals, thrown)


def _alike(totals: NDArray[np.int64]) -> NDArray[np.intp]:
    """Games in which the last turn has to make up for the same, one after the other."""
    return np.lexsort((np.ptp(totals, 1), totals.min(1) > 0))


def _winners(totals: NDArray[np.int64], movers: NDArray[np.int64], leads: NDArray[np.int64]) -> NDArray[np.int64]:
    """Of equal totals that which was there first."""
    lead = np.take_along_axis(totals, np.maximum(leads, 0)[:, np.newaxis], 1)[:, 0]
    beaten = totals.max(1) > lead
    return np.where(movers == NO_DICE, UNFINISHED, np.where(beaten, 1 - leads, leads))


def _room(tables: Tables, turns: Turns) -> Room:
    size, reach = tables.most * turns.ways.situations, turns.ways.reach(tables.most + 1)
    return Room(np.zeros((2, size)), np.zeros((2, size)), np.zeros((2, reach)), np.zeros(2, np.int64), np.zeros(2))


@lru_cache(maxsize=4)
def _tables(rules: HotRules, solved: bool) -> Tables:
    """The cool bot plays without a solution, and nobody has to wait for one."""
    solver = HotSolver(rules)
    turns = solver.turns
    table, last, fresh = _solution(solver) if solved else (np.zeros((1, 1)), np.zeros(1), np.zeros(1))
    to, times, plus = _held(turns)
    hopes = [hope(rules, situation.sets, situation.dice) for situation in turns.number]
    return Tables(
        MORE,
        MASKS,
        to,
        times,
        plus,
        np.array([one.share for one in hopes]),
        np.array([one.plus for one in hopes]),
        turns.ways.arrays,
        turns.ways.furthest,
        table,
        last,
        fresh,
        solver.goal,
        solver.least,
        Outlook(solver).furthest,
        (1 << rules.dice) - 1,
    )


def _solution(solver: HotSolver) -> tuple[Floats, Floats, Floats]:
    return solver.arrays["table"], solver.arrays["last"], solver.replies(fresh=True)


def _held(turns: Turns) -> NDArray[np.int64]:
    """[to, times or plus; situation; heap] what comes of dice that are held."""
    found = np.full((3, len(turns.number), HEAPS), -1)
    for now, at in turns.number.items():
        for dice, way in held_ways(turns.rules, now):
            found[:, at, heap_of(dice)] = turns.number[way.to], way.times, way.plus
    return found
