"""Backward induction where dice may be held from turn to turn.

The start of a turn is then a matrix for each set of boxes and each number of rolls left, 14 GB in all. But a matrix is
needed only once: for what its turn is worth to the set itself, and to each set with one box more that is about to fill
it. So rolls left go outside, of one level only what every configuration is worth is kept for each set, and a start is
handed on as soon as it is found. Turns that somebody wants to look into are kept as they pass.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial, reduce
from itertools import product
from operator import xor
from threading import local
from typing import Any

import numpy as np
from numpy.typing import NDArray

from redpip.core.effort import Progress
from redpip.solve.files import need_memory
from redpip.solve.pool.facts import Floats, Holding, Pool, Way, open_boxes
from redpip.solve.pool.held import Sets, hold_sets
from redpip.solve.pool.layout import CONFIGS, DIGITS, FACES, LEVEL, LONG, PLACE, WIDE, aligned, padded
from redpip.solve.pool.using import Moves, Scoring
from redpip.solve.work import at_work

HIGH = 5  # boxes that tell groups apart; the others make a group of sets whose levels fit the last cache


class HoldingBackward:
    """Like Backward; ``table`` has the starts without a die to hold. Solves the subsets of ``goal``."""

    def __init__(self, pool: Pool, dtype: Any = np.float64, goal: int | None = None, watch: Iterable[int] = ()) -> None:
        assert pool.holding is not None
        self.pool, self.holding = pool, pool.holding
        self._dtype = np.dtype(dtype)
        goal = pool.full if goal is None else goal
        self.sets = [open_set for open_set in range(goal + 1) if open_set & goal == open_set]
        self.about = _about_sets(pool, self.holding, goal, self.sets)
        self._ordered = pool.waive or self.holding.hold_all  # a start needs the starts of smaller sets
        self.table: Floats = np.full((pool.full + 1, pool.rolls + 1), np.nan, dtype)
        self.table[:, 0] = 0
        self.table[0] = pool.bonus * np.arange(pool.rolls + 1)
        self.watched: dict[int, Floats] = {s: np.full((pool.rolls + 1, CONFIGS), np.nan, dtype) for s in watch}
        self.tables = HoldingTables(pool, self.holding, self._dtype)
        self._rooms = local()
        self.left = 0  # the next level to solve
        self._levels: Floats = np.empty((0, 0), dtype)  # of the roll before, by the place of a set

    @property
    def memory(self) -> int:
        """Bytes that the work needs."""
        levels = 2 * len(self.sets) * LEVEL + self.pool.waive * len(self.sets) * WIDE * LONG
        watched = len(self.watched) * (self.pool.rolls + 1) * CONFIGS
        return int(self._dtype.itemsize * (levels + watched))

    def unfinished(self) -> dict[str, NDArray[Any]]:
        """What has to be put aside to take the work up again."""
        watched = {f"watched {open_set}": levels for open_set, levels in self.watched.items()}
        return {"left": np.array(self.left), "levels": self._levels, "values": self.table, **watched}

    def resume(self, arrays: dict[str, NDArray[Any]]) -> None:
        self.left, self._levels, self.table = int(arrays["left"]), arrays["levels"], arrays["values"]
        self.watched = {open_set: arrays[f"watched {open_set}"] for open_set in self.watched}

    def solve(
        self,
        progress: Progress = lambda _: None,
        threads: int = 1,
        solved: Callable[[Floats], None] = lambda _: None,
    ) -> None:
        """``solved`` may look at each level as it is found: a row for each set, ``left`` being the rolls left."""
        need_memory(self.memory)
        if not self._levels.size:
            self._levels = aligned((len(self.sets), LEVEL), self._dtype)
        ahead = aligned(self._levels.shape, self._dtype)
        waived = aligned((len(self.sets) if self.pool.waive else 0, WIDE * LONG), self._dtype)
        rounds = smaller_first(self.sets) if self._ordered else apart(self.sets)
        with at_work(threads) as workers:
            while self.left <= self.pool.rolls:
                touched = np.zeros(len(self.sets), np.bool_)
                for groups in rounds:
                    list(workers.map(partial(self._solve_some, self._levels, ahead, waived, touched), groups))
                self._levels, ahead = ahead, self._levels
                for open_set, levels in self.watched.items():
                    place = self.about.place[open_set]
                    if touched[place]:
                        levels[self.left] = without_padding(self._levels[place])
                solved(self._levels)
                self.left += 1
                progress(self._work(self.left) / self._work(self.pool.rolls + 1))
        self._levels = np.empty((0, 0), self._dtype)  # nobody needs the last one

    def _work(self, levels: int) -> int:
        """How many starts of so many levels have to be found."""
        about = self.about
        sizes = [int(about.sizes[open_set]) for open_set in self.sets[1:]]
        return sum(min(levels, int(about.tops[size]) + 1) - min(levels, int(about.floors[size])) for size in sizes)

    def _solve_some(
        self, before: Floats, ahead: Floats, waived: Floats, touched: NDArray[np.bool_], some: Sequence[int]
    ) -> None:
        if not hasattr(self._rooms, "room"):
            self._rooms.room = aligned((WIDE * (LONG + 2 * WIDE + 8),), self._dtype)
        tables = self.tables
        hold_sets(
            np.array(some),
            self.left,
            self.about,
            before,
            ahead,
            waived,
            touched,
            self.table,
            tables.scoring,
            self.pool.flips,
            tables.kept,
            tables.barred,
            self._rooms.room,
        )


def without_padding(level: Floats) -> Floats:
    """What each configuration is worth, in the order of its digits."""
    return level.reshape(-1, 8)[:, :6].ravel()


def apart(sets: Sequence[int]) -> list[list[list[int]]]:
    """Rounds of groups of sets. Groups of one round can be solved side by side: a set changes its own level and those
    with one box more, and sets of different groups of a round differ in three boxes or more.

    Five of the boxes have different labels, not 0. Sets whose boxes have the same labels in all (xor) are a round:
    to change one or two of the five boxes changes that. Within it, the same of the five boxes make a group.
    """
    boxes = open_boxes(sets[-1])[-HIGH:]
    rounds: dict[int, dict[int, list[int]]] = {}
    for open_set in sets:
        high = [label for label, box in enumerate(boxes, 1) if open_set >> box & 1]
        group = sum(1 << label for label in high)
        rounds.setdefault(reduce(xor, high, 0), {}).setdefault(group, []).append(open_set)
    return [list(groups.values()) for groups in rounds.values()]


def smaller_first(sets: Sequence[int]) -> list[list[list[int]]]:
    """The same for sets that need what smaller ones have done."""
    rounds = apart(sets)
    return [
        [some for group in groups if (some := [s for s in group if s.bit_count() == size])]
        for size in range(sets[-1].bit_count() + 1)
        for groups in rounds
    ]


def _about_sets(pool: Pool, holding: Holding, goal: int, sets: Sequence[int]) -> Sets:
    place = np.full(pool.full + 1, -1)
    place[sets] = range(len(sets))
    tops = [pool.tops(size) for size in range(pool.boxes + 1)]
    never = pool.rolls + 1  # one more than all boxes are never open
    return Sets(
        goal,
        place,
        np.array([open_set.bit_count() for open_set in range(pool.full + 1)]),
        np.array([*pool.floors, never]),
        np.array([pool.rolls, *tops[1:], 0]),
        np.array([*(top + holding.hold_all for top in tops), 0]),
        holding.hold_all,
    )


class HoldingTables:
    """What the kernels need to know of the game, in their number format."""

    def __init__(self, pool: Pool, holding: Holding, dtype: np.dtype[Any]) -> None:
        self.scoring = Scoring(
            padded(pool.points, dtype),
            np.pad(pool.kinds, (0, 8)),
            *_whole(pool, holding, dtype),
            np.searchsorted([way.box for way in holding.ways], range(pool.boxes + 1)),
            moves_of(holding.ways, dtype),
        )
        down = [all(digit < 6 for digit in digits[: holding.dice]) for digits in DIGITS]
        across = [all(digit < 6 for digit in digits[: max(holding.dice - 3, 0)]) for digits in DIGITS]
        self.kept = np.flatnonzero(down)
        self.barred = np.array([-np.inf if kept else 0 for kept in [*across, False]], dtype)


def _whole(pool: Pool, holding: Holding, dtype: np.dtype[Any]) -> tuple[Any, Any, Any]:
    """Where all dice used bring more than a way that uses each of them: by box, where in a level, how many points."""
    each = np.full((pool.boxes, CONFIGS), -np.inf)
    for way in holding.ways:
        points = reduce(np.add.outer, [*way.gain[: holding.dice], *np.zeros((6 - holding.dice, 6))]).ravel()
        each[way.box] = np.maximum(each[way.box], points)
    whole = holding.whole[:, holding.whole_kinds]
    boxes, configs = np.nonzero(whole > each)
    at = configs // 6 * 8 + configs % 6
    return np.searchsorted(boxes, range(pool.boxes + 1)), at, whole[boxes, configs].astype(dtype)


def moves_of(ways: Sequence[Way], dtype: np.dtype[Any]) -> Moves:
    """Every step of every way, for the three dice down and the three across."""
    down = [_steps(row, way.stay[:3], way.gain[:3]) for way in ways for row in range(FACES)]
    ends = np.cumsum([0, *map(len, down)])
    fours, fives = ([_Axis(way.stay[die], way.gain[die]) for way in ways] for die in (3, 4))
    across = [_across(*axes) for axes in zip(fours, fives, strict=True)]
    steps = [step for some in across for step in some]
    lanes = np.full((2, len(ways), 8), -np.inf)
    lanes[:, :, :6] = [[way.stay[5] for way in ways], [way.gain[5] for way in ways]]
    return Moves(
        np.array([ends[FACES * way : FACES * (way + 1) + 1] for way in range(len(ways))]),
        *_columns(down, dtype),
        np.array([7 * four.read[0] + five.read[0] for four, five in zip(fours, fives, strict=True)]),
        np.array([1 if len(five.read) > 1 else 7 for five in fives]),
        np.array([len(four.read) * len(five.read) for four, five in zip(fours, fives, strict=True)]),
        np.cumsum([0, *map(len, across)]),
        *(np.array([step[part] for step in steps], np.int64) for part in (0, 1)),
        *(np.array([step[part] for step in steps], dtype) for part in (2, 3)),
        *lanes.astype(dtype),
        *(np.array([(axis.reached[0], axis.reached[-1] + 1) for axis in axes]) for axes in (fours, fives)),
    )


class _Axis:
    """One die: the faces that score when it is used, those that are possible at all, and the states that this reads.
    A way must use the die, which then shows one face or any, or leaves it its choice."""

    def __init__(self, stay: Floats, gain: Floats) -> None:
        self.stay, self.gain = stay, gain
        self.used = [face for face in range(6) if gain[face] > -np.inf]
        self.reached = [face for face in range(6) if max(gain[face], stay[face]) > -np.inf]
        self.read = range(7) if stay.max() == 0 else range(6, 7)


def _across(fours: _Axis, fives: _Axis) -> list[tuple[int, int, float, float]]:
    """Steps of dice 4 and 5 between lines, the pairs of their states: to, from, what staying and moving bring."""
    steps = [(7 * a + b, 42 + b, fours.stay[a], fours.gain[a]) for a in fours.used for b in fives.read]
    return steps + [(7 * a + b, 7 * a + 6, fives.stay[b], fives.gain[b]) for a in fours.reached for b in fives.used]


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
