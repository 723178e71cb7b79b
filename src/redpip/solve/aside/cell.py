"""One turn of a race, tried with what a bust may be worth until that comes out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from redpip.solve.aside.bounds import nearby_margins
from redpip.solve.aside.facts import Floats, Numbers

BEND = 2e-3  # how much a slope differs from one cell to the next, roughly, and twice what it changes within one
LEFT = 1e-10  # what may be left, roughly, of the difference between a value and what its turn is worth
STEEP = 0.95  # no line is steeper
USUAL = 0.3  # roughly the chance of a bust
STRAIGHT = 2e-6  # for so small a change of a bust's worth, what rolling on is worth follows a straight line


@dataclass(frozen=True)
class Looked:
    """What rolling on was worth with these points carried, where a bust was worth so much."""

    bust: float
    carried: Numbers
    starts: Floats
    slopes: Floats | None = None  # as a function of what a bust is worth, once two looks have told

    def then(self, bust: float, carried: Numbers, starts: Floats) -> Looked:
        """The next look."""
        change, before = bust - self.bust, self.starts[np.isin(self.carried, carried)]
        told = abs(change) > 1e-9 and len(before) == len(carried)
        return Looked(bust, carried, starts, (starts - before) / change if told else None)

    def at(self, bust: float) -> Floats | None:
        """What it is worth for a bust that is worth nearly the same."""
        change = bust - self.bust
        return None if self.slopes is None or abs(change) > STRAIGHT else self.starts + change * self.slopes


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
    age: float = 1_000  # cells since the slope was measured
    rolling: frozenset[int] = frozenset()  # points carried with which rolling on was better, here or in the cell before
    tried: tuple[float, float] | None = None  # what a bust was taken to be worth, and what came out
    looked: Looked | None = None  # the last look at rolling on

    @property
    def near(self) -> float:
        """Who is as near to a crossing takes it. What is left then is this times the error of the slope, so never more
        than this: the better a bust the better the turn, and by no more."""
        return LEFT / BEND / max(self.age, 0.5)

    def assume(self, bust: float) -> None:
        self.margins = nearby_margins(self.margins, np.zeros(len(self.uses)), bust - self.bust)
        self.bust = self.uses[0] = bust

    @property
    def foreseen(self) -> Looked | None:
        """What rolling on is worth, where that need not be looked at again."""
        if self.looked is None or (starts := self.looked.at(self.bust)) is None:
            return None
        return replace(self.looked, bust=self.bust, starts=starts)

    def learn(self, levels: Sequence[int], starts: Floats) -> float:
        """Takes over what came out of rolling on with these points carried; says how much the turn is worth."""
        known = np.array(levels, np.int64)
        self.margins[known] = self.uses[2 * known] - starts[known]
        self.rolling = frozenset(known[self.margins[known] < 0].tolist())
        look = self.bust, known, starts[known]
        self.looked = self.looked.then(*look) if self.looked else Looked(*look)
        return self.end(float(starts[0]))

    def end(self, found: float) -> float:
        """Takes over what the turn is worth."""
        if self.tried and abs(self.bust - self.tried[0]) > 1e-9:
            self.slope = min(max((found - self.tried[1]) / (self.bust - self.tried[0]), 0.0), STEEP)
            self.age = 0
        self.tried = self.bust, found
        return found
