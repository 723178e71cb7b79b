"""One turn, all of its values at hand: what each configuration and each keep is worth."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from redpip.solve.pool.facts import Floats

OPEN = 6  # the digit of a die that is rolled; the others are faces, from 0


def keeps(level: Floats, flips: bool) -> Floats:
    """What every keep is worth before the throw, [7] * 6, from what every configuration is worth after it."""
    wild = level.reshape((6,) * 6)
    for die in range(6):
        best = wild.max(die, keepdims=True) if flips else wild.take([die], die)
        wild = np.concatenate([wild, best], die)
    for die in range(6):
        axis = np.moveaxis(wild, die, 0)
        axis[OPEN] = sum(axis[face] for face in range(7) if face != die) / 6
    return wild


class Turn:
    """``levels[left]`` has what every configuration is worth with so many rolls left."""

    def __init__(self, levels: Floats, flips: bool) -> None:
        self._levels = levels
        self._keeps = cache(lambda left: keeps(levels[left], flips))

    def settled(self, faces: Sequence[int], flippable: Sequence[int], left: int) -> float:
        """Dice that lie there; those in ``flippable`` (positions, from 0) may be turned to any face."""
        where: tuple[Any, ...] = tuple(slice(None) if die in flippable else face for die, face in enumerate(faces))
        return float(np.max(self._levels[left].reshape((6,) * 6)[where]))

    def kept(self, digits: Sequence[int], left: int) -> float:
        """About to roll the dice with the digit OPEN, which leaves ``left`` - 1 rolls."""
        return float(self._keeps(left - 1)[tuple(digits)])
