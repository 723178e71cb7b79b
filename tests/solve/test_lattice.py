"""The kernels against the same mathematics in plain NumPy, compiled and not."""

import os
import subprocess
import sys

import numpy as np
import pytest

from redpip.solve.pool.backward import Backward
from redpip.solve.pool.facts import Pool
from redpip.solve.pool.layout import DECIDED, FACES, WIDE
from redpip.solve.pool.turn import keeps


def small_pool(rolls: int = 3, flips: bool = True, waive: bool = False) -> Pool:
    """One box, four kinds of configurations strewn at random."""
    luck = np.random.default_rng(6)
    return Pool(rolls, 2.0, (0, 0), luck.random((1, 4)) * 50, luck.integers(0, 4, 6**6).astype(np.uint16), flips, waive)


def plain_values(pool: Pool) -> list[float]:
    """Starts of the only turn, by NumPy alone."""
    values = [0.0]
    kept = np.full((7,) * 6, -np.inf)
    for left in range(pool.rolls):
        level = np.maximum(pool.points[0, pool.kinds] + pool.bonus * left, folded(kept))
        kept = keeps(level, pool.flips)
        values.append(float(kept[6, 6, 6, 6, 6, 6]))
    return values


def choices(pool: Pool) -> np.ndarray:
    """What the folds of the only turn rolled."""
    backward = Backward(pool)
    found = np.zeros((pool.rolls, DECIDED))
    backward.look_into(1, pool.rolls, np.zeros((pool.rolls, FACES * WIDE)), found)
    return found


def folded(kept: np.ndarray) -> np.ndarray:
    for die in range(6):
        axis = np.moveaxis(kept, die, 0)
        kept = np.moveaxis(np.maximum(axis[:6], axis[6]), 0, die)
    return kept.ravel()


@pytest.mark.parametrize("flips", [True, False])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_kernels_give_what_plain_numpy_gives(flips: bool, dtype: type) -> None:
    pool = small_pool(flips=flips)
    backward = Backward(pool, dtype)
    backward.solve()
    assert backward.table[1] == pytest.approx(plain_values(pool), abs=1e-4 if dtype is np.float32 else 1e-11)


def test_threads_change_nothing() -> None:
    alone, together = Backward(small_pool()), Backward(small_pool())
    alone.solve(threads=1)
    together.solve(threads=2)
    assert np.array_equal(alone.table, together.table)


def test_a_waived_box_is_worth_what_comes_after_it() -> None:
    backward = Backward(small_pool(waive=True))
    backward.solve()
    assert backward.table[1, 3] == pytest.approx(max(plain_values(small_pool())[3], 3 * 2.0))


def test_kernels_run_without_compilation() -> None:
    code = "from tests.solve.test_lattice import *; b = Backward(small_pool(2)); b.solve(); print(*b.table[1])"
    code += "; print(*choices(small_pool(2)).sum(1))"
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    run = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    values, chosen = ([float(word) for word in line.split()] for line in run.stdout.splitlines())
    assert values == pytest.approx(plain_values(small_pool(2)), abs=1e-11)
    assert chosen == list(choices(small_pool(2)).sum(1))
