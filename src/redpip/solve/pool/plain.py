"""A turn solved with NumPy alone: ten times slower than by the kernels, but there at once, without a compiler.

For a short visit that is much faster. Who stays gets the kernels, as soon as another process has compiled them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Protocol

import numpy as np

from redpip.solve.pool.facts import Floats, Pool, open_boxes
from redpip.solve.pool.layout import CONFIGS
from redpip.solve.pool.turn import folded, keeps

SHORT = 12  # turns: a game and a bit
KERNELS = "redpip.solve.pool.backward"


def plain_turn(pool: Pool, table: Floats, open_set: int, most: int) -> Floats:
    """What ``Backward.turn`` finds, from the values of every start of a turn, as far as ``most`` rolls are left."""
    boxes = open_boxes(open_set)
    points, after = pool.points[boxes], table[[open_set ^ 1 << box for box in boxes]]
    levels = np.full((min(most + 1, pool.tops(len(boxes))), CONFIGS), np.nan)
    floor = pool.floors[len(boxes)]
    for left in range(floor, len(levels)):
        levels[left] = (points + after[:, left, None]).max(0)[pool.kinds]
        if left > floor:
            np.maximum(levels[left], folded(keeps(levels[left - 1], pool.flips)), out=levels[left])
    return levels


class Work(Protocol):
    def poll(self) -> int | None:
        """How it ended; None while it goes on."""


def compile_apart(module: str = "redpip.solve.pool.compiling") -> Work:
    """Another process compiles the kernels and leaves them where this one finds them."""
    import subprocess

    command = [sys.executable, "-m", module]
    return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


class Kernels:
    """Whether a turn is best solved by them."""

    def __init__(self, compile_them: Callable[[], Work] = compile_apart, module: str = KERNELS) -> None:
        self._compile, self._module = compile_them, module
        self._asked = 0
        self._work: Work | None = None

    def at_hand(self) -> bool:
        """Asked before each turn. They are if somebody in this process solved with them; otherwise they are compiled
        once it is worth it."""
        if self._module in sys.modules:
            return True
        self._asked += 1
        if self._asked > SHORT and self._work is None:
            self._work = self._compile()
        return self._work is not None and self._work.poll() == 0
