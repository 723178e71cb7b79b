"""Starts of a turn where dice may be held, from what every configuration is worth one roll later."""

from __future__ import annotations

from typing import Any

from redpip.solve.pool.axes import fold_all, roll_axes, wild_axes, write_rows
from redpip.solve.pool.jit import compiled, inlined
from redpip.solve.pool.lanes import load, store, store_transposed
from redpip.solve.pool.layout import ENDS, FACES, LONG, OPEN, WIDE
from redpip.solve.pool.passes import cast


@compiled
def spread(level: Any, target: Any, flips: bool, block: Any) -> None:
    """Make dice 1, 2, 3 of a level wild: (216 x 36 lines) -> (216 x 343), 344 registers a panel."""
    for line in range(36):
        for row in range(FACES):
            store(block, 8 * row, load(level, 8 * (36 * row + line)))
        wild_axes(block, 0, flips)
        write_rows(block, 0, 8 * WIDE, target, 48 * line, 8 * WIDE)  # the next line writes over the lanes left over


@compiled
def hold(source: Any, target: Any, side: int, kept: Any, barred: Any, block: Any) -> None:
    """Roll side ``side``, which is wild, and fold it, all states staying: (343 x 343) -> (343 x 343).

    To keep all dice is no throw: places in ``kept`` have ``barred`` added, -inf where all dice across are kept.
    """
    for panel in range(WIDE // 8):
        at = 8 * WIDE * panel
        roll_axes(source, at, block, 3 * side)
        for i in range(0, 8 * FACES, 8):
            store(block, i, load(source, at + i))
        bar = load(barred, 8 * panel)
        for place in kept:
            store(block, 8 * place, load(block, 8 * place) + bar)
        fold_all(block)
        write_rows(block, 0, 8 * WIDE, target, 64 * panel, 8 * WIDE)


@inlined
def _write_line(block: Any, faces: int, opened: int, target: Any, at: int) -> None:
    """The states of die 6 into the lanes of a register, for eight rows."""
    rolled = load(block, opened)
    store_transposed(
        target,
        at,
        LONG,
        load(block, faces),
        load(block, faces + 8),
        load(block, faces + 16),
        load(block, faces + 24),
        load(block, faces + 32),
        load(block, faces + 40),
        rolled,
        rolled,
    )


@compiled
def write_starts(source: Any, target: Any, block: Any) -> None:
    """Fold dice 4, 5, 6, the last ones, and write lines of die 6: (343 x 343) -> (343 x 49 lines)."""
    for panel in range(WIDE // 8):
        for i in range(0, 8 * OPEN, 8):
            store(block, i, load(source, 8 * WIDE * panel + i))
        fold_all(block)
        for a in range(7):
            at, ends = 8 * (panel * LONG + 7 * a), 8 * (ENDS + 13 * a)
            for b in range(6):
                _write_line(block, 8 * (36 * a + 6 * b), ends + 8 * b, target, at + 8 * b)
            _write_line(block, ends + 48, ends + 96, target, at + 48)


@inlined
def find_starts(before: Any, start: Any, flips: bool, kept: Any, barred: Any, room: Any) -> None:
    """The starts of a turn, from what every configuration is worth one roll later."""
    here, there, block = room[: WIDE * WIDE], room[WIDE * WIDE : 2 * WIDE * WIDE], room[2 * WIDE * WIDE :]
    spread(before, here, flips, block)
    cast(here, WIDE, there, 1, flips, block)
    hold(there, here, 0, kept, barred, block)
    write_starts(here, start, block)
