"""Are the strongest bots as strong as we say? Each meets the game's sensible bot; a lower 95 % limit that is missed
fails.

python benchmarks/strength.py [--only two_of_three] [--share 0.1] [--folder results] [--by-rules]

``--share`` plays a part of the games, for a first look. With a folder results are kept there, and a run that was
stopped goes on from them. ``--by-rules`` plays no batches; the results are the same.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

# game -> the bot to meet, games, and the lower 95 % limit of the score that must be reached
MUST_HOLD = {
    "catch6": ("hunter", 40_000, 0.53),
    "two_of_three": ("planner", 5_000, 0.53),
    "poobah": ("collector", 20_000, 0.53),
    "perfecto": ("odds", 400, 0.60),
}


def meeting(game: str, bot: str, games: int, folder: Path | None, *, by_rules: bool) -> dict[str, Any]:
    command = [sys.executable, "-m", "redpip", "tournament", game, "--players", f"bot:best,bot:{bot}", "--json"]
    command += ["--games", str(games), *(["--by-rules"] if by_rules else [])]
    command += ["--results", str(folder / f"{game}-{games}.jsonl")] if folder else []
    played = subprocess.run(command, check=True, stdout=subprocess.PIPE)
    found: dict[str, Any] = json.loads(played.stdout)["pairs"][0]
    return found


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", choices=MUST_HOLD)
    parser.add_argument("--share", type=float, default=1.0)
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--by-rules", action="store_true")
    wanted = parser.parse_args()
    missed = False
    for game in [wanted.only] if wanted.only else MUST_HOLD:
        bot, games, bound = MUST_HOLD[game]
        games = max(2, round(games * wanted.share))
        found = meeting(game, bot, games, wanted.folder, by_rules=wanted.by_rules)
        held = found["low"] >= bound
        missed |= not held
        limits = f"95 % {found['low']:.3f} to {found['high']:.3f}"
        print(f"{game}: best scores {found['score']:.3f} against {bot}, {limits}, {found['games']} games", flush=True)
        print(f"  the lower limit is {'at least' if held else 'BELOW'} {bound}", flush=True)
    sys.exit(missed)


if __name__ == "__main__":
    main()
