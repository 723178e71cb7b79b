"""Turns of setting dice aside, as numbers.

Every die is in one of seven states: it shows a face aside (digits 0 to 5) or is still rolled (OPEN). What lies aside
is a point of that lattice. Points of the lattice with the same score and the same prospects are one *class*. A roll
takes all open dice; what is set aside then must raise the score, and if nothing can the turn is lost.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Numbers = NDArray[np.int64]
Ids = NDArray[np.int16]

OPEN = 6
NOTHING, BUST = 0, 1  # the classes of what is not allowed, and of a throw after which nothing is


@dataclass(frozen=True)
class Stage:
    """Classes with the same number of open dice. ``leaves`` has the class of each way to leave the open dice aside or
    open, first die first; ``blocks`` says which blocks of them to take the best of before the dice that are left are
    folded: one for most, more where the leading dice are unrolled so that the rest fits into a cache."""

    first: int  # classes are numbered one after the other, from here on
    dice: int  # that are folded
    leaves: Ids  # [class, 7 ** all open dice]
    blocks: Numbers  # [throw of the leading dice, some of them open]

    @property
    def weight(self) -> float:
        return float(1 / (len(self.blocks) * 6**self.dice))


@dataclass(frozen=True)
class Shelf:
    points: Numbers  # [class]: the score of what lies aside
    filled: NDArray[
        np.bool_
    ]  # [class]: all dice aside and well, so that stopping doubles and rolling on takes all dice
    stages: tuple[Stage, ...]  # fewest open dice first; the last is the start, a class of its own
    lattice: Ids  # [7 ** dice]: the class of everything that may lie aside

    @property
    def start(self) -> int:
        return self.stages[-1].first

    @property
    def size(self) -> int:
        return len(self.points)

    @cached_property
    def most(self) -> int:
        """The highest score."""
        return int(self.points.max())

    @cached_property
    def least_filled(self) -> int:
        """What filling up adds at least, so levels nearer to each other than that can be solved side by side."""
        return int(self.points[self.filled].min())

    @cached_property
    def visits(self) -> int:
        """How many values one level looks at."""
        return sum(len(stage.leaves) * stage.blocks.size * 7**stage.dice for stage in self.stages)


def blocks(leading: int, rest: int) -> Numbers:
    """For each throw of the leading dice where their states begin, each die showing its face or open."""
    starts = np.zeros((1, 1), np.int64)
    for die in range(leading):
        size = 7 ** (rest + leading - 1 - die)
        faces = np.array([[face * size, OPEN * size] for face in range(6)])
        starts = (starts[:, None, :, None] + faces[None, :, None, :]).reshape(len(starts) * 6, -1)
    return starts
