"""How many random games a second: through the contract on one core, and through ``simulate`` on all of them.

A step is one event, an action or a throw, each through its gate. Rounds alternate between what is compared, and a
figure is the median of its rounds, so that other work on the machine spoils a round and not a comparison.

    python benchmarks/playouts.py [--seconds 5] [--rounds 5] [--games 1000]
"""

from __future__ import annotations

import argparse
import os
import platform
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from statistics import median
from time import perf_counter, process_time
from typing import Any

from redpip.core.catalog import Game, all_games
from redpip.core.game import Choose, Over, Roll, act, throw
from redpip.core.options import make_rules
from redpip.core.shaker import SeededShaker
from redpip.play.seating import arrange, read_guests
from redpip.play.simulate import Plan, new_progress, simulate

SEATS = 2


@dataclass
class Speed:
    games: int = 0
    steps: int = 0
    seconds: float = 0.0


def play_at_random(rules: Any, luck: Random, shaker: SeededShaker) -> int:
    """A game of random choices to its end; the number of its steps."""
    state, steps = rules.start(SEATS, first=0), 0
    while True:
        match rules.next(state):
            case Roll() as roll:
                state = throw(rules, state, shaker.throw(roll))
            case Choose(options):
                for seat, actions in options.items():
                    state = act(rules, state, seat, actions[int(luck.random() * len(actions))])
            case Over():
                return steps
        steps += 1


def one_core(rules: Any, seconds: float, seed: int) -> Speed:
    """Random games for so many seconds of processor time."""
    luck, shaker, speed = Random(seed), SeededShaker(seed), Speed()
    start = process_time()
    while (spent := process_time() - start) < seconds:
        speed.steps += play_at_random(rules, luck, shaker)
        speed.games += 1
    speed.seconds = spent
    return speed


def contract_table(game: Game, seconds: float, rounds: int) -> None:
    presets = {name: make_rules(game.rules, preset.options, SEATS) for name, preset in game.presets.items()}
    for rules in presets.values():
        one_core(rules, seconds, 0)  # fills the caches of the scoring; not counted
    runs: dict[str, list[Speed]] = {name: [] for name in presets}
    for number in range(rounds):
        for name, rules in presets.items():
            runs[name].append(one_core(rules, seconds / rounds, number + 1))
    print(f"| {game.id} | games a second | steps a second | steps a game | against classic |")
    print("|---|---|---|---|---|")
    usual = median(speed.steps / speed.seconds for speed in next(iter(runs.values())))
    for name, speeds in runs.items():
        steps = median(speed.steps / speed.seconds for speed in speeds)
        games = median(speed.games / speed.seconds for speed in speeds)
        length = sum(speed.steps for speed in speeds) / sum(speed.games for speed in speeds)
        print(f"| {name} | {games:,.0f} | {steps:,.0f} | {length:.0f} | {steps / usual:.2f} |")


def timed(work: Callable[[], object]) -> float:
    start = perf_counter()
    work()
    return perf_counter() - start


def simulate_table(game: Game, games: int, rounds: int) -> None:
    cores = os.cpu_count() or 1
    print(f"| simulate {game.id} | 1 process | {cores} processes | ratio |")
    print("|---|---|---|---|")
    for players in ("bot:random,bot:random", "bot:greedy,bot:random"):
        plan = Plan(arrange(game, None, {}, read_guests(game, players), seed="1"), games)
        rates = [[games / seconds(plan, number) for number in (1, cores)] for _ in range(rounds)]
        single, many = (median(column) for column in zip(*rates, strict=True))
        ratio = median(many / single for single, many in rates)
        print(f"| {players} | {single:,.0f} games a second | {many:,.0f} games a second | {ratio:.2f} |")


def seconds(plan: Plan, processes: int) -> float:
    return timed(lambda: simulate(plan, processes, new_progress(plan), lambda _: None, None))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--seconds", type=float, default=5.0, help="processor time for each preset, once to warm up and once to count"
    )
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--games", type=int, default=1000, help="games of one simulation")
    asked = parser.parse_args()
    load = ", ".join(f"{value:.1f}" for value in os.getloadavg())
    print(f"{platform.python_implementation()} {platform.python_version()}, {os.cpu_count()} cores, load {load}\n")
    for game in all_games().values():
        contract_table(game, asked.seconds, asked.rounds)
        print()
        simulate_table(game, asked.games, asked.rounds)
        print()


if __name__ == "__main__":
    main()
