"""What has to be known of a game with rows, as numbers.

A *hand* is what each die shows, or that it is *out*: not thrown yet, or of no more use in this turn. Die i is a digit
of base 7 with the weight 7**i, 0 to 5 for its faces and 6 for out; so all hands are an array with one axis a die, the
last one first. A *keep* is a hand of dice that can lie on the board together when a turn ends; the others are thrown.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache, reduce
from itertools import combinations, product
from typing import Any

import numpy as np
from numpy.typing import NDArray

OUT = 6
BASE = 7
ALIKE = 2 * BASE  # more than twice the number of dice
ANY = -1  # a die of some hands that may show anything, or be out
Digits = tuple[int, ...]  # one for each die, in the order of the axes: the last one first
Floats = NDArray[np.float64]
Hands = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Way:
    """Dice that pass so many rows, and the hands with these dice, before and after."""

    fills: tuple[tuple[int, ...], ...]  # the dice in each row that is passed
    shown: Digits
    left: Digits

    @property
    def before(self) -> tuple[Any, ...]:
        """Where they lie in the array."""
        return index(self.shown)

    @property
    def after(self) -> tuple[Any, ...]:
        return index(self.left)

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

    def kept(self, level: int) -> Hands:
        """[axis, keep]: their digits."""
        return _kept(self, level)

    def ways(self, level: int, known: Digits | None = None) -> tuple[Way, ...]:
        """All of them, or those of hands in which dice are known to be so."""
        return _ways(self, level, known or (ANY,) * self.dice)

    def place(self, level: int, hand: int) -> int:
        """Which of the keeps a hand is."""
        return int(np.searchsorted(self.keeps(level), hand))


def index(digits: Digits) -> tuple[Any, ...]:
    """Where these hands lie in the array of all."""
    return tuple(slice(None) if digit == ANY else digit for digit in digits)


@lru_cache(maxsize=256)
def _keeps(rows: Rows, level: int) -> Hands:
    """Whether dice fit depends on how many there are of each face and whether the die of its number is among them."""
    faces = list(dict.fromkeys(rows.faces(level)))
    digits = np.array([OUT, *faces])
    hands = digits[np.indices((len(digits),) * rows.dice).reshape(rows.dice, -1)]  # [die, hand]
    key = np.zeros(hands.shape[1], np.int64)
    for face in faces:
        shown = hands == face
        key = key * ALIKE + 2 * shown.sum(0) + (shown[face] if face < rows.dice else 0)
    boards = _boards(rows.sizes, tuple(faces.index(face) for face in rows.faces(level)))
    found: Hands = np.sort(BASE ** np.arange(rows.dice) @ hands[:, np.isin(key, boards)])
    return found


@lru_cache(maxsize=64)
def _boards(sizes: tuple[int, ...], of_row: tuple[int, ...]) -> list[int]:
    """All that can lie there without filling all rows, as keys of hands: for each face twice the number of dice, and
    one more with the die of its number among them. ``of_row`` says which face each row takes."""
    found = []
    for lying in product(*(range(size + 1) for size in sizes[: len(of_row)])):
        for reds in product(*(range(min(number, 1) + 1) for number in lying)):
            filled = [number == size or red for number, size, red in zip(lying, sizes, reds, strict=False)]
            tallies = [(sum(_of(face, of_row, lying)), sum(_of(face, of_row, reds))) for face in range(max(of_row) + 1)]
            if (len(of_row) < len(sizes) or not all(filled)) and all(red <= 1 for _, red in tallies):
                found.append(reduce(lambda key, tally: key * ALIKE + 2 * tally[0] + tally[1], tallies, 0))
    return found


def _of(face: int, of_row: tuple[int, ...], numbers: tuple[int, ...]) -> list[int]:
    return [number for number, other in zip(numbers, of_row, strict=True) if other == face]


@lru_cache(maxsize=256)
def _kept(rows: Rows, level: int) -> Hands:
    return np.stack(np.unravel_index(rows.keeps(level), rows.shape))


@lru_cache(maxsize=1024)
def _ways(rows: Rows, level: int, known: Digits) -> tuple[Way, ...]:
    return tuple(_each_way(rows, rows.faces(level), known[::-1], ()))


def _each_way(
    rows: Rows, faces: tuple[int, ...], known: tuple[int, ...], fills: tuple[tuple[int, ...], ...]
) -> Iterator[Way]:
    """A row takes the die of its own number alone, or others until it is full: a die more would be used for nothing."""
    used = {die: face for fill, face in zip(fills, faces, strict=False) for die in fill}
    if fills:
        gone = {} if rows.reuse else dict.fromkeys(used, OUT)
        yield Way(fills, _digits(rows, used), _digits(rows, {**used, **gone}))
    if len(fills) == len(faces):
        return
    face, size = faces[len(fills)], rows.sizes[len(fills)]
    dice = [die for die in range(rows.dice) if die not in used and known[die] in (ANY, face)]
    red = [(face,)] if face in dice else []
    for fill in (*red, *combinations([die for die in dice if die != face], size)):
        yield from _each_way(rows, faces, known, (*fills, fill))


def _digits(rows: Rows, known: dict[int, int]) -> Digits:
    """The hands in which these dice are so."""
    return tuple(known.get(die, ANY) for die in reversed(range(rows.dice)))
