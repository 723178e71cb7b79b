"""Endings, exactly: where one number is left whoever catches it has won, and both hands are few enough to be known."""

from __future__ import annotations

from functools import cache

import numpy as np

from redpip.games.catch6.sides import catching
from redpip.solve.keeps.plain import Floats, best_keeps, throw_means
from redpip.solve.keeps.shape import shape_of

STILL = 1e-13


@cache
def ending(dice: int, number: int) -> Floats:
    """[hand, other's hand] the chance to win of whoever is to move. The last one must roll all dice."""
    free = frozenset([number])
    shape, (red, other) = shape_of(dice, free), catching(dice, free)[number]
    worth, moved = np.full((shape.hands + 1, shape.hands + 1), 0.5), 1.0
    while moved > STILL:
        fallen = np.where((red | other)[:, None], 1.0, 1.0 - worth.T[:-1])
        values = throw_means(shape, fallen)
        before, worth = worth, np.concatenate([best_keeps(shape, values), values[-1:]])
        moved = float(np.abs(worth - before).max())
    return worth
