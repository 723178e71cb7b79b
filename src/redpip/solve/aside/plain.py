"""The same with NumPy alone: several times slower, but there at once, without a compiler."""

from __future__ import annotations

import numpy as np

from redpip.solve.aside.facts import OPEN, Floats, Numbers, Shelf


def roll_all(shelf: Shelf, values: Floats) -> None:
    """``values`` [class, lane] has what stopping brings in each class, and then what the best is worth."""
    for stage in shelf.stages:
        here = slice(stage.first, stage.first + len(stage.leaves))
        np.maximum(values[here], rolls(stage.columns, values), out=values[here])


def rolls(columns: Numbers, values: Floats) -> Floats:
    """[class, lane]: what rolling is worth in classes of a stage, from the values of all that can be set aside after
    it. All classes are folded side by side, first die first: a face is set aside or left open, whichever is better."""
    room = values.take(columns, axis=0, mode="clip")
    throws, rest, each = 1, len(room), room.shape[1:]
    while rest > 1:
        rest //= OPEN + 1
        room = room.reshape(throws, OPEN + 1, rest, *each)
        room = np.maximum(room[:, :OPEN], room[:, OPEN:])
        throws *= OPEN
    found: Floats = room.reshape(throws, *each).mean(0)
    return found
