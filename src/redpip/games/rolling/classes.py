"""What may lie aside in Keep on Rolling, folded into classes of equal prospects (docs/solving.md).

What the dice aside came from does not matter any more, only: which dice are still rolled; of each number whether it is
absent, alone (white or red) or matched; how many are matched where the red one may still join and double them all; and
the points. With one die left even less does: what each face of it would end with.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from redpip.solve.aside.facts import BUST, NOTHING, OPEN, Numbers, Shelf, Stage, blocks

FOLDED = 4  # dice whose states fit into a cache together
Flags = NDArray[np.bool_]


@cache
def shelf_of(dice: int) -> Shelf:
    """The classes for the first so many dice."""
    faces = np.indices((7,) * dice).reshape(dice, -1)  # digits, first die first
    counts = np.stack([(faces == face).sum(0) for face in range(6)])
    reds = np.stack([faces[face] == face if face < dice else np.zeros(7**dice, bool) for face in range(6)])
    points = _points(counts, reds)
    left = (faces == OPEN).sum(0)
    legal = points > 0
    filled = (left == 0) & ~(counts == 1).any(0)
    lattice = np.full(7**dice, NOTHING, np.int64)
    known_points, known_filled, stages = [0, 0], [False, False], []

    def number(where: Flags, facts: Sequence[NDArray[Any]]) -> tuple[int, Numbers]:
        """Numbers the classes of these points of the lattice in the order of their first points, so that the values of
        what can follow each other are near each other; says which point stands for each."""
        first, key = len(known_points), np.zeros(np.count_nonzero(where), np.int64)
        for fact in facts:  # each below 128, nine of them at most
            key = key << 7 | fact
        _, examples, classes = np.unique(key, return_index=True, return_inverse=True)
        order = np.argsort(examples)
        lattice[where] = first + np.argsort(order)[classes.reshape(-1)]
        examples = np.flatnonzero(where)[examples[order]]
        known_points.extend(points[examples].tolist())
        known_filled.extend(filled[examples].tolist())
        return first, examples

    where = legal & (left == 0)
    number(where, (filled[where], points[where]))
    for open_dice in range(1, dice - 1):
        where = legal & (left == open_dice)
        if open_dice == 1:
            facts = (points[where], *_leaves(faces, points, lattice, np.flatnonzero(where), 1)[:, :OPEN].T)
        else:
            facts = (points[where], *_status(faces[:, where], counts[:, where], reds[:, where]))
        first, examples = number(where, facts)
        leaves = _leaves(faces, points, lattice, examples, open_dice).astype(np.int16)
        stages.append(Stage(first, open_dice, leaves, blocks(0, open_dice)))
    leading = max(0, dice - FOLDED)
    leaves = _leaves(faces, points, lattice, np.array([7**dice - 1]), dice).astype(np.int16)
    stages.append(Stage(len(known_points), dice - leading, leaves, blocks(leading, dice - leading)))
    known_points.append(0)
    known_filled.append(False)
    lattice[-1] = stages[-1].first
    return Shelf(np.array(known_points), np.array(known_filled), tuple(stages), lattice.astype(np.int16))


def _points(counts: Numbers, reds: Flags) -> Numbers:
    values = np.arange(1, 7)[:, None] * counts * (1 + reds)
    result: Numbers = np.where(counts >= 2, values, 0).sum(0)
    return result


def _status(faces: Numbers, counts: Numbers, reds: Flags) -> Iterator[Numbers]:
    """Facts of each: where they are equal the prospects are."""
    yield np.packbits(faces == OPEN, axis=0, bitorder="little")[0].astype(np.int64)
    for face in range(6):
        status = np.minimum(counts[face], 2) * 2 + reds[face]
        red_may_come = faces[face] == OPEN if face < len(faces) else np.zeros_like(reds[face])
        yield np.where(red_may_come & (counts[face] >= 2), 10 + counts[face], status)


def _leaves(faces: Numbers, points: Numbers, lattice: Numbers, examples: Numbers, open_dice: int) -> Numbers:
    """The class of each way to set some of the open dice aside, as far as it raises the points."""
    sizes = 7 ** np.arange(len(faces))[::-1]
    chosen = np.nonzero((faces[:, examples] == OPEN).T)[1].reshape(-1, open_dice)  # [example, open dice]
    digits = np.indices((7,) * open_dice).reshape(open_dice, -1)
    at = examples[:, None] + sizes[chosen] @ (digits - OPEN)
    raised = points[at] > points[examples][:, None]
    all_shown = (digits != OPEN).all(0)
    ids: Numbers = np.where(raised, lattice[at], np.where(all_shown, BUST, NOTHING))
    return ids
