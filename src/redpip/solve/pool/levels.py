"""All levels of one set of boxes, a roll at a time."""

from __future__ import annotations

from typing import Any

import numpy as np

from redpip.solve.pool.jit import compiled
from redpip.solve.pool.lanes import best, load, same, store
from redpip.solve.pool.layout import FACES, SETTLED, WIDE
from redpip.solve.pool.passes import cast, choose, settle


@compiled
def best_scores(points: Any, boxes: Any, rests: Any, scores: Any) -> None:
    """scores[k] = the most that dice of kind k bring: points[box, k] in one of the boxes, and what is worth having
    after it."""
    for kind in range(0, points.shape[1], 8):
        most = same(scores, -np.inf)
        for i in range(boxes.size):
            most = best(most, load(points[boxes[i]], kind) + same(scores, rests[i]))
        store(scores, kind, most)


@compiled
def solve_set(
    points: Any,
    boxes: Any,
    after: Any,
    kinds: Any,
    rows: Any,
    floor: int,
    top: int,
    flips: bool,
    waive: bool,
    values: Any,
    wilds: Any,
    choices: Any,
    room: Any,
) -> None:
    """The values of a turn's start for one set of open boxes, ``values[left]`` for floor < left <= top.

    points[box, kind]   what dice of that kind bring
    boxes               those that are open
    after[left, i]      the value once the i-th of them is filled, with so many rolls left
    kinds, rows         by side, see ``settle``
    floor               rolls that this turn may not touch
    wilds[left]         if not empty, takes what ``settle`` wrote; then nothing else is wanted of the last
    choices[left]       if not empty, takes those of ``settle`` and then those of the ``choose`` before it
    room                scratch for the three matrices, the block, the scores and a panel of them
    """
    folded, room = room[: WIDE * FACES], room[WIDE * FACES :]
    settled, room = room[: FACES * WIDE], room[FACES * WIDE :]
    rolled, room = room[: WIDE * WIDE], room[WIDE * WIDE :]
    block, room = room[: 8 * WIDE], room[8 * WIDE :]
    brought, scores = room[: 8 * FACES], room[8 * FACES : 8 * FACES + points.shape[1]]
    folded[:] = -np.inf
    for left in range(floor, top):
        side = left - floor & 1
        best_scores(points, boxes, after[left], scores)
        if wilds.size:
            settled = wilds[left]
        settle(folded, settled, choices[left, :SETTLED], scores, kinds[side], rows[side], side, flips, block, brought)
        if wilds.size and left == top - 1:
            break
        cast(settled, FACES, rolled, 1 - side, flips, block)
        value = choose(rolled, folded, choices[left + 1, SETTLED:], side, block)
        if waive:
            value = max(value, after[left + 1].max())
        values[left + 1] = value
