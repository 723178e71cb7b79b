"""Two players race to a target; then whoever is not ahead at the end of a turn is out.

``behind[d]`` is the chance to win of somebody to move who is d points behind once the end has come on: d points or
fewer lose, more leave the other one behind. ``wins[n, m]`` is the chance of somebody to move who needs n points to
bring on the end while the other one needs m. Nothing else matters, so one table answers every lower target.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import count

import numpy as np

from redpip.core.effort import Progress
from redpip.solve.aside.bounds import margins, nearby_margins
from redpip.solve.aside.facts import Floats, Numbers, Shelf
from redpip.solve.aside.turn import LANES, Roll, Turn, Turns
from redpip.solve.work import at_work

REACH = 10  # times the highest score of a table: so far beyond the target the end is solved
FAR = 4  # times the highest score: whoever is as far behind must fill up more than once
SETTLED = 1e-11  # values of the end that change by less are found
NEAR = 1e-7  # who is as near to a crossing takes one more step along the lines, which leaves a hundredth of it at most
NOTHING_MORE = 1e-10  # what rolling on may win where it is not looked at
WIDER = 16  # points by which a square of needs grows
STEEP = 0.95  # no line is steeper
USUAL = 0.3  # roughly the chance of a bust


def silent(_: float) -> None:
    pass


@dataclass
class Cell:
    """A turn of somebody who needs so much, while the other one does. ``uses`` say what its score is worth."""

    need: int
    other: int
    uses: Floats
    bust: float
    margins: Floats  # [points carried]: by how much stopping filled up is better than rolling on, at least
    slope: float = USUAL  # of its value as a function of what a bust is worth
    value: float = 0.5
    tried: tuple[float, float] | None = None  # what a bust was taken to be worth, and what came out

    def assume(self, bust: float) -> None:
        self.margins = nearby_margins(self.margins, np.zeros(len(self.uses)), bust - self.bust)
        self.bust = self.uses[0] = bust

    def learn(self, levels: Sequence[int], starts: Floats) -> float:
        """Takes over what came out; says how much the turn is worth."""
        known = np.array(levels, np.int64)
        self.margins[known] = self.uses[2 * known] - starts[known]
        found = float(starts[0])
        if self.tried and abs(self.bust - self.tried[0]) > 1e-9:
            self.slope = min(max((found - self.tried[1]) / (self.bust - self.tried[0]), 0.0), STEEP)
        self.tried = self.bust, found
        return found


@dataclass
class Race:
    shelf: Shelf
    roll: Roll
    prospects: Floats  # see bounds.py
    behind: Floats  # [difference]
    wins: Floats  # [own need, other's need]; NaN where it is not solved yet
    threads: int = 1
    turns: int = 0  # levels of turns that were looked at, each as many values as the shelf says
    _last: dict[int, Cell] = field(default_factory=dict)  # [own need - other's]: the cell that was solved last

    # ---- what a turn is used for

    def end_uses(self, difference: int) -> Floats:
        """What a turn's score is worth to somebody so far behind when the end is on."""
        return np.concatenate([np.zeros(difference + 1), 1 - self.behind[1:], np.ones(1)])

    def uses(self, need: int, other: int) -> Floats:
        """What a turn's score is worth while nobody has reached the target."""
        short = 1 - self.wins[other, need:0:-1]  # scores 0 to need - 1
        return np.concatenate([short, 1 - self.behind[other:], np.ones(1)])

    # ---- the end

    def solve_end(self, progress: Progress = silent) -> None:
        """A fixed point in the difference. Most of it is among small differences, so these go round and round until
        they agree. Play from small differences comes to middling ones now and then, and to large ones hardly ever:
        they follow at the end, and a last look shows whether they changed anything."""
        most, last = self.shelf.most, len(self.behind)
        near = np.arange(min(4 * most // 3, last))
        middling = np.arange(len(near), min(FAR * most, last))
        if np.isnan(self.behind).any():
            self.behind[:] = 0.6 * np.exp(-np.arange(last) * 0.9 / most)
        changed = 1.0
        for done in count(1):
            self._settle(near, max(SETTLED, 1e-3 * changed))
            changed = self._renew(middling)
            progress(1 - 0.5**done)
            if changed <= SETTLED:
                self._chase()
                if self._renew(near) <= SETTLED:
                    return

    def _chase(self) -> None:
        """Large differences d. With A points carried only doubling helps, as long as A and the highest score of a table
        make no more than d; so what rolling on is worth depends on d - 2A alone, and one turn has the values of all
        differences that are as even as its own. That holds if whoever could make more than d is proved to stop;
        otherwise these differences are solved one by one."""
        most, last = self.shelf.most, len(self.behind)
        for top in (last - 1, last - 2):
            uses = self.end_uses(top)
            levels = open_levels(self.shelf, margins(uses, 0.0, self.prospects))
            if 2 * max(levels, default=0) - top > (FAR - 2) * most:
                self._renew(np.arange(FAR * most, last))
                return
            turn = Turn(self.shelf, uses, 0.0, levels, self.roll, LANES)
            turn.start()
            for difference in range(top, FAR * most - 1, -2):
                self.behind[difference] = turn.start((top - difference) // 2)

    def _renew(self, differences: Numbers) -> float:
        """How much they changed."""
        before = self.behind[differences]
        self.behind[differences] = self._end_values(differences)
        return float(np.abs(self.behind[differences] - before).max(initial=0.0))

    def _settle(self, differences: Numbers, tolerance: float) -> None:
        mixed = Mixing()
        for _ in range(200):
            now = self.behind[differences]
            if self._renew(differences) <= tolerance:
                return
            self.behind[differences] = np.clip(mixed.next(now, self.behind[differences]), 0, 1)
        raise ArithmeticError("the end has no fixed point")

    def _end_values(self, differences: Numbers) -> Floats:
        return self.solve_turns([self.end_uses(int(one)) for one in differences], [0.0] * len(differences))

    # ---- the race

    def solve(self, progress: Progress = silent) -> None:
        """Square by square, so that what is done when somebody stops answers every target up to there; and within
        the next square by diagonals: a value needs only values of fewer points to go in all, and its mirror image."""
        target = len(self.wins) - 1
        with at_work(self.threads) as workers:
            for square in range(WIDER, target + WIDER, WIDER):
                for pairs in _diagonals(min(square, target), square - WIDER):
                    missing = [pair for pair in pairs if np.isnan(self.wins[pair])]
                    if missing:
                        self._solve_pairs(missing, workers)
                        progress(self.solved_part)

    @property
    def solved_part(self) -> float:
        return 1 - np.count_nonzero(np.isnan(self.wins[1:, 1:])) / (len(self.wins) - 1) ** 2

    def _solve_pairs(self, pairs: Sequence[tuple[int, int]], workers: ThreadPoolExecutor) -> None:
        """Both sides of each pair wait for the other after a bust: a straight line through the last two tries says
        where they meet, and the tries end when what was assumed came out."""
        cells = [self._cell(*sides) for need, other in pairs for sides in ((need, other), (other, need))]
        for _ in range(100):
            mirror = np.arange(len(cells)) ^ 1
            values, slopes = np.array([cell.value for cell in cells]), np.zeros(len(cells))
            for cell, twin in zip(cells, values[mirror], strict=True):
                cell.assume(1 - float(twin))
            found = self._tried(cells, workers)
            slopes = np.array([cell.slope for cell in cells])
            level = found + slopes * values[mirror]
            crossing = (level - slopes * level[mirror]) / (1 - slopes * slopes[mirror])
            near = np.abs(found - values) <= NEAR
            near &= near[mirror]
            for cell, value in zip(cells, crossing, strict=True):
                cell.value = float(value)
            for cell in (cells[at] for at in np.flatnonzero(near)):
                self.wins[cell.need, cell.other] = cell.value
                self._last[cell.need - cell.other] = cell
            cells = [cells[at] for at in np.flatnonzero(~near)]
            if not cells:
                return
        raise ArithmeticError(f"no fixed point at {pairs}")

    def _cell(self, need: int, other: int) -> Cell:
        uses, bust = self.uses(need, other), 1 - self._guess(other, need)
        uses[0] = bust
        last = self._last.get(need - other)
        if last and last.need == need - 1:
            known = nearby_margins(last.margins, uses - last.uses, bust - last.bust)
            return Cell(need, other, uses, bust, known, last.slope, self._guess(need, other))
        return Cell(need, other, uses, bust, margins(uses, bust, self.prospects), value=self._guess(need, other))

    def _tried(self, cells: Sequence[Cell], workers: ThreadPoolExecutor) -> Floats:
        """What comes out of these turns; those with as many levels to look at go side by side."""
        levels = [open_levels(self.shelf, cell.margins) for cell in cells]
        order = sorted(range(len(cells)), key=lambda at: len(levels[at]))
        groups = [order[at : at + LANES] for at in range(0, len(order), LANES)]
        found = np.zeros(len(cells))

        def solve(group: list[int]) -> None:
            uses, busts = [cells[at].uses for at in group], [cells[at].bust for at in group]
            for at, starts in zip(group, self._starts(uses, busts, [levels[at] for at in group]), strict=True):
                found[at] = cells[at].learn(levels[at], starts)

        list(workers.map(solve, groups))
        return found

    def _guess(self, need: int, other: int) -> float:
        """As the step before led to the last one, so it goes on."""
        if min(need, other) < 2:
            return 0.5
        before = self.wins.diagonal(other - need)[max(1, min(need, other) - 3) : min(need, other)]
        ahead = before[-1] + sum(np.diff(before, order)[-1] for order in range(1, len(before)))
        return float(np.clip(ahead, 0, 1))

    # ---- turns

    def solve_turns(self, uses: Sequence[Floats], busts: Sequence[float]) -> Floats:
        """What these turns are worth, each by itself."""

        def solve(at: int) -> list[float]:
            lanes, worth = uses[at : at + LANES], busts[at : at + LANES]
            known = [margins(row, bust, self.prospects) for row, bust in zip(lanes, worth, strict=True)]
            levels = [open_levels(self.shelf, one) for one in known]
            return [float(starts[0]) for starts in self._starts(lanes, worth, levels)]

        with at_work(self.threads) as workers:
            return np.array([value for group in workers.map(solve, range(0, len(uses), LANES)) for value in group])

    def _starts(self, uses: Sequence[Floats], busts: Sequence[float], levels: Sequence[list[int]]) -> list[Floats]:
        """[points carried] for each turn: what rolling all dice is worth, at these levels and with none carried."""
        spare = LANES - len(uses)
        self.turns += sum(map(len, levels)) + len(levels)
        turns = Turns(self.shelf, _padded(uses), np.append(busts, [busts[0]] * spare), self.roll)
        turns.solve([*levels, *([[]] * spare)])
        return list(turns.starts.T[: len(uses)])


def open_levels(shelf: Shelf, known: Floats) -> list[int]:
    """Points carried with which rolling on may be worth it by these margins, highest first."""
    levels = np.flatnonzero(known < -NOTHING_MORE)
    return [int(carried) for carried in levels[::-1] if carried >= shelf.least_filled]


def _padded(lanes: Sequence[Floats]) -> Floats:
    """As long as the longest, and as many as there are lanes; beyond its end a use stays what it was."""
    most = max(map(len, lanes))
    rows = [np.concatenate([row, np.full(most - len(row), row[-1])]) for row in lanes]
    return np.array(rows + rows[:1] * (LANES - len(rows)))


def _diagonals(square: int, known: int) -> Iterator[list[tuple[int, int]]]:
    """Needs up to ``square`` of which one at least is above ``known``, the smaller one first."""
    for total in range(known + 2, 2 * square + 1):
        lowest = max(1, total - square)
        yield [(need, total - need) for need in range(lowest, total // 2 + 1) if total - need > known]


class Mixing:
    """Anderson's mixing: of the last tries the combination whose change is smallest."""

    def __init__(self, depth: int = 6) -> None:
        self._depth = depth
        self._tries: list[tuple[Floats, Floats]] = []

    def next(self, now: Floats, after: Floats) -> Floats:
        self._tries = [*self._tries, (now, after)][-self._depth :]
        if len(self._tries) == 1:
            return (now + after) / 2
        images = np.array([image for _, image in self._tries])
        changes = images - np.array([point for point, _ in self._tries])
        steps = changes[-1] - changes[:-1]
        shares = np.linalg.lstsq(steps.T, changes[-1], rcond=None)[0]
        mixed: Floats = images[-1] - shares @ (images[-1] - images[:-1])
        return mixed
