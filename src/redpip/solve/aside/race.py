"""Two players race to a target; then whoever is not ahead at the end of a turn is out.

``behind[d]`` is the chance to win of somebody to move who is d points behind once the end has come on: d points or
fewer lose, more leave the other one behind. ``wins[n, m]`` is the chance of somebody to move who needs n points to
bring on the end while the other one needs m. Nothing else matters, so one table answers every lower target.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

import numpy as np

from redpip.core.effort import Progress
from redpip.solve.aside.bounds import limits
from redpip.solve.aside.facts import Floats, Numbers, Shelf
from redpip.solve.aside.turn import LANES, Roll, Turns
from redpip.solve.work import at_work

REACH = 4  # times the highest score of a table: so far beyond the target the end is solved; good play goes no further
SETTLED = 1e-11  # values of the end that change by less are found
SAME = 1e-10  # where values differ from their own consequences by less, one more step along the line ends the search
PAIRS = LANES // 2
WIDER = 16  # points by which a square of needs grows


def silent(_: float) -> None:
    pass


@dataclass
class Race:
    shelf: Shelf
    roll: Roll
    prospects: Floats  # see bounds.py
    behind: Floats  # [difference]
    wins: Floats  # [own need, other's need]; NaN where it is not solved yet

    # ---- what a turn is used for

    def end_uses(self, difference: int) -> Floats:
        """What a turn's score is worth to somebody so far behind (below 0: ahead) when the end is on."""
        scores = np.arange(1, len(self.behind) + 1) if difference < 0 else np.arange(1, len(self.behind))
        ahead = 1 - np.append(self.behind, 0.0)
        if difference >= 0:
            return np.concatenate([np.zeros(difference + 1), ahead[1:]])
        return np.append(ahead[-difference:], np.ones(1))[: len(scores) + 1]

    def uses(self, need: int, other: int) -> Floats:
        """What a turn's score is worth while nobody has reached the target."""
        short = 1 - self.wins[other, need:0:-1]  # scores 0 to need - 1
        return np.concatenate([short, 1 - self.behind[other:], np.ones(1)])

    # ---- the end

    def solve_end(self, progress: Progress = silent) -> None:
        """A fixed point in the difference. Most of it is among small differences, so these go round and round until
        they agree. Play from small differences comes to middling ones now and then, and to large ones never: they
        follow at the end, and a last look shows that they changed nothing."""
        most, last = self.shelf.most, len(self.behind)
        near, middling = np.arange(min(4 * most // 3, last)), np.arange(min(4 * most // 3, last), min(3 * most, last))
        far = np.arange(min(3 * most, last), last)
        self.behind[:] = 0.6 * np.exp(-np.arange(last) * 1.2 / most)
        for done in count(1):
            before = self.behind.copy()
            self._settle(near)
            self.behind[middling] = self._end_values(middling)
            progress(1 - 0.5**done)
            if np.abs(self.behind - before).max() <= SETTLED:
                self.behind[far] = self._end_values(far)
                if np.abs(self._end_values(near) - self.behind[near]).max() <= SETTLED:
                    return

    def _settle(self, differences: Numbers) -> None:
        mixed = Mixing()
        for _ in range(200):
            now = self.behind[differences]
            after = self._end_values(differences)
            self.behind[differences] = after
            if np.abs(after - now).max() <= SETTLED:
                return
            self.behind[differences] = np.clip(mixed.next(now, after), 0, 1)
        raise ArithmeticError("the end has no fixed point")

    def _end_values(self, differences: Numbers) -> Floats:
        found = [self._end_batch(differences[at : at + LANES]) for at in range(0, len(differences), LANES)]
        return np.concatenate([*found, np.zeros(0)])

    def _end_batch(self, differences: Numbers) -> Floats:
        lanes = [self.end_uses(int(one)) for one in differences]
        values = self.solve_turns(_padded(lanes), np.zeros(LANES))
        return values[: len(differences)]

    # ---- the race

    def solve(self, progress: Progress = silent, threads: int = 1) -> None:
        """Square by square, so that what is done when somebody stops answers every target up to there; and within
        the next square by diagonals: a value needs only values of fewer points to go in all, and its mirror image."""
        target = len(self.wins) - 1
        with at_work(threads) as workers:
            for square in range(WIDER, target + WIDER, WIDER):
                for pairs in _diagonals(min(square, target), square - WIDER):
                    missing = [pair for pair in pairs if np.isnan(self.wins[pair])]
                    batches = [missing[at : at + PAIRS] for at in range(0, len(missing), PAIRS)]
                    for batch, found in zip(batches, workers.map(self._batch, batches), strict=True):
                        for (need, other), mine, theirs in zip(batch, found[::2], found[1::2], strict=True):
                            self.wins[need, other], self.wins[other, need] = mine, theirs
                    if missing:
                        progress(self.solved_part)

    @property
    def solved_part(self) -> float:
        return 1 - np.count_nonzero(np.isnan(self.wins[1:, 1:])) / (len(self.wins) - 1) ** 2

    def _batch(self, pairs: list[tuple[int, int]]) -> Floats:
        """Both sides of each pair wait for the other after a bust: a straight line through the last two tries says
        where they meet, and the tries end when what was assumed came out."""
        cells = [cell for need, other in pairs for cell in ((need, other), (other, need))]
        cells += cells[:1] * (LANES - len(cells))
        mirror = np.arange(LANES) ^ 1
        uses = _padded([self._open_uses(*cell) for cell in cells])
        bounds = np.array([limits(row, self.prospects) for row in uses])
        values: Floats = np.array([self._guess(*cell) for cell in cells])
        slopes, busts, found = np.full(LANES, 0.3), np.zeros(LANES), np.zeros(LANES)
        for attempt in range(100):
            before = busts, found
            busts = 1 - values[mirror]
            uses[:, 0] = busts
            found = self.solve_turns(uses, busts, bounds)
            near = np.abs(found - values)[: 2 * len(pairs)].max() <= SAME
            moved = np.abs(busts - before[0]) > 1e-11
            if attempt:
                rises = (found - before[1]) / np.where(moved, busts - before[0], 1.0)
                slopes = np.where(moved, np.clip(rises, 0.0, 0.95), slopes)
            level = found + slopes * (1 - busts)
            values = (level - slopes * level[mirror]) / (1 - slopes * slopes[mirror])
            if near:
                return values[: 2 * len(pairs)]
        raise ArithmeticError(f"no fixed point at {pairs}")

    def _open_uses(self, need: int, other: int) -> Floats:
        uses = self.uses(need, other)
        uses[0] = 0.0  # a bust's worth is what is sought
        return uses

    def _guess(self, need: int, other: int) -> float:
        """As the step before led to the last one, so it goes on."""
        if min(need, other) < 2:
            return 0.5
        before = self.wins.diagonal(other - need)[max(1, min(need, other) - 3) : min(need, other)]
        ahead = before[-1] + sum(np.diff(before, order)[-1] for order in range(1, len(before)))
        return float(np.clip(ahead, 0, 1))

    # ---- turns

    def solve_turns(self, uses: Floats, busts: Floats, bounds: Floats | None = None) -> Floats:
        bounds = np.array([limits(row, self.prospects) for row in uses]) if bounds is None else bounds
        return Turns(self.shelf, uses, busts, self.roll).solve(levels_of(self.shelf, bounds, busts))


def levels_of(shelf: Shelf, bounds: Floats, busts: Floats) -> list[int]:
    """Points carried with which rolling on may be worth it for somebody, highest first."""
    open_ones = np.flatnonzero((bounds < busts[:, None]).any(0))
    return [int(carried) for carried in open_ones[::-1] if carried >= shelf.least_filled]


def _padded(lanes: list[Floats]) -> Floats:
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
