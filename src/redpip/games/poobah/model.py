"""Two hands against each other, by the chance to win, found from the end of the game backward; ``make tables`` stores
what comes out.

A hand is a heap of numbers here, and a die that falls shows each number white as likely as any other or is red: one in
six, on its own number. Of what the players still need only some are solved, and between these chances go in proportion.
Layout: [the mover's need, the other's, the mover's hand, the other's] -> the mover's chance.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from redpip.games.poobah.hands import FIRST_PART, HANDS, PARTS, ROWS, Floats
from redpip.games.poobah.pay import MOST, pairs, pays
from redpip.solve.heaps import HEAPS, MORE, SIZE

Chances = NDArray[np.float32]

WHITE, RED = 5 / 36, 1 / 6
NEEDS: Final = np.array([1, 3, 5, 8, 11, 15, 19, 23, 28, 33, 39, 45, 52, 59, 66, 74, 82, 91, 100])
TRIES: Final = 2  # a throw that pays next to nothing leads to where one is
OVERTIME_TRIES: Final = 6


def open_values(ends: Floats | Chances) -> Chances:
    """Values of heaps whose missing dice are thrown, by how many reds there are already; one column a rival's hand.

    ``ends`` says what whole hands are worth. Reds are turned when all dice have fallen."""
    found = np.empty((SIZE + 1, HEAPS, ends.shape[1]), np.float32)
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


def turn(ends: Chances) -> Chances:
    """What each hand is worth before a turn, against each rival's, if this is what hands are worth after it."""
    best: Chances = np.maximum.reduceat(open_values(ends)[0][PARTS], FIRST_PART, axis=0)
    return best


def forced_turn(ends: Chances) -> Chances:
    """The same where at least one die is rolled: the last part of a hand is the whole of it."""
    known = open_values(ends)[0]
    known[ROWS[SIZE]] = 0.0
    best: Chances = np.maximum.reduceat(known[PARTS], FIRST_PART, axis=0)
    return best


def opening(first: Chances, turns: int) -> Chances:
    """[turns that are not paid for and come first, hand, other's hand], given the chances at the first that is."""
    values = [first]
    for _ in range(turns - 1):
        values.append(turn(1 - values[-1].T))
    return np.stack(values)


class Race:
    """What hands are worth by what both players need."""

    def __init__(self, needs: NDArray[np.int64] = NEEDS) -> None:
        self._needs = needs
        codes, self._of = np.unique(pairs(), return_inverse=True)
        self._pays = np.zeros((len(codes), MOST, MOST), np.float32)
        for kind, code in enumerate(codes):
            mine, theirs, likely = pays(int(code))
            self._pays[kind, mine, theirs] = likely
        self.overtime = self._overtime()
        self.chances = np.full((len(needs), len(needs), HANDS, HANDS), 0.5, np.float32)

    def solve(self) -> None:
        for mine, theirs in self._pairs():
            for _ in range(TRIES):
                for one, other in dict.fromkeys([(mine, theirs), (theirs, mine)]):
                    self.chances[one, other] = turn(self._paid(one, other))

    def _pairs(self) -> Iterator[tuple[int, int]]:
        """The nearest to the end first. Each begins with what is known of its neighbour."""
        last = len(self._needs) - 1
        for both in range(2 * last + 1):
            for mine in range(max(0, both - last), both // 2 + 1):
                theirs = both - mine
                if mine:
                    self.chances[mine, theirs] = self.chances[mine - 1, theirs]
                    self.chances[theirs, mine] = self.chances[theirs, mine - 1]
                yield mine, theirs

    def _paid(self, mine: int, theirs: int) -> Chances:
        """[hand, other's hand] before the throw that pays for it."""
        left, others_left = (int(self._needs[at]) - np.arange(MOST) for at in (mine, theirs))
        over = (left[:, None] <= 0) | (others_left <= 0)
        after = self._ended(over & (left[:, None] < others_left), over & (left[:, None] == others_left))
        rows, columns = self._between(left), self._between(others_left)
        going_on = np.tensordot(np.tensordot(self._pays, rows, (1, 0)), columns, (1, 0))
        for one, other in np.argwhere(going_on.any(axis=0)):
            after += going_on[self._of, one, other] * (1 - self.chances[other, one].T)
        return after

    def _ended(self, won: NDArray[np.bool_], tied: NDArray[np.bool_]) -> Chances:
        """What throws are worth that decide, or lead into overtime."""
        wins, ties = (np.tensordot(self._pays, those, 2)[self._of] for those in (won, tied))
        found: Chances = (wins + ties * (1 - self.overtime.T)).astype(np.float32)
        return found

    def _overtime(self) -> Chances:
        paid, self.overtime = np.arange(MOST), np.full((HANDS, HANDS), 0.5, np.float32)
        for _ in range(OVERTIME_TRIES):
            ends = self._ended(paid[:, None] > paid, paid[:, None] == paid)
            self.overtime = forced_turn(ends)
        return self.overtime

    def _between(self, left: NDArray[np.int64]) -> Chances:
        """[points paid, need] the part that a need of those solved has in what is left; none where nothing is left."""
        parts = [np.interp(left, self._needs, one) for one in np.eye(len(self._needs))]
        found: Chances = np.where(left > 0, parts, 0.0).T.astype(np.float32)
        return found


class Patterns(NamedTuple):
    """Chances by needs and hands as a sum of few products: a mean, and weights by needs times patterns of hands."""

    means: Chances  # [need, other's need]
    weights: Chances  # [need, other's need, pattern]
    hands: Chances  # [pattern, hand, other's hand]


def patterns(chances: Chances, count: int) -> Patterns:
    """Those that miss least of it (principal components)."""
    cells, flat = chances.shape[:2], chances.reshape(-1, HANDS * HANDS)
    means = flat.mean(axis=1, dtype=np.float64).astype(np.float32)
    rest = flat - means[:, None]
    weights = np.linalg.eigh((rest @ rest.T).astype(np.float64))[1][:, : -count - 1 : -1].astype(np.float32)
    hands = (weights.T @ rest).reshape(count, HANDS, HANDS)
    return Patterns(means.reshape(cells), weights.reshape(*cells, count), hands)
