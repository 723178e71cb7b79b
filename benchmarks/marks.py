"""Which share of a bot's decisions would be marked: the ground on which the bands of marks stand (docs/coach.md).

python benchmarks/marks.py [--games 200] [--bot greedy] [--presets classic,junior] [--limits 5,10,15]
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from redpip.core.setup import Player, Setup
from redpip.games.spicy import GAME
from redpip.play.review import review_of
from redpip.testing.bots import play_by


def costs(preset: str, bot: str, games: int) -> list[list[float]]:
    """What each decision of each game cost."""
    return [
        [decision.cost for decision in review_of(play_by(bot, setup(preset, number), 10_000).history).decisions]
        for number in range(games)
    ]


def setup(preset: str, number: int) -> Setup:
    return Setup(GAME, preset, GAME.presets[preset].options, (Player("One"),), 0, f"marks/{number}")


def report(preset: str, found: Sequence[Sequence[float]], limits: Sequence[float]) -> str:
    every = [cost for game in found for cost in game]
    shares = (f"{sum(cost >= limit for cost in every) / len(every):>8.1%}" for limit in limits)
    given = sum(every) / len(found)
    return f"{preset:<13}{len(found):>6}{len(every):>10}{given:>12.1f}{max(every):>8.1f}{''.join(shares)}"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--bot", default="greedy")
    parser.add_argument("--presets", default="classic,junior,chili")
    parser.add_argument("--limits", default="5,10,15")
    wanted = parser.parse_args()
    limits = [float(limit) for limit in wanted.limits.split(",")]
    heads = "".join(f"{f'>= {limit:g}':>8}" for limit in limits)
    print(f"{'preset':<13}{'games':>6}{'decisions':>10}{'given away':>12}{'most':>8}{heads}")
    for preset in wanted.presets.split(","):
        print(report(preset, costs(preset, wanted.bot, wanted.games), limits), flush=True)


if __name__ == "__main__":
    main()
