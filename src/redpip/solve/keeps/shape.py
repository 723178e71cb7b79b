"""Hands and keeps as classes.

A *keep* is what stays on the table while the other dice are thrown; a *hand* is a keep of all dice. Numbers are free
or dull. Which dull number a die shows does not matter, only which dice show the same one; nor does it matter which
die is which among those of dull numbers. Keeps that differ in nothing else are one class.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np
from numpy.typing import NDArray

from redpip.core.dice import Faces

Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
FACES = 6
BASE = FACES + 1  # a face, or 0 for a die that is thrown


@dataclass(frozen=True, eq=False)
class Shape:
    """The classes are in order of how many dice are thrown: first the hands, and last all dice."""

    dice: int
    of: Ints  # [keep] its class; a keep is written as digits to the base of 7, die 1 first
    keeps: Ints  # [class] one of its keeps
    levels: tuple[slice, ...]  # the classes with so many dice thrown
    after: Ints  # [class, face] once one of the dice that are thrown shows it; nothing is said of hands
    lifts: Ints  # [class, die] with that die thrown as well

    @property
    def size(self) -> int:
        return len(self.keeps)

    @property
    def hands(self) -> int:
        return int(self.levels[0].stop)

    def at(self, faces: Faces) -> int:
        """The class of these dice; 0 is a die that is thrown."""
        number = 0
        for face in faces[: self.dice]:
            number = number * BASE + face
        return int(self.of[number])

    @property
    def lying(self) -> Longs:
        """[hand, die] faces that show it."""
        return _faces(self.keeps[: self.hands], self.dice)

    @cached_property
    def cube(self) -> Ints:
        """[face less one of die 1, of die 2, ...] the hand."""
        return self.of.reshape((BASE,) * self.dice)[(slice(1, None),) * self.dice]

    def hands_in(self, other: Shape) -> Ints:
        """[hand] which one it is in another shape; and last all dice thrown."""
        return np.append(other.of[self.keeps[: self.hands]], np.int32(other.hands))


@cache
def shape_of(dice: int, free: frozenset[int]) -> Shape:
    """As many free numbers have as many classes, in the same order, whichever they are: only names differ, as long as
    each die goes with its number."""
    if dice < FACES:
        return found_shape(dice, free)
    names = [*sorted(free), *sorted({*range(1, BASE)} - free)]  # as what the first, second, ... number is known here
    usual = found_shape(dice, frozenset(range(1, len(free) + 1)))
    place = np.argsort(names)  # [number less one] which one it usually is, less one
    digits = np.append(0, place + 1)
    of = usual.of.reshape((BASE,) * dice).transpose(place)[np.ix_(*[digits] * dice)].ravel()
    faces = np.append(0, names)[_faces(usual.keeps, dice)][:, place]
    keeps = faces @ BASE ** np.arange(dice - 1, -1, -1)
    after, lifts = usual.after[:, place], usual.lifts[:, place]
    return Shape(dice, of, _ints(keeps), usual.levels, after, lifts)


@cache
def found_shape(dice: int, free: frozenset[int]) -> Shape:
    faces = _faces(np.arange(BASE**dice), dice)
    _, first, of = np.unique(_code(faces, free), return_index=True, return_inverse=True)
    chosen = faces[first]
    places = BASE ** np.arange(dice - 1, -1, -1)
    falls = places[np.argmax(chosen == 0, axis=1)][:, None] * np.arange(1, BASE)
    after = of[np.minimum(first[:, None] + falls, len(of) - 1)]
    lifts = of[first[:, None] - chosen * places]
    thrown = np.count_nonzero(chosen == 0, axis=1)
    ends = np.searchsorted(thrown, np.arange(dice + 2)).tolist()
    levels = tuple(map(slice, ends[:-1], ends[1:]))
    return Shape(dice, _ints(of), _ints(first), levels, _ints(after), _ints(lifts))


def _ints(array: Longs) -> Ints:
    return array.astype(np.int32)


def _faces(keeps: Longs | Ints, dice: int) -> Longs:
    return keeps[:, None].astype(np.int64) // BASE ** np.arange(dice - 1, -1, -1) % BASE


def _code(faces: Longs, free: frozenset[int]) -> Longs:
    """The same number for keeps of one class; more dice thrown make it greater."""
    dice = range(faces.shape[1])
    marked, plain = [die for die in dice if die + 1 in free], [die for die in dice if die + 1 not in free]
    dull = [face for face in range(1, BASE) if face not in free]
    code: Longs = np.count_nonzero(faces == 0, axis=1).astype(np.int64)
    for die in marked:
        code = code * (BASE + 1) + np.where(np.isin(faces[:, die], dull), BASE, faces[:, die])
    for face in sorted(free) if plain else ():
        code = code * (len(plain) + 1) + _count(faces, plain, face)
    for column in np.sort([_shown(faces, marked, plain, face) for face in dull], axis=0) if dull else ():
        code = code * 2 ** len(marked) * (len(plain) + 1) + column
    return code


def _shown(faces: Longs, marked: Sequence[int], plain: Sequence[int], face: int) -> Longs:
    """Which marked dice show the face, and how many of the others."""
    which = np.zeros(len(faces), np.int64)
    for die in marked:
        which = 2 * which + (faces[:, die] == face)
    return which * (len(plain) + 1) + _count(faces, plain, face)


def _count(faces: Longs, dice: Sequence[int], face: int) -> Longs:
    count: Longs = np.count_nonzero(faces[:, dice] == face, axis=1)
    return count
