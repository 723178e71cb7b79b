"""Two hands against each other for any number of turns, by backward induction; ``make tables`` stores what comes out.

A hand is a heap of numbers here, and a die that falls shows each number white as likely as any other or is red: one in
six, on its own number. So ``margin`` is what the game is about while nobody counts points: mine less theirs.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from redpip.games.poobah.hands import COUNTS, FIRST_PART, FULL, HANDS, HEAPS, MORE, PARTS, ROWS, SIZE, Floats, Numbers
from redpip.games.poobah.pay import MOST, pairs, pays

WHITE, RED = 5 / 36, 1 / 6
FAR = 24  # turns after which one more makes no difference
SETTLED = 40  # turns after which hands are as they are in the middle of a long game


def margins() -> Floats:
    """What a throw of the scoring dice pays on average, mine less theirs, for each hand against each."""
    worth = np.arange(1, SIZE + 1) * 7 / 6  # one die in six shows it, and one of these six is red: paid twice
    ahead: Floats = np.sign(COUNTS[:, None, :] - COUNTS[None, :, :]) @ worth
    return ahead


def open_values(ends: Floats) -> Floats:
    """Values of heaps whose missing dice are thrown, by how many reds there are already; one column a rival's hand.

    ``ends`` says what whole hands are worth. Reds are turned when all dice have fallen."""
    found = np.empty((SIZE + 1, HEAPS, ends.shape[1]))
    for size in reversed(range(SIZE + 1)):
        rows = ROWS[size]
        for reds in reversed(range(SIZE - size + 1)):
            if size == SIZE:
                found[reds, rows] = ends
            elif size + reds == SIZE:
                found[reds, rows] = found[reds - 1][MORE[rows]].max(axis=1)
            else:
                found[reds, rows] = WHITE * found[reds][MORE[rows]].sum(axis=1) + RED * found[reds + 1, rows]
    return found


def turn(ends: Floats) -> Floats:
    """What each hand is worth before a turn, against each rival's, if this is what hands are worth after it."""
    best: Floats = np.maximum.reduceat(open_values(ends)[0][PARTS], FIRST_PART, axis=0)
    return best


def later_values(turns: int) -> list[Floats]:
    """What a hand is worth to whoever is to move, if so many turns and throws of the scoring dice are still to come."""
    margin, values = margins(), [np.zeros((HANDS, HANDS))]
    for _ in range(turns):
        values.append(turn(margin - values[-1].T))
    return values


def opening_values(last: Floats, turns: int) -> list[Floats]:
    """The same, if so many turns come first that are not paid for."""
    values = [last]
    for _ in range(turns):
        values.append(turn(-values[-1].T))
    return values


def settled_hands(values: Floats) -> Floats:
    """How often one meets each pair of hands after a turn, the mover's first, where both play by these values."""
    ends = margins() - values.T
    known = open_values(ends)
    kept = np.empty((HANDS, HANDS), dtype=np.intp)
    for hand, (start, stop) in enumerate(pairwise([*FIRST_PART, len(PARTS)])):
        kept[hand] = PARTS[start:stop][known[0][PARTS[start:stop]].argmax(axis=0)]
    chance = np.full((HANDS, HANDS), 1 / HANDS**2)
    for _ in range(SETTLED):
        chance = _turned(chance, kept, known).T
    return chance.T


def _turned(chance: Floats, kept: Numbers, known: Floats) -> Floats:
    """Where a turn leads from each pair of hands."""
    mass = np.zeros_like(known)
    rivals = np.broadcast_to(np.arange(HANDS), kept.shape)
    np.add.at(mass[0], (kept, rivals), chance)
    for size in range(SIZE):
        rows = ROWS[size]
        for reds in range(SIZE - size + 1):
            here = mass[reds, rows]
            if size + reds < SIZE:
                mass[reds + 1, rows] += RED * here
                for at in range(SIZE):
                    mass[reds, MORE[rows, at]] += WHITE * here
            else:
                choice = known[reds - 1][MORE[rows]].argmax(axis=1)
                for at in range(SIZE):
                    mass[reds - 1, MORE[rows, at]] += np.where(choice == at, here, 0.0)
    return mass[0, FULL:]


def usual_pay(chance: Floats) -> Floats:
    """How likely a throw pays the mover so much and the other so much, if hands come as often as this."""
    codes, found = pairs(), np.zeros((MOST, MOST))
    weights = np.bincount(codes.ravel(), weights=chance.ravel())
    for code in np.flatnonzero(weights):
        mine, theirs, likely = pays(int(code))
        found[mine, theirs] += weights[code] * likely
    return found


def race(pay: Floats, most: int) -> tuple[Floats, Floats]:
    """The mover's chance to win and the throws to come, by what the mover and the other still need."""
    mine, theirs = np.nonzero(pay)
    likely = pay[mine, theirs]
    nothing = likely[(mine == 0) & (theirs == 0)].sum()
    something = (mine > 0) | (theirs > 0)
    mine, theirs, likely = mine[something], theirs[something], likely[something]
    chance, length = np.full((most + 1, most + 1), 0.5), np.zeros((most + 1, most + 1))

    def after(need: int, other: int) -> tuple[float, float]:
        left, others_left = need - mine, other - theirs
        over = np.minimum(left, others_left) <= 0
        won = np.where(left < others_left, 1.0, np.where(left == others_left, 0.5, 0.0))
        at = np.maximum(others_left, 0), np.maximum(left, 0)
        return float(likely @ np.where(over, won, 1 - chance[at])), float(likely @ np.where(over, 0.0, length[at]))

    for both in range(2, 2 * most + 1):
        for need in range(max(1, both - most), both // 2 + 1):
            other = both - need
            (one, far), (two, wide) = after(need, other), after(other, need)
            # where nothing is paid the other moves at the same needs
            chance[need, other] = (one + nothing * (1 - two - nothing)) / (1 - nothing**2)
            chance[other, need] = (two + nothing * (1 - one - nothing)) / (1 - nothing**2)
            length[need, other] = (1 + far + nothing * (1 + wide)) / (1 - nothing**2)
            length[other, need] = (1 + wide + nothing * (1 + far)) / (1 - nothing**2)
    return chance, length
