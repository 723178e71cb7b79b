"""What a throw does to all keeps at once: values on the way back, shares of games on the way forward.

Arrays are ``[class, column]``, and each column goes its own way. This is NumPy alone, there at once; ``kernels.py``
does the same several times faster, for whoever solves.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from redpip.core.dice import Faces
from redpip.solve.keeps.shape import FACES, Ints, Shape

Floats = NDArray[np.float64]


def throw_means(shape: Shape, fallen: Floats) -> Floats:
    """What every keep is worth, the mean over the throw, given what hands are worth."""
    values = np.empty((shape.size, fallen.shape[1]))
    values[: shape.hands] = fallen
    for level in shape.levels[1:]:
        values[level] = values[shape.after[level]].mean(axis=1)
    return values


def throws_of(shape: Shape, fallen: Floats, faces: Faces) -> Floats:
    """[0 or 1 for each die] what throwing the dice with a 1 is worth, the others staying as they lie. A die that lies
    nowhere is thrown in any case."""
    values = fallen[shape.cube]
    for face in faces[: shape.dice]:
        mean = values.mean(axis=0)
        values = np.stack([values[face - 1] if face else mean, mean], axis=-1)
    return values


def best_keeps(shape: Shape, values: Floats) -> Floats:
    """What the best keep of each hand is worth, given what keeps are worth. At least one die is thrown."""
    best = values.copy()
    best[: shape.hands] = -np.inf
    for level in shape.levels[::-1]:
        for die in range(shape.dice):
            np.maximum(best[level], best[shape.lifts[level, die]], out=best[level])
    return best[: shape.hands]


def chosen_keeps(shape: Shape, values: NDArray[np.float64]) -> Ints:
    """The best keep of each hand, given what keeps are worth in one column."""
    best = np.arange(shape.size, dtype=np.int32)
    best[: shape.hands] = shape.size - 1
    for level in shape.levels[::-1]:
        choice = np.column_stack([best[level], best[shape.lifts[level]]])
        best[level] = np.take_along_axis(choice, values[choice].argmax(axis=1)[:, None], axis=1)[:, 0]
    return best[: shape.hands]


def counted(places: Any, shares: Floats, size: int = 0) -> Floats:
    """[place] the sum of its shares."""
    return np.bincount(places, shares, size).astype(np.float64)  # without any shares NumPy counts in whole numbers


def thrown_from(shape: Shape, keep: int) -> tuple[Ints, Floats]:
    """The hands that a throw can make of a keep, and how likely each is."""
    hands: Ints = np.array([keep], np.int32)
    shares: Floats = np.ones(1)
    while hands[0] >= shape.hands:
        hands, at = np.unique(shape.after[hands], return_inverse=True)
        shares = counted(at.ravel(), np.repeat(shares / FACES, FACES))
    return hands, shares
