"""What ``plain.py`` does, compiled."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from redpip.solve.keeps.plain import Floats
from redpip.solve.keeps.shape import Shape


def throw_means(shape: Shape, fallen: Floats) -> Floats:
    values = np.empty((shape.size, fallen.shape[1]))
    values[: shape.hands] = fallen
    _throw_means(values, shape.after, shape.hands)
    return values


def best_keeps(shape: Shape, values: Floats) -> Floats:
    """``values`` are spoiled."""
    _best_keeps(values, shape.lifts, shape.hands)
    return values[: shape.hands]


def fallen_shares(shape: Shape, shares: Floats) -> Floats:
    """How many games have each hand after a throw, given how many had each keep before; ``shares`` are spoiled."""
    _fallen_shares(shares, shape.after, shape.hands)
    return shares[: shape.hands]


@njit(cache=True, nogil=True)
def _throw_means(values: Any, after: Any, hands: int) -> None:
    columns = values.shape[1]
    for keep in range(hands, values.shape[0]):
        for column in range(columns):
            values[keep, column] = 0.0
        for face in range(after.shape[1]):
            fallen = after[keep, face]
            for column in range(columns):
                values[keep, column] += values[fallen, column]
        for column in range(columns):
            values[keep, column] /= after.shape[1]


@njit(cache=True, nogil=True)
def _best_keeps(values: Any, lifts: Any, hands: int) -> None:
    dice, columns = lifts.shape[1], values.shape[1]
    for keep in range(values.shape[0] - 1, -1, -1):
        if keep < hands:
            for column in range(columns):
                values[keep, column] = -np.inf
        for die in range(dice):
            lifted = lifts[keep, die]
            for column in range(columns):
                values[keep, column] = max(values[keep, column], values[lifted, column])


@njit(cache=True, nogil=True)
def _fallen_shares(shares: Any, after: Any, hands: int) -> None:
    columns = shares.shape[1]
    for keep in range(shares.shape[0] - 1, hands - 1, -1):
        for face in range(after.shape[1]):
            for column in range(columns):
                shares[after[keep, face], column] += shares[keep, column] / after.shape[1]
