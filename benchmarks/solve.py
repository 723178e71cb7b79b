"""How fast the solver is, as a ratio that does not depend on the machine.

rho = T * C / N: T seconds to solve, C operations a second of a calibration kernel at the same number of threads and in
the same run, N operations of the plain method (43.8e9 classic, 84e9 Extra Spicy). Runs are interleaved, the median of
five counts, and compilation is apart. On a busy machine seconds by the clock say what others do; so the same ratio is
also given for seconds of processor time, of the solver and of the kernel.

    python benchmarks/solve.py [--threads 2] [--runs 5] [--extra]
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from random import Random
from typing import NamedTuple

import numpy as np
from numba import njit

from redpip.core.advice import Point
from redpip.core.game import Choose
from redpip.games.spicy.advisor import SpicyAdvisor
from redpip.games.spicy.pools import pool_of
from redpip.games.spicy.rules import SpicyRules
from redpip.solve.pool.backward import Backward
from redpip.solve.pool.facts import Pool
from redpip.solve.pool.holding import HoldingBackward
from redpip.solve.pool.playing import Games

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


class Taken(NamedTuple):
    clock: float
    processor: float


def seconds(work: Callable[[], object]) -> Taken:
    clock, processor = time.perf_counter(), time.process_time()
    work()
    return Taken(time.perf_counter() - clock, time.process_time() - processor)


def calibrated(threads: int) -> Taken:
    """Seconds of the calibration kernel for an operation, all threads together."""
    rows = [aligned_rows() for _ in range(threads)]
    with ThreadPoolExecutor(threads) as workers:
        taken = seconds(lambda: list(workers.map(partial(calibrate, steps=STEPS), rows)))
    operations = threads * STEPS * 392 * 11
    return Taken(taken.clock / operations, taken.processor / operations)


def rho(name: str, solve: Callable[[], object], operations: float, threads: int, runs: int) -> None:
    solve(), calibrated(threads)
    taken, speeds = [], []
    for _ in range(runs):
        before, work, after = calibrated(threads), seconds(solve), calibrated(threads)
        taken.append(work)
        speeds.append(Taken((before.clock + after.clock) / 2, (before.processor + after.processor) / 2))
    for by in Taken._fields:
        times, units = [getattr(one, by) for one in taken], [getattr(one, by) for one in speeds]
        ratios = [one / unit / operations for one, unit in zip(times, units, strict=True)]
        print(
            f"{name}, {by}: rho {statistics.median(ratios):.2f} (lowest {min(ratios):.2f}), "
            f"T {statistics.median(times):.2f} s, C {1e-9 / statistics.median(units):.1f}e9/s, {threads} threads",
            flush=True,
        )


def difference(rules: SpicyRules, threads: int) -> float:
    """How far float32 is from float64, in all starts of turns and, of Extra Spicy, in all throws of the first turn."""
    pool = pool_of(rules)
    tables = []
    for dtype in (np.float32, np.float64):
        solved = HoldingBackward(pool, dtype, watch=[pool.full]) if rules.extra else Backward(pool, dtype)
        solved.solve(threads=threads)
        levels = solved.watched[pool.full] if isinstance(solved, HoldingBackward) else solved.turn(pool.full)
        tables.append(np.concatenate([solved.table.ravel(), levels.ravel()]))
    return float(np.nanmax(np.abs(tables[0] - tables[1])))


def advice_times(rules: SpicyRules, games: int = 3) -> list[float]:
    """Seconds for each advice in games of best play, a turn's first question included."""
    advisor, luck, times = SpicyAdvisor(rules, 0), Random(1), []
    for _ in range(games):
        state = rules.start(1, 0)
        while state.phase != "over":
            match rules.next(state):
                case Choose(options):
                    begin = time.perf_counter()
                    best = advisor.advise(Point(state), options[0]).best
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


def peak_memory(dtype: str, threads: int) -> float:
    """In GB, of a process that does nothing but solve Extra Spicy, the first turn being kept."""
    code = f"""
import resource, numpy
from redpip.games.spicy.rules import SpicyRules
from redpip.games.spicy.pools import pool_of
from redpip.solve.pool.holding import HoldingBackward
pool = pool_of(SpicyRules(extra=True))
turns = [pool.full, *(pool.full ^ 1 << box for box in range(pool.boxes))]
HoldingBackward(pool, numpy.{dtype}, watch=turns).solve(threads={threads})
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6)"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return float(run.stdout)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--extra", action="store_true", help="Extra Spicy too, which takes minutes")
    asked = parser.parse_args()
    pool = pool_of(SpicyRules())
    for dtype in (np.float32, np.float64):
        for everywhere, what in ((True, "full table"), (False, "where games come")):
            work = partial(classic, pool, dtype, everywhere, asked.threads)
            rho(f"classic {np.dtype(dtype).name}, {what}", work, CLASSIC, asked.threads, asked.runs)
    times = sorted(1e3 * taken for taken in advice_times(SpicyRules()))
    print(
        f"advice: median {statistics.median(times):.1f} ms, longest {times[-1]:.1f} ms, {len(times)} asked", flush=True
    )
    fast = Backward(pool, np.float32)
    fast.solve(threads=asked.threads)
    Games(fast, 10, 1).play()
    taken = seconds(lambda: Games(fast, asked.games, 2).play())
    print(
        f"games of best play, {asked.games:,} in a batch, one core: {asked.games / taken.clock:,.0f} a second, "
        f"{asked.games / taken.processor:,.0f} a second of processor time",
        flush=True,
    )
    presets = {"classic": SpicyRules(), "junior": SpicyRules(junior=(True,))}
    if asked.extra:
        presets |= {"extra": SpicyRules(extra=True), "extra-junior": SpicyRules(extra=True, junior=(True,))}
        extra = pool_of(presets["extra"])
        rho("extra float32", partial(held, extra, asked.threads), EXTRA, asked.threads, asked.runs)
        for dtype in ("float32", "float64"):
            print(f"extra {dtype}: peak memory of the process {peak_memory(dtype, asked.threads):.2f} GB", flush=True)
    for preset, rules in presets.items():
        print(f"{preset}: float32 differs from float64 by {difference(rules, asked.threads):.2e} at most", flush=True)


if __name__ == "__main__":
    main()
