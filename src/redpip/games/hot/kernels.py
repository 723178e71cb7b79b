"""Turns of many games of two, compiled: what the best and the cool bot would choose, by tables.

Totals are counted in steps, faces from 0. A choice of dice is a mask, bit 0 for die 1. Games with the same pair of
totals are played one after the other, since the best bot solves a turn for such a pair.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from redpip.games.hot.goals import STEP
from redpip.solve.heaps import SIZE
from redpip.solve.pool.jit import compiled, inlined
from redpip.solve.push.kernels import banked, certain, rolled, turn

BEST, COOL = 0, 1
BUST, NO_DICE = 0, -1  # in place of a total that a turn brings


class Tables(NamedTuple):
    more: Any  # [heap, face] the heap with one die more
    masks: Any  # in the order of the rules
    to: Any  # [situation, heap held] where that leads, or -1; these three as in ``Ways``
    times: Any
    plus: Any
    share: Any  # [situation] what the cool bot hopes for, in points
    hoped: Any
    ways: Any  # these two as kernels take them
    furthest: Any
    table: Any  # these three as in ``HotSolver``
    last: Any
    fresh: Any
    goal: int
    least: int
    most: int  # from there on more of a total changes nothing
    dice: int  # the mask of all of them


class Room(NamedTuple):
    """For two turns: that of the player with less, and of the one with more."""

    values: Any  # [turn, total * situation]
    parts: Any
    bank: Any  # [turn, total]
    until: Any  # [turn] from there on it is best to bank; 0 for a turn that is not solved
    lost: Any  # [turn] what a bust is worth


@inlined
def _need(tables: Tables, total: int) -> int:
    return tables.goal - total if total else 0


@compiled
def _solve_race(tables: Tables, room: Room, at: int, mine: int, theirs: int) -> None:
    need, their_need, size = _need(tables, mine), _need(tables, theirs), room.bank.shape[1]
    room.bank[at] = banked(
        tables.table, tables.last, tables.fresh, need, their_need, tables.least, tables.goal, tables.most, size, 0.0
    )
    room.lost[at] = 1.0 - tables.table[their_need, need]
    _solve(tables, room, at, need or max(tables.goal, tables.least))


@compiled
def _solve_last(tables: Tables, room: Room, at: int, behind: int, first: int) -> None:
    """The last turn: all or nothing."""
    for total in range(room.bank.shape[1]):
        room.bank[at, total] = -1.0 if total < first else 1.0 if min(total, tables.most) > behind else 0.0
    room.lost[at] = 0.0
    _solve(tables, room, at, first)


@compiled
def _solve(tables: Tables, room: Room, at: int, first: int) -> None:
    bank, lost, (times, plus) = room.bank[at], room.lost[at], tables.furthest
    room.until[at] = certain(bank, first, tables.ways[0], times, plus, tables.most, lost)
    turn(tables.ways, room.values[at], room.parts[at], bank, room.until[at], lost)


@inlined
def _held(tables: Tables, room: Room, at: int, total: int, situation: int) -> Any:
    """What the best bot makes of a turn once dice are held."""
    seen = min(total, tables.most)
    situations = len(tables.share)
    return room.values[at, seen * situations + situation] if seen < room.until[at] else room.bank[at, seen]


@inlined
def _hope(tables: Tables, total: int, situation: int) -> Any:
    return tables.share[situation] * (STEP * total) + tables.hoped[situation]


@compiled
def _banks(tables: Tables, room: Room, at: int, bot: int, total: int, situation: int, first: int, behind: int) -> Any:
    """Whether a turn ends with this total; ``behind`` is what does not win the last turn, -1 before it."""
    if total < first:
        return False
    if bot == COOL:
        return total > behind and STEP * total >= _hope(tables, total, situation)
    seen, bank, until, lost = min(total, tables.most), room.bank[at], room.until[at], room.lost[at]
    on = rolled(tables.ways, room.values[at], room.parts[at], bank, until, lost, seen, situation)[0]
    return (bank[seen] if behind < 0 else 1.0 if total > behind else 0.0) > on


@compiled
def _play_turn(
    tables: Tables, room: Room, at: int, bot: int, dice: Any, thrown: Any, seat: int, first: int, behind: int
) -> Any:
    """What the turn brings. ``first`` is the least that may be banked, ``at`` the turn as the best bot solved it."""
    total, situation, loose = 0, 0, tables.dice
    while thrown[seat] < dice.shape[1]:
        faces = dice[seat, thrown[seat]]
        thrown[seat] += 1
        most, held, heap_held = -np.inf, 0, 0
        for mask in tables.masks:
            if mask & ~loose:
                continue
            heap = 0
            for die in range(SIZE):
                if mask >> die & 1:
                    heap = tables.more[heap, faces[die]]
            to = tables.to[situation, heap]
            if to < 0:
                continue
            after = tables.times[situation, heap] * total + tables.plus[situation, heap]
            if bot == COOL:
                now = STEP * after if after >= first and after > behind else 0
                value = max(now, _hope(tables, after, to))
            else:
                value = _held(tables, room, at, after, to)
            if value > most:
                most, held, heap_held = value, mask, heap
        if not held:
            return BUST
        total = tables.times[situation, heap_held] * total + tables.plus[situation, heap_held]
        situation = tables.to[situation, heap_held]
        loose = loose & ~held or tables.dice
        if _banks(tables, room, at, bot, total, situation, first, behind):
            return total
    return NO_DICE


@inlined
def _write(game: int, seat: int, brought: int, movers: Any, totals: Any) -> None:
    """What a turn brought; a game without dice has no mover any longer."""
    if brought == NO_DICE:
        movers[game] = NO_DICE
    else:
        totals[game, seat] += brought


@compiled
def play_level(
    tables: Tables, room: Room, games: Any, dice: Any, bots: Any, movers: Any, totals: Any, thrown: Any
) -> None:
    """Plays each of the games until somebody has more than before. They are in the order of their pairs of totals."""
    low = high = -1
    for game in games:
        mine, theirs = totals[game, 0], totals[game, 1]
        if min(mine, theirs) != low or max(mine, theirs) != high:
            low, high = min(mine, theirs), max(mine, theirs)
            room.until[:] = 0
        brought = BUST
        while brought == BUST:
            seat = movers[game]
            bot, mine, theirs = bots[game, seat], totals[game, seat], totals[game, 1 - seat]
            at = 0 if mine == low else 1
            if bot == BEST and not room.until[at]:
                _solve_race(tables, room, at, mine, theirs)
            first = 1 if mine else tables.least
            brought = _play_turn(tables, room, at, bot, dice[game], thrown[game], seat, first, -1)
            movers[game] = 1 - seat
        _write(game, seat, brought, movers, totals)


@compiled
def play_last(
    tables: Tables, room: Room, games: Any, dice: Any, bots: Any, movers: Any, totals: Any, thrown: Any
) -> None:
    """The last turn of each game; those that the same turn is solved for follow each other."""
    solved_behind = solved_first = -1
    for game in games:
        seat = movers[game]
        mine, behind = totals[game, seat], totals[game, 1 - seat] - totals[game, seat]
        first, bot = 1 if mine else tables.least, bots[game, seat]
        if bot == BEST and (behind != solved_behind or first != solved_first):
            solved_behind, solved_first = behind, first
            _solve_last(tables, room, 0, behind, first)
        brought = _play_turn(tables, room, 0, bot, dice[game], thrown[game], seat, first, behind)
        _write(game, seat, brought, movers, totals)
