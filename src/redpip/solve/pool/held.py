"""All sets of boxes, a roll at a time, where dice may be held."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from redpip.solve.pool.jit import compiled, inlined
from redpip.solve.pool.lanes import best, load, store
from redpip.solve.pool.layout import CORNER, FACES, LINES, LONG, WIDE
from redpip.solve.pool.starts import find_starts
from redpip.solve.pool.using import Scoring, score_box, score_last


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
            find_starts(before[here], start, flips, kept, barred, room)
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
