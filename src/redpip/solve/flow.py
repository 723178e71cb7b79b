"""What best play looks like: where the games go, pushed forward through the values of a solved turn.

Layout: a function of six dice is flat, [7] * 6, die 1 first; digits 0 to 5 are faces, 6 is open (see lattice). Mass is
the share of all games. A level pushes it from dice that lie there to a box or to a keep, from keeps through the throw
(each face a sixth of it, a red one to "wild") and from wilds to the face that is worth most.

The variance of a game's total is the sum, over all throws, of mass times the variance that the throw adds: what
happens between throws is chosen and changes no expectation.
"""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from redpip.core.advice import Progress
from redpip.solve.backward import Backward, at_work
from redpip.solve.lattice import CONFIGS, compiled
from redpip.solve.pool import open_boxes

STATES = 7**6
EMBED = np.array([sum(d * 7 ** (5 - i) for i, d in enumerate(digits)) for digits in product(range(6), repeat=6)])


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
    """Bit ``die`` of rolled[state]: that die is better rolled."""
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
def _throw(mass: Any, wild: Any, flips: bool) -> None:
    """Mass on keeps becomes mass on dice that lie there."""
    step = STATES
    for die in range(6):
        step //= 7
        for high in range(0, STATES, 7 * step):
            for at in range(high, high + step):
                if mass[at + 6 * step, 0] > 0:
                    for kind in range(mass.shape[1]):
                        share = mass[at + 6 * step, kind] / 6
                        for face in range(6):
                            if face != die:
                                mass[at + face * step, kind] += share
                        mass[at + 6 * step, kind] = share
    step = STATES
    for die in range(6):
        step //= 7
        for high in range(0, STATES, 7 * step):
            for at in range(high, high + step):
                if mass[at + 6 * step, 0] > 0:
                    chosen = die
                    for face in range(6):
                        if flips and wild[at + face * step] > wild[at + chosen * step]:
                            chosen = face
                    for kind in range(mass.shape[1]):
                        mass[at + chosen * step, kind] += mass[at + 6 * step, kind]
                        mass[at + 6 * step, kind] = 0


@compiled
def _keep(state: int, rolled: Any) -> int:
    """The keep that the fold chose for dice that lie there."""
    step = 1
    for die in range(5, -1, -1):
        if rolled[state] >> die & 1:
            state += (6 - state // step % 7) * step
        step *= 7
    return state


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
    scored: Any,
    passed: Any,
    embed: Any,
) -> float:
    """Pushes ``begun[left]``, the mass of turns that begin so, to ``scored[box, left, kind]`` and to
    ``passed[box, left]``. Mass has a first column for all games; column 1 + m loses what is written with
    dice of a kind for which marked[m, kind].

    ``kinds[f]`` is the kind of configuration f in points[box, kind]. Returns the variance that the throws add.
    """
    variance = 0.0
    lying, mass = np.zeros((CONFIGS, begun.shape[1])), np.zeros((STATES, begun.shape[1]))
    wild, value, square = np.zeros(STATES), np.zeros(STATES), np.zeros(STATES)
    rolled = np.zeros(STATES, np.uint8)
    for left in range(top, floor - 1, -1):
        some = lying.any()
        if not some and begun[left, 0] == 0:
            continue
        mass[:] = 0
        if left > floor:
            mass[STATES - 1] = begun[left]
            wild[embed] = levels[left - 1]
            _wild(wild, flips)
            value[:], square[:] = wild, wild * wild
            _roll(value)
            _roll(square)
            square -= value * value
            _fold(value, rolled)
        for f in range(CONFIGS):
            if lying[f, 0] > 0:
                box, best = 0, -np.inf
                for b in range(points.shape[0]):
                    if points[b, kinds[f]] + after[b, left] > best:
                        box, best = b, points[b, kinds[f]] + after[b, left]
                if left == floor or best >= value[embed[f]]:
                    scored[box, left, kinds[f]] += lying[f, 0]
                    passed[box, left, 0] += lying[f, 0]
                    for m in range(len(marked)):
                        if not marked[m, kinds[f]]:
                            passed[box, left, 1 + m] += lying[f, 1 + m]
                else:
                    mass[_keep(embed[f], rolled)] += lying[f]
        if left > floor:
            variance += (mass[:, 0] * square).sum()
            _throw(mass, wild, flips)
            lying[:] = mass[embed]
    return variance


class Flow:
    """Follows best play from the start of the game. ``scored[box, kind]`` is how often dice of a kind are written, and
    ``without[m]`` the share of games in which none are for which marked[m, kind]."""

    def __init__(self, backward: Backward, marked: NDArray[np.bool_]) -> None:
        self.backward, self.pool, self._marked = backward, backward.pool, marked
        self._begun = np.zeros((self.pool.full + 1, self.pool.rolls + 1, 1 + len(marked)))
        self._begun[self.pool.full, self.pool.rolls] = 1
        self._out = np.zeros(1 + len(marked))  # games that ended without a roll left
        self.scored = np.zeros_like(self.pool.points)
        self.variance = 0.0

    def run(self, progress: Progress, threads: int) -> None:
        sizes = range(self.pool.boxes, 0, -1)
        done = 0
        with at_work(threads) as workers:
            for size in sizes:
                sets = [s for s in self.pool.sets(size) if self._begun[s].any()]
                for open_set, scored, passed, variance in workers.map(self._of_set, sets):
                    self._add(open_set, scored, passed, variance)
                    done += 1
                    progress(done / self.pool.full)

    def _of_set(self, open_set: int) -> tuple[int, NDArray[np.float64], NDArray[np.float64], float]:
        pool, boxes = self.pool, open_boxes(open_set)
        after = self.backward.table[[open_set ^ 1 << box for box in boxes]]
        scored = np.zeros((len(boxes), pool.rolls + 1, pool.points.shape[1]))
        passed = np.zeros((len(boxes), pool.rolls + 1, self._out.size))
        variance = flow_of_set(
            pool.points[boxes],
            pool.kinds,
            after,
            self.backward.turn(open_set),
            pool.floors[len(boxes)],
            pool.tops(len(boxes)),
            pool.flips,
            self._unwaived(open_set, after),
            self._marked,
            scored,
            passed,
            EMBED,
        )
        return open_set, scored, passed, variance

    def _unwaived(self, open_set: int, after: Any) -> NDArray[np.float64]:
        """Turns that begin with a throw; the others fill a box with nothing and go on to the next turn."""
        begun: NDArray[np.float64] = self._begun[open_set].copy()
        if self.pool.waive:
            for left in np.flatnonzero(begun[:, 0]):
                box = int(after[:, left].argmax())
                if after[box, left] >= self.backward.table[open_set, left]:
                    self._begun[open_set ^ 1 << open_boxes(open_set)[box], left] += begun[left]
                    begun[left] = 0
        return begun

    def _add(self, open_set: int, scored: NDArray[np.float64], passed: NDArray[np.float64], variance: float) -> None:
        self.variance += variance
        for at, box in enumerate(open_boxes(open_set)):
            self._begun[open_set ^ 1 << box, 1:] += passed[at, 1:]
            self._out += passed[at, 0]
            self.scored[box] += scored[at].sum(0)

    @property
    def without(self) -> NDArray[np.float64]:
        ended: NDArray[np.float64] = self._out + self._begun[0].sum(0)
        return ended[1:]

    @property
    def bonus(self) -> float:
        return float(self.pool.bonus * (self._begun[0, :, 0] @ np.arange(self.pool.rolls + 1)))
