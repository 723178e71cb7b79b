"""One turn of a race, tried with what a bust may be worth until that comes out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from redpip.solve.aside.bounds import nearby_margins
from redpip.solve.aside.facts import Floats, Numbers

BEND = 2e-3  # how much a slope differs from one cell to the next, roughly, and twice what it changes within one
SMALL, LEFT_THERE, LEFT = 50, 1e-9, 1e-7  # the error that may be left: less for small needs, on which the others rest
STEEP = 0.95  # no line is steeper
USUAL = 0.3  # roughly the chance of a bust


@dataclass(frozen=True)
class Whole:
    """A try that looked at all levels where rolling on may be worth it."""

    bust: float  # what it was taken to be worth
    levels: frozenset[int]
    starts: Floats  # [points carried]: what rolling on is worth


@dataclass
class Cell:
    """A turn of somebody who needs so much, while the other one does. ``uses`` say what its score is worth."""

    need: int
    other: int
    uses: Floats
    bust: float
    margins: Floats  # [points carried]: by how much stopping filled up is better than rolling on, at least
    slope: float = USUAL  # of its value as a function of what a bust is worth
    value: float = 0.5
    tried: tuple[float, float] | None = None  # what a bust was taken to be worth, and what came out
    age: float = 1_000  # cells since the slope was measured
    whole: Whole | None = None  # the last try that looked at all levels
    rises: Floats | None = None  # [points carried]: slopes of what rolling on is worth
    rolling: frozenset[int] = frozenset()  # points carried with which rolling on was better, here or in the cell before

    @property
    def near(self) -> float:
        """Who is as near to a crossing takes it: what is left then is this times the error of the slope."""
        return self._reach / max(self.age, 0.5)

    @property
    def _reach(self) -> float:
        return (LEFT_THERE if max(self.need, self.other) <= SMALL else LEFT) / BEND

    def assume(self, bust: float) -> None:
        self.margins = nearby_margins(self.margins, np.zeros(len(self.uses)), bust - self.bust)
        self.bust = self.uses[0] = bust

    def levels_known(self, levels: Sequence[int]) -> Floats | None:
        """What rolling on is worth with each of these points carried, where it is known well enough: few fill up, so
        a bust that is worth a little more or less changes little."""
        whole = self.whole
        if whole is None or abs(self.bust - whole.bust) > self._reach or not whole.levels.issuperset(levels):
            return None
        known = np.array(levels, np.int64)
        return whole.starts[known] + self._rises(known) * (self.bust - whole.bust)

    def learn(self, levels: Sequence[int], starts: Floats, whole: bool) -> float:
        """Takes over what came out; says how much the turn is worth."""
        if whole:
            known = np.array(levels, np.int64)
            self.margins[known] = self.uses[2 * known] - starts[known]
            new = Whole(self.bust, frozenset(levels), starts[: len(self.margins)].copy())
            self._learn_rises(new)
            self.whole, self.rolling = new, frozenset(known[self.margins[known] < 0].tolist())
        found = float(starts[0])
        if self.tried and abs(self.bust - self.tried[0]) > 1e-9:
            self.slope = min(max((found - self.tried[1]) / (self.bust - self.tried[0]), 0.0), STEEP)
            self.age = 0
        self.tried = self.bust, found
        return found

    def _rises(self, carried: Numbers) -> Floats:
        return np.full(len(carried), USUAL) if self.rises is None else self.rises[carried]

    def _learn_rises(self, new: Whole) -> None:
        old = self.whole
        if old and abs(new.bust - old.bust) > self._reach:
            both = np.array(sorted(old.levels & new.levels), np.int64)
            rises = self._rises(np.arange(len(new.starts)))
            rises[both] = ((new.starts[both] - old.starts[both]) / (new.bust - old.bust)).clip(0.0, 1.0)
            self.rises = rises
