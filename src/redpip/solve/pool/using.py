"""Scoring with some of the dice, so that the others may be held: steps from faces to open."""

from __future__ import annotations

from typing import Any, NamedTuple

from redpip.solve.pool.jit import compiled, inlined
from redpip.solve.pool.lanes import best, gather, load, same, seventh, store
from redpip.solve.pool.layout import FACES, LONG


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
