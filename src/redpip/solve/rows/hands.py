"""All hands of a stage at once, with NumPy alone: the best that the dice on the table come to.

``ends[stage]`` is what each keep of the stage is worth where the next turn begins with it and as many further turns as
the stage says, before dice are chosen.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from redpip.solve.rows.facts import OUT, Floats, Rows

Stage = tuple[int, int]


class Hands:
    """Values of hands after the last throw of a turn: ``best(level, more)`` is an array over all hands."""

    def __init__(
        self, rows: Rows, ends: Mapping[Stage, Floats], finish: float, step: float, bonus: bool = True
    ) -> None:
        """``finish`` is what the end of the track brings, ``step`` what it costs when a turn ends without another one.
        Without ``bonus`` a further turn is a turn like all others."""
        self.rows, self.ends, self.finish = rows, ends, finish
        self._step, self._bonus = step, bonus
        self._best: dict[Stage, Floats] = {}

    def best(self, level: int, more: int) -> Floats:
        stage = (level, more)
        if stage not in self._best:
            ends = self.ends[level, more - 1] if more else self.ends[level, 0] - self._step
            self._best[stage] = np.maximum(self.passing(level, more), self.ending(level, ends))
        return self._best[stage]

    def ending(self, level: int, ends: Floats) -> Floats:
        """The best keep among the dice of each hand; any die can be left out of it."""
        rows = self.rows
        found = np.full(rows.shape, -np.inf)
        found.reshape(-1)[rows.keeps(level)] = ends
        for axis in range(rows.dice):
            faces, out = np.moveaxis(found, axis, 0)[:OUT], np.moveaxis(found, axis, 0)[OUT:]
            np.maximum(faces, out, out=faces)
        return found

    def passing(self, level: int, more: int) -> Floats:
        """The best of passing rows now; -inf where none is filled."""
        rows = self.rows
        found = np.full(rows.shape, -np.inf)
        for way in rows.ways(level):
            after = self.after(level + way.passed, more, way.passed == len(rows.sizes))
            value = after[way.after] if after is not None else self.finish
            found[way.before] = np.maximum(found[way.before], value)
        return found

    def after(self, level: int, more: int, whole: bool) -> Floats | None:
        """Of all hands where rows were passed to this level; None past its end."""
        if level >= len(self.rows.track):
            return None
        return self.best(level, more + (whole and self._bonus))
