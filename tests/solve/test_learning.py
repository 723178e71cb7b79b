"""Values of lines that are learned by play: what they say holds, and the same games teach the same."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from redpip.solve.lines.grid import FACES, PLACES, Grid, make_grid
from redpip.solve.lines.learning import learn

FIRST, SECOND = range(1, FACES + 1), range(FACES + 1, 2 * FACES + 1)  # dice of either seat


def small() -> Grid:
    """Two lines of three on four squares; two dice each."""
    return make_grid([(0, 1, 2), (1, 2, 3)], 4, lambda _: True)


def worth(grid: Grid, kinds: NDArray[np.float64], dice: Sequence[int]) -> float:
    """Of lines with two of these dice to the first seat, who rolls next, whatever is in hand."""
    codes = [one * PLACES[0] + other * PLACES[1] for one in dice for other in dice]
    return float(kinds[:, :, grid.kinds[0, codes]].sum())


def test_dice_of_ones_own_are_worth_more() -> None:
    grid = small()
    kinds = learn(grid, 3000, seed=1).kinds
    assert worth(grid, kinds, FIRST) > worth(grid, kinds, SECOND)


def test_the_same_games_teach_the_same_and_progress_is_told() -> None:
    told: list[float] = []
    first, again, other = learn(small(), 50, 1, told.append), learn(small(), 50, 1), learn(small(), 50, 2)
    assert all(map(np.array_equal, first, again))
    assert not np.array_equal(first.kinds, other.kinds)
    assert told == [1.0]


def test_without_compilation_it_is_the_same() -> None:
    code = (
        "from redpip.solve.lines.grid import make_grid\n"
        "from redpip.solve.lines.learning import learn\n"
        "found = learn(make_grid([(0, 1, 2), (1, 2, 3)], 4, lambda _: True), 20, 1)\n"
        "print([round(float(abs(part).sum()), 9) for part in found])\n"
    )
    plain = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    found = [round(float(np.abs(part).sum()), 9) for part in learn(small(), 20, 1)]
    assert plain.stdout.strip() == str(found)
