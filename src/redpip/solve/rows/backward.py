"""Fewest expected turns to the end of the track, stage by stage from its end.

A stage is a level and the number of further turns that are banked there. Values count turns below zero. Only where none
is banked can a turn end where it began; there the values are swept until they stand still.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from redpip.core.effort import Progress
from redpip.solve.rows.facts import Floats, Rows
from redpip.solve.rows.hands import Hands, Stage

STILL = 1e-13
SWEEPS = 10_000


class Backward:
    """``ends[stage]``: what a turn with each keep is worth, less the turns that it counts itself. Without ``free`` a
    further turn counts like all others, so nothing is banked."""

    def __init__(self, rows: Rows, free: bool) -> None:
        self.rows, self.free = rows, free
        self.ends: dict[Stage, Floats] = {}
        self.visits = 0  # hands looked at
        self.hands = Hands(rows, self.ends, 0.0, 1.0, bonus=free)

    @property
    def stages(self) -> tuple[Stage, ...]:
        return tuple(stage for stage in self.rows.stages if self.free or not stage[1])

    @property
    def value(self) -> float:
        """Of the start: minus the turns to expect."""
        return float(self.ends[0, 0][self.rows.place(0, self.rows.all_out)]) - 1.0

    def resume(self, found: Mapping[str, Floats]) -> None:
        for stage in self.stages:
            if _name(stage) in found:
                self.ends[stage] = found[_name(stage)]

    def arrays(self) -> dict[str, Floats]:
        return {_name(stage): values for stage, values in self.ends.items()}

    def solve(self, progress: Progress) -> None:
        for number, (level, more) in enumerate(self.stages):
            progress(number / len(self.stages))
            if (level, more) not in self.ends:
                self.ends[level, more] = self._banked(level, more) if more else self._swept(level)

    def _banked(self, level: int, more: int) -> Floats:
        return self.turn(level, self.hands.best(level, more))[1]

    def _swept(self, level: int) -> Floats:
        passing = self.hands.passing(level, 0)
        values = np.zeros(self.rows.keeps(level).size)
        for _ in range(SWEEPS):
            before = values
            values = self.turn(level, np.maximum(passing, self.hands.ending(level, before - 1.0)))[1]
            if np.abs(values - before).max() < STILL:
                break
        return values

    def turn(self, level: int, best: Floats) -> tuple[Floats, Floats]:
        """What another throw, and what a whole turn is worth with each keep, if dice come to ``best``."""
        from redpip.solve.rows.kernels import turns

        keeps = self.rows.keeps(level)
        again, values = np.empty(keeps.size), np.empty(keeps.size)
        turns(best.reshape(-1), keeps, self.rows.dice, again, values)
        self.visits += 2 * int((6 ** _thrown(self.rows, level)).sum())
        return again, values


def _thrown(rows: Rows, level: int) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """How many dice are thrown with each keep."""
    digits = rows.keeps(level)[:, None] // 7 ** np.arange(rows.dice) % 7
    thrown: np.ndarray[tuple[int], np.dtype[np.int64]] = (digits == 6).sum(axis=1)
    return thrown


def _name(stage: Stage) -> str:
    return f"{stage[0]}.{stage[1]}"
