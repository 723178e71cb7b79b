"""What best play looks like: all games pushed forward through the values of solved turns, a set of boxes at a time."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from redpip.core.effort import Progress
from redpip.solve.pool.backward import Backward
from redpip.solve.pool.facts import open_boxes
from redpip.solve.pool.jit import compiled
from redpip.solve.pool.layout import CONFIGS
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
from redpip.solve.store import Arrays, Keep
from redpip.solve.work import at_work

NOTHING_BARRED = np.zeros(0, np.int64)  # a turn begins with a throw of all dice


@compiled
def flow_of_set(
    points: Any,
    kinds: Any,
    after: Any,
    levels: Any,
    floor: int,
    top: int,
    flips: bool,
    begun: Any,
    marked: Any,
    tally: Tally,
    passed: Any,
    embed: Any,
    barred: Any,
    throw: Throw,
) -> float:
    """Pushes ``begun[left]``, the mass of turns that begin so, to ``passed[box, left]``. Mass has a first row for all
    games; row 1 + m loses what is written with dice for which marked[m, f].

    ``kinds[f]`` is the kind of configuration f in points[box, kind]. Returns the variance that the throws add.
    """
    variance = 0.0
    rows = begun.shape[1]
    lying, mass = np.zeros((rows, CONFIGS)), np.zeros((rows, STATES))
    for left in range(top, floor - 1, -1):
        if not lying[0].any() and begun[left, 0] == 0:
            continue
        mass[:] = 0
        if left > floor:
            mass[:, ALL_OPEN] = begun[left]
            look_ahead(levels[left - 1], flips, barred, embed, throw)
        for f in range(CONFIGS):
            if lying[0, f] > 0:
                box, best = 0, -np.inf
                for b in range(points.shape[0]):
                    if points[b, kinds[f]] + after[b, left] > best:
                        box, best = b, points[b, kinds[f]] + after[b, left]
                if left == floor or best >= throw.value[embed[f]]:
                    tally.written[box] += lying[0, f]
                    tally.brought[box] += lying[0, f] * points[box, kinds[f]]
                    passed[box, left, 0] += lying[0, f]
                    for m in range(rows - 1):
                        if marked[m, f]:
                            tally.marks[m] += lying[0, f]
                        else:
                            passed[box, left, 1 + m] += lying[1 + m, f]
                else:
                    for row in range(rows):
                        mass[row, embed[f]] = lying[row, f]
        if left > floor:
            variance += push(mass, throw)
            for row in range(rows):
                lying[row] = mass[row][embed]
    return variance


class Flow:
    """Follows best play from the start of the game; dice with a mark are those for which marked[m, f]."""

    def __init__(self, backward: Backward, marked: NDArray[np.bool_]) -> None:
        self.backward, self.pool, self._marked = backward, backward.pool, marked
        self._begun = np.zeros((self.pool.full + 1, self.pool.rolls + 1, 1 + len(marked)))
        self._begun[self.pool.full, self.pool.rolls] = 1
        self._out = np.zeros(1 + len(marked))  # games that ended without a roll left
        self._tally = new_tally(self.pool.boxes, len(marked))
        self._variance = np.zeros(())
        self._size = self.pool.boxes  # of the sets to go on with

    def _kept(self) -> dict[str, NDArray[Any]]:
        return {"begun": self._begun, "out": self._out, "variance": self._variance, **self._tally._asdict()}

    def resume(self, arrays: Arrays) -> None:
        self._size = int(arrays["size"])
        for name, array in self._kept().items():
            array[...] = arrays[name]

    def run(self, progress: Progress, threads: int, keep: Keep) -> Figures:
        done = sum(math.comb(self.pool.boxes, size) for size in range(self._size + 1, self.pool.boxes + 1))
        with at_work(threads) as workers:
            while self._size:
                sets = [s for s in self.pool.sets(self._size) if self._begun[s].any()]
                for open_set, tally, passed, variance in workers.map(self._of_set, sets):
                    self._add(open_set, tally, passed, variance)
                    done += 1
                    progress(done / self.pool.full)
                self._size -= 1
                keep({**self._kept(), "size": np.array(self._size)})
        ended = self._begun[0]
        without = self._out + ended.sum(0)
        left_over = float(ended[:, 0] @ np.arange(self.pool.rolls + 1))
        return Figures(self._tally, without[1:], left_over, float(self._variance))

    def _of_set(self, open_set: int) -> tuple[int, Tally, NDArray[np.float64], float]:
        pool, boxes = self.pool, open_boxes(open_set)
        after = self.backward.table[[open_set ^ 1 << box for box in boxes]]
        begun = self._begun[open_set].copy()
        tally = new_tally(len(boxes), len(self._marked))
        passed = np.zeros((len(boxes), *begun.shape))
        if pool.waive:
            self._waive(self.backward.table[open_set], after, begun, tally, passed)
        variance = flow_of_set(
            pool.points[boxes],
            pool.kinds,
            after,
            self.backward.turn(open_set),
            pool.floors[len(boxes)],
            pool.tops(len(boxes)),
            pool.flips,
            begun,
            self._marked,
            tally,
            passed,
            EMBED,
            NOTHING_BARRED,
            new_throw(),
        )
        return open_set, tally, passed, variance

    def _waive(self, values: Any, after: Any, begun: Any, tally: Tally, passed: Any) -> None:
        """Takes out the turns that fill a box with nothing instead of throwing."""
        for left in np.flatnonzero(begun[:, 0]):
            box = int(after[:, left].argmax())
            if after[box, left] >= values[left]:
                tally.written[box] += begun[left, 0]
                passed[box, left] += begun[left]
                begun[left] = 0

    def _add(self, open_set: int, tally: Tally, passed: NDArray[np.float64], variance: float) -> None:
        self._variance[...] += variance
        self._tally.marks[:] += tally.marks
        for at, box in enumerate(open_boxes(open_set)):
            self._begun[open_set ^ 1 << box, 1:] += passed[at, 1:]
            self._out += passed[at, 0]
            self._tally.written[box] += tally.written[at]
            self._tally.brought[box] += tally.brought[at]
