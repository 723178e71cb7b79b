"""How fast the solver is, as a ratio that does not depend on the machine.

rho = T * C / N: T seconds to solve, C operations a second of a calibration kernel at the same number of threads and in
the same run, N operations of the plain method (43.8e9 classic, 84e9 Extra Spicy). Runs are interleaved, the median of
five counts, and compilation is apart.

    python benchmarks/solve.py [--threads 2] [--runs 5] [--extra]
"""

from __future__ import annotations

import argparse
import resource
import statistics
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from random import Random

import numpy as np
from numba import njit

from redpip.core.game import Choose
from redpip.games.spicy.rules import SpicyRules
from redpip.games.spicy.solver import SpicySolver
from redpip.solve.backward import Backward
from redpip.solve.holding import HoldingBackward
from redpip.solve.playing import Games
from redpip.solve.pool import Pool

CLASSIC, EXTRA = 43.8e9, 84e9
STEPS = 500_000


@njit(nogil=True)
def calibrate(rows: np.ndarray, steps: int) -> None:
    sixth = np.float32(1 / 6)
    for r in range(steps):
        x0, x1, x2 = rows[r % 7], rows[(r + 1) % 7], rows[(r + 2) % 7]
        x3, x4, x5 = rows[(r + 3) % 7], rows[(r + 4) % 7], rows[(r + 5) % 7]
        out = rows[(r + 6) % 7]
        for j in range(392):
            best = max(max(max(x0[j], x1[j]), max(x2[j], x3[j])), max(x4[j], x5[j]))
            out[j] = (x0[j] + x1[j] + x2[j] + x3[j] + x4[j] + best) * sixth


def aligned_rows() -> np.ndarray:
    raw = np.zeros(7 * 392 + 16, np.float32)
    first = -raw.ctypes.data % 64 // 4
    rows = raw[first : first + 7 * 392].reshape(7, 392)
    rows[:] = np.random.default_rng(1).random((7, 392))
    return rows


def seconds(work: Callable[[], object]) -> float:
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def speed(threads: int) -> float:
    """Operations a second of the calibration kernel, all threads together."""
    rows = [aligned_rows() for _ in range(threads)]
    with ThreadPoolExecutor(threads) as workers:
        taken = seconds(lambda: list(workers.map(partial(calibrate, steps=STEPS), rows)))
    return threads * STEPS * 392 * 11 / taken


def rho(name: str, solve: Callable[[], object], operations: float, threads: int, runs: int) -> None:
    solve(), speed(threads)
    ratios, times, speeds = [], [], []
    for _ in range(runs):
        before, taken, after = speed(threads), seconds(solve), speed(threads)
        times.append(taken)
        speeds.append((before + after) / 2)
        ratios.append(taken * speeds[-1] / operations)
    print(
        f"{name}: rho {statistics.median(ratios):.2f} (lowest {min(ratios):.2f}), T {statistics.median(times):.2f} s, "
        f"C {statistics.median(speeds) / 1e9:.1f}e9/s, {threads} threads",
        flush=True,
    )


def advice_times(solver: SpicySolver, games: int = 3) -> list[float]:
    """Seconds for each advice in games of best play, a turn's first question included."""
    rules, luck, times = solver.rules, Random(1), []
    for _ in range(games):
        state = rules.start(1, 0)
        while state.phase != "over":
            match rules.next(state):
                case Choose(options):
                    begin = time.perf_counter()
                    best = solver.advise(state, options[0]).best
                    times.append(time.perf_counter() - begin)
                    state = rules.play(state, 0, best)
                case due:
                    dice = getattr(due, "dice", ())
                    state = rules.rolled(state, tuple(luck.randint(1, 6) if d in dice else 0 for d in range(1, 7)))
    return times


def classic(pool: Pool, dtype: type, everywhere: bool, threads: int) -> None:
    Backward(pool, dtype, everywhere).solve(threads=threads)


def held(pool: Pool, threads: int) -> None:
    HoldingBackward(pool, np.float32).solve(threads=threads)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--extra", action="store_true", help="Extra Spicy too, which takes minutes")
    asked = parser.parse_args()
    solver = SpicySolver(SpicyRules())
    solver.solve(lambda _: None, asked.threads)
    pool = solver.pool
    for dtype in (np.float32, np.float64):
        for everywhere, what in ((True, "full table"), (False, "where games come")):
            work = partial(classic, pool, dtype, everywhere, asked.threads)
            rho(f"classic {np.dtype(dtype).name}, {what}", work, CLASSIC, asked.threads, asked.runs)
    fast = Backward(pool, np.float32)
    fast.solve(threads=asked.threads)
    print(f"float32 differs from float64 by {np.nanmax(np.abs(fast.table - solver.backward.table)):.2e} at most")
    times = sorted(1e3 * taken for taken in advice_times(solver))
    print(
        f"advice: median {statistics.median(times):.1f} ms, longest {times[-1]:.1f} ms, {len(times)} asked", flush=True
    )
    Games(fast, 10, 1).play()
    taken = seconds(lambda: Games(fast, asked.games, 2).play())
    print(f"games: {asked.games / taken:,.0f} a second on one core, {asked.games:,} in a batch")
    if asked.extra:
        extra = SpicySolver(SpicyRules(extra=True)).pool
        rho("extra float32", partial(held, extra, asked.threads), EXTRA, asked.threads, asked.runs)
        print(f"peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6:.2f} GB")


if __name__ == "__main__":
    main()
