"""All hands of a stage at once, with NumPy alone: the best that the dice on the table come to.

``ends[stage]`` is what each keep of the stage is worth where the next turn begins with it and as many further turns as
the stage says, before dice are chosen.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from redpip.solve.rows.facts import ANY, BASE, OUT, Digits, Floats, Rows, index

Stage = tuple[int, int]


class Hands:
    """Values of hands after the last throw of a turn: ``best(level, more)`` is an array over all hands, or over those
    ``where`` some dice are known. Dice that pass rows are known, so of later levels only a part is worked out."""

    def __init__(
        self, rows: Rows, ends: Mapping[Stage, Floats], finish: float, step: float, bonus: bool = True
    ) -> None:
        """``finish`` is what the end of the track brings, ``step`` what it costs when a turn ends without another one.
        Without ``bonus`` a further turn is a turn like all others."""
        self.rows, self.ends, self.finish = rows, ends, finish
        self._step, self._bonus = step, bonus
        self._all = (ANY,) * rows.dice
        self._best: dict[tuple[Stage, Digits], Floats] = {}

    def best(self, level: int, more: int, where: Digits | None = None) -> Floats:
        """An axis for each die that is not known."""
        stage, where = (level, more), where or self._all
        if (stage, self._all) in self._best:
            return np.asarray(self._best[stage, self._all][index(where)])
        if (stage, where) not in self._best:
            ends = self.ends[level, more - 1] if more else self.ends[level, 0] - self._step
            found = np.maximum(self.passing(level, more, where), self.ending(level, ends, where))
            self._best[stage, where] = np.asarray(found)
        return self._best[stage, where]

    def ending(self, level: int, ends: Floats, where: Digits | None = None) -> Floats:
        """The best keep among the dice of each hand; any die can be left out of it."""
        where = where or self._all
        kept = self.rows.kept(level)
        known = [axis for axis, digit in enumerate(where) if digit != ANY]
        free = [axis for axis, digit in enumerate(where) if digit == ANY]
        for axis in known:
            there = (kept[axis] == OUT) | (kept[axis] == where[axis])
            kept, ends = kept[:, there], ends[there]
        found = np.full(BASE ** len(free), -np.inf)
        np.maximum.at(found, BASE ** np.arange(len(free))[::-1] @ kept[free], ends)
        found = found.reshape((BASE,) * len(free))
        for axis in range(len(free)):
            faces, out = np.moveaxis(found, axis, 0)[:OUT], np.moveaxis(found, axis, 0)[OUT:]
            np.maximum(faces, out, out=faces)
        return found

    def passing(self, level: int, more: int, where: Digits | None = None) -> Floats:
        """The best of passing rows now; -inf where none is filled."""
        rows, where = self.rows, where or self._all
        found = np.full((BASE,) * where.count(ANY), -np.inf)
        for way in rows.ways(level, where):
            left = tuple(there if digit == ANY else digit for digit, there in zip(way.left, where, strict=True))
            value = self.after(level + way.passed, more, way.passed == len(rows.sizes), left)
            before = index(tuple(digit for digit, there in zip(way.shown, where, strict=True) if there == ANY))
            found[before] = np.maximum(found[before], self.finish if value is None else value)
        return found

    def after(self, level: int, more: int, whole: bool, where: Digits | None = None) -> Floats | None:
        """Of hands with which rows were passed to this level; None past its end."""
        if level >= len(self.rows.track):
            return None
        return self.best(level, more + (whole and self._bonus), where)
