"""How long each level of each game thinks about a decision: the first of a process and later ones, on one core.

    python benchmarks/decisions.py [GAME ...] [--bots novice,best] [--seconds 10] [--preset NAME]

A process of its own plays games of a bot against itself, two at a table, until later decisions took so many seconds.
The first decision includes all that is loaded for it. The best has a second, the others 0.1 s (only Extra Spicy's first
decision may take longer); what takes more processor time is marked, since the clock of a busy machine says little.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from typing import Any

from redpip.core.catalog import Game, all_games, find_game
from redpip.core.shaker import SeededShaker
from redpip.play.playout import play_out
from redpip.play.seating import arrange, read_guests, seat_bots

ONE_CORE = {"NUMBA_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
MOST = {"best": 1.0}  # seconds
MOST_OF_OTHERS = 0.1


class Enough(BaseException):
    """No fault of the bot's, and not to be taken for one."""


class Timed:
    """A bot in its seat with a watch. What leaves no choice is no decision."""

    def __init__(self, bot: Any, times: list[tuple[float, float]], most: float) -> None:
        self._bot, self._times, self._most = bot, times, most
        self.heard = bot.heard

    def choose(self, view: Any, options: Sequence[Any]) -> Any:
        clock, processor = time.perf_counter(), time.process_time()
        chosen = self._bot.choose(view, options)
        if len(options) > 1:
            self._times.append((time.perf_counter() - clock, time.process_time() - processor))
            if sum(spent for _, spent in self._times[1:]) > self._most:
                raise Enough
        return chosen


def think(name: str, bot: str, preset: str | None, most: float) -> list[tuple[float, float]]:
    """What each decision took, by the clock and of processor time."""
    game, edition = find_game(name)
    chosen, _ = game.preset(preset or edition)
    seats = max(2, game.seats(chosen)[0])
    setup = arrange(game, chosen, {}, read_guests(game, f"bot:{bot}") * seats, seed="1")
    times: list[tuple[float, float]] = []
    for number in range(1000):
        shaker = SeededShaker(f"1/{number}")
        bots: Any = {seat: Timed(one, times, most) for seat, one in seat_bots(setup, f"1/{number}").items()}
        try:
            play_out(setup.rules, setup.rules.start(seats, shaker.first(seats)), bots, shaker)
        except Enough:
            break
    return times


def shown(game: Game, bot: str, preset: str | None, seconds: float) -> str:
    command = [sys.executable, __file__, game.id, "--bots", bot, "--seconds", str(seconds), "--here"]
    environment = {**os.environ, **ONE_CORE}
    done = subprocess.run(
        [*command, *(["--preset", preset] if preset else [])], env=environment, check=True, stdout=subprocess.PIPE
    )
    times = json.loads(done.stdout)
    (clock, first), later = times[0], [processor for _, processor in times[1:]] or [0.0]
    limit = MOST.get(bot, MOST_OF_OTHERS)
    marks = [what for what, spent in (("first", first), ("later", max(later))) if spent > limit]
    over = f"  OVER {limit} s: {', '.join(marks)}" if marks else ""
    told = f"median {statistics.median(later):.4f}, longest {max(later):.3f} of {len(later)}"
    return f"{game.id:<13} {bot:<7} first {first:6.3f} s (clock {clock:6.3f}), later {told}{over}"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("game", nargs="*", default=list(all_games()))
    parser.add_argument("--bots", help="the levels otherwise")
    parser.add_argument("--preset")
    parser.add_argument("--seconds", type=float, default=10.0, help="of thinking, for each bot")
    parser.add_argument("--here", action="store_true", help="print the times of one bot in this process")
    wanted = parser.parse_args()
    if wanted.here:
        print(json.dumps(think(wanted.game[0], wanted.bots, wanted.preset, wanted.seconds)))
        return
    print("processor time; load", *(f"{load:.1f}" for load in os.getloadavg()), "on", os.cpu_count(), "cores")
    for name in wanted.game:
        game, _ = find_game(name)
        for bot in wanted.bots.split(",") if wanted.bots else game.ladder:
            print(shown(game, bot, wanted.preset, wanted.seconds), flush=True)


if __name__ == "__main__":
    main()
