"""A race solved at some needs alone: quick, and near enough until somebody has solved all of it.

Turns are exact. What a score is worth between the needs that are solved is read from cubics through the nearest four.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from redpip.core.effort import Progress
from redpip.solve.aside.facts import Floats, Numbers
from redpip.solve.aside.race import Race, silent
from redpip.solve.work import at_work

NEAREST = 4
STEPS = ((1, 8), (2, 16), (4, 40), (8, 96), (16, 10_000))  # how far apart needs are, and up to which need


def some_needs(target: int) -> Numbers:
    """All small ones, where it matters which scores there are, and fewer and fewer of the large ones."""
    needs = [1]
    for step, last in STEPS:
        while needs[-1] < min(last, target):
            needs.append(needs[-1] + step)
    return np.array(needs)


@dataclass
class Sketch(Race):
    needs: Numbers = field(default_factory=lambda: np.ones(1, np.int64))

    def __post_init__(self) -> None:
        self._solved = ~np.isnan(self.wins)  # what was known at first stays

    def solve(self, progress: Progress = silent) -> None:
        count = len(self.needs)
        with at_work(self.threads) as workers:
            for total in range(2 * count - 1):
                firsts = range(max(0, total - count + 1), total // 2 + 1)
                pairs = [(int(self.needs[one]), int(self.needs[total - one])) for one in firsts]
                missing = [pair for pair in pairs if np.isnan(self.wins[pair])]
                for need, other in missing:
                    self._fill(need, other, self._guess(need, other))
                    self._fill(other, need, self._guess(other, need))
                if missing:
                    self._solve_pairs(missing, workers)
                    progress((total + 1) / (2 * count - 1))
                for need, other in missing:
                    self._fill(need, other, self.wins[need, other])
                    self._fill(other, need, self.wins[other, need])
        self._fill_all()

    def _fill(self, row: int, column: int, value: float) -> None:
        """What lies between this need of the other one and the last one before it."""
        known = self.needs[self.needs <= column]
        if len(known) > 1 and known[-1] - known[-2] > 1:
            between = np.arange(known[-2] + 1, known[-1])
            values = np.append(self.wins[row, known[:-1]], value)
            self._draw((row, between), cubic(known, values, between))

    def _fill_all(self) -> None:
        everything = np.arange(1, self.needs[-1] + 1)
        for row in self.needs:
            self._draw((row, everything), cubic(self.needs, self.wins[row, self.needs], everything))
        for column in everything:
            self._draw((everything, column), cubic(self.needs, self.wins[self.needs, column], everything))

    def _draw(self, where: Any, values: Floats) -> None:
        self.wins[where] = np.where(self._solved[where], self.wins[where], np.clip(values, 0.0, 1.0))

    def _guess(self, need: int, other: int) -> float:
        """As the row went until now, so it goes on."""
        known = self.needs[self.needs < other][-3:]
        known = known[~np.isnan(self.wins[need, known])]
        if not len(known):
            return 0.5
        return float(np.clip(cubic(known, self.wins[need, known], np.array([other]))[0], 0.0, 1.0))


def cubic(at: Numbers, values: Floats, wanted: Numbers) -> Floats:
    """What a cubic through the four nearest points says there; with fewer points, the curve through all of them."""
    size = min(NEAREST, len(at))
    first = np.clip(np.searchsorted(at, wanted) - size // 2, 0, len(at) - size)
    nearest = first[:, None] + np.arange(size)
    points = at[nearest].astype(np.float64)
    result = np.zeros(len(wanted))
    for one in range(size):
        others: Sequence[int] = [other for other in range(size) if other != one]
        share = np.prod((wanted[:, None] - points[:, others]) / (points[:, [one]] - points[:, others]), axis=1)
        result += share * values[nearest[:, one]]
    return result
