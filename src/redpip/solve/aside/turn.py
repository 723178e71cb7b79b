"""One turn for any use of its score.

``uses[s]`` is what ending the turn with s points is worth; its last entry stands for all higher scores. A bust has a
worth of its own. Points carried from a fill-up make a *level*: the same classes with more points. A level needs only
the starts of higher ones, since filling up adds points.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from redpip.solve.aside.facts import BUST, NOTHING, Floats, Numbers, Shelf
from redpip.solve.pool.layout import aligned

LANES = 8
Roll = Callable[[Shelf, Floats], None]  # what rolling on is worth, in ``values`` [class, lane]


class Turns:
    """Several turns side by side, one in each lane: ``uses`` [lane, score], ``busts`` [lane]."""

    def __init__(self, shelf: Shelf, uses: Floats, busts: Floats, roll: Roll) -> None:
        self._shelf, self._busts, self._roll = shelf, busts, roll
        self._uses = np.ascontiguousarray(uses.T)  # [score, lane]
        self._most = self._uses.shape[0] - 1
        self.starts = np.full((self._most // 2 + shelf.most + 2, len(uses)), -np.inf)  # [points carried, lane]
        self._values: Floats = aligned((shelf.size, len(uses)), np.float64)  # new memory for each level takes its time

    def level(self, carried: int | Numbers) -> Floats:
        """[class, lane]: what each class is worth with these points carried, for each lane its own or all the same.
        The starts of higher levels must be there, unless rolling on from them is not worth it. The next level takes
        the place of this one."""
        shelf, values, lanes = self._shelf, self._values, np.arange(self._uses.shape[1])
        points = np.add.outer(np.arange(shelf.most + 1), np.broadcast_to(carried, lanes.shape))
        stop = self._uses[np.minimum(points, self._most), lanes]
        full = self._uses[np.minimum(2 * points, self._most), lanes]
        np.maximum(full, self.starts[np.minimum(points, len(self.starts) - 1), lanes], out=full)
        np.concatenate([stop, full]).take(shelf.ends, axis=0, out=values, mode="clip")
        values[NOTHING], values[BUST], values[shelf.start] = -np.inf, self._busts, -np.inf
        self._roll(shelf, values)
        return values

    def solve(self, levels: Sequence[Sequence[int]]) -> Floats:
        """What the start of each turn is worth. Rolling on after a fill-up is looked at with so many points, highest
        first, in each lane its own; with others it must be known not to be worth it."""
        rounds = max(map(len, levels)) + 1
        carried = np.zeros((rounds, len(levels)), np.int64)  # who has fewer levels begins later; the last one is 0
        for lane, own in enumerate(levels):
            carried[rounds - 1 - len(own) : rounds - 1, lane] = own
        lanes = np.arange(len(levels))
        for now in carried:
            self.starts[now, lanes] = self.level(now)[self._shelf.start]
        start: Floats = self.starts[0]
        return start


class Turn:
    """One turn, all of its values at hand; levels are solved when somebody asks. ``open_levels`` are the points carried
    with which rolling on may be worth it, highest first. ``lanes`` levels are solved side by side.

    Every level that is solved proves something of those below: whoever rolls on can do as somebody would who carries
    fewer points, and ends with more points or with the same bust. So rolling on is worth no more to that one, but for
    what the uses may fall by from a score to a higher one; and where stopping brings as much, nobody has to look."""

    def __init__(
        self, shelf: Shelf, uses: Floats, bust: float, open_levels: Sequence[int], roll: Roll, lanes: int = 1
    ) -> None:
        self._shelf, self._lanes = shelf, lanes
        self._turns = Turns(shelf, np.repeat(uses[None], lanes, 0), np.full(lanes, bust), roll)
        self._levels: dict[int, Floats] = {}
        self._missing = list(open_levels)
        doubled = uses[::2]  # [points carried]: what stopping brings
        self._enough = doubled - _falls(uses)[: len(doubled)]  # no start of a higher level is worth more: stop

    def level(self, carried: int) -> Floats:
        """[class]: what each is worth with these points carried."""
        while above := self._missing_above(carried):
            self._solve([one for one in above if one > above[0] - self._shelf.least_filled][: self._lanes])
        if carried not in self._levels:
            self._levels[carried] = self._solve([carried])[:, 0].copy()
        return self._levels[carried]

    def start(self, carried: int = 0) -> float:
        """What rolling all dice is worth with these points carried."""
        if np.isneginf(self._turns.starts[carried, 0]):
            self.level(carried)
        return float(self._turns.starts[carried, 0])

    def _missing_above(self, carried: int) -> list[int]:
        """Levels that fill-ups come to from these points, highest first. Beyond a gap that no fill-up bridges nobody
        comes: all stop before it."""
        found, reach = [], carried + self._shelf.most
        for one in reversed(self._missing):
            if carried < one <= reach:
                found.append(one)
                reach = one + self._shelf.most
        return found[::-1]

    def _solve(self, group: list[int]) -> Floats:
        """Highest first. Of those above the one that is asked for only the starts are kept."""
        values = self._turns.level(np.array(group + group[:1] * (self._lanes - len(group))))
        self._turns.starts[group] = values[self._shelf.start, : len(group), None]
        lowest, start = group[-1], self._turns.starts[group[-1], 0]
        left = (one for one in self._missing if one not in group)
        self._missing = [one for one in left if one > lowest or self._enough[one] < start]
        return values


def _falls(uses: Floats) -> Floats:
    """[score]: by how much the uses fall at most from here or a higher score to one beyond it."""
    lowest = np.minimum.accumulate(uses[::-1])[::-1]
    falls: Floats = np.maximum.accumulate((uses - lowest)[::-1])[::-1]
    return falls
