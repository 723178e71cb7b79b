"""How strong each game's levels and other bots are, two at a table, kept in the game's folder as `strengths.json`;
`redpip bots GAME` and the pages tell it. Each level meets the one below, and every other bot meets novice and club, by
the rules of `redpip tournament`.

    python benchmarks/levels.py [GAME ...] [--games 400] [--best-games 100] [--processes 2]

Stopped, the same command goes on where it was.
"""

from __future__ import annotations

import argparse
import json
from functools import partial
from typing import Any
from zlib import crc32

from redpip.core.catalog import Game, all_games, find_game
from redpip.play.results_file import ResultsFile
from redpip.play.spreading import cores, processes_here
from redpip.play.standings import meetings, standings
from redpip.play.strengths import strengths_file
from redpip.play.tournament import BLOCK, Piece, Tournament, play_portion, portions
from redpip.settings import state_folder


def players(game: Game) -> str:
    others = [name for name in game.bots if name not in game.ladder]
    return ",".join(f"bot:{name}" for name in (*game.ladder, *others))


def games_of(game: Game, first: str, second: str, most: int, with_best: int) -> int:
    """How many of them these two play: neighbours, and fewer where one of them thinks longer."""
    ladder = game.ladder
    if first in ladder and second in ladder:
        near = abs(ladder.index(first) - ladder.index(second)) == 1
    else:
        near = bool({first, second} & {"novice", "club"})
    return (with_best if "best" in (first, second) else most) if near else 0


def play(plan: Tournament, kept: ResultsFile, processes: int, with_best: int) -> None:
    names = [str(guest.player.bot) for guest in plan.guests]

    def wanted(piece: Piece) -> bool:
        most = games_of(plan.game, names[piece.first], names[piece.second], plan.games, with_best)
        return piece.block * BLOCK < most

    pieces = [*filter(wanted, plan.pieces)]
    with processes_here(processes) as spread:
        todo = portions(plan, (piece for piece in pieces if piece not in kept.done), processes)
        for _, played in spread.over(partial(play_portion, plan.text), todo):
            kept.add(played)
            print(f"\r{plan.game.id}: {len(kept.done)} of {len(pieces)} blocks", end="", flush=True)


def measured(plan: Tournament, kept: ResultsFile) -> dict[str, Any]:
    names = [str(guest.player.bot) for guest in plan.guests]
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
    parser.add_argument("--best-games", type=int, default=100, help="of each pair with the best")
    parser.add_argument("--processes", type=int, default=cores())
    wanted = parser.parse_args()
    for name in wanted.game:
        game, _ = find_game(name)
        plan = Tournament(name, None, (), players(game), wanted.games)
        tuned = crc32(repr(game.levels).encode())  # other numbers, other results
        file = state_folder() / "strengths" / f"{name}-{wanted.games}-{tuned:08x}.jsonl"
        with ResultsFile(plan, file) as kept:
            play(plan, kept, wanted.processes, wanted.best_games)
        found = measured(plan, kept)
        strengths_file(game).write_text(json.dumps(found, indent=1) + "\n")
        print(f"\r{name}: {sum(pair['games'] for pair in found['pairs'])} games, {strengths_file(game)}")


if __name__ == "__main__":
    main()
