"""One turn for any use of its score.

``uses[s]`` is what ending the turn with s points is worth; its last entry stands for all higher scores. A bust has a
worth of its own. Points carried from a fill-up make a *level*: the same classes with more points. A level needs only
the starts of higher ones, since filling up adds points.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from redpip.solve.aside.facts import BUST, NOTHING, Floats, Numbers, Shelf

LANES = 8
Roll = Callable[[Shelf, Floats], None]  # what rolling on is worth, in ``values`` [class, lane]


class Turns:
    """Several turns side by side, one in each lane: ``uses`` [lane, score], ``busts`` [lane]."""

    def __init__(self, shelf: Shelf, uses: Floats, busts: Floats, roll: Roll) -> None:
        self._shelf, self._busts, self._roll = shelf, busts, roll
        self._uses = np.ascontiguousarray(uses.T)  # [score, lane]
        self._most = self._uses.shape[0] - 1
        self.starts = np.full((self._most // 2 + shelf.most + 2, len(uses)), -np.inf)  # [points carried, lane]

    def level(self, carried: int | Numbers) -> Floats:
        """[class, lane]: what each class is worth with these points carried, for each lane its own or all the same.
        The starts of higher levels must be there, unless rolling on from them is not worth it."""
        shelf, lanes = self._shelf, np.arange(self._uses.shape[1])
        points = np.add.outer(np.arange(shelf.most + 1), np.broadcast_to(carried, lanes.shape))
        stop = self._uses[np.minimum(points, self._most), lanes]
        full = self._uses[np.minimum(2 * points, self._most), lanes]
        np.maximum(full, self.starts[np.minimum(points, len(self.starts) - 1), lanes], out=full)
        values: Floats = np.concatenate([stop, full]).take(shelf.ends, axis=0)
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
    with which rolling on may be worth it, highest first. ``lanes`` levels are solved side by side."""

    def __init__(
        self, shelf: Shelf, uses: Floats, bust: float, open_levels: Sequence[int], roll: Roll, lanes: int = 1
    ) -> None:
        self._shelf, self._lanes = shelf, lanes
        self._turns = Turns(shelf, np.repeat(uses[None], lanes, 0), np.full(lanes, bust), roll)
        self._levels: dict[int, Floats] = {}
        self._missing = list(open_levels)

    def level(self, carried: int) -> Floats:
        """[class]: what each is worth with these points carried."""
        while self._missing and self._missing[0] > carried:
            beside = self._shelf.least_filled
            group = [one for one in self._missing if one > max(carried, self._missing[0] - beside)][: self._lanes]
            self._missing = self._missing[len(group) :]
            self._solve(group)
        if carried not in self._levels:
            self._solve([carried])
        return self._levels[carried]

    def start(self, carried: int = 0) -> float:
        """What rolling all dice is worth with these points carried."""
        return float(self.level(carried)[self._shelf.start])

    def _solve(self, group: list[int]) -> None:
        values = self._turns.level(np.array(group + group[:1] * (self._lanes - len(group))))
        for lane, carried in enumerate(group):
            self._levels[carried] = np.ascontiguousarray(values[:, lane])
            self._turns.starts[carried] = values[self._shelf.start, lane]
