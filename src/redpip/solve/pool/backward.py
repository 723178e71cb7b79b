"""Backward induction over the sets of open boxes, from the last box to the first."""

from __future__ import annotations

from threading import local
from typing import Any

import numpy as np
from numpy.typing import NDArray

from redpip.core.effort import Progress
from redpip.solve.pool.facts import Floats, Pool, open_boxes
from redpip.solve.pool.layout import CONFIGS, FACES, WIDE, aligned, padded
from redpip.solve.pool.levels import solve_set
from redpip.solve.work import at_work


class Backward:
    """Values of every start of a turn: ``table[open set, rolls left]``, NaN where no game comes."""

    def __init__(self, pool: Pool, dtype: Any = np.float64, everywhere: bool = False) -> None:
        self.pool = pool
        self._everywhere = everywhere  # also where no game comes
        self.points = padded(pool.points, dtype)
        self._rooms = local()
        self._nothing: Floats = np.empty((pool.rolls + 1, 0), dtype)  # for each number of rolls left
        self._kinds, self._rows = pool.sided_kinds()
        self.table: Floats = np.full((pool.full + 1, pool.rolls + 1), np.nan, dtype)
        self.table[:, 0] = 0
        self.table[0] = pool.bonus * np.arange(pool.rolls + 1)

    def solve(self, progress: Progress = lambda _: None, threads: int = 1) -> None:
        """Fills what is still missing in the table."""
        work = [0, *(len(list(self.pool.sets(n))) * self._levels(n) for n in range(1, self.pool.boxes + 1))]
        done = 0.0
        with at_work(threads) as workers:
            for size in range(1, self.pool.boxes + 1):
                missing = [s for s in self.pool.sets(size) if np.isnan(self.table[s, self._top(size)])]
                done += work[size] - self._levels(size) * len(missing)
                for _ in workers.map(self._solve_one, missing):
                    done += self._levels(size)
                    progress(done / sum(work))

    def unfinished(self) -> dict[str, NDArray[Any]]:
        """What has to be put aside to take the work up again."""
        return {"values": self.table}

    def resume(self, arrays: dict[str, NDArray[Any]]) -> None:
        self.table[:] = arrays["values"]

    def turn(self, open_set: int, most: int | None = None) -> Floats:
        """What every configuration is worth in a turn with these boxes open, as far as ``most`` rolls are left:
        [rolls left, 6**6]."""
        size = open_set.bit_count()
        top, floor = self._top(size), self.pool.floors[size]
        top = top if most is None else min(top, most + 1)
        wilds: Floats = aligned((top, FACES * WIDE), self.table.dtype)
        self.look_into(open_set, top, wilds, self._nothing)
        faces = wilds.reshape(top, WIDE // 8, FACES, 8)[:, : FACES // 8].swapaxes(1, 2).reshape(top, FACES, FACES)
        faces[floor::2] = faces[floor::2].swapaxes(1, 2)  # dice 4, 5, 6 were down
        return faces.reshape(top, CONFIGS)

    def look_into(self, open_set: int, top: int, wilds: Floats, choices: Floats) -> None:
        """Fills both for a turn, see ``solve_set``, as far as fewer than ``top`` rolls are left."""
        self._run(open_set, np.empty(self.pool.rolls + 1, self.table.dtype), wilds, choices, top)

    def after(self, open_set: int) -> Floats:
        """[rolls left, box]: what is worth having once a box is filled."""
        return self.table[[open_set ^ 1 << box for box in open_boxes(open_set)]].T.copy()

    def _solve_one(self, open_set: int) -> None:
        values = self.table[open_set].copy()
        self._run(open_set, values, self._nothing, self._nothing, self._top(open_set.bit_count()))
        self.table[open_set] = values

    def _run(self, open_set: int, values: Floats, wilds: Floats, choices: Floats, top: int) -> None:
        boxes, pool = open_boxes(open_set), self.pool
        if not hasattr(self._rooms, "room"):
            size = WIDE * (2 * FACES + WIDE + 8) + 8 * FACES + self.points.shape[1]
            self._rooms.room = aligned((size,), self.table.dtype)
        solve_set(
            self.points,
            np.array(boxes),
            self.after(open_set),
            self._kinds,
            self._rows,
            pool.floors[len(boxes)],
            top,
            pool.flips,
            pool.waive,
            values,
            wilds,
            choices,
            self._rooms.room,
        )

    def _top(self, size: int) -> int:
        return self.pool.rolls if self._everywhere else self.pool.tops(size)

    def _levels(self, size: int) -> int:
        return self._top(size) - self.pool.floors[size]
