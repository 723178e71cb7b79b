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

from redpip.games.hot.bots import hope
from redpip.games.hot.kernels import BEST, COOL, NO_DICE, Room, Tables, play_last, play_level
from redpip.games.hot.outlook import Outlook
from redpip.games.hot.rules import HotRules
from redpip.games.hot.solver import HotSolver
from redpip.games.hot.ways import STEP, Turns, held_ways, turns_of
from redpip.solve.batch import BOTH, UNFINISHED, Deals, Played
from redpip.solve.heaps import HEAPS, MASKS, MORE, heap_of

BOTS: Final = {"best": BEST, "cool": COOL}


class Batch:
    throws = 160
    whose = BOTH

    def __init__(self, rules: HotRules) -> None:
        told = (rules.persist, rules.opening_stop, rules.final_tie)
        assert told == (False, "forbid", "leader"), "batches know these three rules as they are usual"
        self._tables = _tables(rules)
        most, ways = self._tables.most, turns_of(rules).ways
        size, reach = most * ways.situations, ways.reach(most + 1)
        self._room = Room(
            np.zeros((2, size)), np.zeros((2, size)), np.zeros((2, reach)), np.zeros(2, np.int64), np.zeros(2)
        )

    def play(self, deals: Deals, bots: Sequence[tuple[str, str]]) -> Played:
        tables, room, count = self._tables, self._room, len(deals.dice)
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


@lru_cache(maxsize=4)
def _tables(rules: HotRules) -> Tables:
    solver = HotSolver(rules)
    turns, arrays = solver.turns, solver.arrays
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
        arrays["table"],
        arrays["last"],
        solver.replies(fresh=True),
        solver.goal,
        solver.least,
        Outlook(solver).furthest,
        (1 << rules.dice) - 1,
    )


def _held(turns: Turns) -> NDArray[np.int64]:
    """[to, times or plus; situation; heap] what comes of dice that are held."""
    found = np.full((3, len(turns.number), HEAPS), -1)
    for now, at in turns.number.items():
        for dice, way in held_ways(turns.rules, now):
            found[:, at, heap_of(dice)] = turns.number[way.to], way.times, way.plus
    return found
