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

    @cached_property
    def columns(self) -> Numbers:
        """The leaves, a column for each class."""
        return np.ascontiguousarray(self.leaves.T, np.int64)

    @cached_property
    def choices(self) -> Choices:
        """What can be left after each throw of the open dice, which are all folded here."""
        return _choices(self.leaves.astype(np.int64), self.dice)


@dataclass(frozen=True)
class Choices:
    """Which classes a throw leaves to choose from. Throws that leave the same ones are taken together."""

    of_class: Numbers  # [class]: its first set, and at the end how many there are
    firsts: Numbers  # [set]: its first member, and at the end how many there are
    members: Ids
    weights: Floats  # [set]: the chance of such a throw


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
    def ends(self) -> Numbers:
        """[class]: where what stopping brings stands, in a row of all scores followed by all scores filled up."""
        return self.points + self.filled * (self.most + 1)

    @cached_property
    def least_filled(self) -> int:
        """What filling up adds at least, so levels nearer to each other than that can be solved side by side."""
        return int(self.points[self.filled].min())

    @cached_property
    def can_be_carried(self) -> NDArray[np.bool_]:
        """[points]: whether some fill-ups make just so many, up to the highest score."""
        once = set(self.points[self.filled].tolist())
        found = np.ones(self.most + 1, np.bool_)
        for points in range(self.most):
            found[points] = points in once or any(found[points - one] for one in once if one < points)
        return found

    @cached_property
    def visits(self) -> int:
        """How many values the kernel looks at for one level."""
        start = self.stages[-1]
        chosen = sum(len(stage.choices.members) for stage in self.stages[:-1])
        return int(chosen + len(start.leaves) * start.blocks.size * 7**start.dice)


def _choices(leaves: Numbers, dice: int) -> Choices:
    classes, throws = len(leaves), 6**dice
    members = np.sort(leaves[:, _places(dice)], axis=2)  # [class, throw, which dice are left open]
    members[..., 1:][members[..., 1:] == members[..., :-1]] = NOTHING
    members = np.sort(members, axis=2).reshape(classes * throws, -1)
    sizes, owners = (members != NOTHING).sum(1), np.repeat(np.arange(classes), throws)
    mixed = (members * np.random.default_rng(1).integers(1, 2**62, members.shape[1])).sum(1)  # the same for the same
    order = np.lexsort((mixed, sizes, owners))
    new = np.append(True, (np.diff(mixed[order]) != 0) | (np.diff(owners[order]) != 0))
    chosen = order[new]
    weights = np.diff(np.append(np.flatnonzero(new), len(order))) / throws
    kept = members[chosen]
    return Choices(
        np.searchsorted(owners[chosen], np.arange(classes + 1)),
        np.append(0, np.cumsum(sizes[chosen])),
        kept[kept != NOTHING].astype(np.int16),
        weights,
    )


def _places(dice: int) -> Numbers:
    """[throw, which dice are left open]: where that stands among the leaves."""
    places = np.zeros((6**dice, 1), np.int64)
    for die, faces in enumerate(np.indices((6,) * dice).reshape(dice, -1)):
        size = 7 ** (dice - 1 - die)
        either = np.stack([faces * size, np.full(len(faces), OPEN * size)], 1)
        places = (places[:, :, None] + either[:, None, :]).reshape(len(faces), -1)
    return places


def blocks(leading: int, rest: int) -> Numbers:
    """For each throw of the leading dice where their states begin, each die showing its face or open."""
    starts = np.zeros((1, 1), np.int64)
    for die in range(leading):
        size = 7 ** (rest + leading - 1 - die)
        faces = np.array([[face * size, OPEN * size] for face in range(6)])
        starts = (starts[:, None, :, None] + faces[None, :, None, :]).reshape(len(starts) * 6, -1)
    return starts
