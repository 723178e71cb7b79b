"""How long Hot Dice takes to solve: seconds, nanoseconds for each (total, situation) that is valued, memory, advice.

python benchmarks/solve_hot.py [--threads 2] [--target 10000]
"""

from __future__ import annotations

import argparse
import resource
import statistics
import time
from random import Random

from redpip.core.advice import Point
from redpip.core.effort import Effort
from redpip.core.game import Choose
from redpip.games.hot.advisor import HotAdvisor
from redpip.games.hot.goals import goal_of, least_of
from redpip.games.hot.rules import HotRules
from redpip.games.hot.samples import samples
from redpip.games.hot.ways import turns_of
from redpip.solve.push.race import Race


def solve(rules: HotRules, threads: int) -> None:
    ways = turns_of(rules).ways
    Race(ways, 3, 1, ahead=50).solve()  # compiles
    race = Race(ways, goal_of(rules), least_of(rules), effort=Effort(threads=threads))
    clock, processor = time.perf_counter(), time.process_time()
    race.solve()
    clock, processor = time.perf_counter() - clock, time.process_time() - processor
    print(
        f"hot to {rules.target}: {clock:.1f} s, {processor:.1f} s of processor time, {threads} threads, "
        f"{1e9 * processor / race.visits:.0f} ns a visit, {race.visits:,} visits, first wins {race.table[0, 0]:.12f}, "
        f"peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6:.2f} GB",
        flush=True,
    )


def advice() -> None:
    """Each in a turn of its own, so that nothing is known before."""
    rules, times = HotRules(), []
    advisor = HotAdvisor(rules, 0)
    for state in samples(rules, Random(1), 100):
        due = rules.next(state)
        if isinstance(due, Choose):
            begin = time.perf_counter()
            advisor.advise(Point(state), due.options[0])
            times.append(1e3 * (time.perf_counter() - begin))
    print(f"hot advice: median {statistics.median(times):.1f} ms, longest {max(times):.1f} ms, {len(times)} asked")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--target", type=int, default=10_000)
    asked = parser.parse_args()
    solve(HotRules(target=asked.target), asked.threads)
    advice()


if __name__ == "__main__":
    main()
