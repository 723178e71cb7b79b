"""``python -m redpip.solve.lines.compiling`` compiles turns, endings and learning, on a board of one line."""

from __future__ import annotations

import os

import numpy as np

from redpip.solve.lines.endings import ending
from redpip.solve.lines.grid import kind_count, make_grid, shape_count
from redpip.solve.lines.kernels import put
from redpip.solve.lines.learning import learn
from redpip.solve.lines.turn import rolls
from redpip.solve.lines.values import HANDS, Learned, values_of

if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(10)
    grid = make_grid([(0, 1, 2)], 3, lambda _: True)
    nothing = np.zeros((HANDS, HANDS, kind_count())), np.zeros((HANDS, HANDS, shape_count(grid)))
    values = values_of(grid, Learned(np.zeros((HANDS, HANDS)), *nothing))
    board, codes, lies = np.zeros(3, np.int64), np.zeros(1, np.int64), np.zeros(3, np.int64)
    rolls(grid, values, board, codes, np.array([2, 1]), 0, np.array([1]), np.empty(1))
    put(grid, board, codes, 0, 1)
    ending(grid, board, codes, lies, np.array([2, 1]), 0, 0)
    learn(grid, 1, 1)
