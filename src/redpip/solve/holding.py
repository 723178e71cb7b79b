"""Backward induction where dice may be held from turn to turn.

The start of a turn is then a matrix for each set of boxes and each number of rolls left, 14 GB in all. So rolls left
go outside: of one level only what every configuration is worth is kept for each set, and the starts for sets of two
neighbouring sizes. Turns that somebody wants to look into are kept as they pass.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from itertools import product
from threading import local
from typing import Any

import numpy as np
from numpy.typing import NDArray

from redpip.core.advice import Progress
from redpip.solve.backward import at_work
from redpip.solve.lattice import CONFIGS, DIGITS, FACES, OPEN, ORDER, PLACE, WIDE, Moves, level_of_set
from redpip.solve.pool import Floats, Holding, Pool, Way, open_boxes
from redpip.solve.store import need_memory

CORNER = (OPEN - 1) * WIDE + OPEN - 1  # no die may be held
CHUNK = 4  # sets that a thread takes at once


class HoldingBackward:
    """Like Backward; ``table`` has the starts without a die to hold. Solves the subsets of ``goal``."""

    def __init__(self, pool: Pool, dtype: Any = np.float64, goal: int | None = None, watch: Iterable[int] = ()) -> None:
        assert pool.holding is not None
        self.pool, self.holding = pool, pool.holding
        self._dtype = np.dtype(dtype)
        goal = pool.full if goal is None else goal
        self._sizes = [[s for s in pool.sets(size) if s & goal == s] for size in range(goal.bit_count() + 1)]
        self._rank = {open_set: rank for sets in self._sizes for rank, open_set in enumerate(sets)}
        self.table: Floats = np.full((pool.full + 1, pool.rolls + 1), np.nan, dtype)
        self.table[:, 0] = 0
        self.table[0] = pool.bonus * np.arange(pool.rolls + 1)
        self.watched: dict[int, Floats] = {s: np.full((pool.rolls + 1, CONFIGS), np.nan, dtype) for s in watch}
        self._scoring = _Scoring(pool, self.holding, self._dtype)
        self._rooms = local()
        self.left = 0  # the next level to solve
        self._levels: Floats = np.empty((0, 0), dtype)  # [set, configuration] of the level before

    @property
    def memory(self) -> int:
        """Bytes that the work needs."""
        sets = sum(map(len, self._sizes))
        matrices = 2 * max(map(len, self._sizes)) * WIDE * WIDE
        watched = len(self.watched) * (self.pool.rolls + 1) * CONFIGS
        return int(self._dtype.itemsize * (2 * sets * CONFIGS + matrices + watched))

    def unfinished(self) -> dict[str, NDArray[Any]]:
        """What has to be put aside to take the work up again."""
        watched = {f"watched {open_set}": levels for open_set, levels in self.watched.items()}
        return {"left": np.array(self.left), "levels": self._levels, "values": self.table, **watched}

    def resume(self, arrays: dict[str, NDArray[Any]]) -> None:
        self.left, self._levels, self.table = int(arrays["left"]), arrays["levels"], arrays["values"]
        self.watched = {open_set: arrays[f"watched {open_set}"] for open_set in self.watched}

    def solve(self, progress: Progress = lambda _: None, threads: int = 1) -> None:
        need_memory(self.memory)
        if not self._levels.size:
            self._levels = np.zeros((len(self._rank), CONFIGS), self._dtype)
        ahead = np.zeros_like(self._levels)
        rooms = np.zeros((2, max(map(len, self._sizes)), WIDE * WIDE), self._dtype)
        with at_work(threads) as workers:
            while self.left <= self.pool.rolls:
                for size in self._sizes_at(self.left):
                    task = partial(self._solve_some, self._levels, ahead, rooms[size % 2], rooms[1 - size % 2])
                    list(workers.map(task, batched(self._sizes[size], CHUNK)))
                self._levels, ahead = ahead, self._levels
                self.left += 1
                progress(self._work(self.left) / self._work(self.pool.rolls + 1))

    def _sizes_at(self, left: int) -> list[int]:
        """Sizes of sets that a game can have open with so many rolls left."""
        sizes = range(1, len(self._sizes))
        return [size for size in sizes if self.pool.floors[size] <= left <= self.pool.tops(size)]

    def _work(self, levels: int) -> int:
        return sum(len(self._sizes[size]) for left in range(levels) for size in self._sizes_at(left))

    def _solve_some(self, before: Floats, levels: Floats, starts: Floats, afters: Floats, sets: Sequence[int]) -> None:
        if not hasattr(self._rooms, "room"):
            self._rooms.room = np.zeros(2 * WIDE * WIDE + 8 * WIDE, self._dtype)
        for open_set in sets:
            rank = self._at(open_set)
            self._solve_one(open_set, before[rank], levels[rank], starts[self._rank[open_set]], afters)

    def _at(self, open_set: int) -> int:
        """Where the level of a set stands: sizes one after another."""
        return sum(map(len, self._sizes[: open_set.bit_count()])) + self._rank[open_set]

    def _solve_one(self, open_set: int, before: Floats, level: Floats, start: Floats, afters: Floats) -> None:
        pool, left, boxes = self.pool, self.left, open_boxes(open_set)
        size = len(boxes)
        rests = self.table[[open_set ^ 1 << box for box in boxes], left]
        parts = boxes if size > 1 and left else []  # after the last box, or the last roll, no dice are held
        scoring = self._scoring
        ways = [(self._rank[open_set ^ 1 << box], way) for box in parts for way in scoring.ways[box]]
        slots, used = np.array(ways, np.int64).reshape(-1, 2).T.copy()
        may_score = left < pool.tops(size) or self.holding.hold_all
        level_of_set(
            before,
            level,
            start,
            left > pool.floors[size],
            may_score,
            *scoring.of(boxes, bool(parts)),
            rests,
            afters,
            slots,
            used,
            scoring.moves,
            pool.flips,
            scoring.kept,
            scoring.barred,
            ORDER,
            self._rooms.room,
        )
        if left > pool.floors[size]:
            self._finish(start, level, [afters[self._rank[open_set ^ 1 << box]] for box in parts], float(rests.max()))
            self.table[open_set, left] = start[CORNER]
        if open_set in self.watched:
            self.watched[open_set][left] = level

    def _finish(self, start: Floats, level: Floats, afters: Sequence[Floats], rest: float) -> None:
        """Turns that need no roll: a box filled with nothing, or all dice held."""
        if self.pool.waive:
            for after in afters:
                np.maximum(start, after, out=start)
            if not afters:
                np.maximum(start, rest, out=start)
        if self.holding.hold_all:
            faces = start.reshape(WIDE, WIDE)[:FACES, :FACES]
            np.maximum(faces, level.reshape(FACES, FACES), out=faces)


class _Scoring:
    """The tables that the kernels need to score, in their number format."""

    def __init__(self, pool: Pool, holding: Holding, dtype: np.dtype[Any]) -> None:
        self._values = pool.points.astype(dtype), pool.kinds
        self._wholes = holding.whole.astype(dtype), holding.whole_kinds
        self.moves = moves_of(holding.ways, dtype)
        self.ways = [[at for at, way in enumerate(holding.ways) if way.box == box] for box in range(pool.boxes)]
        down = [all(digit < 6 for digit in digits[: holding.dice]) for digits in DIGITS]
        across = [all(digit < 6 for digit in digits[: max(holding.dice - 3, 0)]) for digits in DIGITS]
        self.kept = ORDER[:OPEN][down]
        self.barred = np.array([-np.inf if kept else 0 for kept in [*across, False]], dtype)

    def of(self, boxes: Sequence[int], parts: bool) -> tuple[Floats, NDArray[np.uint16]]:
        """Scoring with all dice; where nothing can be held after it, scoring with whatever dice bring most."""
        points, kinds = self._wholes if parts else self._values
        return points[boxes], kinds


def moves_of(ways: Sequence[Way], dtype: np.dtype[Any]) -> Moves:
    """Every step of every way, for the three dice down and the three across."""
    down = [_steps(row, way.stay[:3], way.gain[:3]) for way in ways for row in range(FACES)]
    across = [[_steps(column, way.stay[3:], way.gain[3:]) for column in range(FACES)] for way in ways]
    moved = [
        [(column, used) for column, steps in enumerate(one) if (used := [s for s in steps if s[0] != column])]
        for one in across
    ]
    ends = np.cumsum([0, *map(len, down)])
    targets = [target for one in moved for target in one]
    return Moves(
        np.array([ends[FACES * way : FACES * (way + 1) + 1] for way in range(len(ways))]),
        *_columns(down, dtype),
        np.cumsum([0, *map(len, moved)]),
        np.array([column for column, _ in targets], np.int64),
        np.cumsum([0, *(len(used) for _, used in targets)]),
        *_columns([used for _, used in targets], dtype),
        np.array([any(step[0] == at for at, steps in enumerate(one) for step in steps) for one in across]),
    )


def _columns(steps: Sequence[Sequence[tuple[int, float]]], dtype: np.dtype[Any]) -> tuple[NDArray[np.int64], Floats]:
    flat = [step for some in steps for step in some]
    return np.array([place for place, _ in flat], np.int64), np.array([points for _, points in flat], dtype)


def _steps(place: int, stay: Floats, gain: Floats) -> list[tuple[int, float]]:
    """What three dice that lie there can become, each die staying or being used, and for how many points."""
    found = []
    for used in product((False, True), repeat=3):
        faces = DIGITS[place]
        chosen = [(gain if used[die] else stay)[die, faces[die]] for die in range(3)]
        digits = [6 if used[die] else faces[die] for die in range(3)]
        if sum(chosen) > -np.inf:
            found.append((int(PLACE[49 * digits[0] + 7 * digits[1] + digits[2]]), float(sum(chosen))))
    return found


def batched(items: Sequence[int], size: int) -> list[Sequence[int]]:
    return [items[at : at + size] for at in range(0, len(items), size)]
