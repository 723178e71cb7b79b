"""What a review costs beside advice: a whole game of classic, against full-depth advices in the same run.

python benchmarks/review.py            classic
python benchmarks/review.py --extra    also a game of Extra Spicy, its table stored before
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable

from redpip.core.catalog import find_game
from redpip.core.history import History
from redpip.core.setup import Player, Setup
from redpip.games.spicy.solver import solver
from redpip.play.coach import Coach
from redpip.play.review import review_of
from redpip.testing.bots import play_by

RUNS = 7


def played(preset: str, bot: str, seed: str) -> History:
    game, _ = find_game("spicy")
    return play_by(bot, Setup(game, preset, game.presets[preset].options, (Player("Mia"),), 0, seed), 10_000).history


def seconds(work: Callable[[], object]) -> float:
    begun = time.process_time()
    work()
    return time.process_time() - begun


def advice(game: History) -> None:
    """The first throw of a game, by a coach who has not been asked before."""
    Coach(game.setup).advise(game.states[2], 0)


def main() -> None:
    game = played("classic", "greedy", "review")
    advice(game), review_of(game)  # what is compiled or read once
    ratios = []
    for _ in range(RUNS):
        one = statistics.median(seconds(lambda: advice(game)) for _ in range(3))
        whole = seconds(lambda: review_of(game))
        ratios.append(whole / one)
        print(f"advice {1000 * one:.0f} ms, review {1000 * whole:.0f} ms: {whole / one:.1f} advices")
    print(f"median: a review costs {statistics.median(ratios):.1f} full-depth advices (wanted: 10)")
    if "--extra" in sys.argv:
        extra = played("extra", "greedy", "review")
        solver(extra.setup.game_rules).solve()
        begun = time.monotonic()
        review_of(extra)
        print(f"Extra Spicy, its table stored: {time.monotonic() - begun:.1f} s by the clock (wanted: 60)")


main()
