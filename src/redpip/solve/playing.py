"""Many games of best play at once, by the kernels: a million games share the work of solving their turns.

Games are taken by their set of open boxes, the fullest cards first. For each set its turn is solved once, and all
games that have it play that turn. Layout of configurations and keeps as in ``lattice``, dice 1, 2, 3 down.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from redpip.core.advice import Progress
from redpip.solve.backward import Backward
from redpip.solve.lattice import DIGITS, FACES, ORDER, PLACE, WIDE, cast, choose_keeps, compiled, spread
from redpip.solve.pool import open_boxes

# [place, dice rolled as bits] -> place with those dice open
KEEP = np.array(
    [
        [PLACE[sum((6 if mask >> die & 1 else digits[die]) * 7 ** (2 - die) for die in range(3))] for mask in range(8)]
        for digits in DIGITS[:FACES]
    ]
)


@compiled
def keep_values(levels: Any, keeps: Any, wanted: Any, flips: bool, order: Any) -> None:
    """keeps[left] = what every keep is worth that leaves ``left`` rolls, (344 x 344), where wanted."""
    wild, rolled = np.zeros(FACES * WIDE, levels.dtype), np.zeros(WIDE * WIDE, levels.dtype)
    block = np.zeros(8 * WIDE, levels.dtype)
    for left in range(wanted.size):
        if wanted[left]:
            spread(levels[left], wild, 0, flips, block, order)
            cast(wild, rolled, 1, flips, block, order)
            choose_keeps(rolled, keeps[left], 0, block, order)


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


@compiled
def play_turns(
    games: Any,
    left: Any,
    totals: Any,
    filled: Any,
    points: Any,
    kinds: Any,
    after: Any,
    levels: Any,
    keeps: Any,
    floor: int,
    flips: bool,
    keep: Any,
    luck: Any,
) -> None:
    """One turn of each of ``games``: ``left`` and ``totals`` are theirs, ``filled`` takes the box (among the open)."""
    faces = np.zeros(6, np.int64)
    for game in games:
        rest, thrown = left[game], 63
        while True:
            rest -= 1
            for die in range(6):
                if thrown >> die & 1:
                    faces[die] = np.int64(((_random(luck) >> np.uint64(32)) * np.uint64(6)) >> np.uint64(32))
            at = _flipped(faces, thrown if flips else 0, levels[rest])
            row, column = at // 216, at % 216
            score, box = -np.inf, 0
            for b in range(points.shape[0]):
                value = points[b, kinds[at]] + after[b, rest]
                if value > score:
                    score, box = value, b
            best, thrown = score, 0
            if rest > floor:
                for down in range(8):
                    line = keep[row, down] * 344
                    for across in range(8):
                        value = keeps[rest - 1, line + keep[column, across]]
                        if value > best and down + across:
                            best, thrown = value, down | across << 3
            if not thrown:
                break
            for die in range(6):
                faces[die] = at // 6 ** (5 - die) % 6
        left[game] = rest
        totals[game] += points[box, kinds[at]]
        filled[game] = box


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
        boxes, pool = open_boxes(open_set), self.pool
        after = self.backward.table[[open_set ^ 1 << box for box in boxes]]
        floor = pool.floors[len(boxes)]
        top = int(self.left[games].max())
        levels = self.backward.turn(open_set, top)
        keeps = np.zeros((top, WIDE * WIDE), levels.dtype)
        keep_values(levels, keeps, np.arange(top) >= floor, pool.flips, ORDER)
        filled = np.zeros(self.left.size, np.int64)
        points = pool.points[boxes].astype(levels.dtype)
        play_turns(
            games,
            self.left,
            self.totals,
            filled,
            points,
            pool.kinds,
            after,
            levels,
            keeps,
            floor,
            pool.flips,
            KEEP,
            self._luck,
        )
        self.open_sets[games] ^= 1 << np.array(boxes)[filled[games]]
