"""The same with NumPy alone: many times slower, but there at once, without a compiler."""

from __future__ import annotations

import numpy as np

from redpip.solve.aside.facts import OPEN, Floats, Shelf, Stage

ROWS = 400  # classes of a stage at a time, so that what is worked on stays in the cache


def roll_all(shelf: Shelf, values: Floats) -> None:
    """``values`` [class, lane] has what stopping brings in each class, and then what the best is worth."""
    for stage in shelf.stages:
        for begin in range(0, len(stage.leaves), ROWS):
            rolled = rolls(stage, slice(begin, begin + ROWS), values)
            here = slice(stage.first + begin, stage.first + begin + len(rolled))
            np.maximum(values[here], rolled, out=values[here])


def rolls(stage: Stage, rows: slice, values: Floats) -> Floats:
    """What rolling is worth in these classes of a stage, from the values of all that can be set aside after it."""
    leaves = stage.leaves[rows]
    total = np.zeros((len(leaves), *values.shape[1:]))
    for block in stage.blocks:
        size = 7**stage.dice
        room = values[leaves[:, block[0] : block[0] + size]]
        for begin in block[1:]:
            np.maximum(room, values[leaves[:, begin : begin + size]], out=room)
        for _ in range(stage.dice):
            room = room.reshape(len(room), 7, -1, *values.shape[1:])
            folded = np.maximum(room[:, :OPEN], room[:, OPEN:])
            room = np.moveaxis(folded, 1, 2)  # the next die comes first
        total += room.reshape(len(leaves), -1, *values.shape[1:]).sum(1)
    return total * stage.weight
