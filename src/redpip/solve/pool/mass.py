"""How the share of all games, the *mass*, moves through a throw of best play, and what the throw is worth.

Layout: a function of six dice is flat, [7] * 6, die 1 first; digits 0 to 5 are faces, 6 is open (see layout). Mass has
a row for each question that is asked of it: all games, or those in which something has not happened yet. It goes from
dice that may be held to the best keep, through the throw (each face a sixth of it, a red one to "wild") and from wilds
to the face that is worth most.

The variance of a game's total is the sum, over all throws, of mass times the variance that the throw adds: what
happens between throws is chosen and changes no expectation.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from redpip.solve.pool.jit import compiled

STATES = 7**6
ALL_OPEN = STATES - 1
EMBED = np.arange(STATES).reshape((7,) * 6)[(slice(6),) * 6].ravel()  # where the configurations are


class Tally(NamedTuple):
    """What is written in the share of games that is looked at."""

    written: Any  # [box]: how often
    brought: Any  # [box]: for how many points
    marks: Any  # [mark]: how often dice that have this mark


def new_tally(boxes: int, marks: int) -> Tally:
    return Tally(np.zeros(boxes), np.zeros(boxes), np.zeros(marks))


@dataclass
class Figures:
    """What best play looks like."""

    tally: Tally
    without: NDArray[np.float64]  # [mark]: the share of games in which no dice with this mark are written
    left_over: float  # rolls
    variance: float


class Throw(NamedTuple):
    """One throw with a number of rolls left, as functions of six dice."""

    wild: Any  # what dice are worth once they lie there, wild where red dice may be flipped
    value: Any  # what they are worth before it, with the best keep
    spread: Any  # the variance that the throw of a keep adds
    rolled: Any  # bit ``die``: that die is better rolled


def new_throw() -> Throw:
    return Throw(np.zeros(STATES), np.zeros(STATES), np.zeros(STATES), np.zeros(STATES, np.uint8))


@compiled
def _wild(values: Any, flips: bool) -> None:
    step = STATES
    for die in range(6):
        step //= 7
        for high in range(0, STATES, 7 * step):
            for at in range(high, high + step):
                best = values[at + die * step]
                if flips:
                    for face in range(6):
                        best = max(best, values[at + face * step])
                values[at + 6 * step] = best


@compiled
def _roll(values: Any) -> None:
    step = STATES
    for die in range(6):
        step //= 7
        for high in range(0, STATES, 7 * step):
            for at in range(high, high + step):
                total = values[at + 6 * step] - values[at + die * step]
                for face in range(6):
                    total += values[at + face * step]
                values[at + 6 * step] = total / 6


@compiled
def _fold(values: Any, rolled: Any) -> None:
    rolled[:] = 0
    step = STATES
    for die in range(6):
        step //= 7
        for high in range(0, STATES, 7 * step):
            for at in range(high, high + step):
                for face in range(6):
                    here = at + face * step
                    if values[at + 6 * step] > values[here]:
                        values[here] = values[at + 6 * step]
                        rolled[here] |= 1 << die


@compiled
def look_ahead(level: Any, flips: bool, barred: Any, embed: Any, throw: Throw) -> None:
    """Fills ``throw`` from what each configuration is worth after it. Keeps in ``barred`` are no throw."""
    wild, value, spread = throw.wild, throw.value, throw.spread
    for f in range(embed.size):
        wild[embed[f]] = level[f]
    _wild(wild, flips)
    for at in range(STATES):
        value[at], spread[at] = wild[at], wild[at] * wild[at]
    _roll(value)
    _roll(spread)
    for at in range(STATES):
        spread[at] -= value[at] * value[at]
    for at in barred:
        value[at] = -np.inf
    _fold(value, throw.rolled)


# ---- the way back: where the mass goes


@compiled
def _unfold(mass: Any, rolled: Any) -> None:
    """From starts to keeps. Dice are taken in the other order than by ``_fold``."""
    step = 1
    for die in range(5, -1, -1):
        for high in range(0, STATES, 7 * step):
            for at in range(high, high + step):
                for face in range(6):
                    here = at + face * step
                    if rolled[here] >> die & 1:
                        mass[at + 6 * step] += mass[here]
                        mass[here] = 0
        step *= 7


@compiled
def _cast(mass: Any) -> None:
    """From keeps to what was thrown, reds being wild."""
    step = STATES
    for die in range(6):
        step //= 7
        for high in range(0, STATES, 7 * step):
            for at in range(high + 6 * step, high + 7 * step):
                mass[at] /= 6
            for face in range(6):
                if face != die:
                    for at in range(high, high + step):
                        mass[at + face * step] += mass[at + 6 * step]


@compiled
def _flip(mass: Any, wild: Any) -> None:
    """From wilds to the face that is worth as much, if possible the one that was thrown."""
    step = STATES
    for die in range(6):
        step //= 7
        for high in range(0, STATES, 7 * step):
            for at in range(high, high + step):
                if mass[at + 6 * step] > 0:
                    face, best = die, wild[at + 6 * step]
                    if wild[at + die * step] != best:
                        face = 0
                        while wild[at + face * step] != best:
                            face += 1
                    mass[at + face * step] += mass[at + 6 * step]
                    mass[at + 6 * step] = 0


@compiled
def push(begun: Any, throw: Throw) -> float:
    """Mass on starts becomes mass on dice that lie there. Returns the variance that this adds to the first row."""
    variance = 0.0
    for row in range(len(begun)):
        mass = begun[row]
        _unfold(mass, throw.rolled)
        if row == 0:
            variance = (mass * throw.spread).sum()
        _cast(mass)
        _flip(mass, throw.wild)
    return variance
