"""Games of boxes and a pool of rolls, as numbers: what has to be known of one to solve it.

A turn starts with a throw of all dice, goes on with throws of any of them, and ends with a box filled. Throws are
drawn from a pool for the whole game. Sets of open boxes are bit sets: bit b is set while box b is open.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.floating[Any]]


@dataclass(frozen=True)
class Way:
    """A way to score with some of the dice: die i showing face v (from 0) is used for gain[i, v] points, -inf where
    it cannot be, or stays for the next turn: stay[i, v] is 0, or -inf where it must be used."""

    box: int
    stay: NDArray[np.float64]
    gain: NDArray[np.float64]


@dataclass(frozen=True)
class Holding:
    whole: NDArray[np.float64]  # [box, whole kind]: points with all dice used, -inf where that is not allowed
    whole_kinds: NDArray[np.uint16]  # [6**6]
    ways: tuple[Way, ...]
    dice: int  # how many are in the game
    hold_all: bool  # all may be held, and scored without a roll


@dataclass(frozen=True)
class Pool:
    rolls: int
    bonus: float  # for each roll that is left when the last box is filled
    floors: tuple[int, ...]  # by the number of open boxes: rolls that the turn may not touch
    points: NDArray[np.float64]  # [box, kind]: what dice of a kind bring in a box
    kinds: NDArray[np.uint16]  # [6**6]: the kind of each configuration, in the order of its digits
    flips: bool = True  # a red die just rolled may be turned to any face
    waive: bool = False  # a turn may fill a box with nothing instead of rolling
    holding: Holding | None = None  # dice not used for scoring may be held for the next turn

    @property
    def boxes(self) -> int:
        return len(self.points)

    @property
    def full(self) -> int:
        return (1 << self.boxes) - 1

    def tops(self, size: int) -> int:
        """The most rolls that can be left with so many boxes open: each filled box has cost one at least. 0 where the
        pool is too small for that many to be filled: then no turn begins."""
        free = self.waive or (self.holding is not None and self.holding.hold_all)
        return self.rolls if free else max(0, self.rolls - (self.boxes - size))

    def sets(self, size: int) -> Iterator[int]:
        return (sum(1 << box for box in group) for group in combinations(range(self.boxes), size))

    def sided_kinds(self) -> tuple[NDArray[np.uint16], NDArray[np.int64]]:
        """Dice 1, 2, 3 down, and dice 4, 5, 6 down: the kinds in panels of the rows that differ, and where in a panel
        the row of each triple begins. Rows are equal where it makes no difference which of the dice shows what."""
        square = self.kinds.reshape(216, 216)
        sides = [np.unique(kinds, axis=0, return_inverse=True) for kinds in (square, square.T)]
        kinds = np.zeros((2, 27, max(len(different) for different, _ in sides), 8), np.uint16)
        for side, (different, _) in enumerate(sides):
            kinds[side, :, : len(different)] = different.reshape(-1, 27, 8).swapaxes(0, 1)
        return kinds.reshape(2, 27, -1), np.stack([8 * row.ravel() for _, row in sides])


def open_boxes(open_set: int) -> list[int]:
    return [box for box in range(open_set.bit_length()) if open_set >> box & 1]
