"""The kernels: what every throw of six dice is worth, for one set of open boxes and every number of rolls left.

LAYOUT. Three dice make a *triple* with 7**3 = 343 states: a digit for each die, 0 to 5 for the faces 1 to 6, and 6
for "open". The 216 states of faces only come first (``DIGITS``). A function of six dice is a matrix: one triple down,
the other across. It is stored in *panels* of eight columns: a register for each state of the triple down, one after the
other. There are 43 panels where all states are across and 27 where faces are; a panel has 344 registers, the last of
which means nothing, or 216. *Side* 0 is the triple of dice 1, 2, 3 and side 1 that of dice 4, 5, 6, so that digit
``3 * side + k`` is red on the k-th die of a side.

What "open" means changes as a level is computed, an axis (a die) at a time:

    wild    open = the best of the six faces      a red die just rolled, which may be flipped to any face
    roll    open = the mean of the five white faces and the wild      a die about to be rolled
    fold    face = the better of the face and open                    keep the die or roll it

All wilds must come before any roll, all rolls before any fold. A *pass* does what it can for the three dice down, a
panel at a time (7 or 11 KB, in float64 twice that). What is new stands in a scratch panel, the ``block``, so that all
of this stays in the first cache. Eight registers, transposed, are eight rows of a panel of the next matrix, which has
the other three dice down. Three passes make a level, and levels alternate sides; (down x across):

    settle  fold, score, wild   of side s    (343 x 216) -> (216 x 343)
    cast    wild, roll          of side 1-s  (216 x 343) -> (343 x 343)
    choose  roll, fold          of side s    (343 x 343) -> (343 x 216), then s := 1-s

The states of a triple with the same first digit a are a *plane*, digits (a, b, c). Those where b and c are faces come
before all others, plane after plane; the other 13 of each plane are its *ends*:

    (a, b, c)  at  36 * a + 6 * b + c       (a, b, open)  at  ENDS + 13 * a + b
                                            (a, open, c)  at  ENDS + 13 * a + 6 + c, open c too

Where dice may be held from turn to turn the start of a turn is a matrix too: a face means that the die may be held,
open that it may not. Scoring with some of the dice goes from faces to open, die by die. So that die 6 can do this
within a register, starts and levels are stored in *lines*: a register with the states of die 6, for each state of dice
4 and 5. A row of a start is 49 lines long (``LONG``), a row of a level, with faces only, 36; the lanes that are left
over mean nothing. Dice 1, 2, 3 are down.

Who plays needs to know which dice the folds rolled. A panel of *choices* has a register for each a, open too, and each
face b, whose numbers have a digit of base 16 for each c, c = 0 being the lowest: 0 to keep the three dice, 2 to roll
the second, 4 the last, 6 both, 1 to roll the first and what (open, b, c) says; 8 to write a box.

Arrays are flat and begin on a cache line. All kernels are generic in float32 and float64.
"""

from __future__ import annotations

import mmap
from itertools import product
from typing import Any, NamedTuple

import numpy as np
from numba import njit

from redpip.solve.lanes import best, gather, load, same, seventh, store, store_transposed
from redpip.solve.six import (
    add_six,
    best_six,
    each,
    fold_six,
    inlined,
    load_six,
    mean,
    number,
    pick_six,
    same_six,
    store_six,
    times_six,
    wild,
)

PAGE = 1 << 21
FACES, ENDS, OPEN, WIDE = 216, 252, 343, 344
CONFIGS = FACES * FACES
LEVEL = 8 * 36 * FACES  # a level where dice may be held: a register for each line of die 6
LINES, LONG = 49, 8 * 49  # a row of starts: for each pair of dice 4 and 5 a register with the seven states of die 6

DIGITS = sorted(product(range(7), repeat=3), key=lambda digits: (6 in digits[1:], digits))
PLACE = np.argsort([49 * a + 7 * b + c for a, b, c in DIGITS])  # where the digits in their own order stand
CHOICES = 8 * 42  # a panel of choices
SETTLED, DECIDED = 27 * CHOICES, 70 * CHOICES  # those of ``settle``, and with those of ``choose``
CORNER = (OPEN - 1) * LONG + 8 * (LINES - 1) + 6  # the start of a turn without a die to hold

compiled = njit(cache=True, nogil=True, error_model="numpy")


def aligned(shape: tuple[int, ...], dtype: Any) -> Any:
    """Zeros that begin on a cache line: registers that lie across two of them take half as long again. Where the system
    offers large pages, large arrays get them: rows that are far apart then need no look into its page tables."""
    kind = np.dtype(dtype)
    size = int(np.prod(shape)) * kind.itemsize
    if size >= PAGE // 2 and hasattr(mmap, "MADV_HUGEPAGE"):
        pages, edge = mmap.mmap(-1, size + PAGE), PAGE
        pages.madvise(mmap.MADV_HUGEPAGE)
        raw = np.frombuffer(pages, np.uint8)
    else:
        raw, edge = np.zeros(size + 64, np.uint8), 64
    first = -raw.ctypes.data % edge
    return raw[first : first + size].view(kind).reshape(shape)


def padded(points: Any, dtype: Any) -> Any:
    """Full registers in each row."""
    wide = aligned((len(points), -(-points.shape[1] // 8) * 8), dtype)
    wide[:] = -np.inf
    wide[:, : points.shape[1]] = points
    return wide


# ---- axes of the three dice of a panel; ``red`` is the red digit of the first


@inlined
def _wilds(block: Any, red: int, flips: bool) -> None:
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
def _cast_plane(source: Any, faces: int, block: Any, ends: int, red: int, flips: bool) -> None:
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
def _roll_plane(source: Any, faces: int, wilds: int, block: Any, ends: int, red: int) -> None:
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
def _roll_first(source: Any, faces: int, wilds: Any, opened: int, block: Any, red: int) -> None:
    """Roll of the first axis: its wilds are in ``wilds`` where the others are faces, the ends are all in the block."""
    sixth = same(block, block.dtype.type(1 / 6))
    for i in range(0, 8 * 36, 8):
        x = load_six(source, faces + i, 8 * 36, red)
        store(block, 8 * FACES + i, mean(x, load(wilds, opened + i), sixth))
    for i in range(8 * ENDS, 8 * (ENDS + 13), 8):
        x = load_six(block, i, 8 * 13, red)
        store(block, i + 8 * 78, mean(x, load(block, i + 8 * 78), sixth))


@inlined
def _rolls(source: Any, at: int, block: Any, red: int) -> None:
    """All three axes, which are wild: the block takes all that is open."""
    for a in range(7):
        ends = 8 * (ENDS + 13 * a)
        _roll_plane(source, at + 8 * 36 * a, at + ends, block, ends, red)
    _roll_first(source, at, source, at + 8 * FACES, block, red)


@inlined
def _fold_last(opened: Any, ends: int) -> Any:
    """The second die open, the last one folded."""
    return fold_six(load_six(opened, ends + 48, 8, 0), load(opened, ends + 96))


@inlined
def _fold_open(source: Any, at: int, block: Any) -> None:
    """The first die open, the last two folded: into the block."""
    ends = at + 8 * (ENDS + 78)
    last = _fold_last(source, ends)
    for b in range(6):
        x = fold_six(load_six(source, at + 8 * (FACES + 6 * b), 8, 0), load(source, ends + 8 * b))
        store_six(block, 8 * (FACES + 6 * b), 8, 0, best_six(x, last))


@inlined
def _folded(x: Any, rolled: Any, last: Any, block: Any, b: int) -> Any:
    """Six faces of the last die, all three axes folded: ``rolled`` has the last die open, ``last`` the second
    (``_fold_last``), the block the first (``_fold_open``)."""
    return best_six(best_six(fold_six(x, rolled), last), load_six(block, 8 * (FACES + 6 * b), 8, 0))


@inlined
def _fold_all(block: Any) -> None:
    """All three axes, all states staying."""
    for a in range(7):
        faces, ends = 8 * 36 * a, 8 * (ENDS + 13 * a)
        last, both = _fold_last(block, ends), load(block, ends + 96)
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
def _points(brought: Any, rows: Any, f: int) -> Any:
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
def _mark(block: Any, opened: Any, at: int, brought: Any, rows: Any, choices: Any, to: int) -> None:
    """A panel of choices: what the faces in the block, folded, are equal to of what is ``opened`` and, if there are
    ``rows``, of what is ``brought``. What is written is no longer at risk, so that comes first."""
    none, first, second = same_six(block, 0), same_six(block, 1), same_six(block, 2)
    third, both, write = same_six(block, 4), same_six(block, 6), same_six(block, 8)
    for a in range(7):
        ends = at + 8 * (ENDS + 13 * a)
        last = _fold_last(opened, ends)
        seconds = pick_six(last, each(load(opened, ends + 96)), both, second)
        for b in range(6):
            f = 36 * a + 6 * b
            x = load_six(block, 8 * f, 8, 0)
            digits = pick_six(x, last, seconds, pick_six(x, each(load(opened, ends + 8 * b)), third, none))
            if a < 6:
                digits = pick_six(x, load_six(block, 8 * (FACES + 6 * b), 8, 0), first, digits)
            if a < 6 and rows.size:
                digits = pick_six(x, _points(brought, rows, f), write, digits)
            store(choices, to + 8 * (6 * a + b), number(digits, same(block, block.dtype.type(16))))


@inlined
def _write(source: Any, begin: int, end: int, target: Any, at: int, step: int) -> None:
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


# ---- the passes


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
        _fold_open(source, at, block)
        for a in range(6):
            ends = at + 8 * (ENDS + 13 * a)
            last = _fold_last(source, ends)
            for b in range(6):
                f = 36 * a + 6 * b
                x = _folded(load_six(source, at + 8 * f, 8, 0), load(source, ends + 8 * b), last, block, b)
                store_six(block, 8 * f, 8, 0, best_six(x, _points(brought, rows, f)))
        if choices.size:
            _mark(block, source, at, brought, rows, choices, CHOICES * panel)
        _wilds(block, 3 * side, flips)
        _write(block, 0, 8 * WIDE, target, 64 * panel, 8 * FACES)


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
            _cast_plane(source, at + 8 * 36 * a, block, 8 * (ENDS + 13 * a), red, flips)
        _cast_plane(block, 8 * FACES, block, 8 * (ENDS + 78), red, flips)
        _roll_first(source, at, block, 8 * FACES, block, red)
        _write(source, at, at + 8 * FACES, target, 64 * panel, 8 * WIDE)
        _write(block, 8 * FACES, 8 * WIDE, target, 64 * panel + FACES * WIDE, 8 * WIDE)


@compiled
def choose(source: Any, target: Any, choices: Any, side: int, block: Any) -> float:
    """Roll side ``side``, which is wild, and fold it; the other side is rolled. Returns what rolling all is worth.
    ``choices``, if not empty, takes 43 panels of them."""
    everything, no_rows = 0.0, np.empty(0, np.int64)
    for panel in range(WIDE // 8):
        at = 8 * WIDE * panel
        _rolls(source, at, block, 3 * side)
        everything = block[8 * (OPEN - 1) + 6]
        _fold_open(block, 0, block)
        for a in range(6):
            ends = 8 * (ENDS + 13 * a)
            last = _fold_last(block, ends)
            for b in range(6):
                f = 8 * (36 * a + 6 * b)
                x = _folded(load_six(source, at + f, 8, 0), load(block, ends + 8 * b), last, block, b)
                store_six(block, f, 8, 0, x)
        if choices.size:
            _mark(block, block, 0, block, no_rows, choices, CHOICES * panel)
        _write(block, 0, 8 * FACES, target, 64 * panel, 8 * WIDE)
    return everything


# ---- all levels of one set of boxes


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


# ---- dice that may be held


@compiled
def spread(level: Any, target: Any, flips: bool, block: Any) -> None:
    """Make dice 1, 2, 3 of a level wild: (216 x 36 lines) -> (216 x 343), 344 registers a panel."""
    for line in range(36):
        for row in range(FACES):
            store(block, 8 * row, load(level, 8 * (36 * row + line)))
        _wilds(block, 0, flips)
        _write(block, 0, 8 * WIDE, target, 48 * line, 8 * WIDE)  # the next line writes over the lanes left over


@compiled
def hold(source: Any, target: Any, side: int, kept: Any, barred: Any, block: Any) -> None:
    """Roll side ``side``, which is wild, and fold it, all states staying: (343 x 343) -> (343 x 343).

    To keep all dice is no throw: places in ``kept`` have ``barred`` added, -inf where all dice across are kept.
    """
    for panel in range(WIDE // 8):
        at = 8 * WIDE * panel
        _rolls(source, at, block, 3 * side)
        for i in range(0, 8 * FACES, 8):
            store(block, i, load(source, at + i))
        bar = load(barred, 8 * panel)
        for place in kept:
            store(block, 8 * place, load(block, 8 * place) + bar)
        _fold_all(block)
        _write(block, 0, 8 * WIDE, target, 64 * panel, 8 * WIDE)


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
        _fold_all(block)
        for a in range(7):
            at, ends = 8 * (panel * LONG + 7 * a), 8 * (ENDS + 13 * a)
            for b in range(6):
                _write_line(block, 8 * (36 * a + 6 * b), ends + 8 * b, target, at + 8 * b)
            _write_line(block, ends + 48, ends + 96, target, at + 48)


class Moves(NamedTuple):
    """Ways to score with some of the dice, as steps between states: dice that are used become open.

    Way w fills row r of the dice down from the rows ``down_from[k]`` for ``down_points[k]``, k from down[w, r] to
    down[w, r + 1]; of their lines it needs ``count[w]``, every ``stride[w]``-th from ``first[w]`` on. Then dice 4 and
    5 step: line ``step_to[j]`` becomes the better of itself and ``step_from[j]`` for ``step_points[j]``, or the latter
    alone where ``step_stay[j]`` is -inf; j from steps[w] to steps[w + 1]. Last comes die 6, in the lanes of a line:
    ``lane_stay[w]`` is added where it stays, ``lane_gain[w]`` where it is used. This gives the lines with faces from
    fours[w, 0] to fours[w, 1] and from fives[w, 0] to fives[w, 1].
    """

    down: Any
    down_from: Any
    down_points: Any
    first: Any
    stride: Any
    count: Any
    steps: Any
    step_to: Any
    step_from: Any
    step_stay: Any
    step_points: Any
    lane_stay: Any
    lane_gain: Any
    fours: Any
    fives: Any


class Scoring(NamedTuple):
    """What a box brings, and how."""

    best: Any  # best[box, kind]: points with whatever dice bring most, where no dice can be held after it
    kinds: Any  # of the configurations, in the order of their digits
    whole: Any  # whole_at[i] brings whole_points[i] with all dice used, i from whole[box] to whole[box + 1]
    whole_at: Any
    whole_points: Any
    ways: Any  # ways with some dice used: from ways[box] to ways[box + 1]
    moves: Any


@inlined
def _score_way(start: Any, way: int, moves: Moves, level: Any, lines: Any) -> None:
    """One way to use some of the dice, the turn after which begins with ``start``: raises ``level``."""
    begin, stride, count = 8 * moves.first[way], 8 * moves.stride[way], moves.count[way]
    stay, gain = load(moves.lane_stay[way], 0), load(moves.lane_gain[way], 0)
    for row in range(FACES):
        first, last = moves.down[way, row], moves.down[way, row + 1]
        if first == last:
            continue
        source, points = moves.down_from[first] * LONG + begin, same(lines, moves.down_points[first])
        for i in range(count):
            store(lines, begin + i * stride, load(start, source + i * stride) + points)
        for k in range(first + 1, last):
            source, points = moves.down_from[k] * LONG + begin, same(lines, moves.down_points[k])
            for i in range(count):
                at = begin + i * stride
                store(lines, at, best(load(lines, at), load(start, source + i * stride) + points))
        for j in range(moves.steps[way], moves.steps[way + 1]):
            at = 8 * moves.step_to[j]
            stays = load(lines, at) + same(lines, moves.step_stay[j])
            store(lines, at, best(stays, load(lines, 8 * moves.step_from[j]) + same(lines, moves.step_points[j])))
        for four in range(moves.fours[way, 0], moves.fours[way, 1]):
            for five in range(moves.fives[way, 0], moves.fives[way, 1]):
                line, here = load(lines, 8 * (7 * four + five)), 8 * (36 * row + 6 * four + five)
                store(level, here, best(load(level, here), best(line + stay, seventh(line) + gain)))


@compiled
def score_box(start: Any, rest: float, box: int, scoring: Scoring, level: Any, lines: Any) -> None:
    """Raises ``level`` to what writing the box brings, if the next turn begins with ``start``, or is worth ``rest``
    with no die held."""
    for i in range(scoring.whole[box], scoring.whole[box + 1]):
        at = scoring.whole_at[i]
        level[at] = max(level[at], scoring.whole_points[i] + rest)
    for way in range(scoring.ways[box], scoring.ways[box + 1]):
        _score_way(start, way, scoring.moves, level, lines)


@compiled
def score_last(rest: float, box: int, scoring: Scoring, level: Any) -> None:
    """The same where no dice can be held: the last box, or the last roll."""
    points, more = scoring.best[box], same(level, rest)
    for line in range(36 * FACES):
        value = gather(points, scoring.kinds, 6 * line) + more
        store(level, 8 * line, best(load(level, 8 * line), value))


@inlined
def _starts(before: Any, start: Any, flips: bool, kept: Any, barred: Any, room: Any) -> None:
    """The starts of a turn, from what every configuration is worth one roll later."""
    here, there, block = room[: WIDE * WIDE], room[WIDE * WIDE : 2 * WIDE * WIDE], room[2 * WIDE * WIDE :]
    spread(before, here, flips, block)
    cast(here, WIDE, there, 1, flips, block)
    hold(there, here, 0, kept, barred, block)
    write_starts(here, start, block)


@inlined
def _on_table(line: int) -> int:
    """Where a start has the line of a level."""
    return 8 * (line // 36 * LINES + line % 36 // 6 * 7 + line % 6)


@compiled
def _raise_level(level: Any, start: Any) -> None:
    """Throw again: level = the better of level and start, where all dice may be held."""
    for line in range(36 * FACES):
        store(level, 8 * line, best(load(level, 8 * line), load(start, _on_table(line))))


@compiled
def _raise_start(start: Any, level: Any) -> None:
    """Hold all dice, if that is allowed: the other way round."""
    for line in range(36 * FACES):
        at = _on_table(line)
        for face in range(6):
            start[at + face] = max(start[at + face], level[8 * line + face])


class Sets(NamedTuple):
    """What is known of all sets of boxes. Size is the number of open boxes."""

    goal: int  # the largest set
    place: Any  # place[set]: where its level stands
    sizes: Any  # sizes[set]
    floors: Any  # by size: rolls that a turn may not touch
    tops: Any  # by size: the most rolls that can be left before a turn
    limits: Any  # by size: with fewer rolls left dice can lie on the table
    hold_all: bool


@inlined
def _hand_on(
    open_set: int,
    left: int,
    sets: Sets,
    start: Any,
    levels: Any,
    waived: Any,
    touched: Any,
    rest: float,
    scoring: Scoring,
    room: Any,
) -> None:
    for box in range(scoring.ways.size - 1):
        more = open_set | 1 << box
        if more == open_set or more & sets.goal != more:
            continue
        there = sets.place[more]
        _touch(there, levels, waived, touched)
        if open_set and left:
            score_box(start, rest, box, scoring, levels[there], room)
        else:
            score_last(rest, box, scoring, levels[there])
        if waived.size:
            waived[there] = np.maximum(waived[there], start if open_set else np.full_like(start, rest))


@inlined
def _touch(place: int, levels: Any, waived: Any, touched: Any) -> None:
    if not touched[place]:
        touched[place] = True
        levels[place] = -np.inf
        if waived.size:
            waived[place] = -np.inf


@compiled
def hold_sets(
    some: Any,
    left: int,
    sets: Sets,
    before: Any,
    levels: Any,
    waived: Any,
    touched: Any,
    table: Any,
    scoring: Scoring,
    flips: bool,
    kept: Any,
    barred: Any,
    room: Any,
) -> None:
    """One more roll for some sets of boxes: from the level ``before`` their starts of a turn, and what these are
    worth to the ``levels`` of the set itself and of every set with one box more.

    touched[place]   whether something stands there already
    waived[place]    if not empty, takes the starts after a turn that fills a box with nothing
    table            takes the starts without a die to hold
    """
    start, room = room[: WIDE * LONG], room[WIDE * LONG :]
    for open_set in some:
        size, here = sets.sizes[open_set], sets.place[open_set]
        if left > sets.tops[size]:
            continue
        if size and left > sets.floors[size]:
            _starts(before[here], start, flips, kept, barred, room)
            if left < sets.limits[size]:
                _touch(here, levels, waived, touched)
                _raise_level(levels[here], start)
            if waived.size and touched[here]:
                start[:] = np.maximum(start, waived[here])
            if sets.hold_all:
                _raise_start(start, levels[here])
            table[open_set, left] = start[CORNER]
        if sets.floors[size + 1] <= left < sets.limits[size + 1]:
            _hand_on(open_set, left, sets, start, levels, waived, touched, table[open_set, left], scoring, room)
