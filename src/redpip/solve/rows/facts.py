"""What has to be known of a game with rows, as numbers.

A *hand* is what each die shows, or that it is *out*: not thrown yet, or of no more use in this turn. Die i is a digit
of base 7 with the weight 7**i, 0 to 5 for its faces and 6 for out; so all hands are an array with one axis a die, the
last one first. A *keep* is a hand of dice that can lie on the board together when a turn ends; the others are thrown.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations, product
from typing import Any

import numpy as np
from numpy.typing import NDArray

OUT = 6
BASE = 7
Floats = NDArray[np.float64]
Hands = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Way:
    """Dice that pass so many rows, and where hands with these dice lie in the array, before and after."""

    fills: tuple[tuple[int, ...], ...]  # the dice in each row that is passed
    before: tuple[Any, ...]
    after: tuple[Any, ...]

    @property
    def passed(self) -> int:
        return len(self.fills)


@dataclass(frozen=True)
class Rows:
    """``track`` has the face (0 to 5) of each level; ``sizes`` the squares of each row, the lowest first. A row is
    filled when it is full, or by the die whose number is its face. All rows at once bring another turn."""

    track: tuple[int, ...]
    sizes: tuple[int, ...]
    reuse: bool = False  # dice of rows just passed may be used again in the same turn

    @property
    def dice(self) -> int:
        return sum(self.sizes)

    @property
    def shape(self) -> tuple[int, ...]:
        return (BASE,) * self.dice

    @property
    def hands(self) -> int:
        """How many there are."""
        return int(BASE**self.dice)

    @property
    def all_out(self) -> int:
        return self.hands - 1

    @cached_property
    def stages(self) -> tuple[tuple[int, int], ...]:
        """(level, further turns) in the order in which they can be solved. Each further turn took all rows at once."""
        levels = reversed(range(len(self.track)))
        return tuple((level, more) for level in levels for more in range(level // len(self.sizes) + 1))

    def faces(self, level: int) -> tuple[int, ...]:
        """What the rows take at this level; those past the end of the track are left out."""
        return self.track[level : level + len(self.sizes)]

    def keeps(self, level: int) -> Hands:
        return _keeps(self, level)

    def ways(self, level: int) -> tuple[Way, ...]:
        return _ways(self, level)

    def place(self, level: int, hand: int) -> int:
        """Which of the keeps a hand is."""
        return int(np.searchsorted(self.keeps(level), hand))


@lru_cache(maxsize=256)
def _keeps(rows: Rows, level: int) -> Hands:
    faces = rows.faces(level)
    found = [hand for hand in product((OUT, *dict.fromkeys(faces)), repeat=rows.dice) if _fits(rows, faces, hand)]
    return np.array(sorted(_number(hand) for hand in found), dtype=np.int64)


def _number(digits: tuple[int, ...]) -> int:
    return sum(digit * BASE**die for die, digit in enumerate(digits))


def _fits(rows: Rows, faces: tuple[int, ...], hand: tuple[int, ...]) -> bool:
    """Can all these dice lie on the board, so that not all rows are filled?"""
    room = {face: sum(size for size, other in zip(rows.sizes, faces, strict=False) if other == face) for face in faces}
    if any(hand.count(face) > most for face, most in room.items()):
        return False
    dice = [die for die, face in enumerate(hand) if face != OUT]
    choices = ([row for row, face in enumerate(faces) if face == hand[die]] for die in dice)
    return any(_lies(rows, faces, dice, where) for where in product(*choices))


def _lies(rows: Rows, faces: tuple[int, ...], dice: list[int], where: tuple[int, ...]) -> bool:
    lying = [[die for die, row in zip(dice, where, strict=True) if row == at] for at in range(len(rows.sizes))]
    if any(len(row) > size for row, size in zip(lying, rows.sizes, strict=True)):
        return False
    filled = [len(row) == size or face in row for row, size, face in zip(lying, rows.sizes, faces, strict=False)]
    return len(faces) < len(rows.sizes) or not all(filled)


@lru_cache(maxsize=256)
def _ways(rows: Rows, level: int) -> tuple[Way, ...]:
    return tuple(_each_way(rows, rows.faces(level), ()))


def _each_way(rows: Rows, faces: tuple[int, ...], fills: tuple[tuple[int, ...], ...]) -> Iterator[Way]:
    """A row takes the die of its own number alone, or others until it is full: a die more would be used for nothing."""
    used = {die: face for fill, face in zip(fills, faces, strict=False) for die in fill}
    if fills:
        gone = {} if rows.reuse else dict.fromkeys(used, OUT)
        yield Way(fills, _where(rows, used), _where(rows, {**used, **gone}))
    if len(fills) == len(faces):
        return
    face, size = faces[len(fills)], rows.sizes[len(fills)]
    others = [die for die in range(rows.dice) if die not in used and die != face]
    red = [(face,)] if face < rows.dice and face not in used else []
    for fill in (*red, *combinations(others, size)):
        yield from _each_way(rows, faces, (*fills, fill))


def _where(rows: Rows, digits: dict[int, int]) -> tuple[Any, ...]:
    """The hands in which these dice are so."""
    return tuple(digits.get(die, slice(None)) for die in reversed(range(rows.dice)))
