"""Many games of best play at once, by the kernels: a million games share the work of solving their turns.

Games are taken by their set of open boxes, the fullest cards first. For each set its turn is solved once, and all
games that have it play that turn. Layout of configurations and keeps as in ``lattice``, dice 1, 2, 3 down.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from redpip.core.advice import Progress
from redpip.solve.backward import Backward
from redpip.solve.lattice import DIGITS, FACES, ORDER, PLACE, WIDE, cast, compiled, keep_values
from redpip.solve.pool import open_boxes

# [place, dice rolled as bits] -> place with those dice open
KEEP = np.array(
    [
        [PLACE[sum((6 if mask >> die & 1 else digits[die]) * 7 ** (2 - die) for die in range(3))] for mask in range(8)]
        for digits in DIGITS[:FACES]
    ]
)


@compiled
def keeps_of(levels: Any, keeps: Any, wanted: Any, flips: bool, order: Any) -> None:
    """keeps[left] = what every keep is worth that leaves ``left`` rolls, (344 x 344), where wanted."""
    wild, rolled = np.zeros(FACES * WIDE, levels.dtype), np.zeros(WIDE * WIDE, levels.dtype)
    block = np.zeros(8 * WIDE, levels.dtype)
    for left in range(wanted.size):
        if wanted[left]:
            cast(levels[left], 27, 8, wild, 0, flips, False, block, order)
            cast(wild, 43, 8, rolled, 1, flips, True, block, order)
            keep_values(rolled, keeps[left], 0, block, order)


@compiled
def _random(state: Any) -> Any:
    """The next 64 random bits (splitmix64)."""
    state[0] += np.uint64(0x9E3779B97F4A7C15)
    z = state[0]
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


@compiled
def _flipped(faces: Any, thrown: int, level: Any) -> int:
    """The best configuration that turning red dice just thrown can reach."""
    steps = (7776, 1296, 216, 36, 6, 1)
    at, reds = 0, 0
    for die in range(6):
        red = thrown >> die & 1 and faces[die] == die
        reds |= red << die
        at += 0 if red else faces[die] * steps[die]
    if not reds:
        return at
    best, chosen = -np.inf, 0
    turned = np.zeros(6, np.int64)
    while True:
        here = at
        for die in range(6):
            here += turned[die] * steps[die]
        if level[here] > best:
            best, chosen = level[here], here
        die = 0
        while die < 6 and (not reds >> die & 1 or turned[die] == 5):
            turned[die] = 0
            die += 1
        if die == 6:
            return chosen
        turned[die] += 1


class Turns(NamedTuple):
    """All that decides a turn with some boxes open."""

    points: Any  # [box, kind], the open boxes alone
    kinds: Any
    after: Any  # [box, rolls left]
    levels: Any  # [rolls left, configuration]
    keeps: Any  # [rolls left, keep]
    floor: int
    flips: bool
    keep: Any  # KEEP


@compiled
def decide(faces: Any, thrown: int, rest: int, turns: Turns) -> tuple[int, int, int]:
    """Best play with these dice (faces from 0, those just thrown as bits): the configuration after flips, the dice to
    roll as bits, and if there are none the box to write."""
    at = _flipped(faces, thrown if turns.flips else 0, turns.levels[rest])
    best, box, rolled = -np.inf, 0, 0
    for b in range(turns.points.shape[0]):
        value = turns.points[b, turns.kinds[at]] + turns.after[b, rest]
        if value > best:
            best, box = value, b
    if rest > turns.floor:
        for down in range(8):
            line = turns.keep[at // 216, down] * 344
            for across in range(8):
                value = turns.keeps[rest - 1, line + turns.keep[at % 216, across]]
                if value > best and down + across:
                    best, rolled = value, down | across << 3
    return at, rolled, box


@compiled
def play_turns(games: Any, left: Any, totals: Any, filled: Any, turns: Turns, luck: Any) -> None:
    """One turn of each of ``games``: ``left`` and ``totals`` are theirs, ``filled`` takes the box (among the open)."""
    faces = np.zeros(6, np.int64)
    for game in games:
        rest, rolled, at, box = left[game], 63, 0, 0
        while rolled:
            rest -= 1
            for die in range(6):
                if rolled >> die & 1:
                    faces[die] = np.int64(((_random(luck) >> np.uint64(32)) * np.uint64(6)) >> np.uint64(32))
            at, rolled, box = decide(faces, rolled, rest, turns)
            for die in range(6):
                faces[die] = at // 6 ** (5 - die) % 6
        left[game] = rest
        totals[game] += turns.points[box, turns.kinds[at]]
        filled[game] = box


def turns_of(backward: Backward, open_set: int, top: int) -> Turns:
    """The decisions of all turns with these boxes open and at most ``top`` rolls left."""
    boxes, pool = open_boxes(open_set), backward.pool
    levels = backward.turn(open_set, top)
    keeps = np.zeros((top, WIDE * WIDE), levels.dtype)
    floor = pool.floors[len(boxes)]
    keeps_of(levels, keeps, np.arange(top) >= floor, pool.flips, ORDER)
    after = backward.table[[open_set ^ 1 << box for box in boxes]]
    points = pool.points[boxes].astype(levels.dtype)
    return Turns(points, pool.kinds, after, levels, keeps, floor, pool.flips, KEEP)


class Games:
    """So many games of best play. ``totals`` are their scores once they are ``played``."""

    def __init__(self, backward: Backward, count: int, seed: int) -> None:
        assert not backward.pool.waive, "games with turns without a roll are not played here"
        self.backward, self.pool = backward, backward.pool
        self.open_sets = np.full(count, self.pool.full, np.int64)
        self.left = np.full(count, self.pool.rolls, np.int64)
        self.totals = np.zeros(count)
        self._luck = np.array([seed * 0x9E3779B97F4A7C15 % 2**64], np.uint64)

    def play(self, progress: Progress = lambda _: None) -> NDArray[np.float64]:
        for size in range(self.pool.boxes, 0, -1):
            playing = np.flatnonzero((self.left > 0) & (self.open_sets > 0))
            order = playing[np.argsort(self.open_sets[playing], kind="stable")]
            starts = np.flatnonzero(np.diff(self.open_sets[order], prepend=-1))
            for games in np.split(order, starts[1:]):
                if games.size:
                    self._play_set(int(self.open_sets[games[0]]), games)
            progress(1 - (size - 1) / self.pool.boxes)
        done = self.open_sets == 0
        self.totals[done] += self.pool.bonus * self.left[done]
        return self.totals

    def _play_set(self, open_set: int, games: NDArray[np.int64]) -> None:
        turns = turns_of(self.backward, open_set, int(self.left[games].max()))
        filled = np.zeros(self.left.size, np.int64)
        play_turns(games, self.left, self.totals, filled, turns, self._luck)
        self.open_sets[games] ^= 1 << np.array(open_boxes(open_set))[filled[games]]
