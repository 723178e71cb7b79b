"""How fast a turn of Keep on Rolling is solved, and a race between two.

    python benchmarks/rolling.py [--target 250] [--threads 2]

The race to the target is solved afresh; the end, which is the same for all targets, is timed apart.
"""

from __future__ import annotations

import argparse
import resource
import statistics
import time
from random import Random

import numpy as np

from redpip.core.advice import Point
from redpip.core.dice import DICE
from redpip.core.game import Choose
from redpip.games.rolling.advisor import RollingAdvisor
from redpip.games.rolling.classes import shelf_of
from redpip.games.rolling.rules import RollingRules, State
from redpip.games.rolling.samples import samples
from redpip.solve.aside.bounds import BUSTS, prospects
from redpip.solve.aside.kernel import roll_all
from redpip.solve.aside.race import REACH, Race
from redpip.solve.aside.turn import LANES, Turns

FAR_BEHIND = [(0, 200), (0, 225), (0, 249), (34, 145), (6, 268), (0, 250), (0, 275), (0, 289), (10, 320), (0, 350)]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--target", type=int, default=0, help="solve a race as far as this too")
    parser.add_argument("--threads", type=int, default=2)
    asked = parser.parse_args()
    target, threads = asked.target, asked.threads
    shelf = shelf_of(6)
    turns = Turns(shelf, np.repeat(np.arange(400.0)[None], LANES, 0), BUSTS, roll_all)
    turns.level(0)
    begin, rounds = time.process_time(), 20
    for _ in range(rounds):
        turns.level(0)
    level = (time.process_time() - begin) / rounds
    visits = shelf.visits * LANES
    print(f"{shelf.size} classes; a level of {LANES} turns {1e3 * level:.1f} ms, {1e9 * level / visits:.2f} ns a visit")
    found = prospects(shelf, roll_all)
    starts = found[:-2, list(BUSTS).index(0.0)]
    last = np.flatnonzero(starts > 2 * np.arange(len(starts))).max()
    print(
        f"a turn is worth {starts[0]:.9f} points; after a fill-up roll on with up to {last}, from then on take double"
    )
    if target:
        race = Race(shelf, roll_all, found, np.full(target + REACH * shelf.most + 1, np.nan), _unknown(target), threads)
        for name, work in (("the end", race.solve_end), (f"to {target}", race.solve)):
            clock, processor, before = time.perf_counter(), time.process_time(), race.turns
            work()
            clock, processor = time.perf_counter() - clock, time.process_time() - processor
            each = 1e9 * processor / (race.turns - before) / shelf.visits
            print(f"{name}: {clock:.0f} s, {processor:.0f} s of processor time, {each:.2f} ns a visit", flush=True)
        print(f"first player to {target} {race.wins[target, target]:.9f}")
    advice()
    print(f"peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6:.2f} GB")


def advice() -> None:
    """Each in a turn of its own, so that nothing is known before; and for somebody far behind, which takes longest."""
    rules, luck = RollingRules(), Random(1)
    advisor = RollingAdvisor(rules, 0)
    states = samples(rules, luck, 60)
    longest = [_thrown(rules, State(totals, 0, "rolling"), luck) for totals in FAR_BEHIND]
    for name, asked in (("advice", states), ("far behind", longest)):
        times = []
        for state in asked:
            due = rules.next(state)
            if isinstance(due, Choose) and state.phase != "start":
                begin = time.process_time()
                advisor.advise(Point(state), due.options[0])
                times.append(1e3 * (time.process_time() - begin))
        found = f"median {statistics.median(times):.0f} ms, longest {max(times[1:]):.0f} ms"
        print(f"{name}, {len(times)} positions, processor time: {found}")


def _thrown(rules: RollingRules, state: State, luck: Random) -> State:
    """All dice thrown, and something to choose."""
    while True:
        after = rules.rolled(state, tuple(luck.randint(1, 6) for _ in DICE))
        if after.phase == "rolled":
            return after


def _unknown(target: int) -> np.ndarray:
    return np.full((target + 1, target + 1), np.nan)


if __name__ == "__main__":
    main()
