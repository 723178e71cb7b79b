"""How many random games a second: through the contract on one core, and through ``simulate`` on all of them.

A step is one event, an action or a throw, each through its gate. Rounds alternate between what is compared, and a
figure is the median of its rounds, so that other work on the machine spoils a round and not a comparison.

    python benchmarks/playouts.py [--seconds 5] [--rounds 5] [--only spicy]
"""

from __future__ import annotations

import argparse
import os
import platform
from dataclasses import dataclass
from random import Random
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from statistics import median
from time import perf_counter, process_time
from typing import Any

from redpip.core.catalog import Game, all_games, find_game
from redpip.core.game import Choose, Over, Roll, act, throw
from redpip.core.options import make_rules
from redpip.core.shaker import SeededShaker
from redpip.play.seating import arrange, read_guests
from redpip.play.simulate import BLOCK, Plan, new_progress, simulate


@dataclass
class Speed:
    games: int = 0
    steps: int = 0
    seconds: float = 0.0


def seats_of(game: Game, preset: str) -> int:
    return max(2, game.seats(preset)[0])


def play_at_random(rules: Any, seats: int, luck: Random, shaker: SeededShaker) -> int:
    """A game of random choices to its end; the number of its steps."""
    state, steps = rules.start(seats, first=0), 0
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


def one_core(rules: Any, seats: int, seconds: float, seed: int) -> Speed:
    """Random games for so many seconds of processor time."""
    luck, shaker, speed = Random(seed), SeededShaker(seed), Speed()
    start = process_time()
    while (spent := process_time() - start) < seconds:
        speed.steps += play_at_random(rules, seats, luck, shaker)
        speed.games += 1
    speed.seconds = spent
    return speed


def contract_table(game: Game, seconds: float, rounds: int) -> float:
    """Prints the speed of each preset; gives back the games a second of the first."""
    # a match is games of the usual kind in a row
    seats = {name: seats_of(game, name) for name, preset in game.presets.items() if not preset.match}
    presets = {name: make_rules(game.rules, game.presets[name].options, seats[name]) for name in seats}
    for name, rules in presets.items():
        one_core(rules, seats[name], seconds, 0)  # fills the caches of the scoring; not counted
    runs: dict[str, list[Speed]] = {name: [] for name in presets}
    for number in range(rounds):
        for name, rules in presets.items():
            runs[name].append(one_core(rules, seats[name], seconds / rounds, number + 1))
    print(f"| {game.id} | games a second | steps a second | steps a game | against the first |")
    print("|---|---|---|---|---|")
    usual = median(speed.steps / speed.seconds for speed in next(iter(runs.values())))
    for name, speeds in runs.items():
        steps = median(speed.steps / speed.seconds for speed in speeds)
        games = median(speed.games / speed.seconds for speed in speeds)
        length = sum(speed.steps for speed in speeds) / sum(speed.games for speed in speeds)
        print(f"| {name} | {games:,.0f} | {steps:,.0f} | {length:.0f} | {steps / usual:.2f} |")
    return median(speed.games / speed.seconds for speed in next(iter(runs.values())))


def simulate_table(game: Game, games: int, rounds: int) -> None:
    """Speed by the clock, and what a game costs in processor time, which other work on the machine hardly changes."""
    cores = os.cpu_count() or 1
    players = ",".join(["bot:random"] * seats_of(game, next(iter(game.presets))))
    plan = Plan(arrange(game, None, {}, read_guests(game, players), seed="1"), games)
    cost(plan, 1)  # fills the caches; not counted
    runs = [(cost(plan, 1), cost(plan, cores)) for _ in range(rounds)]
    single, many = (median(games / clock for clock, _ in column) for column in zip(*runs, strict=True))
    faster = median(one / all_ for (one, _), (all_, _) in runs)
    dearer = median(all_ / one for (_, one), (_, all_) in runs)
    print(f"| simulate {game.id} | games | 1 process | {cores} processes | ratio | processor time a game, ratio |")
    print("|---|---|---|---|---|---|")
    print(f"| {players} | {games} | {single:,.0f} a second | {many:,.0f} a second | {faster:.2f} | {dearer:.2f} |")


def games_for(speed: float, seconds: float) -> int:
    """Games for about so many seconds, with as many blocks for each process."""
    share = BLOCK * (os.cpu_count() or 1)
    return max(1, round(speed * seconds / share)) * share


def cost(plan: Plan, processes: int) -> tuple[float, float]:
    """Seconds by the clock, and of processor time, for one simulation."""
    clock, spent = perf_counter(), processor_time()
    simulate(plan, processes, new_progress(plan), lambda _: None, None)
    return perf_counter() - clock, processor_time() - spent


def processor_time() -> float:
    """Of this process and of the workers it has waited for."""
    return sum(usage.ru_utime + usage.ru_stime for usage in map(getrusage, (RUSAGE_SELF, RUSAGE_CHILDREN)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--seconds",
        type=float,
        default=5.0,
        help="for each preset, once to warm up and once to count, and for each simulation",
    )
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", metavar="GAME", help="one game instead of all")
    asked = parser.parse_args()
    load = ", ".join(f"{value:.1f}" for value in os.getloadavg())
    print(f"{platform.python_implementation()} {platform.python_version()}, {os.cpu_count()} cores, load {load}\n")
    for game in [find_game(asked.only)[0]] if asked.only else all_games().values():
        speed = contract_table(game, asked.seconds, asked.rounds)
        print()
        simulate_table(game, games_for(speed, asked.seconds), asked.rounds)
        print()


if __name__ == "__main__":
    main()
