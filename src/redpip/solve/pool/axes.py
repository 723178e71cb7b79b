"""Axes of the three dice of a panel; ``red`` is the red digit of the first (see ``layout``)."""

from __future__ import annotations

from typing import Any

from redpip.solve.pool.jit import inlined
from redpip.solve.pool.lanes import best, load, same, store, store_transposed
from redpip.solve.pool.layout import ENDS, FACES
from redpip.solve.pool.six import (
    add_six,
    best_six,
    each,
    fold_six,
    load_six,
    mean,
    number,
    pick_six,
    same_six,
    store_six,
    times_six,
    wild,
)


@inlined
def wild_axes(block: Any, red: int, flips: bool) -> None:
    """All three axes, from the faces."""
    for a in range(6):
        faces, ends = 8 * 36 * a, 8 * (ENDS + 13 * a)
        for b in range(6):
            store(block, ends + 8 * b, wild(load_six(block, faces + 48 * b, 8, red + 2), flips))
        for c in range(6):
            store(block, ends + 48 + 8 * c, wild(load_six(block, faces + 8 * c, 48, red + 1), flips))
        store(block, ends + 96, wild(load_six(block, ends + 48, 8, red + 2), flips))
    for i in range(0, 8 * 36, 8):
        store(block, 8 * FACES + i, wild(load_six(block, i, 8 * 36, red), flips))
    for i in range(8 * ENDS, 8 * (ENDS + 13), 8):
        store(block, i + 8 * 78, wild(load_six(block, i, 8 * 13, red), flips))


@inlined
def cast_plane(source: Any, faces: int, block: Any, ends: int, red: int, flips: bool) -> None:
    """Wild and roll of the last two axes, from the faces; the first registers of the block are free."""
    sixth = same(block, block.dtype.type(1 / 6))
    for b in range(6):
        x = load_six(source, faces + 48 * b, 8, red + 2)
        store(block, ends + 8 * b, mean(x, wild(x, flips), sixth))
    for c in range(6):
        x = load_six(source, faces + 8 * c, 48, red + 1)
        flipped = wild(x, flips)
        store(block, 8 * c, flipped)
        store(block, ends + 48 + 8 * c, mean(x, flipped, sixth))
    x = load_six(block, 0, 8, red + 2)
    flipped = mean(x, wild(x, flips), sixth)
    store(block, ends + 96, mean(load_six(block, ends, 8, red + 1), flipped, sixth))


@inlined
def roll_plane(source: Any, faces: int, wilds: int, block: Any, ends: int, red: int) -> None:
    """Roll of the last two axes, which are wild."""
    sixth = same(block, block.dtype.type(1 / 6))
    sums = load_six(source, wilds + 48, 8, red + 2)
    total = mean(sums, load(source, wilds + 96), sixth)
    for white in range(6):
        b = red + 1 + white if red + white < 5 else red + white - 5
        x = load_six(source, faces + 48 * b, 8, red + 2)
        rolled = mean(x, load(source, wilds + 8 * b), sixth)
        store(block, ends + 8 * b, rolled)
        if white:
            sums, total = add_six(sums, x), total + rolled
    store_six(block, ends + 48, 8, red + 2, times_six(sums, sixth))
    store(block, ends + 96, total * sixth)


@inlined
def roll_first(source: Any, faces: int, wilds: Any, opened: int, block: Any, red: int) -> None:
    """Roll of the first axis: its wilds are in ``wilds`` where the others are faces, the ends are all in the block."""
    sixth = same(block, block.dtype.type(1 / 6))
    for i in range(0, 8 * 36, 8):
        x = load_six(source, faces + i, 8 * 36, red)
        store(block, 8 * FACES + i, mean(x, load(wilds, opened + i), sixth))
    for i in range(8 * ENDS, 8 * (ENDS + 13), 8):
        x = load_six(block, i, 8 * 13, red)
        store(block, i + 8 * 78, mean(x, load(block, i + 8 * 78), sixth))


@inlined
def roll_axes(source: Any, at: int, block: Any, red: int) -> None:
    """All three axes, which are wild: the block takes all that is open."""
    for a in range(7):
        ends = 8 * (ENDS + 13 * a)
        roll_plane(source, at + 8 * 36 * a, at + ends, block, ends, red)
    roll_first(source, at, source, at + 8 * FACES, block, red)


@inlined
def fold_last(opened: Any, ends: int) -> Any:
    """The second die open, the last one folded."""
    return fold_six(load_six(opened, ends + 48, 8, 0), load(opened, ends + 96))


@inlined
def fold_open(source: Any, at: int, block: Any) -> None:
    """The first die open, the last two folded: into the block."""
    ends = at + 8 * (ENDS + 78)
    last = fold_last(source, ends)
    for b in range(6):
        x = fold_six(load_six(source, at + 8 * (FACES + 6 * b), 8, 0), load(source, ends + 8 * b))
        store_six(block, 8 * (FACES + 6 * b), 8, 0, best_six(x, last))


@inlined
def folded(x: Any, rolled: Any, last: Any, block: Any, b: int) -> Any:
    """Six faces of the last die, all three axes folded: ``rolled`` has the last die open, ``last`` the second
    (``_fold_last``), the block the first (``_fold_open``)."""
    return best_six(best_six(fold_six(x, rolled), last), load_six(block, 8 * (FACES + 6 * b), 8, 0))


@inlined
def fold_all(block: Any) -> None:
    """All three axes, all states staying."""
    for a in range(7):
        faces, ends = 8 * 36 * a, 8 * (ENDS + 13 * a)
        last, both = fold_last(block, ends), load(block, ends + 96)
        store_six(block, ends + 48, 8, 0, last)
        for b in range(6):
            here, rolled = faces + 48 * b, load(block, ends + 8 * b)
            store_six(block, here, 8, 0, best_six(fold_six(load_six(block, here, 8, 0), rolled), last))
            store(block, ends + 8 * b, best(rolled, both))
    for i in range(0, 8 * 36, 8):
        x = load_six(block, i, 8 * 36, 0)
        store_six(block, i, 8 * 36, 0, fold_six(x, load(block, 8 * FACES + i)))
    for i in range(8 * ENDS, 8 * (ENDS + 13), 8):
        x = load_six(block, i, 8 * 13, 0)
        store_six(block, i, 8 * 13, 0, fold_six(x, load(block, i + 8 * 78)))


@inlined
def brought_by(brought: Any, rows: Any, f: int) -> Any:
    """What six faces of the last die bring, see ``settle``."""
    return (
        load(brought, rows[f]),
        load(brought, rows[f + 1]),
        load(brought, rows[f + 2]),
        load(brought, rows[f + 3]),
        load(brought, rows[f + 4]),
        load(brought, rows[f + 5]),
    )


@inlined
def mark_choices(block: Any, opened: Any, at: int, brought: Any, rows: Any, choices: Any, to: int) -> None:
    """A panel of choices: what the faces in the block, folded, are equal to of what is ``opened`` and, if there are
    ``rows``, of what is ``brought``. What is written is no longer at risk, so that comes first."""
    none, first, second = same_six(block, 0), same_six(block, 1), same_six(block, 2)
    third, both, write = same_six(block, 4), same_six(block, 6), same_six(block, 8)
    for a in range(7):
        ends = at + 8 * (ENDS + 13 * a)
        last = fold_last(opened, ends)
        seconds = pick_six(last, each(load(opened, ends + 96)), both, second)
        for b in range(6):
            f = 36 * a + 6 * b
            x = load_six(block, 8 * f, 8, 0)
            digits = pick_six(x, last, seconds, pick_six(x, each(load(opened, ends + 8 * b)), third, none))
            if a < 6:
                digits = pick_six(x, load_six(block, 8 * (FACES + 6 * b), 8, 0), first, digits)
            if a < 6 and rows.size:
                digits = pick_six(x, brought_by(brought, rows, f), write, digits)
            store(choices, to + 8 * (6 * a + b), number(digits, same(block, block.dtype.type(16))))


@inlined
def write_rows(source: Any, begin: int, end: int, target: Any, at: int, step: int) -> None:
    """Registers, transposed: every eight of them become eight rows of a panel; panels are ``step`` apart."""
    for i in range(begin, end, 64):
        store_transposed(
            target,
            at,
            8,
            load(source, i),
            load(source, i + 8),
            load(source, i + 16),
            load(source, i + 24),
            load(source, i + 32),
            load(source, i + 40),
            load(source, i + 48),
            load(source, i + 56),
        )
        at += step
