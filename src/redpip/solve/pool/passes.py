"""The passes that make a level (see ``layout``)."""

from __future__ import annotations

from typing import Any

import numpy as np

from redpip.solve.pool.axes import (
    brought_by,
    cast_plane,
    fold_last,
    fold_open,
    folded,
    mark_choices,
    roll_axes,
    roll_first,
    wild_axes,
    write_rows,
)
from redpip.solve.pool.jit import compiled
from redpip.solve.pool.lanes import gather, load, store
from redpip.solve.pool.layout import CHOICES, ENDS, FACES, OPEN, WIDE
from redpip.solve.pool.six import best_six, load_six, store_six, wild


@compiled
def settle(
    source: Any,
    target: Any,
    choices: Any,
    scores: Any,
    kinds: Any,
    rows: Any,
    side: int,
    flips: bool,
    block: Any,
    brought: Any,
) -> None:
    """Fold side ``side``, take the better of rolling on and scoring, and make it wild.

    choices        if not empty, takes 27 panels of them
    kinds[panel]   which entry of ``scores`` each configuration has, for the rows that differ
    rows[f]        where among them the row of faces f begins
    brought        scratch for a panel of scores
    """
    for panel in range(FACES // 8):
        for i in range(0, kinds.shape[1], 8):
            store(brought, i, gather(scores, kinds[panel], i))
        at = 8 * WIDE * panel
        fold_open(source, at, block)
        for a in range(6):
            ends = at + 8 * (ENDS + 13 * a)
            last = fold_last(source, ends)
            for b in range(6):
                f = 36 * a + 6 * b
                x = folded(load_six(source, at + 8 * f, 8, 0), load(source, ends + 8 * b), last, block, b)
                store_six(block, 8 * f, 8, 0, best_six(x, brought_by(brought, rows, f)))
        if choices.size:
            mark_choices(block, source, at, brought, rows, choices, CHOICES * panel)
        wild_axes(block, 3 * side, flips)
        write_rows(block, 0, 8 * WIDE, target, 64 * panel, 8 * FACES)


@compiled
def cast(source: Any, height: int, target: Any, side: int, flips: bool, block: Any) -> None:
    """Make side ``side`` wild and roll it; the other side is wild already. A panel of ``source`` has ``height``
    registers."""
    red = 3 * side
    for panel in range(WIDE // 8):
        at = 8 * height * panel
        for i in range(0, 8 * 36, 8):
            store(block, 8 * FACES + i, wild(load_six(source, at + i, 8 * 36, red), flips))
        for a in range(6):
            cast_plane(source, at + 8 * 36 * a, block, 8 * (ENDS + 13 * a), red, flips)
        cast_plane(block, 8 * FACES, block, 8 * (ENDS + 78), red, flips)
        roll_first(source, at, block, 8 * FACES, block, red)
        write_rows(source, at, at + 8 * FACES, target, 64 * panel, 8 * WIDE)
        write_rows(block, 8 * FACES, 8 * WIDE, target, 64 * panel + FACES * WIDE, 8 * WIDE)


@compiled
def choose(source: Any, target: Any, choices: Any, side: int, block: Any) -> float:
    """Roll side ``side``, which is wild, and fold it; the other side is rolled. Returns what rolling all is worth.
    ``choices``, if not empty, takes 43 panels of them."""
    everything, no_rows = 0.0, np.empty(0, np.int64)
    for panel in range(WIDE // 8):
        at = 8 * WIDE * panel
        roll_axes(source, at, block, 3 * side)
        everything = block[8 * (OPEN - 1) + 6]
        fold_open(block, 0, block)
        for a in range(6):
            ends = 8 * (ENDS + 13 * a)
            last = fold_last(block, ends)
            for b in range(6):
                f = 8 * (36 * a + 6 * b)
                x = folded(load_six(source, at + f, 8, 0), load(block, ends + 8 * b), last, block, b)
                store_six(block, f, 8, 0, x)
        if choices.size:
            mark_choices(block, block, 0, block, no_rows, choices, CHOICES * panel)
        write_rows(block, 0, 8 * FACES, target, 64 * panel, 8 * WIDE)
    return everything
