"""Whole batches of games of two between the best and the steady bot, beside the rules. The same dice lead to the same
games.

The best bot solves each turn for the totals of both. These only grow, and a bust leaves them as they are; so games are
played on in the order of their sums, and every pair of totals is solved once for the whole batch. Once the end is on
only the difference counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, cached_property, lru_cache
from math import perm
from typing import Final

import numpy as np
from numpy.typing import NDArray

from redpip.core.batch import Pair
from redpip.games.rolling.classes import shelf_of
from redpip.games.rolling.kernels import BEST, BUST, NO_DICE, ROLLED_ON, STEADY, Tables, play_on
from redpip.games.rolling.rules import RollingRules
from redpip.games.rolling.solver import RollingSolver
from redpip.solve.aside.facts import OPEN, Floats, Numbers
from redpip.solve.aside.turn import Turn
from redpip.solve.batch import UNFINISHED, Deals, KernelBatch, Played
from redpip.solve.heaps import MASKS, SIZE

BOTS: Final = {"best": BEST, "steady": STEADY}
ENDS_KEPT = 64  # turns, 1 MB each
RACING = -1  # behind nobody: while the end is not on every turn is enough
NONE: Final[Floats] = np.zeros(1)  # what nobody asks for


class Weighed:
    """A turn as the best bot weighs it, solved when it is asked for."""

    def __init__(self, solver: RollingSolver, uses: Floats) -> None:
        self._solver, self.uses = solver, uses

    @cached_property
    def turn(self) -> Turn:
        return self._solver.compiled_turn(self.uses, float(self.uses[0]))


class RollingBatch(KernelBatch):
    throws = 60

    def __init__(self, rules: RollingRules) -> None:
        self._target, solver = rules.target, RollingSolver(rules)
        self._tables = _tables()
        self._racing = lru_cache(2)(lambda own, other: Weighed(solver, solver.chances.race_uses(own, other)))
        self._ending = lru_cache(ENDS_KEPT)(lambda behind: Weighed(solver, solver.chances.end_uses(behind)))

    def play(self, deals: Deals, bots: Sequence[Pair]) -> Played:
        table = _Table(self._tables, deals, bots)
        for level in range(2 * self._target - 1):
            self._race(table, table.at(level, self._target))
        self._end(table)
        return Played(table.winners, table.totals, table.thrown)

    def _race(self, table: _Table, games: Numbers) -> None:
        """Plays each of the games until somebody has more than before."""
        for pair in _groups(games, table.totals[games].min(1)):
            busted = pair
            while len(busted):
                for alike in _groups(busted, table.of_mover(busted)):
                    mine, other = table.of_mover(alike)[0], table.of_other(alike)[0]
                    weighed = self._racing(self._target - int(mine), self._target - int(other))
                    table.play_turns(alike, weighed, RACING)
                busted = busted[(table.brought[busted] == BUST) & table.lasting(busted)]

    def _end(self, table: _Table) -> None:
        """In turn, until somebody stays behind."""
        games = np.flatnonzero(table.movers != NO_DICE)
        while len(games):
            behind = table.of_other(games) - table.of_mover(games)
            for alike in _groups(games, behind):
                by = int(table.of_other(alike)[0] - table.of_mover(alike)[0])
                table.play_turns(alike, self._ending(by), by)
            games, behind = games[table.lasting(games)], behind[table.lasting(games)]
            out = table.brought[games] <= behind
            table.winners[games[out]] = table.movers[games[out]]
            games = games[~out]


class _Table:
    """Games under way."""

    def __init__(self, tables: Tables, deals: Deals, bots: Sequence[Pair]) -> None:
        count = len(deals.dice)
        self._tables, self._dice = tables, deals.dice
        self._bots = np.array([[BOTS[name] for name in pair] for pair in bots], np.int64)
        self.movers = deals.firsts.copy()
        self.totals, self.thrown = np.zeros((count, 2), np.int64), np.zeros((count, 2), np.int64)
        self._carried, self.brought = np.zeros(count, np.int64), np.zeros(count, np.int64)
        self.winners = np.full(count, UNFINISHED)

    def at(self, level: int, target: int) -> Numbers:
        """Games with this sum of totals, before the end is on."""
        here = (self.totals.sum(1) == level) & (self.totals.max(1) < target) & (self.movers != NO_DICE)
        return np.flatnonzero(here)

    def lasting(self, games: Numbers) -> NDArray[np.bool_]:
        """Which of them have dice."""
        found: NDArray[np.bool_] = self.movers[games] != NO_DICE
        return found

    def of_mover(self, games: Numbers) -> Numbers:
        found: Numbers = self.totals[games, self.movers[games]]
        return found

    def of_other(self, games: Numbers) -> Numbers:
        found: Numbers = self.totals[games, 1 - self.movers[games]]
        return found

    def play_turns(self, games: Numbers, weighed: Weighed, behind: int) -> None:
        """A turn of each, all of them from the same totals; then the other one moves."""
        movers = self.movers[games]
        bots = self._bots[games, movers]
        self._carried[games] = 0
        self._play_on(games[bots == STEADY], STEADY, NONE, NONE, behind)
        waiting = games[bots == BEST]
        while len(waiting):
            for alike in _groups(waiting, self._carried[waiting]):
                values = weighed.turn.level(int(self._carried[alike[0]]))
                self._play_on(alike, BEST, values, weighed.uses, behind)
            waiting = waiting[self.brought[waiting] == ROLLED_ON]
        self.totals[games, movers] += np.maximum(self.brought[games], 0)
        self.movers[games] = np.where(self.brought[games] == NO_DICE, NO_DICE, 1 - movers)

    def _play_on(self, games: Numbers, bot: int, values: Floats, uses: Floats, behind: int) -> None:
        table = (self._dice, self.movers, self.thrown, self._carried)
        play_on(self._tables, values, uses, bot, games, *table, behind, self.brought)


def _groups(games: Numbers, keys: Numbers) -> Iterator[Numbers]:
    """Games with the same key."""
    order = np.argsort(keys, kind="stable")
    yield from np.split(games[order], np.flatnonzero(np.diff(keys[order])) + 1) if len(games) else ()


@cache
def _tables() -> Tables:
    shelf = shelf_of(SIZE)
    points, filled = shelf.points[shelf.lattice], shelf.filled[shelf.lattice]
    sizes = (OPEN + 1) ** np.arange(SIZE)[::-1]
    return Tables(MASKS, sizes, shelf.lattice, points, filled, *_hopes(points, filled))


def _hopes(points: Numbers, filled: NDArray[np.bool_]) -> tuple[Floats, Floats]:
    """[point of the lattice] ``Hope`` of the steady bot, to the last digit: sums over all throws of the open dice, but
    for those that bust, which leave what is aside as it was and every die thrown alone."""
    states = np.indices((OPEN + 1,) * SIZE).reshape(SIZE, -1)
    loose = (states == OPEN).sum(0)
    fresh = sum(~(states == face).any(0) for face in range(OPEN))
    busts = np.array([[perm(free, dice) for dice in range(SIZE + 1)] for free in range(OPEN + 1)])[fresh, loose]
    times = np.where(loose == 0, 1 + filled, 0)
    share, brought = _over_throws(times) - busts, _over_throws(times * points) - busts * points
    return share / 6**loose, brought / 6**loose


def _over_throws(ends: Numbers) -> Numbers:
    """The sum of the ends that open dice can come to."""
    sums = ends.reshape((OPEN + 1,) * SIZE).copy()
    for die in range(SIZE):
        by_state = np.moveaxis(sums, die, 0)
        by_state[OPEN] = by_state[:OPEN].sum(0)
    return sums.reshape(-1)
