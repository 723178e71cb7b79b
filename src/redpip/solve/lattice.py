"""The kernels: what every throw of six dice is worth, for one set of open boxes and every number of rolls left.

LAYOUT. Three dice make a *triple* with 7**3 = 343 states: a digit for each die, 0 to 5 for the faces 1 to 6, and 6
for "open". The 216 states of faces only come first, in the order of their digits; the 127 with an open die follow
(``PLACE`` and ``ORDER`` translate). A function of six dice is a matrix: one triple down, the other across, 344 wide
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

Where dice may be held from turn to turn the start of a turn is a matrix too (344 x 344): a face means that the die
may be held, open that it may not. ``spread`` is ``settle`` without fold and score, ``hold`` is ``choose`` keeping
all states, and ``score_parts`` adds what a box pays for the dice that it uses.

Arrays are flat; ``block`` is a scratch of 344 registers. All kernels are generic in float32 and float64.
"""

from __future__ import annotations

from itertools import product
from typing import Any, NamedTuple

import numpy as np
from numba import njit

from redpip.solve.lanes import best, gather, load, same, store, store_transposed

FACES, OPEN, WIDE = 216, 343, 344
CONFIGS = FACES * FACES

DIGITS = sorted(product(range(7), repeat=3), key=lambda digits: (6 in digits, digits))
ORDER = np.array([49 * a + 7 * b + c for a, b, c in DIGITS] + [OPEN], np.int64)  # place -> state of the block
PLACE = np.argsort(ORDER)  # state of the block -> place

compiled = njit(cache=True, nogil=True, error_model="numpy")
inlined = njit(cache=True, nogil=True, error_model="numpy", forceinline=True)


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
def _rolled(block: Any, at: int, step: int, red: int) -> Any:
    """The mean of the five white faces and the wild."""
    total = load(block, 8 * (at + 6 * step))
    for other in range(red + 1, red + 6):
        total = total + load(block, 8 * (at + (other if other < 6 else other - 6) * step))
    return total * same(block, block.dtype.type(1 / 6))


@inlined
def _fold(block: Any, at: int, step: int) -> None:
    rolled = load(block, 8 * (at + 6 * step))
    for face in range(6):
        here = 8 * (at + face * step)
        store(block, here, best(load(block, here), rolled))


@inlined
def _write_transposed(block: Any, order: Any, states: int, target: Any, at: int, step: int) -> None:
    """The first ``states`` places of the block become columns of ``target``."""
    for i in range(0, states, 8):
        store_transposed(
            target,
            at + i,
            step,
            load(block, 8 * order[i]),
            load(block, 8 * order[i + 1]),
            load(block, 8 * order[i + 2]),
            load(block, 8 * order[i + 3]),
            load(block, 8 * order[i + 4]),
            load(block, 8 * order[i + 5]),
            load(block, 8 * order[i + 6]),
            load(block, 8 * order[i + 7]),
        )


# ---- the three passes


@compiled
def settle(source: Any, target: Any, scores: Any, kinds: Any, side: int, flips: bool, block: Any, order: Any) -> None:
    """Fold side ``side``, take the better of rolling on and scoring, and make it wild. ``kinds`` says which entry of
    ``scores`` each configuration has."""
    for column in range(0, FACES, 8):
        for row in range(OPEN):
            store(block, 8 * order[row], load(source, row * FACES + column))
        for i in range(49):
            _fold(block, i, 49)
        for a in range(0, 294, 49):
            for c in range(7):
                _fold(block, a + c, 7)
        row = 0
        for a in range(0, 294, 49):
            for b in range(0, 42, 7):
                rolled = load(block, 8 * (a + b + 6))
                for c in range(6):
                    score = gather(scores, kinds, row * FACES + column)
                    here = 8 * (a + b + c)
                    store(block, here, best(best(load(block, here), rolled), score))
                    row += 1
                _wild(block, a + b, 1, 3 * side + 2, flips)
            for c in range(7):
                _wild(block, a + c, 7, 3 * side + 1, flips)
        for i in range(49):
            _wild(block, i, 49, 3 * side, flips)
        _write_transposed(block, order, WIDE, target, column * WIDE, WIDE)


@compiled
def cast(source: Any, target: Any, side: int, flips: bool, block: Any, order: Any) -> None:
    """Make side ``side`` wild and roll it; the other side is wild already."""
    for column in range(0, WIDE, 8):
        row = 0
        for a in range(0, 294, 49):
            for b in range(0, 42, 7):
                for c in range(6):
                    store(block, 8 * (a + b + c), load(source, row * WIDE + column))
                    row += 1
                _wild(block, a + b, 1, 3 * side + 2, flips)
            for c in range(7):
                _wild(block, a + c, 7, 3 * side + 1, flips)
        for i in range(49):
            _wild(block, i, 49, 3 * side, flips)
            store(block, 8 * (294 + i), _rolled(block, i, 49, 3 * side))
        for a in range(0, 343, 49):
            for c in range(7):
                store(block, 8 * (a + c + 42), _rolled(block, a + c, 7, 3 * side + 1))
            for b in range(0, 49, 7):
                store(block, 8 * (a + b + 6), _rolled(block, a + b, 1, 3 * side + 2))
        _write_transposed(block, order, WIDE, target, column * WIDE, WIDE)


@compiled
def choose(source: Any, target: Any, side: int, block: Any, order: Any) -> float:
    """Roll side ``side``, which is wild, and fold it; the other side is rolled. Returns what rolling all is worth."""
    everything = 0.0
    for column in range(0, WIDE, 8):
        for row in range(OPEN):
            store(block, 8 * order[row], load(source, row * WIDE + column))
        for i in range(49):
            store(block, 8 * (294 + i), _rolled(block, i, 49, 3 * side))
        for a in range(0, 343, 49):
            for c in range(7):
                store(block, 8 * (a + c + 42), _rolled(block, a + c, 7, 3 * side + 1))
            for b in range(0, 49, 7):
                store(block, 8 * (a + b + 6), _rolled(block, a + b, 1, 3 * side + 2))
                _fold(block, a + b, 1)
            for c in range(6):
                _fold(block, a + c, 7)
        everything = block[8 * 342 + 6]
        for b in range(0, 42, 7):
            for c in range(6):
                _fold(block, b + c, 49)
        _write_transposed(block, order, FACES, target, column * FACES, FACES)
    return everything


@compiled
def choose_keeps(source: Any, target: Any, side: int, block: Any, order: Any) -> None:
    """Roll side ``side``, which is wild: what every keep is worth, this side down. (344 x 344) -> (344 x 344)"""
    for column in range(0, WIDE, 8):
        for row in range(OPEN):
            store(block, 8 * order[row], load(source, row * WIDE + column))
        for i in range(49):
            store(block, 8 * (294 + i), _rolled(block, i, 49, 3 * side))
        for a in range(0, 343, 49):
            for c in range(7):
                store(block, 8 * (a + c + 42), _rolled(block, a + c, 7, 3 * side + 1))
            for b in range(0, 49, 7):
                store(block, 8 * (a + b + 6), _rolled(block, a + b, 1, 3 * side + 2))
        for row in range(OPEN):
            store(target, row * WIDE + column, load(block, 8 * order[row]))


# ---- all levels of one set of boxes


@compiled
def best_scores(points: Any, after: Any, left: int, scores: Any) -> None:
    """scores[k] = the most that dice of kind k bring: points in a box and what is worth having after it."""
    scores[:] = -np.inf
    for box in range(points.shape[0]):
        rest = after[box, left]
        for kind in range(scores.size):
            scores[kind] = max(scores[kind], points[box, kind] + rest)


@compiled
def _note(level: Any, wild: Any, side: int) -> None:
    """Copies the faces out of what ``settle`` wrote, dice 1, 2, 3 down."""
    for row in range(FACES):
        for column in range(FACES):
            if side:
                level[row * FACES + column] = wild[row * WIDE + column]
            else:
                level[column * FACES + row] = wild[row * WIDE + column]


@compiled
def solve_set(
    points: Any,
    after: Any,
    kinds: Any,
    floor: int,
    top: int,
    flips: bool,
    waive: bool,
    values: Any,
    levels: Any,
    order: Any,
) -> None:
    """The values of a turn's start for one set of open boxes, ``values[left]`` for floor < left <= top.

    points[box, kind]   what dice of that kind bring in each of the open boxes
    after[box, left]    the value once that box is filled, with so many rolls left
    kinds[side, f]      the kind of configuration f, side ``side`` down
    floor               rolls that this turn may not touch
    levels[left]        if not empty, takes what every configuration is worth with so many rolls left
    """
    scores, block = np.empty_like(points[0]), np.zeros(8 * WIDE, points.dtype)
    folded = np.full(WIDE * FACES, -np.inf, points.dtype)
    wild, rolled = np.zeros(FACES * WIDE, points.dtype), np.zeros(WIDE * WIDE, points.dtype)
    side = 0
    for left in range(floor, top):
        best_scores(points, after, left, scores)
        settle(folded, wild, scores, kinds[side], side, flips, block, order)
        if levels.size:
            _note(levels[left], wild, side)
        cast(wild, rolled, 1 - side, flips, block, order)
        value = choose(rolled, folded, side, block, order)
        if waive:
            value = max(value, after[:, left + 1].max())
        values[left + 1] = value
        side = 1 - side


# ---- dice that may be held


@compiled
def spread(source: Any, target: Any, side: int, flips: bool, block: Any, order: Any) -> None:
    """Make side ``side`` wild: (216 x 216) -> (216 x 344)."""
    for column in range(0, FACES, 8):
        row = 0
        for a in range(0, 294, 49):
            for b in range(0, 42, 7):
                for c in range(6):
                    store(block, 8 * (a + b + c), load(source, row * FACES + column))
                    row += 1
                _wild(block, a + b, 1, 3 * side + 2, flips)
            for c in range(7):
                _wild(block, a + c, 7, 3 * side + 1, flips)
        for i in range(49):
            _wild(block, i, 49, 3 * side, flips)
        _write_transposed(block, order, WIDE, target, column * WIDE, WIDE)


@compiled
def hold(source: Any, target: Any, side: int, roll: bool, kept: Any, barred: Any, block: Any, order: Any) -> None:
    """Roll side ``side`` if it is still wild, and fold it, all states staying: (344 x 344) -> (344 x 344).

    To keep all dice is no throw: with ``roll``, rows in ``kept`` have ``barred`` added, -inf where all dice across
    are kept.
    """
    for column in range(0, WIDE, 8):
        for row in range(OPEN):
            store(block, 8 * order[row], load(source, row * WIDE + column))
        if roll:
            for i in range(49):
                store(block, 8 * (294 + i), _rolled(block, i, 49, 3 * side))
            for a in range(0, 343, 49):
                for c in range(7):
                    store(block, 8 * (a + c + 42), _rolled(block, a + c, 7, 3 * side + 1))
                for b in range(0, 49, 7):
                    store(block, 8 * (a + b + 6), _rolled(block, a + b, 1, 3 * side + 2))
            bar = load(barred, column)
            for state in kept:
                store(block, 8 * state, load(block, 8 * state) + bar)
        for i in range(49):
            _fold(block, i, 49)
        for a in range(0, 343, 49):
            for c in range(7):
                _fold(block, a + c, 7)
            for b in range(0, 49, 7):
                _fold(block, a + b, 1)
        _write_transposed(block, order, WIDE, target, column * WIDE, WIDE)


@inlined
def _raise_row(level: Any, at: int, line: Any) -> None:
    for column in range(0, FACES, 8):
        store(level, at + column, best(load(level, at + column), load(line, column)))


@compiled
def _raise_to_faces(level: Any, start: Any) -> None:
    """level = the better of level and start, where all dice may be held."""
    for row in range(FACES):
        _raise_row(level, row * FACES, start[row * WIDE :])


@compiled
def hold_starts(level: Any, start: Any, flips: bool, kept: Any, barred: Any, order: Any, room: Any) -> None:
    """The starts of a turn, from what every configuration is worth one roll later."""
    block = room[2 * WIDE * WIDE :]
    spread(level, room, 0, flips, block, order)
    cast(room, room[WIDE * WIDE :], 1, flips, block, order)
    hold(room[WIDE * WIDE :], room, 0, True, kept, barred, block, order)
    hold(room, start, 1, False, kept, barred, block, order)


@compiled
def score_held(level: Any, points: Any, kinds: Any, rests: Any) -> None:
    """Score with all dice: level = the better of level and points[box, kind] + rests[box]."""
    scores = np.full_like(points[0], -np.inf)
    for box in range(points.shape[0]):
        for kind in range(scores.size):
            scores[kind] = max(scores[kind], points[box, kind] + rests[box])
    for at in range(0, level.size, 8):
        store(level, at, best(load(level, at), gather(scores, kinds, at)))


class Moves(NamedTuple):
    """Ways to score with some of the dice, as steps between states of a triple: dice that are used become open.

    Way w turns row r into rows ``down_from[k]`` for ``down_points[k]``, k from down[w, r] to down[w, r + 1]. Across it
    turns the columns ``across_to[j]``, j from across[w] to across[w + 1], into ``across_from[k]`` for
    ``across_points[k]``, k from steps[j] to steps[j + 1]; to use none is possible where ``may_stay[w]`` says so.
    """

    down: Any
    down_from: Any
    down_points: Any
    across: Any
    across_to: Any
    steps: Any
    across_from: Any
    across_points: Any
    may_stay: Any


@inlined
def _line_down(after: Any, way: int, row: int, moves: Moves, line: Any) -> None:
    """The best that the dice down can be used for, for every state of the dice across."""
    first, last = moves.down[way, row], moves.down[way, row + 1]
    for column in range(0, WIDE, 8):
        value = same(line, -np.inf)
        for k in range(first, last):
            value = best(value, load(after, moves.down_from[k] * WIDE + column) + same(line, moves.down_points[k]))
        store(line, column, value)


@inlined
def _line_across(block: Any, way: int, moves: Moves, line: Any) -> None:
    """The same for the dice across; eight rows at once, a register a column."""
    for column in range(0, 8 * FACES, 8):
        store(line, column, load(block, column) if moves.may_stay[way] else same(line, -np.inf))
    for j in range(moves.across[way], moves.across[way + 1]):
        value = load(line, 8 * moves.across_to[j])
        for k in range(moves.steps[j], moves.steps[j + 1]):
            value = best(value, load(block, 8 * moves.across_from[k]) + same(line, moves.across_points[k]))
        store(line, 8 * moves.across_to[j], value)


@inlined
def _transpose(source: Any, columns: int, step: int, target: Any, at: int, target_step: int) -> None:
    """Eight columns of registers become eight rows, or the other way round."""
    for i in range(0, columns, 8):
        x = i if step > 8 else 8 * i
        store_transposed(
            target,
            at + (8 * i if step > 8 else i),
            target_step,
            load(source, x),
            load(source, x + step),
            load(source, x + 2 * step),
            load(source, x + 3 * step),
            load(source, x + 4 * step),
            load(source, x + 5 * step),
            load(source, x + 6 * step),
            load(source, x + 7 * step),
        )


@compiled
def score_parts(level: Any, after: Any, way: int, moves: Moves, room: Any) -> None:
    """level = the better of level and what using some of the dice brings; ``after`` has the starts that follow."""
    lines, block = room[: 8 * WIDE], room[8 * WIDE : 16 * WIDE]
    for row in range(0, FACES, 8):
        for i in range(8):
            _line_down(after, way, row + i, moves, lines[i * WIDE :])
            if moves.across[way] == moves.across[way + 1]:
                _raise_row(level, (row + i) * FACES, lines[i * WIDE :])
        if moves.across[way] == moves.across[way + 1]:
            continue
        _transpose(lines, WIDE, WIDE, block, 0, 8)
        _line_across(block, way, moves, lines)
        _transpose(lines, FACES, 8, block, 0, FACES)
        here = row * FACES
        for at in range(0, 8 * FACES, 8):
            store(level, here + at, best(load(level, here + at), load(block, at)))


@compiled
def level_of_set(
    before: Any,
    level: Any,
    start: Any,
    may_roll: bool,
    may_score: bool,
    points: Any,
    kinds: Any,
    rests: Any,
    starts: Any,
    slots: Any,
    ways: Any,
    moves: Moves,
    flips: bool,
    kept: Any,
    barred: Any,
    order: Any,
    room: Any,
) -> None:
    """One more roll for one set of boxes: ``level`` and the ``start`` of a turn, from the level before.

    points, kinds, rests        scoring with all dice, and what is worth having after that
    starts[slots[k]], ways[k]   the starts that follow a way to score with some of them
    """
    if may_roll:
        hold_starts(before, start, flips, kept, barred, order, room)
    if not may_score:
        return
    level[:] = -np.inf
    if may_roll:
        _raise_to_faces(level, start)
    score_held(level, points, kinds, rests)
    for k in range(slots.size):
        score_parts(level, starts[slots[k]], ways[k], moves, room)
