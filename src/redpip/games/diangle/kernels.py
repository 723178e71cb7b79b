"""Whole games of two, compiled: what the best bot would choose, by tables and the steps of ``plan``.

Faces count from 0. Dice are a mask, bit 0 for die 1; a board is a mask for each row.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from redpip.games.diangle.plan import SAME
from redpip.solve.batch import UNFINISHED
from redpip.solve.pool.jit import compiled, inlined
from redpip.solve.rows.facts import BASE, OUT


class Tables(NamedTuple):
    """A stage is a level and the further turns that are banked there."""

    stages: Any  # [level, further turns]
    best: Any  # [stage, hand] what dice come to after the last throw
    ends: Any  # [stage, hand] what a turn with this keep is worth, -inf for a hand that is none
    again: Any  # [stage, hand] what another throw of the dice that are out is worth
    firsts: Any  # [level] its first way to pass rows, and last how many there are
    fills: Any  # [way, row] the dice that pass it, 0 for a row that is not passed
    masks: Any  # in the order of the rules
    most_first: Any  # the same, but the more dice the earlier
    track: Any  # the number of each level, and beyond its end -1 for each row
    sizes: Any  # [row]
    levels: int
    free: bool  # further turns do not count
    reuse: bool


@inlined
def _hand(faces: Any, dice: int) -> int:
    """What these dice show, the others being out."""
    hand, weight = 0, 1
    for die in range(len(faces)):
        hand += (faces[die] if dice >> die & 1 else OUT) * weight
        weight *= BASE
    return hand


@inlined
def _count(dice: int) -> int:
    count = 0
    while dice:
        dice &= dice - 1
        count += 1
    return count


@compiled
def _filled(tables: Tables, level: int, board: Any) -> int:
    """How many rows, counted from the bottom, are filled without a gap."""
    for row in range(len(board)):
        value, lying = tables.track[level + row], board[row]
        if value < 0 or not (_count(lying) == tables.sizes[row] or lying >> value & 1):
            return row
    return len(board)


@inlined
def _placed(board: Any) -> int:
    dice = 0
    for row in range(len(board)):
        dice |= board[row]
    return dice


@inlined
def _after(tables: Tables, level: int, more: int, rows: int, faces: Any, left: int) -> Any:
    """What it is worth to have come to this level by passing so many rows, with these dice left."""
    if level >= tables.levels:
        return 0.0
    whole = tables.free and rows == len(tables.sizes)
    return tables.best[tables.stages[level, more + whole], _hand(faces, left)]


@compiled
def _ending(tables: Tables, level: int, more: int, faces: Any, placed: int) -> float:
    """What it is worth to end the turn with these dice on the board."""
    ends, most = tables.ends[tables.stages[level, max(more - 1, 0)]], -np.inf
    for mask in tables.masks:
        if not mask & ~placed:
            most = max(most, ends[_hand(faces, mask)])
    return most - (0.0 if more else 1.0)


@compiled
def _selected(tables: Tables, level: int, more: int, faces: Any, placed: int, turns: int) -> int:
    """The dice of those on the board that are thrown with the others."""
    ends, most, chosen = tables.ends[tables.stages[level, more]], -np.inf, 0
    for mask in tables.masks:
        if mask & ~placed:
            continue
        value = ends[_hand(faces, placed & ~mask)] - turns
        if value > most:
            most, chosen = value, mask
    return chosen


@compiled
def _to_pass(tables: Tables, level: int, more: int, faces: Any, usable: int, best: float) -> int:
    """The way to pass rows, where that is best; else -1."""
    for way in range(tables.firsts[level], tables.firsts[level + 1]):
        fits, rows, gone = True, 0, 0
        for row in range(len(tables.sizes)):
            fill, value = tables.fills[way, row], tables.track[level + row]
            rows += fill > 0
            gone |= fill
            for die in range(len(faces)):
                if fill >> die & 1 and (faces[die] != value or not usable >> die & 1):
                    fits = False
        left = usable if tables.reuse else usable & ~gone
        if fits and _after(tables, level + rows, more, rows, faces, left) >= best - SAME:
            return way
    return -1


@compiled
def _to_keep(tables: Tables, level: int, more: int, faces: Any, usable: int) -> int:
    """The dice that are best kept, most of them where it makes no difference."""
    ends, most, chosen = tables.ends[tables.stages[level, max(more - 1, 0)]], -np.inf, 0
    for mask in tables.most_first:
        if mask & ~usable:
            continue
        value = ends[_hand(faces, mask)]
        if value > most:
            most, chosen = value, mask
    return chosen


@compiled
def _lay(tables: Tables, level: int, faces: Any, board: Any, dice: int, wanted: Any) -> None:
    """These dice on a board so that a turn may end with them, as they lie if they do: ``wanted`` by row. A number may
    have two rows."""
    rows, most, laid = len(board), -1, np.zeros(len(board), np.int64)
    where, either = np.zeros((2, len(faces)), np.int64), 0
    for die in range(len(faces)):
        found = 0
        for row in range(rows):
            if dice >> die & 1 and tables.track[level + row] == faces[die]:
                where[found, die] = row
                found += 1
        either |= (found == 2) << die
    for code in range(1 << _count(either)):
        laid[:] = 0
        lying, rest = 0, code
        for die in range(len(faces) - 1, -1, -1):
            if dice >> die & 1:
                row = where[rest & 1 if either >> die & 1 else 0, die]
                rest >>= either >> die & 1
                laid[row] |= 1 << die
                lying += board[row] >> die & 1
        fits = _filled(tables, level, laid) < rows
        for row in range(rows):
            fits = fits and _count(laid[row]) <= tables.sizes[row]
        if fits and lying > most:
            most = lying
            wanted[:] = laid


@compiled
def _step(tables: Tables, level: int, board: Any, wanted: Any, rows: int) -> bool:
    """Lifts or places one die, so that the lowest rows come nearer to what is wanted; whether there was one."""
    needed = _placed(wanted[:rows])
    for row in range(len(board)):
        wrong = board[row] & ~wanted[row] if row < rows else 0
        if wrong:
            board[row] &= ~(wrong & -wrong)
            return True
    for row in range(rows, len(board)):
        wrong = board[row] & needed
        if wrong:
            board[row] &= ~(wrong & -wrong)
            return True
    for row in range(rows):
        missing = wanted[row] & ~board[row]
        if missing:
            board[row] |= missing & -missing
            return True
    last = len(board) - 1
    if rows < len(board) and _filled(tables, level, board) == len(board) and board[last]:
        board[last] &= board[last] - 1
        return True
    return False


@compiled
def _arrange(tables: Tables, climber: Any, faces: Any, board: Any, extra: int) -> int:
    """From the last throw to the end of the turn; the further turns that are banked then. ``climber`` has the level
    reached, which may be the end of the track."""
    rows = len(board)
    usable, wanted = (1 << len(faces)) - 1, np.zeros(rows, np.int64)
    while True:
        level, more = climber[0], extra if tables.free else 0
        best = tables.best[tables.stages[level, more], _hand(faces, usable)]
        full = _filled(tables, level, board)
        passing, gone = 0, 0
        for count in range(full, 0, -1):
            dice = _placed(board[:count])
            left = usable if tables.reuse else usable & ~dice
            if not passing and _after(tables, level + count, more, count, faces, left) >= best - SAME:
                passing, gone = count, dice
            if full == rows:
                break  # all rows are passed together
        if passing:
            climber[0] += passing
            if climber[0] >= tables.levels:
                return extra
            for row in range(rows):
                board[row] = board[row + passing] if row + passing < rows else 0
            usable = usable if tables.reuse else usable & ~gone
            extra += passing == rows
            continue
        if full < rows and _ending(tables, level, more, faces, _placed(board)) >= best - SAME:
            return extra
        way, passed = _to_pass(tables, level, more, faces, usable, best), rows
        if way >= 0:
            wanted[:] = tables.fills[way]
            passed = int(np.count_nonzero(wanted))
        else:
            dice = _to_keep(tables, level, more, faces, usable)
            _lay(tables, level, faces, board, dice, wanted)
        if not _step(tables, level, board, wanted, passed):
            raise AssertionError("no step leads on")


@inlined
def _throw(faces: Any, mask: int, fallen: Any) -> None:
    for die in range(len(faces)):
        if mask >> die & 1:
            faces[die] = fallen[die]


@compiled
def play(tables: Tables, dice: Any, first: int, levels: Any, thrown: Any) -> int:
    """One game; the winner, or -1 where there were too few dice. ``dice`` are [seat, throw, die]."""
    size, rows = tables.sizes.sum(), len(tables.sizes)
    every = (1 << size) - 1
    faces, boards = np.zeros((2, size), np.int64), np.zeros((2, rows), np.int64)
    turns, seat, extra, further = np.zeros(2, np.int64), first, 0, False
    while thrown[seat] + 2 <= dice.shape[1]:
        shown, board, level = faces[seat], boards[seat], levels[seat]
        turns[seat] += not (further and tables.free)
        placed, more = _placed(board), extra if tables.free else 0
        cast = every & ~placed
        if placed:
            cast |= _selected(tables, level, more, shown, placed, turns[seat])
        for row in range(rows):
            board[row] &= ~cast
        _throw(shown, cast, dice[seat, thrown[seat]])
        thrown[seat] += 1
        stage, lying = tables.stages[level, more], _hand(shown, every & ~cast)
        if tables.again[stage, lying] - turns[seat] > tables.best[stage, _hand(shown, every)] - turns[seat]:
            _throw(shown, cast, dice[seat, thrown[seat]])
            thrown[seat] += 1
        extra = _arrange(tables, levels[seat : seat + 1], shown, board, extra)
        if levels[seat] >= tables.levels:
            return seat
        further = extra > 0
        if further:
            extra -= 1
        else:
            seat = 1 - seat
    return UNFINISHED


@compiled
def play_all(tables: Tables, dice: Any, firsts: Any, levels: Any, thrown: Any) -> Any:
    """[game] the winners of many; ``levels`` take how far both came, ``thrown`` how often they threw."""
    winners = np.empty(len(dice), np.int64)
    for game in range(len(dice)):
        winners[game] = play(tables, dice[game], firsts[game], levels[game], thrown[game])
    return winners
