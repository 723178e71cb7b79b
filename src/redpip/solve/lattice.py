"""The kernels: what every throw of six dice is worth, for one set of open boxes and every number of rolls left.

LAYOUT. Three dice make a *triple* with 7**3 = 343 states: a digit for each die, 0 to 5 for the faces 1 to 6, and 6
for "open". The 216 states of faces only come first, in the order of their digits; the 127 with an open die follow
(``PLACE`` and ``STATE`` translate). A function of six dice is a matrix: one triple down, the other across, 344 wide
so that it ends on a full register; only 216 wide or high where no open digit is needed. *Side* 0 is the triple of
dice 1, 2, 3 and side 1 that of dice 4, 5, 6, so that digit ``3 * side + k`` is red on the k-th die of a side.

What "open" means changes as a level is computed, an axis (a die) at a time:

    wild    open = the best of the six faces      a red die just rolled, which may be flipped to any face
    roll    open = the mean of the five white faces and the wild      a die about to be rolled
    fold    face = the better of the face and open                    keep the die or roll it

All wilds must come before any roll, all rolls before any fold. A *pass* does what it can for the three dice down, in
a block of 343 registers (eight columns, 11 or 22 KB) that stays in the first cache, and writes the block transposed,
so that the next pass finds the other three dice down. Three passes make a level, and levels alternate sides:

    settle  fold, score, wild   of side s    (343 x 216) -> (216 x 344)
    cast    wild, roll          of side 1-s  (216 x 344) -> (344 x 344)
    choose  roll, fold          of side s    (344 x 344) -> (344 x 216), then s := 1-s

Where dice may be held from turn to turn the start of a turn is a matrix too: a face means that the die may be held,
open that it may not. Scoring with some of the dice goes from faces to open, die by die. So that die 6 can do this
within a register, starts and levels are stored in *lines*: a register with the states of die 6, for each state of dice
4 and 5. A row of a start is 49 lines long (``LONG``), a row of a level, with faces only, 36; the lanes that are left
over mean nothing. Dice 1, 2, 3 are down.

Arrays are flat and begin on a cache line; ``block`` is a scratch of 344 registers. All kernels are generic in float32
and float64.
"""

from __future__ import annotations

import mmap
from itertools import product
from typing import Any, NamedTuple

import numpy as np
from numba import njit

from redpip.solve.lanes import best, gather, load, same, seventh, store, store_transposed

PAGE = 1 << 21
FACES, OPEN, WIDE = 216, 343, 344
CONFIGS = FACES * FACES
LEVEL = 8 * 36 * FACES  # a level where dice may be held: a register for each line of die 6
LINES, LONG = 49, 8 * 49  # a row of starts: for each pair of dice 4 and 5 a register with the seven states of die 6

DIGITS = sorted(product(range(7), repeat=3), key=lambda digits: (6 in digits, digits))
STATE = np.array([49 * a + 7 * b + c for a, b, c in DIGITS] + [OPEN], np.int64)  # place -> state of the block
PLACE = np.argsort(STATE)  # state of the block -> place
ORDER = np.stack([STATE, PLACE])
CORNER = (OPEN - 1) * LONG + 8 * (LINES - 1) + 6  # the start of a turn without a die to hold

compiled = njit(cache=True, nogil=True, error_model="numpy")
inlined = njit(cache=True, nogil=True, error_model="numpy", forceinline=True)


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


# ---- one axis in a block: states ``at + v * step`` for the digits v


@inlined
def _wild(block: Any, at: int, step: int, red: int, flips: bool) -> None:
    if not flips:
        store(block, 8 * (at + 6 * step), load(block, 8 * (at + red * step)))
        return
    x = best(load(block, 8 * at), load(block, 8 * (at + step)))
    y = best(load(block, 8 * (at + 2 * step)), load(block, 8 * (at + 3 * step)))
    z = best(load(block, 8 * (at + 4 * step)), load(block, 8 * (at + 5 * step)))
    store(block, 8 * (at + 6 * step), best(best(x, y), z))


@inlined
def _face(block: Any, at: int, step: int, digit: int) -> Any:
    return load(block, 8 * (at + (digit if digit < 6 else digit - 6) * step))


@inlined
def _roll(block: Any, at: int, step: int, red: int) -> None:
    """Open becomes the mean of the five white faces and the wild."""
    x = _face(block, at, step, red + 1) + _face(block, at, step, red + 2)
    y = _face(block, at, step, red + 3) + _face(block, at, step, red + 4)
    z = _face(block, at, step, red + 5) + load(block, 8 * (at + 6 * step))
    store(block, 8 * (at + 6 * step), (x + y + z) * same(block, block.dtype.type(1 / 6)))


@inlined
def _fold(block: Any, at: int, step: int) -> None:
    rolled = load(block, 8 * (at + 6 * step))
    for face in range(6):
        here = 8 * (at + face * step)
        store(block, here, best(load(block, here), rolled))


# ---- all three axes


@inlined
def _wilds(block: Any, side: int, flips: bool) -> None:
    for a in range(0, 294, 49):
        for b in range(0, 42, 7):
            _wild(block, a + b, 1, 3 * side + 2, flips)
        for c in range(7):
            _wild(block, a + c, 7, 3 * side + 1, flips)
    for i in range(49):
        _wild(block, i, 49, 3 * side, flips)


@inlined
def _roll_two(block: Any, side: int) -> None:
    """The last two axes; the first is rolled already."""
    for a in range(0, 343, 49):
        for c in range(7):
            _roll(block, a + c, 7, 3 * side + 1)
        for b in range(0, 49, 7):
            _roll(block, a + b, 1, 3 * side + 2)


@inlined
def _fold_second(block: Any, states: int) -> None:
    """The second axis, for the states below ``states``."""
    for a in range(0, states, 49):
        for c in range(7):
            _fold(block, a + c, 7)


# ---- between matrices and the block


@inlined
def _read_faces(source: Any, across: int, column: int, block: Any) -> None:
    row = column
    for a in range(0, 294, 49):
        for b in range(0, 42, 7):
            for c in range(6):
                store(block, 8 * (a + b + c), load(source, row))
                row += across


@inlined
def _read_rolled(source: Any, across: int, column: int, block: Any, place: Any, red: int) -> None:
    """All states, the first axis being rolled on the way."""
    for i in range(49):
        for digit in range(7):
            store(block, 8 * (49 * digit + i), load(source, place[49 * digit + i] * across + column))
        _roll(block, i, 49, red)


@inlined
def _read_folded(source: Any, across: int, column: int, block: Any, place: Any) -> None:
    """All states, the first axis being folded on the way."""
    for i in range(49):
        rolled = load(source, place[294 + i] * across + column)
        for face in range(6):
            value = load(source, place[49 * face + i] * across + column)
            store(block, 8 * (49 * face + i), best(value, rolled))
        store(block, 8 * (294 + i), rolled)


@inlined
def _write_transposed(block: Any, state: Any, states: int, target: Any, at: int, step: int) -> None:
    """The first ``states`` places of the block become columns of ``target``."""
    for i in range(0, states, 8):
        store_transposed(
            target,
            at + i,
            step,
            load(block, 8 * state[i]),
            load(block, 8 * state[i + 1]),
            load(block, 8 * state[i + 2]),
            load(block, 8 * state[i + 3]),
            load(block, 8 * state[i + 4]),
            load(block, 8 * state[i + 5]),
            load(block, 8 * state[i + 6]),
            load(block, 8 * state[i + 7]),
        )


# ---- the passes


@compiled
def settle(source: Any, target: Any, scores: Any, kinds: Any, side: int, flips: bool, block: Any, order: Any) -> None:
    """Fold side ``side``, take the better of rolling on and scoring, and make it wild. ``kinds`` says which entry of
    ``scores`` each configuration has."""
    for column in range(0, FACES, 8):
        _read_folded(source, FACES, column, block, order[1])
        _fold_second(block, 294)
        row = column
        for a in range(0, 294, 49):
            for b in range(0, 42, 7):
                rolled = load(block, 8 * (a + b + 6))
                for c in range(6):
                    here = 8 * (a + b + c)
                    store(block, here, best(best(load(block, here), rolled), gather(scores, kinds, row)))
                    row += FACES
        _wilds(block, side, flips)
        _write_transposed(block, order[0], WIDE, target, column * WIDE, WIDE)


@compiled
def cast(
    source: Any, blocks: int, width: int, target: Any, side: int, flips: bool, rolling: bool, block: Any, order: Any
) -> None:
    """Make side ``side`` wild, and roll it if the other side is wild already: (216 x 8 * blocks) -> (.. x 344).

    Only the first ``width`` columns of each block of eight mean something: the rest is written over.
    """
    for column in range(blocks):
        _read_faces(source, 8 * blocks, 8 * column, block)
        _wilds(block, side, flips)
        if rolling:
            for i in range(49):
                _roll(block, i, 49, 3 * side)
            _roll_two(block, side)
        _write_transposed(block, order[0], WIDE, target, width * column * WIDE, WIDE)


@compiled
def choose(source: Any, target: Any, keeps: Any, side: int, block: Any, order: Any) -> float:
    """Roll side ``side``, which is wild, and fold it; the other side is rolled. Returns what rolling all is worth.
    ``keeps``, if not empty, takes what every keep is worth, side ``side`` down (344 x 344)."""
    everything = 0.0
    for column in range(0, WIDE, 8):
        _read_rolled(source, WIDE, column, block, order[1], 3 * side)
        _roll_two(block, side)
        everything = block[8 * 342 + 6]
        if keeps.size:
            for row in range(OPEN):
                store(keeps, row * WIDE + column, load(block, 8 * order[0, row]))
        for a in range(0, 343, 49):
            for b in range(0, 49, 7):
                _fold(block, a + b, 1)
            for c in range(6):
                _fold(block, a + c, 7)
        for b in range(0, 42, 7):
            for c in range(6):
                _fold(block, b + c, 49)
        _write_transposed(block, order[0], FACES, target, column * FACES, FACES)
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
    floor: int,
    top: int,
    flips: bool,
    waive: bool,
    values: Any,
    wilds: Any,
    order: Any,
    room: Any,
) -> None:
    """The values of a turn's start for one set of open boxes, ``values[left]`` for floor < left <= top.

    points[box, kind]   what dice of that kind bring
    boxes               those that are open
    after[left, i]      the value once the i-th of them is filled, with so many rolls left
    kinds[side, f]      the kind of configuration f, side ``side`` down
    floor               rolls that this turn may not touch
    wilds[left]         if not empty, takes what ``settle`` wrote; then nothing else is wanted of the last
    room                scratch for the three matrices, the block and the scores
    """
    folded, room = room[: WIDE * FACES], room[WIDE * FACES :]
    wild, room = room[: FACES * WIDE], room[FACES * WIDE :]
    rolled, room = room[: WIDE * WIDE], room[WIDE * WIDE :]
    block, scores = room[: 8 * WIDE], room[8 * WIDE : 8 * WIDE + points.shape[1]]
    folded[:] = -np.inf
    side = 0
    for left in range(floor, top):
        best_scores(points, boxes, after[left], scores)
        if wilds.size:
            wild = wilds[left]
        settle(folded, wild, scores, kinds[side], side, flips, block, order)
        if wilds.size and left == top - 1:
            break
        cast(wild, 43, 8, rolled, 1 - side, flips, True, block, order)
        value = choose(rolled, folded, rolled[:0], side, block, order)
        if waive:
            value = max(value, after[left + 1].max())
        values[left + 1] = value
        side = 1 - side


# ---- dice that may be held


@compiled
def hold(source: Any, target: Any, side: int, kept: Any, barred: Any, block: Any, order: Any) -> None:
    """Roll side ``side``, which is wild, and fold it, all states staying: (344 x 344) -> (344 x 344).

    To keep all dice is no throw: rows in ``kept`` have ``barred`` added, -inf where all dice across are kept.
    """
    for column in range(0, WIDE, 8):
        _read_rolled(source, WIDE, column, block, order[1], 3 * side)
        _roll_two(block, side)
        bar = load(barred, column)
        for state in kept:
            store(block, 8 * state, load(block, 8 * state) + bar)
        for line in range(0, 343, 7):
            _fold(block, line, 1)
        _fold_second(block, 343)
        for i in range(49):
            _fold(block, i, 49)
        _write_transposed(block, order[0], WIDE, target, column * WIDE, WIDE)


@compiled
def write_starts(source: Any, target: Any, block: Any, order: Any) -> None:
    """Fold dice 4, 5, 6, the last ones, and write lines of die 6: (344 x 344) -> (344 x 392)."""
    for column in range(0, WIDE, 8):
        _read_folded(source, WIDE, column, block, order[1])
        _fold_second(block, 343)
        for line in range(LINES):
            at = 56 * line
            rolled = load(block, at + 48)
            store_transposed(
                target,
                column * LONG + 8 * line,
                LONG,
                best(load(block, at), rolled),
                best(load(block, at + 8), rolled),
                best(load(block, at + 16), rolled),
                best(load(block, at + 24), rolled),
                best(load(block, at + 32), rolled),
                best(load(block, at + 40), rolled),
                rolled,
                rolled,
            )


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
def _starts(before: Any, start: Any, flips: bool, kept: Any, barred: Any, order: Any, room: Any) -> None:
    """The starts of a turn, from what every configuration is worth one roll later."""
    here, there, block = room[: WIDE * WIDE], room[WIDE * WIDE : 2 * WIDE * WIDE], room[2 * WIDE * WIDE :]
    cast(before, 36, 6, here, 0, flips, False, block, order)
    cast(here, 43, 8, there, 1, flips, True, block, order)
    hold(there, here, 0, kept, barred, block, order)
    write_starts(here, start, block, order)


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
    order: Any,
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
            _starts(before[here], start, flips, kept, barred, order, room)
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
