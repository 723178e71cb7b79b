"""Batches of whole games beside the same games by the rules, and beside OpenSpiel's pig, another race of two with dice,
where the extra ``rl`` is installed; and how often the first player wins.

python benchmarks/batches.py [--only hot] [--games 4000] [--by-rules 40]

With ``--games 1 --by-rules 0`` it compiles what batches need.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from importlib.util import find_spec

import numpy as np

from redpip.core.catalog import find_game
from redpip.play.portions import Portion
from redpip.play.tournament import BLOCK, Piece, Tournament, play_portion
from redpip.solve.batch import Deals, KernelBatch, Played, random_deals

# the first pair of each plays by the rules too
PAIRS = {
    "poobah": (("best", "collector"), ("best", "best"), ("collector", "collector")),
    "hot": (("best", "best"), ("best", "cool"), ("cool", "cool")),
    "diangle": (("best", "best"),),
    "rolling": (("best", "best"), ("best", "steady"), ("steady", "steady")),
}


def taken(work: Callable[[], object]) -> float:
    """Processor time."""
    began = time.process_time()
    work()
    return time.process_time() - began


def batches(game: str, games: int) -> float:
    """Games a second of the first pair."""
    found = find_game(game)[0]
    assert found.batch
    batch = found.batch.make(found.rules())
    assert isinstance(batch, KernelBatch)
    deals = random_deals(games, 1, batch.throws, batch.whose)
    batch.play(Deals(deals.firsts[:1], deals.dice[:1]), PAIRS[game][:1])  # compiled, or read
    paces = [_paced(found.name, batch, deals, pair) for pair in PAIRS[game]]
    return paces[0]


def _paced(name: str, batch: KernelBatch, deals: Deals, pair: tuple[str, str]) -> float:
    played: list[Played] = []
    games = len(deals.firsts)
    seconds = taken(lambda: played.append(batch.play(deals, [pair] * games)))
    ended = played[0].winners >= 0
    first = float(np.mean(played[0].winners[ended] == deals.firsts[ended]))
    error = 1.96 * (first * (1 - first) / ended.sum()) ** 0.5
    print(f"{name}, {' against '.join(pair)}, a batch of {games:,}: {games / seconds:,.0f} games a second")
    print(f"  the first player won {first:.3f}, give or take {error:.3f}")
    return games / seconds


def by_rules(game: str, games: int, pace: float) -> None:
    pair = PAIRS[game][0]
    text = Tournament(game, None, (), ",".join(f"bot:{name}" for name in pair), games + BLOCK).text
    play_portion(text, Portion((Piece(0, 0, 1),)))  # what is read once
    pieces = tuple(Piece(block, 0, 1) for block in range(1, games // BLOCK + 1))
    seconds = taken(lambda: play_portion(text, Portion(pieces)))
    slow = len(pieces) * BLOCK / seconds
    print(f"{find_game(game)[0].name}, {' against '.join(pair)}, by the rules: {slow:,.1f} games a second")
    print(f"  the batch is {pace / slow:,.0f} times as fast")


def pig(games: int) -> None:
    """OpenSpiel's, played by chance: its states are C++, each step is asked for from Python."""
    import pyspiel

    game, luck, steps = pyspiel.load_game("pig"), random.Random(1), 0

    def play() -> None:
        nonlocal steps
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                outcomes = [one for one, _ in state.chance_outcomes()] if state.is_chance_node() else None
                state.apply_action(luck.choice(outcomes or state.legal_actions()))
                steps += 1

    seconds = taken(play)
    print(f"OpenSpiel's pig, by chance: {games / seconds:,.0f} games a second, {steps / seconds:,.0f} steps a second")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", choices=PAIRS)
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--by-rules", type=int, default=40)
    wanted = parser.parse_args()
    for game in [wanted.only] if wanted.only else PAIRS:
        pace = batches(game, wanted.games)
        if wanted.by_rules:
            by_rules(game, wanted.by_rules, pace)
    if wanted.by_rules and find_spec("pyspiel"):
        pig(2000)


if __name__ == "__main__":
    main()
