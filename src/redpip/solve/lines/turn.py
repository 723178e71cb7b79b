"""One turn looked at exactly: every way in which the dice can fall, each laid as well as it can be."""

from __future__ import annotations

from typing import Any

import numpy as np

from redpip.solve.lines.grid import FACES
from redpip.solve.lines.kernels import best_placings, chance, compiled

THINGS = 2 * FACES  # that a die can be once it has fallen: a number, white or red
WHOLE = 3  # so many dice fall in every way; of more, any three do, in as many ways as of three alone


@compiled
def _laid(grid: Any, values: Any, board: Any, codes: Any, hands: Any, seat: int, things: Any) -> float:
    """The chance to win with dice that fell so, things in order: 0 to 5 are white numbers, 6 to 11 red ones."""
    dice, squares, best = np.empty(things.size, np.int64), np.empty((1, things.size), np.int64), np.empty(1)
    for die in range(things.size):
        number = things[die] % FACES + 1 + FACES * seat
        dice[die] = -number if things[die] >= FACES else number
    best_placings(grid, values, board, codes, hands, seat, dice, squares, best)
    won: float = chance(best[0])
    return won


@compiled
def _in_order(things: Any) -> int:
    """Sorts them; the number of what then lies there."""
    for end in range(1, things.size):
        thing, at = things[end], end
        while at and things[at - 1] > thing:
            things[at] = things[at - 1]
            at -= 1
        things[at] = thing
    number = 0
    for thing in things:
        number = THINGS * number + thing
    return number


@compiled
def _fall(way: int, thrown: Any, things: Any) -> None:
    """What dice are that fall in this way. The fourth is the sum of three, so that any three of four fall in all ways
    together; the fifth and sixth go on so."""
    fallen = 0
    for die in range(thrown.size):
        face = way % FACES if die < WHOLE else fallen % FACES
        fallen += face
        way //= FACES
        things[die] = face + FACES if face == thrown[die] else face


@compiled
def roll(grid: Any, values: Any, board: Any, codes: Any, hands: Any, seat: int, thrown: Any, known: Any) -> float:
    """The chance to win before these dice fall, numbered from 0. ``hands`` are the dice in hand with them; ``known``
    has what was found of as many dice on this board, NaN elsewhere."""
    count = thrown.size
    things, total = np.empty(count, np.int64), 0.0
    ways = FACES ** min(count, WHOLE)
    hands[seat] -= count
    for way in range(ways):
        _fall(way, thrown, things)
        number = _in_order(things)
        if count > WHOLE:
            total += _laid(grid, values, board, codes, hands, seat, things)
            continue
        if np.isnan(known[number]):
            known[number] = _laid(grid, values, board, codes, hands, seat, things)
        total += known[number]
    hands[seat] += count
    mean: float = total / ways
    return mean


@compiled
def rolls(grid: Any, values: Any, board: Any, codes: Any, hands: Any, seat: int, groups: Any, found: Any) -> None:
    """The same for several groups of dice, each a set of bits, those of equal size together; into ``found``."""
    thrown, size = np.empty(FACES, np.int64), 0
    known = np.empty(0)
    for at in range(groups.size):
        count = 0
        for die in range(FACES):
            if groups[at] >> die & 1:
                thrown[count] = die
                count += 1
        if count != size:
            size, known = count, np.full(THINGS ** min(count, WHOLE), np.nan)
        found[at] = roll(grid, values, board, codes, hands, seat, thrown[:count], known)
