"""How strong each game's levels and other bots are: a tournament of all of them, two at a table, kept in the game's
folder as `strengths.json`. `redpip bots GAME` and the pages tell it.

    python benchmarks/levels.py [GAME ...] [--games 400] [--processes 2]

Stopped, the same command goes on where it was.
"""

from __future__ import annotations

import argparse
import json
from functools import partial
from pathlib import Path
from typing import Any

from redpip.core.catalog import Game, all_games, find_game
from redpip.play.results_file import ResultsFile
from redpip.play.spreading import cores, processes_here
from redpip.play.standings import meetings, standings
from redpip.play.strengths import strengths_file
from redpip.play.tournament import Tournament, play_block
from redpip.settings import state_folder


def players(game: Game) -> str:
    others = [name for name in game.bots if name not in game.ladder]
    return ",".join(f"bot:{name}" for name in (*game.ladder, *others))


def measured(plan: Tournament, file: Path, processes: int) -> dict[str, Any]:
    with ResultsFile(plan, file) as kept, processes_here(processes) as spread:
        todo = (piece for piece in plan.pieces if piece not in kept.done)
        for piece, found in spread.over(partial(play_block, plan.text), todo):
            kept.add(piece, found)
            print(f"\r{plan.game.id}: {kept.games} of {plan.all_games} games", end="", flush=True)
    names = [guest.player.bot for guest in plan.guests]
    return {
        "preset": plan.preset,
        "seed": plan.seed,
        "rules": plan.header["rules"],
        "pairs": [
            {
                "first": names[one.first],
                "second": names[one.second],
                "games": one.games,
                "score": round(one.score, 4),
                "low": round(one.low, 4),
                "high": round(one.high, 4),
            }
            for one in meetings(plan, kept.done)
        ],
        "players": [
            {
                "player": names[one.player],
                "games": one.games,
                "score": round(one.score, 4),
                "rating": round(one.rating, 2),
                "uncertainty": round(one.uncertainty, 2),
            }
            for one in standings(plan, kept.done)
        ],
    }


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("game", nargs="*", default=list(all_games()))
    parser.add_argument("--games", type=int, default=400, help="of each pair")
    parser.add_argument("--processes", type=int, default=cores())
    wanted = parser.parse_args()
    for name in wanted.game:
        game, _ = find_game(name)
        plan = Tournament(name, None, (), players(game), wanted.games)
        found = measured(plan, state_folder() / "strengths" / f"{name}.jsonl", wanted.processes)
        strengths_file(game).write_text(json.dumps(found, indent=1) + "\n")
        print(f"\r{name}: {plan.all_games} games, {strengths_file(game)}")


if __name__ == "__main__":
    main()
