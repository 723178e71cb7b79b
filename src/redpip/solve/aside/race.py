"""Two players race to a target; then whoever is not ahead at the end of a turn is out.

``behind[d]`` is the chance to win of somebody to move who is d points behind once the end has come on: d points or
fewer lose, more leave the other one behind. ``wins[n, m]`` is the chance of somebody to move who needs n points to
bring on the end while the other one needs m. Nothing else matters, so one table answers every lower target.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import count

import numpy as np

from redpip.core.effort import Progress
from redpip.solve.aside.bounds import margins, nearby_margins
from redpip.solve.aside.cell import Cell
from redpip.solve.aside.facts import Floats, Numbers, Shelf
from redpip.solve.aside.turn import LANES, Roll, Turn, Turns
from redpip.solve.work import at_work

REACH = 10  # times the highest score of a table: so far beyond the target the end is solved
FAR = 4  # times the highest score: whoever is as far behind must fill up more than once
SETTLED = 1e-11  # values of the end that change by less are found
NOTHING_MORE = 1e-10  # what rolling on may win where it is not looked at


def silent(_: float) -> None:
    pass


@dataclass
class Race:
    shelf: Shelf
    roll: Roll
    prospects: Floats  # see bounds.py
    behind: Floats  # [difference]
    wins: Floats  # [own need, other's need]; NaN where it is not solved yet
    threads: int = 1
    target: int = 0  # solved as far as this; without it, as far as there is room
    turns: int = 0  # levels of turns that were looked at, each as many values as the shelf says
    _last: dict[int, Cell] = field(default_factory=dict)  # [own need - other's]: the cell that was solved last
    _ends: dict[int, Cell] = field(default_factory=dict)  # [difference]: the same when the end is on

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
        they follow at the end, and a last look shows whether they changed anything. Whoever is stopped has to begin
        anew, since half of it is worth nothing."""
        self.behind[:] = 0.6 * np.exp(-np.arange(len(self.behind)) * 0.9 / self.shelf.most)
        try:
            self._settle_all(progress)
        except BaseException:
            self.behind[:] = np.nan
            raise

    def _settle_all(self, progress: Progress) -> None:
        most, last = self.shelf.most, len(self.behind)
        near = np.arange(min(4 * most // 3, last))
        middling = np.arange(len(near), min(FAR * most, last))
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
        first, last = FAR * self.shelf.most, len(self.behind)
        if not all(self._stops_ahead(difference) for difference in range(first, last)):
            self._renew(np.arange(first, last))
            return
        for top in (last - 1, last - 2):
            uses = self.end_uses(top)
            levels = open_levels(self.shelf, margins(uses, 0.0, self.prospects))
            turn = Turn(self.shelf, uses, 0.0, levels, self.roll, LANES)
            turn.start()
            for difference in range(top, first - 1, -2):
                self.behind[difference] = turn.start((top - difference) // 2)

    def _stops_ahead(self, difference: int) -> bool:
        """Whether it is proved that nobody rolls on who could make more than the difference without doubling."""
        uses = self.end_uses(difference)
        carried = np.arange(difference - self.shelf.most + 1, (len(uses) - 1) // 2 + 1)
        return bool((margins(uses, 0.0, self.prospects, carried) >= -NOTHING_MORE).all())

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
        cells = [self._end_cell(int(one)) for one in differences]
        self._ends.update((cell.need, cell) for cell in cells)
        with at_work(self.threads) as workers:
            return self._tried(cells, workers)

    def _end_cell(self, difference: int) -> Cell:
        uses, last = self.end_uses(difference), self._ends.get(difference)
        if last:
            known = nearby_margins(last.margins, uses - last.uses, 0.0)
            return Cell(difference, 0, uses, 0.0, known, rolling=last.rolling)
        return Cell(difference, 0, uses, 0.0, margins(uses, 0.0, self.prospects))

    # ---- the race

    def solve(self, progress: Progress = silent) -> None:
        """By diagonals: a value needs only values of fewer points to go in all, and its mirror image."""
        target = self.target or len(self.wins) - 1
        with at_work(self.threads) as workers:
            for total in range(2, 2 * target + 1):
                pairs = [(need, total - need) for need in range(max(1, total - target), total // 2 + 1)]
                missing = [pair for pair in pairs if np.isnan(self.wins[pair])]
                if missing:
                    self._solve_pairs(missing, workers)
                    asked = self.wins[1 : target + 1, 1 : target + 1]
                    progress(1 - np.count_nonzero(np.isnan(asked)) / asked.size)

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
            near = np.abs(crossing - values) <= [cell.near for cell in cells]
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
            guess = self._guess(need, other)
            return Cell(need, other, uses, bust, known, last.slope, guess, last.age + 1, last.rolling)
        return Cell(need, other, uses, bust, margins(uses, bust, self.prospects), value=self._guess(need, other))

    def _tried(self, cells: Sequence[Cell], workers: ThreadPoolExecutor) -> Floats:
        """What comes out of these turns; those with as many levels to look at go side by side."""
        levels = [[] if cell.foreseen else self._open_levels(cell) for cell in cells]
        order = sorted(range(len(cells)), key=lambda at: len(levels[at]))
        groups = [order[at : at + LANES] for at in range(0, len(order), LANES)]
        found = np.zeros(len(cells))

        def solve(group: list[int]) -> None:
            starts = self._starts([cells[at] for at in group], [levels[at] for at in group])
            for lane, at in enumerate(group):
                cell, known = cells[at], starts[:, lane]
                found[at] = cell.end(float(known[0])) if cell.foreseen else cell.learn(levels[at], known)

        list(workers.map(solve, groups))
        return found

    def _open_levels(self, cell: Cell) -> list[int]:
        """Where the turn before proves nothing any more, straight lines are asked anew, but not in vain."""
        unproved = open_levels(self.shelf, cell.margins)
        doubtful = np.array([one for one in reversed(unproved) if one not in cell.rolling], np.int64)
        if len(doubtful):
            by_lines = margins(cell.uses, cell.bust, self.prospects, doubtful)
            cell.margins[doubtful] = np.maximum(cell.margins[doubtful], by_lines)
        can_be = self.shelf.can_be_carried
        return [one for one in open_levels(self.shelf, cell.margins) if one >= len(can_be) or can_be[one]]

    def _guess(self, need: int, other: int) -> float:
        """Most scores are even, so each need has its ups and downs by twos. Together the two needs do little that each
        does not do alone, and a step further as much as a step before."""
        wins = self.wins
        if min(need, other) < 4:
            one, two = (need - 2, other) if need > other else (need, other - 2)
            return float(wins[one, two]) if min(one, two) > 0 else 0.5
        apart = wins[need - 2, other] + wins[need, other - 2] - wins[need - 2, other - 2]
        before = wins[need - 3, other - 1] + wins[need - 1, other - 3] - wins[need - 3, other - 3]
        return float(np.clip(apart + wins[need - 1, other - 1] - before, 0, 1))

    # ---- turns

    def _starts(self, cells: Sequence[Cell], levels: Sequence[list[int]]) -> Floats:
        """[points carried, cell]: what rolling all dice is worth, at these levels and with none carried."""
        spare = LANES - len(cells)
        uses, busts = _padded([cell.uses for cell in cells]), [cell.bust for cell in cells]
        turns = Turns(self.shelf, uses, np.array(busts + busts[:1] * spare), self.roll)
        for lane, known in enumerate(cell.foreseen for cell in cells):
            if known:
                turns.starts[known.carried, lane] = known.starts
        self.turns += sum(map(len, levels)) + len(cells)
        turns.solve([*levels, *([[]] * spare)])
        return turns.starts


def open_levels(shelf: Shelf, known: Floats) -> list[int]:
    """Points carried with which rolling on may be worth it by these margins, highest first."""
    levels = np.flatnonzero(known[shelf.least_filled :] < -NOTHING_MORE) + shelf.least_filled
    return [int(carried) for carried in levels[::-1]]


def _padded(lanes: Sequence[Floats]) -> Floats:
    """As long as the longest, and as many as there are lanes; beyond its end a use stays what it was."""
    most = max(map(len, lanes))
    rows = [np.concatenate([row, np.full(most - len(row), row[-1])]) for row in lanes]
    return np.array(rows + rows[:1] * (LANES - len(rows)))


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
