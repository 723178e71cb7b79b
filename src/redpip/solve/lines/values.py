"""What lines are worth, as it is learned and kept, and as kernels look it up."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from redpip.solve.lines.grid import FACES, Grid

Floats = NDArray[np.float64]
HANDS: Final = FACES + 1  # numbers of dice that somebody can have


class Learned(NamedTuple):
    """All by the dice of whoever rolls next, and of the other."""

    start: Floats  # [own dice, the other's]
    kinds: Floats  # [own dice, the other's, kind]
    shapes: Floats  # [own dice, the other's, shape]


class Values(NamedTuple):
    lines: NDArray[np.float32]  # [who rolls next, own dice, the other's, line, code]
    start: Floats  # [own dice, the other's]


def values_of(grid: Grid, learned: Learned) -> Values:
    """With no dice in hand nothing is learned: lines are won or not."""
    lines = np.empty((2, HANDS, HANDS, *grid.shapes.shape[1:]), np.float32)
    for seat in (0, 1):
        lines[seat] = learned.kinds[:, :, grid.kinds[seat]][:, :, None, :]
        lines[seat] += learned.shapes[:, :, grid.shapes[seat]]
        lines[seat, 0, 0] = grid.owners * (1 - 2 * seat)
    start = learned.start.copy()
    start[0, 0] = 0.0
    return Values(lines, start)
