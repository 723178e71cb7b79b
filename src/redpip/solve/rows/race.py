"""How many turns somebody takes who plays for the fewest, as chances; and the most chance that any play could have.

Further turns belong to the turn that brought them. So who of several is first follows from how many turns each takes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from redpip.core.effort import Progress
from redpip.solve.rows.backward import Backward
from redpip.solve.rows.facts import OUT, Floats, Rows
from redpip.solve.rows.hands import Hands, Stage

SURE = 1e-12  # so little is left of the chances where we stop to count turns
MOST_TURNS = 2_000
Places = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Passing:
    """Hands that pass rows, where they come to, and what is left of them there."""

    to: Stage | None  # None: the end of the track
    before: Places
    after: Places


class Choices:
    """Which keep, or which rows, somebody takes with each hand who plays for the fewest turns."""

    def __init__(self, solved: Backward, stage: Stage) -> None:
        self._solved, self._rows = solved, solved.rows
        self.level, self.more = stage
        self.best = solved.hands.best(*stage)
        self.again = solved.turn(self.level, self.best)[0]
        self.kept, value = self._keeping()
        self.passing = tuple(self._passing(value))

    def _keeping(self) -> tuple[Places, Floats]:
        """The place of the best keep of each hand, and its value."""
        rows, ends = self._rows, self._solved.ends
        value, kept = np.full(rows.shape, -np.inf), np.zeros(rows.shape, np.int64)
        keeps = rows.keeps(self.level)
        value.reshape(-1)[keeps] = ends[self.level, self.more - 1] if self.more else ends[self.level, 0] - 1.0
        kept.reshape(-1)[keeps] = np.arange(keeps.size)
        for axis in range(rows.dice):
            worth, place = np.moveaxis(value, axis, 0), np.moveaxis(kept, axis, 0)
            np.copyto(place[:OUT], place[OUT:], where=worth[OUT:] > worth[:OUT])
            np.maximum(worth[:OUT], worth[OUT:], out=worth[:OUT])
        return kept.reshape(-1), value

    def _passing(self, value: Floats) -> Iterator[Passing]:
        """Rows are passed where that is better than to keep, by the first of the best ways."""
        rows = self._rows
        passed, left = np.zeros(rows.shape, np.int64), np.zeros(rows.shape, np.int64)
        hands = np.arange(rows.hands).reshape(rows.shape)
        for way in rows.ways(self.level):
            to = self._to(way.passed)
            worth = self._solved.hands.best(*to)[way.after] if to else np.zeros(value[way.before].shape)
            better = worth > value[way.before]
            value[way.before] = np.where(better, worth, value[way.before])
            passed[way.before] = np.where(better, way.passed, passed[way.before])
            left[way.before] = np.where(better, hands[way.after], left[way.before])
        for count in range(1, len(rows.sizes) + 1):
            before = np.flatnonzero(passed == count)
            yield Passing(self._to(count), before, left.reshape(-1)[before])

    def _to(self, passed: int) -> Stage | None:
        level, whole = self.level + passed, passed == len(self._rows.sizes)
        return (level, self.more + whole) if level < len(self._rows.track) else None


def paces(solved: Backward, progress: Progress) -> Floats:
    """The chance to be at the end within 0, 1, 2, ... turns from the start, of somebody who plays for the fewest."""
    from redpip.solve.rows.kernels import chances

    rows = solved.rows
    choices = {stage: Choices(solved, stage) for stage in rows.stages}

    def one_more(before: Mapping[int, Floats]) -> dict[int, Floats]:
        """The chance of each keep within one turn more, without a further one."""
        found: dict[Stage, Floats] = {}
        come: dict[Stage, Floats] = {}
        for (level, more), choice in choices.items():
            hands = (found[level, more - 1] if more else before[level])[choice.kept]
            for one in choice.passing:
                hands[one.before] = come[one.to][one.after] if one.to else 1.0
            come[level, more] = hands
            found[level, more] = np.empty(rows.keeps(level).size)
            chances(choice.best.reshape(-1), choice.again, hands, rows.keeps(level), rows.dice, found[level, more])
        return {level: values for (level, more), values in found.items() if not more}

    return _counted(rows, one_more, progress)


def best_chances(rows: Rows, solved: Backward, progress: Progress) -> Floats:
    """The chance to be at the end within 0, 1, 2, ... turns, of somebody who plays for this number of turns alone."""
    return _counted(rows, lambda before: _best_turn(solved, before, 1.0), progress)


def best_reply(solved: Backward, theirs: Floats, ahead: int, progress: Progress) -> float:
    """The chance to win of somebody who minds how long the other one takes, but not how far that one has come; who is
    first may be there in as many turns, so it is a turn ``ahead``."""
    rows, values = solved.rows, _nowhere(solved.rows)
    for turn in range(theirs.size, 0, -1):
        values = _best_turn(solved, values, 1.0 - float(theirs[min(turn - ahead, theirs.size - 1)]))
        progress(1.0 - turn / theirs.size)
    return float(values[0][rows.place(0, rows.all_out)])


def _best_turn(solved: Backward, after: Mapping[int, Floats], finish: float) -> dict[int, Floats]:
    """What a turn is worth with each keep, if to be at the end with it brings ``finish`` and each keep ``after`` it."""
    ends: dict[Stage, Floats] = {}
    hands = Hands(solved.rows, ends, finish, 0.0)
    for level, more in solved.rows.stages:
        ends.setdefault((level, 0), after[level])  # a turn that ends here is the last but one, until it is known
        ends[level, more] = solved.turn(level, hands.best(level, more))[1]
    return {level: values for (level, more), values in ends.items() if not more}


def _nowhere(rows: Rows) -> dict[int, Floats]:
    return {level: np.zeros(rows.keeps(level).size) for level in range(len(rows.track))}


def _counted(rows: Rows, one_more: Callable[[Mapping[int, Floats]], dict[int, Floats]], progress: Progress) -> Floats:
    values = _nowhere(rows)
    start = rows.place(0, rows.all_out)
    found = [0.0]
    while 1.0 - found[-1] > SURE and len(found) < MOST_TURNS:
        values = one_more(values)
        found.append(float(values[0][start]))
        progress(found[-1])
    return np.array(found)


def chance_before(mine: Floats, theirs: Floats) -> float:
    """The chance to be at the end in fewer turns or as many, from what each reaches within 0, 1, 2, ... turns: that of
    the first of two."""
    others = np.append(theirs, np.full(max(0, mine.size - theirs.size), theirs[-1]))
    return float(np.dot(np.diff(mine), 1.0 - others[: mine.size - 1]))


def bounds(pace: Floats, best: Floats) -> tuple[float, float]:
    """What the chance of the first of two is at least and at most when both play their best. Against one who plays for
    the fewest turns nobody does better than somebody who knows how many turns that one will take."""
    best = np.append(best, np.full(max(0, pace.size - best.size), 1.0))
    share = np.diff(pace)
    return float(1.0 - np.dot(share, best[: share.size])), float(np.dot(share, best[1 : share.size + 1]))
