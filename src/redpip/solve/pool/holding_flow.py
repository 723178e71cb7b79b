"""What best play looks like where dice may be held from turn to turn.

Values are found from few rolls left to many and games go from many to few, so all levels are put aside on the disk
while they are found, 11 GB compressed to about one, and taken out again from the last to the first.

A start of a turn does not push: it *fetches*. For each number of rolls left, smaller sets of boxes first, a set values
its starts, and takes from every set with one box more the dice that are best scored to get here. What nobody has
fetched when a set's own turn comes is rolled again. So a start is known only while it is needed, and a set's level and
its mass can give way to those of the next roll.
"""

from __future__ import annotations

import tempfile
import zlib
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from threading import Lock, local
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from redpip.core.effort import Progress
from redpip.solve.files import need_disk, need_memory
from redpip.solve.pool.facts import Floats, Holding, Pool
from redpip.solve.pool.held import Sets
from redpip.solve.pool.holding import HoldingBackward, HoldingTables, smaller_first, without_padding
from redpip.solve.pool.jit import compiled
from redpip.solve.pool.layout import CONFIGS, LEVEL, LINES, LONG, PLACE, WIDE, aligned
from redpip.solve.pool.mass import (
    ALL_OPEN,
    EMBED,
    STATES,
    Figures,
    Tally,
    Throw,
    look_ahead,
    new_tally,
    new_throw,
    push,
)
from redpip.solve.pool.using import Scoring, score_box, score_last
from redpip.solve.store import Arrays, Keep
from redpip.solve.work import at_work

ROWS = 2  # of mass at a time: 380 MB each
SQUEEZED = 5  # levels become at least so many times smaller on the disk
KEPT_EACH = 6  # rolls: so often the work is put aside, to be taken up again if it is stopped
NEARLY = 1e-9  # two ways to find a value differ by roundings
NO_THROW = np.zeros(0)
NO_THROW.flags.writeable = False  # like what is taken from the shelf, or the kernel would be compiled twice

LINED = np.add.outer(PLACE * LONG, np.add.outer(8 * np.arange(LINES), np.arange(7)).ravel()).ravel()
"""Where a start in lines has each state."""


class Uses(NamedTuple):
    """What each set of dice brings: the ways of ``Scoring`` as they are."""

    stay: Any  # [way, die, face]
    gain: Any  # [way, die, face]
    ways: Any  # from ways[box] to ways[box + 1]
    whole: Any  # [box, f]: with all dice used


def uses_of(holding: Holding, scoring: Scoring) -> Uses:
    stay, gain = (np.array([getattr(way, part) for way in holding.ways]).reshape(-1, 6, 6) for part in ("stay", "gain"))
    return Uses(stay, gain, scoring.ways, holding.whole[:, holding.whole_kinds])


class Game(NamedTuple):
    """What does not change from set to set."""

    sets: Sets
    scoring: Scoring
    uses: Uses
    marked: Any  # [mark, f]
    lost: Any  # by row of mass: the mark with which its games are lost, -1 for none
    flips: bool
    bonus: float
    barred: Any  # keeps that are no throw
    embed: Any
    lined: Any


class Room(NamedTuple):
    """What a thread works with."""

    throw: Throw
    begun: Any  # [row, state]: mass of starts
    start: Any  # their values, in lines
    lines: Any
    level: Any  # what scoring in a box brings
    steps: Any  # [die]: from its face to open
    gains: Any  # [die]: what it brings


def new_room(rows: int) -> Room:
    start, lines, level = (aligned((size,), np.float64) for size in (WIDE * LONG, LONG, LEVEL))
    return Room(new_throw(), np.zeros((rows, STATES)), start, lines, level, np.zeros(6, np.int64), np.zeros(6))


@compiled
def _best_use(f: int, box: int, game: Game, room: Room) -> tuple[int, float]:
    """The start that dice are best scored for, and the points."""
    uses, steps, gains, value = game.uses, room.steps, room.gains, room.throw.value
    found, points = ALL_OPEN, uses.whole[box, f]
    most = points + value[ALL_OPEN]
    for way in range(uses.ways[box], uses.ways[box + 1]):
        usable, forced, step, faces = 0, 0, 1, f
        for die in range(5, -1, -1):
            face, faces = faces % 6, faces // 6
            gains[die], steps[die] = uses.gain[way, die, face], (6 - face) * step
            usable |= (gains[die] > -np.inf) << die
            forced |= (uses.stay[way, die, face] == -np.inf) << die
            step *= 7
        if forced & ~usable:
            continue
        free = usable ^ forced
        part = free
        while part >= 0:
            there, brought = game.embed[f], 0.0
            for die in range(6):
                if (part | forced) >> die & 1:
                    there, brought = there + steps[die], brought + gains[die]
            if brought + value[there] > most:
                found, points, most = there, brought, brought + value[there]
            part = part - 1 & free if part else -1
    return found, points


@compiled
def _fetch(level: Any, lying: Any, box: int, last: bool, game: Game, room: Room, tally: Tally, over: Any) -> None:
    """Takes the mass of dice that are best scored in this box: ``room.level`` says what that brings, ``level`` what
    they are worth. After the ``last`` box or roll it is for ``over``."""
    scoring = game.scoring
    for f in range(CONFIGS):
        if room.level[8 * (f // 6) + f % 6] < level[f] - NEARLY:
            continue
        some = 0.0
        for row in range(len(lying)):
            some += lying[row, f]
        if some == 0:
            continue
        there, points = ALL_OPEN, scoring.best[box, scoring.kinds[f]]
        if not last:
            there, points = _best_use(f, box, game, room)
        tally.written[box] += lying[0, f]
        tally.brought[box] += lying[0, f] * points
        for mark in range(len(game.marked)):
            if there == ALL_OPEN and game.marked[mark, f]:
                tally.marks[mark] += lying[0, f]
        for row in range(len(lying)):
            mark = game.lost[row]
            if mark < 0 or there != ALL_OPEN or not game.marked[mark, f]:
                if last:
                    over[row] += lying[row, f]
                else:
                    room.begun[row, there] += lying[row, f]
            lying[row, f] = 0


@compiled
def flow_of_starts(
    open_set: int,
    left: int,
    before: Any,
    levels: Any,
    lying: Any,
    first: bool,
    game: Game,
    room: Room,
    tally: Tally,
    over: Any,
) -> float:
    """All starts of a turn with these boxes open and so many rolls left: fetches their games and throws their dice.

    before         what each configuration is worth one roll later, empty where there is no throw
    levels[place]  the same with this number of rolls left; gives way to ``before``
    lying[place]   mass on configurations, likewise
    first          whether the game begins here

    Returns the variance that the throws add to the games of the first row.
    """
    sets, throw, begun = game.sets, room.throw, room.begun
    size, here, last = sets.sizes[open_set], sets.place[open_set], before.size == 0
    more = [open_set | 1 << box for box in range(game.scoring.ways.size - 1)]
    waiting = first or lying[here].any()
    for some in more:
        waiting |= some != open_set and lying[sets.place[some]].any()
    if not last:
        levels[here] = before
    if not waiting:
        return 0.0
    begun[:] = 0
    rest = game.bonus * left * (size == 0)
    if first:
        begun[:, ALL_OPEN] = 1
    if not last:
        look_ahead(before, game.flips, game.barred, game.embed, throw)
        room.start[game.lined] = throw.value
        rest = throw.value[ALL_OPEN]
    for box, some in enumerate(more):
        there = sets.place[some]
        if some != open_set and lying[there].any():
            room.level[:] = -np.inf
            if last:
                score_last(rest, box, game.scoring, room.level)
            else:
                score_box(room.start, rest, box, game.scoring, room.level, room.lines)
            _fetch(levels[there], lying[there], box, last, game, room, tally, over)
    if last:
        return 0.0
    for row in range(len(begun)):
        begun[row][game.embed] += lying[here, row]
    variance: float = push(begun, throw)
    for row in range(len(begun)):
        lying[here, row] = begun[row][game.embed]
    return variance


class Shelf:
    """Levels put aside on the disk, compressed."""

    def __init__(self, folder: Path) -> None:
        self._file = tempfile.TemporaryFile(dir=folder)  # noqa: SIM115 - closed in __exit__
        self._where: dict[tuple[int, int], tuple[int, int]] = {}
        self._one_at_a_time = Lock()

    def put(self, left: int, place: int, level: Floats) -> None:
        squeezed = zlib.compress(np.ascontiguousarray(level).data, 1)
        with self._one_at_a_time:
            self._where[left, place] = self._file.seek(0, 2), len(squeezed)
            self._file.write(squeezed)

    def take(self, left: int, place: int) -> Floats:
        with self._one_at_a_time:
            at, size = self._where[left, place]
            self._file.seek(at)
            squeezed = self._file.read(size)
        return np.frombuffer(zlib.decompress(squeezed))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()


def _share(progress: Progress, at: int, shares: int) -> Progress:
    return lambda done: progress((at + done) / shares)


class Passed(NamedTuple):
    """What one pass through all games, or some of its work, has found."""

    tally: Tally
    over: Any  # [left, row]: mass of games that ended with so many rolls left
    variance: Any
    next: Any  # the number of rolls left to go on with, -1 at the end

    @property
    def sums(self) -> tuple[Any, ...]:
        return (*self.tally, self.over, self.variance)

    def add(self, more: Passed) -> None:
        for total, further in zip(self.sums, more.sums, strict=True):
            total += further

    def kept(self, at: int) -> Iterator[tuple[str, Any]]:
        """Under these names pass ``at`` is put aside."""
        return ((f"{at} {number}", array) for number, array in enumerate((*self.sums, self.next)))


class HoldingFlow:
    """Like Flow, the values being found on the way; ``folder`` is where they are put aside."""

    def __init__(self, pool: Pool, marked: NDArray[np.bool_], folder: Path) -> None:
        assert pool.holding is not None
        assert not pool.waive, "a turn without a throw would hand its games to sets that are done"
        assert not pool.holding.hold_all, "likewise"
        self.pool, self._holding, self._marked, self._folder = pool, pool.holding, marked, folder
        self._sets = range(pool.full + 1)
        self._rounds = smaller_first(self._sets)
        lost = [-1, *range(len(marked))]  # all games, and those without a mark
        self._lost = [np.array(lost[at : at + ROWS]) for at in range(0, len(lost), ROWS)]
        self._passes = [self._passed(some.size) for some in self._lost]
        self._lying: Floats | None = None  # mass of a pass that is taken up again

    def resume(self, arrays: Arrays) -> None:
        for at, found in enumerate(self._passes):
            for name, array in found.kept(at):
                array[...] = arrays[name]
        self._lying = arrays["lying"]

    def run(self, progress: Progress, threads: int, keep: Keep) -> Figures:
        need_memory(8 * len(self._sets) * (1 + ROWS) * CONFIGS)
        shares = 1 + len(self._passes)
        with at_work(threads) as workers, self._shelf() as shelf:
            about, tables = self._put_aside(shelf, workers, _share(progress, 0, shares), threads)
            for at, lost in enumerate(self._lost):
                self._push(at, self._game(lost, about, tables), shelf, workers, _share(progress, 1 + at, shares), keep)
        every = np.concatenate([found.over for found in self._passes], 1)
        left_over = float(every[:, 0] @ np.arange(self.pool.rolls + 1))
        return Figures(self._passes[0].tally, every.sum(0)[1:], left_over, float(self._passes[0].variance))

    def _shelf(self) -> Shelf:
        self._folder.mkdir(parents=True, exist_ok=True)
        need_disk(self._folder, 8 * len(self._sets) * self.pool.rolls * CONFIGS // SQUEEZED)
        return Shelf(self._folder)

    def _put_aside(
        self, shelf: Shelf, workers: ThreadPoolExecutor, progress: Progress, threads: int
    ) -> tuple[Sets, HoldingTables]:
        backward = HoldingBackward(self.pool)

        def solved(levels: Floats) -> None:
            list(workers.map(lambda at: shelf.put(backward.left, at, without_padding(levels[at])), self._sets))

        backward.solve(progress, threads, solved)
        return backward.about, backward.tables

    def _game(self, lost: NDArray[np.int64], about: Sets, tables: HoldingTables) -> Game:
        states = np.arange(STATES).reshape((7,) * 6)
        barred = states[(slice(6),) * self._holding.dice].ravel()
        uses = uses_of(self._holding, tables.scoring)
        pool = self.pool
        return Game(about, tables.scoring, uses, self._marked, lost, pool.flips, pool.bonus, barred, EMBED, LINED)

    def _push(
        self, at: int, game: Game, shelf: Shelf, workers: ThreadPoolExecutor, progress: Progress, keep: Keep
    ) -> None:
        """All games, from the first roll to the last."""
        found, rolls, rooms = self._passes[at], self.pool.rolls, local()
        if found.next < 0:
            return
        levels = aligned((len(self._sets), CONFIGS), np.float64)
        lying, self._lying = self._lying, None
        if lying is None:
            lying = aligned((len(self._sets), game.lost.size, CONFIGS), np.float64)
        else:
            for open_set in self._sets:
                levels[open_set] = shelf.take(int(found.next), open_set)
        while found.next >= 0:
            left = int(found.next)
            for groups in self._rounds:
                for more in workers.map(partial(self._push_some, game, left, shelf, levels, lying, rooms), groups):
                    found.add(more)
            found.next[...] -= 1
            progress((rolls - left + 1) / (rolls + 1))
            if left and left % KEPT_EACH == 0:
                kept = (pair for number, one in enumerate(self._passes) for pair in one.kept(number))
                keep({**dict(kept), "lying": lying})

    def _push_some(
        self, game: Game, left: int, shelf: Shelf, levels: Floats, lying: Floats, rooms: local, some: Sequence[int]
    ) -> Passed:
        if not hasattr(rooms, "room"):
            rooms.room = new_room(game.lost.size)
        found = self._passed(game.lost.size)
        for open_set in some:
            size = open_set.bit_count()
            if left <= game.sets.tops[size]:
                throws = size and left > game.sets.floors[size]
                before = shelf.take(left - 1, open_set) if throws else NO_THROW
                first = open_set == self.pool.full and left == self.pool.rolls
                variance = flow_of_starts(
                    open_set, left, before, levels, lying, first, game, rooms.room, found.tally, found.over[left]
                )
                found.variance[...] += variance
        return found

    def _passed(self, rows: int) -> Passed:
        tally = new_tally(self.pool.boxes, len(self._marked))
        return Passed(tally, np.zeros((self.pool.rolls + 1, rows)), np.zeros(()), np.array(self.pool.rolls))
