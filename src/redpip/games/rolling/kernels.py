"""Turns of many games of two, compiled: what the best and the steady bot would choose, by tables.

Faces count from 0. What lies aside is a point of the lattice, as in ``solve.aside.facts``. The best bot needs what the
classes are worth with the points that it carries; so a turn is left where it rolls on after a fill-up.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from redpip.solve.aside.facts import OPEN
from redpip.solve.heaps import SIZE
from redpip.solve.pool.jit import compiled, inlined

BEST, STEADY = 0, 1
BUST, NO_DICE, ROLLED_ON = 0, -1, -2  # in place of what a turn brings


class Tables(NamedTuple):
    masks: Any  # choices of dice in the order of the rules
    sizes: Any  # [die] what a step of its state is in the lattice
    classes: Any  # [point of the lattice]
    points: Any  # [point of the lattice] these four too
    filled: Any
    share: Any  # what the steady bot hopes for after one more roll
    hoped: Any


@inlined
def _hope(tables: Tables, carried: int, aside: int) -> Any:
    if tables.filled[aside]:
        carried, aside = carried + tables.points[aside], len(tables.points) - 1
    return tables.share[aside] * carried + tables.hoped[aside]


@inlined
def _score(tables: Tables, carried: int, aside: int) -> Any:
    return (carried + tables.points[aside]) * (2 if tables.filled[aside] else 1)


@inlined
def _open(tables: Tables, aside: int) -> int:
    """The mask of the dice that are not aside."""
    mask = 0
    for die in range(SIZE):
        mask |= (aside // tables.sizes[die] % (OPEN + 1) == OPEN) << die
    return mask


@inlined
def _spent(tables: Tables, aside: int) -> Any:
    """All dice aside, some of them alone."""
    return not tables.filled[aside] and not _open(tables, aside)


@inlined
def _worth(tables: Tables, values: Any, bot: int, carried: int, aside: int, behind: int) -> Any:
    if bot == BEST:
        return values[tables.classes[aside]]
    score = _score(tables, carried, aside)
    now = float(score) if score > behind else 0.0
    return now if _spent(tables, aside) else max(now, _hope(tables, carried, aside))


@inlined
def _stops(tables: Tables, values: Any, uses: Any, bot: int, carried: int, aside: int, behind: int) -> Any:
    """The best bot rolls on where it has nothing to lose."""
    score = _score(tables, carried, aside)
    if bot == STEADY:
        return score > behind and score >= _hope(tables, carried, aside)
    stop = uses[min(score, len(uses) - 1)]
    return stop > 0.0 and not values[tables.classes[aside]] > stop


@compiled
def _play_on(
    tables: Tables, values: Any, uses: Any, bot: int, dice: Any, thrown: Any, seat: int, carried: Any, behind: int
) -> int:
    """What the turn brings. ``carried`` are the points of its fill-ups, of which it is at the start of a roll;
    ``values`` of the classes and ``uses`` of the turn's score are for the best bot. Who does not bring more than
    ``behind`` is out."""
    aside = len(tables.points) - 1
    while thrown[seat] < dice.shape[1]:
        faces, loose = dice[seat, thrown[seat]], _open(tables, aside)
        thrown[seat] += 1
        most, chosen = -np.inf, -1
        for mask in tables.masks:
            if not mask or mask & ~loose:
                continue
            after = aside
            for die in range(SIZE):
                if mask >> die & 1:
                    after += (faces[die] - OPEN) * tables.sizes[die]
            if tables.points[after] <= tables.points[aside]:
                continue
            value = _worth(tables, values, bot, carried[0], after, behind)
            if value > most:
                most, chosen = value, after
        if chosen < 0:
            return BUST
        aside = chosen
        if _spent(tables, aside) or _stops(tables, values, uses, bot, carried[0], aside, behind):
            return int(_score(tables, carried[0], aside))
        if tables.filled[aside]:
            carried[0] += tables.points[aside]
            aside = len(tables.points) - 1
            if bot == BEST:
                return ROLLED_ON
    return NO_DICE


@compiled
def play_on(
    tables: Tables,
    values: Any,
    uses: Any,
    bot: int,
    games: Any,
    dice: Any,
    movers: Any,
    thrown: Any,
    carried: Any,
    behind: int,
    brought: Any,
) -> None:
    """Plays the turns of these games on, all of them with this bot to move: ``brought`` takes what each brings."""
    for game in games:
        here, seat = dice[game], movers[game]
        own = carried[game : game + 1]
        brought[game] = _play_on(tables, values, uses, bot, here, thrown[game], seat, own, behind)
