"""Two who race to a goal, solved for the chance to win of whoever is to move.

A player is known by what it still needs to pass the goal, in steps; 0 stands for one that has not opened yet and needs
all of it. Whoever passes first is answered by one last turn of the other. So the table is [need of the mover, need of
the other]. Among players who have opened it does not depend on goal and opening: one table answers all smaller goals.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from redpip.core.effort import QUIET, Effort
from redpip.solve.push.ways import Floats, Ways
from redpip.solve.work import at_work

AHEAD = 1500  # steps; who is further behind in the last turn is taken to be so far behind
CHUNK = 50  # steps of the last turn that are found together


@dataclass
class Race:
    ways: Ways
    goal: int  # steps to go from nothing
    least: int  # steps that the first turn must bring
    tie: float = 0.0  # what a tie is worth to whoever had the last turn
    effort: Effort = QUIET
    ahead: int = AHEAD
    last: Floats = field(init=False)  # [steps behind] what the last turn is worth
    table: Floats = field(init=False)
    done: int = 0  # sums of needs, or steps of the last turn, that are behind us
    visits: int = 0

    def __post_init__(self) -> None:
        self.last = np.full(self.ahead, np.nan)
        self.table = np.full((self.goal, self.goal), np.nan)

    # ---- what can be put aside

    def unfinished(self) -> dict[str, NDArray[Any]]:
        return {"last": self.last, "table": self.table, "done": np.array([self.done])}

    def resume(self, arrays: dict[str, NDArray[Any]]) -> None:
        self.last, self.table, self.done = arrays["last"], arrays["table"], int(arrays["done"][0])

    def take(self, opened: Floats, last: Floats) -> None:
        """What a race to a goal as far or further has found; only the opening is left to do."""
        self.table[1:, 1:], self.last = opened, last
        self.done = len(self._stages())

    # ---- the work

    def solve(self) -> None:
        """All of it, or what is left of it."""
        stages = self._stages()
        for number, (work, parts) in enumerate(stages):
            if number >= self.done:
                self.effort.progress(number / (len(stages) + 1))
                with at_work(self.effort.threads) as workers:
                    self.visits += sum(workers.map(work, parts))
                self.done = number + 1
        self._open()

    def _open(self) -> None:
        """What concerns players who have not opened, from the rest of the table."""
        needs = range(1, self.goal - self.least + 1)
        self.visits += self._pairs(np.array([(0, need) for need in [*needs, 0]]))
        self.effort.progress(1.0)

    def _stages(self) -> list[tuple[Callable[[Any], int], Iterable[Any]]]:
        return [*self._replies(), *self._opened()]

    def _replies(self) -> Iterator[tuple[Callable[[Any], int], Iterable[Any]]]:
        each = 4 * CHUNK  # whatever the threads, so that others can go on with the work
        for first in range(0, self.ahead, each):
            yield self._reply, range(first, min(first + each, self.ahead), CHUNK)

    def _reply(self, first: int) -> int:
        from redpip.solve.push.kernels import reaches

        end = min(first + CHUNK, self.ahead)
        self.last[first:end] = reaches(self.ways.arrays, first + 1, end, self.ways.reach(end), self.tie)
        return (end * end - first * first) // 2 * self.ways.situations

    def _opened(self) -> Iterator[tuple[Callable[[Any], int], Iterable[Any]]]:
        """Pairs with the same sum do not wait for each other."""
        for total in range(2, 2 * self.goal - 1):
            ones = range(max(1, total - self.goal + 1), total // 2 + 1)
            pairs = np.array([(one, total - one) for one in ones])
            yield self._pairs, [pairs[thread :: self.effort.threads] for thread in range(self.effort.threads)]

    def _pairs(self, pairs: Any) -> int:
        return self._solve(pairs, self.table, self.table, (0.0, 0.0))

    def _solve(self, pairs: Any, mine: Floats, theirs: Floats, sure: tuple[float, float]) -> int:
        from redpip.solve.push.kernels import solve_pairs

        if not len(pairs):
            return 0
        facts = (self.ways.arrays, self.ways.furthest, (mine, theirs), sure, self.last, self.fresh)
        return int(solve_pairs(*facts, pairs, self.least, self.goal, self.ahead))

    @cached_property
    def fresh(self) -> Floats:
        """[steps behind] what the last turn is worth to a player who has to open in it."""
        behind = np.arange(self.ahead)
        if not self.tie:
            return np.asarray(self.last[np.maximum(behind, self.least - 1)])
        return np.where(behind < self.least, self.open_chance, self.last)

    @cached_property
    def open_chance(self) -> float:
        """The best chance of a turn to open."""
        return reach_chance(self.ways, self.least)


class Between(Race):
    """The same twice: between the two tables lies what it would be if everybody looked as far as there are totals.
    Whoever comes so far that ``Race`` looks no further has won at once by ``hopeful``, where the other one goes by
    ``table``; and in ``table`` that is worth no more than is proved, where the other one is hopeful."""

    hopeful: Floats

    def __post_init__(self) -> None:
        super().__post_init__()
        self.hopeful = self.table.copy()

    def _pairs(self, pairs: Any) -> int:
        both = np.stack([pairs, pairs[:, ::-1]], 1).reshape(-1, 2) if len(pairs) else pairs
        return self._solve(both, self.hopeful, self.table, (1.0, 0.0))


def reach_chance(ways: Ways, wanted: int) -> float:
    """The best chance of a turn to bring so much."""
    from redpip.solve.push.turn import UNBANKED, solve_turn

    bank = np.ones(ways.reach(wanted))
    bank[:wanted] = UNBANKED
    return float(ways.rolled(solve_turn(ways, bank, 0.0, wanted), 0, 0.0)[0])
