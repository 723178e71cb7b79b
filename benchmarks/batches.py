"""Batches of whole games beside the same games by the rules, and beside OpenSpiel's pig, another race of two with dice,
where the extra ``rl`` is installed; and how often the first player wins.

python benchmarks/batches.py [--games 4000] [--by-rules 40]
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from importlib.util import find_spec

import numpy as np

from redpip.games.poobah.batch import Batch, Deals, Played, random_deals
from redpip.games.poobah.rules import PoobahRules
from redpip.play.tournament import BLOCK, Piece, Tournament, play_block

PAIRS = (("best", "collector"), ("collector", "collector"), ("best", "best"))


def taken(work: Callable[[], object]) -> float:
    """Processor time."""
    began = time.process_time()
    work()
    return time.process_time() - began


def batches(games: int) -> None:
    batch, deals = Batch(PoobahRules()), random_deals(games, 1)
    batch.play(Deals(deals.firsts[:1], deals.dice[:1]), [PAIRS[0]])  # compiled, or read
    for pair in PAIRS:
        played: list[Played] = []
        seconds = taken(lambda: played.append(batch.play(deals, [pair] * games)))  # noqa: B023
        first = float(np.mean(played[0].winners == deals.firsts))
        error = 1.96 * (first * (1 - first) / games) ** 0.5
        print(f"Grand Poobah, {' against '.join(pair)}, a batch: {games / seconds:,.0f} games a second")
        print(f"  the first player won {first:.3f}, give or take {error:.3f}")


def by_rules(games: int) -> None:
    text = Tournament("poobah", None, (), "bot:best,bot:collector", games).text
    play_block(text, Piece(0, 0, 1))  # what is read once
    blocks = range(1, games // BLOCK)
    seconds = taken(lambda: [play_block(text, Piece(block, 0, 1)) for block in blocks])
    print(f"Grand Poobah, best against collector, by the rules: {len(blocks) * BLOCK / seconds:,.0f} games a second")


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
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--by-rules", type=int, default=40)
    wanted = parser.parse_args()
    batches(wanted.games)
    by_rules(wanted.by_rules + BLOCK)
    if find_spec("pyspiel"):
        pig(2000)


if __name__ == "__main__":
    main()
