"""The same by kernels: a turn, the chances to reach totals in one turn, and the fixed point of two who wait for each
other at a pair of scores. ``ways`` are ``Ways.arrays``."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from redpip.solve.push.turn import UNBANKED
from redpip.solve.push.ways import Floats, Ints

compiled = njit(cache=True, nogil=True, error_model="numpy")
MOST_ROUNDS = 60
STILL = 1e-13


@compiled
def rolled(
    ways: Any, values: Floats, parts: Floats, bank: Floats, until: int, worth_lost: float, total: int, at: int
) -> Any:
    """What rolling on is worth in a situation with this total, and how often the turn is lost from there, by the values
    of greater totals."""
    bust, classes, chance, firsts, to, times, plus = ways
    situations = len(bust)
    value, lost = bust[at] * worth_lost, bust[at]
    for one in range(classes[at], classes[at + 1]):
        best, where = -np.inf, -1
        for way in range(firsts[one], firsts[one + 1]):
            after = times[way] * total + plus[way]
            if after >= until:
                if bank[after] > best:
                    best, where = bank[after], -1
            else:
                place = after * situations + to[way]
                if values[place] > best:
                    best, where = values[place], place
        value += chance[one] * best
        if where >= 0:
            lost += chance[one] * parts[where]
    return value, lost


@compiled
def turn(ways: Any, values: Floats, parts: Floats, bank: Floats, until: int, worth_lost: float) -> Any:
    """Fills values [total * situations + situation] below ``until``, and beside them how often the turn is lost from
    there; returns both for the turn's start. From ``until`` on everybody banks."""
    situations = len(ways[0])
    value = lost = 0.0
    for total in range(until - 1, -1, -1):
        safe = bank[total]
        for at in range(situations if total else 1):
            value, lost = rolled(ways, values, parts, bank, until, worth_lost, total, at)
            if safe >= value and total:
                value, lost = safe, 0.0
            values[total * situations + at], parts[total * situations + at] = value, lost
    return value, lost


@compiled
def reaches(ways: Any, first: int, last: int, size: int, tie: float) -> Floats:
    """The best chance of one turn to bring so much, for first to last; ``tie`` is what one step less is worth."""
    found = np.zeros(last - first + 1)
    values, parts = np.zeros((last + 1) * len(ways[0])), np.zeros((last + 1) * len(ways[0]))
    bank = np.ones(size)
    bank[:first] = -1.0
    for wanted in range(first, last + 1):
        if wanted:
            bank[wanted - 1] = tie if tie > 0 else -1.0
        if wanted > 1:
            bank[wanted - 2] = -1.0
        found[wanted - first] = turn(ways, values, parts, bank, max(wanted, 1), 0.0)[0]
    return found


@compiled
def certain(bank: Floats, goal: int, bust: Floats, times: Ints, plus: Ints, most: int, worth_lost: float) -> int:
    """From this total on to bank is best in every situation, and totals only grow. A roll makes no more of a total
    than ``times`` it and ``plus`` by situation, and banking more is worth more, so a bound on one roll is enough."""
    until = most
    while until > goal:
        total = until - 1
        for at in range(len(bust)):
            after = bank[min(times[at] * total + plus[at], len(bank) - 1)]
            if bust[at] * worth_lost + (1.0 - bust[at]) * after > bank[total]:
                return until
        until = total
    return until


@compiled
def banked(
    table: Floats,
    last: Floats,
    fresh: Floats,
    mine: int,
    theirs: int,
    least: int,
    goal: int,
    most: int,
    size: int,
    sure: Any,
) -> Any:
    """What every total of a turn is worth once it is banked, if ``table`` is what the other one makes of it; see
    ``Race``. To be so far ahead, or to have so much, that nobody looks any further is worth ``sure`` at least."""
    bank = np.empty(size)
    replies = last if theirs else fresh
    need, their_need = mine or goal, theirs or goal
    for total in range(size):
        behind = total - need + their_need
        if total < (1 if mine else least):
            bank[total] = -1.0
        elif total < need:
            bank[total] = 1.0 - table[theirs, need - total]
        else:
            bank[total] = 1.0 - replies[min(behind, len(replies) - 1)]
            if total >= most or behind >= len(replies):
                bank[total] = max(bank[total], sure)
    return bank


@compiled
def solve_pairs(
    ways: Any,
    furthest: Any,
    tables: Any,
    sure: Any,
    last: Floats,
    fresh: Floats,
    pairs: Ints,
    least: int,
    goal: int,
    most: int,
) -> int:
    """Fills the first player's table at pairs, and the second one's at their mirrors. A turn that brings nothing hands
    the dice over at the same pair; so both values are found together, by Newton's method on lines whose slopes are the
    chances to lose the turn. Returns how many (total, situation) were valued."""
    bust, (times, plus), (mine, theirs) = ways[0], furthest, tables
    situations, visits = len(bust), 0
    values, parts = np.zeros(most * situations), np.zeros(most * situations)
    size = times.max() * most + plus.max() + 1
    for pair in range(len(pairs)):
        one, two = pairs[pair]
        first = banked(theirs, last, fresh, one, two, least, goal, most, size, sure[0])
        second = banked(mine, last, fresh, two, one, least, goal, most, size, sure[1])
        here, there = 0.5, 0.5
        if one > 1 and two > 1:  # a step further it was nearly the same
            here, there = mine[one - 1, two - 1], theirs[two - 1, one - 1]
        for _ in range(MOST_ROUNDS):
            until = certain(first, max(one or goal, 0 if one else least), bust, times, plus, most, 1.0 - there)
            value, slope = turn(ways, values, parts, first, until, 1.0 - there)
            visits += until * situations
            if one == two and sure[0] == sure[1]:
                new_here = (value + slope * here) / (1.0 + slope)
                new_there = new_here
            else:
                until = certain(second, max(two or goal, 0 if two else least), bust, times, plus, most, 1.0 - here)
                other, other_slope = turn(ways, values, parts, second, until, 1.0 - here)
                visits += until * situations
                new_here = (value + slope * (there - other - other_slope * here)) / (1.0 - slope * other_slope)
                new_there = other - other_slope * (new_here - here)
            moved = max(abs(new_here - here), abs(new_there - there))
            here, there = new_here, new_there
            if moved < STILL:
                break
        mine[one, two], theirs[two, one] = here, there
    return visits


@compiled
def solve_alone(ways: Any, goal: int, least: int, size: int) -> Floats:
    """[need] the fewest turns that can be expected, counted below zero; at 0 from the start, where the first turn must
    bring ``least``. A turn that brings nothing is followed by the same again: Newton's method as above."""
    situations = len(ways[0])
    found, bank = np.zeros(goal), np.zeros(size)
    values, parts = np.zeros(size * situations), np.zeros(size * situations)
    for number in range(1, goal + 1):
        need, first = (number, 1) if number < goal else (goal, least)
        for total in range(size):
            bank[total] = UNBANKED if total < first else found[need - total] if total < need else 0.0
        here = found[need - 1] - 0.01 if need > 1 else -1.0
        for _ in range(MOST_ROUNDS):
            value, slope = turn(ways, values, parts, bank, max(need, first), here)
            new = (value - 1.0 - slope * here) / (1.0 - slope)
            moved = abs(new - here)
            here = new
            if moved < STILL * abs(here):
                break
        found[number % goal] = here
    return found
