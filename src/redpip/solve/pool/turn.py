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
    values = np.empty((7,) * 6, level.dtype)
    values[(slice(6),) * 6] = level.reshape((6,) * 6)
    for die in reversed(range(6)):  # wild: dice before it show faces still
        axis = np.moveaxis(values[(slice(6),) * die], die, 0)
        axis[OPEN] = axis[die]
        for face in range(6) if flips else ():
            np.maximum(axis[OPEN], axis[face], out=axis[OPEN])
    for die in range(6):  # roll: the wild and five white faces
        axis = np.moveaxis(values, die, 0)
        for face in range(6):
            if face != die:
                axis[OPEN] += axis[face]
        axis[OPEN] /= 6
    return values


def folded(keeps: Floats) -> Floats:
    """What every configuration is worth if some of its dice are rolled, from what every keep is worth."""
    for die in range(6):
        axis = np.moveaxis(keeps, die, 0)
        keeps = np.moveaxis(np.maximum(axis[:OPEN], axis[OPEN]), 0, die)
    return keeps.ravel()


class Turn:
    """``levels[left]`` has what every configuration is worth with so many rolls left."""

    def __init__(self, levels: Floats, flips: bool) -> None:
        self._levels = levels
        self.most = len(levels) - 1  # rolls left that it knows of
        self._keeps = cache(lambda left: keeps(levels[left], flips))

    def settled(self, faces: Sequence[int], flippable: Sequence[int], left: int) -> float:
        """Dice that lie there; those in ``flippable`` (positions, from 0) may be turned to any face."""
        where: tuple[Any, ...] = tuple(slice(None) if die in flippable else face for die, face in enumerate(faces))
        return float(np.max(self._levels[left].reshape((6,) * 6)[where]))

    def kept(self, digits: Sequence[int], left: int) -> float:
        """About to roll the dice with the digit OPEN, which leaves ``left`` - 1 rolls."""
        return float(self._keeps(left - 1)[tuple(digits)])
