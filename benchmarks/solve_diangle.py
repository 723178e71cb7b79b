"""How long Diangle takes to solve from nothing: seconds, nanoseconds for each hand that is looked at, memory, advice.

python benchmarks/solve_diangle.py
"""

from __future__ import annotations

import resource
import statistics
import time
from random import Random

from redpip.core.advice import Point
from redpip.core.effort import QUIET
from redpip.core.game import Choose
from redpip.games.diangle.advisor import DiangleAdvisor
from redpip.games.diangle.numbers import rows_of
from redpip.games.diangle.rules import DiangleRules
from redpip.games.diangle.solver import DiangleSolver
from redpip.solve.rows.backward import Backward
from redpip.solve.rows.race import chance_before, paces

RULES = DiangleRules()


def solve() -> None:
    begin = time.process_time()
    Backward(rows_of(DiangleRules(rows=(1,), top=1)), True).solve(QUIET.progress)
    print(f"diangle: kernels loaded or compiled in {time.process_time() - begin:.1f} s of processor time")
    for name, free in (("further turns free", True), ("counted", False)):
        backward = Backward(rows_of(RULES), free)
        clock, processor = time.perf_counter(), time.process_time()
        backward.solve(QUIET.progress)
        clock, processor = time.perf_counter() - clock, time.process_time() - processor
        print(
            f"{name}: {clock:.1f} s, {processor:.1f} s of processor time, {1e9 * processor / backward.visits:.2f} ns a "
            f"visit, {backward.visits:,} visits, {-backward.value:.9f} turns",
            flush=True,
        )
        if free:
            begin = time.process_time()
            pace = paces(backward, QUIET.progress)
            print(f"the race: {time.process_time() - begin:.1f} s, the first wins {chance_before(pace, pace):.9f}")
    print(f"peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6:.2f} GB")


def advice() -> None:
    advisor, times = DiangleAdvisor(RULES, 0), []
    for state in DiangleSolver(RULES).sample(Random(1), 100):
        due = RULES.next(state)
        if isinstance(due, Choose):
            begin = time.perf_counter()
            advisor.advise(Point(state), due.options[0])
            times.append(1e3 * (time.perf_counter() - begin))
    print(f"advice: median {statistics.median(times):.1f} ms, longest {max(times):.1f} ms, {len(times)} asked")


if __name__ == "__main__":
    solve()
    advice()
