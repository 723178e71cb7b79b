"""Writes anew what is on file of every game, counts, options and golden transcripts, and of tables:
python tests/update.py, then look at git diff."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "src"))

from contract import counts, golden
from redpip.core.catalog import Game, all_games
from table import scenes


def update_counts(game: Game) -> Iterator[str]:
    """Counts may change only with the rules version; a game's first cases are written by hand."""
    file = counts.file_of(game)
    stored = json.loads(file.read_text("utf-8"))
    now = counts.counted(game, stored)
    fresh = all("counts" in case for case in stored["cases"])
    if fresh and stored["version"] == now["version"] and counts.fault(game, stored, now):
        yield str(counts.fault(game, stored, now))
    else:
        file.write_text(counts.text_of(now), "utf-8")


def update_golden(game: Game) -> None:
    folder = golden.folder_of(game)
    folder.mkdir(parents=True, exist_ok=True)
    golden.options_file(game).write_text(golden.options_text(game), "utf-8")
    for preset in game.presets:
        file = folder / f"{preset}.txt"
        if not file.exists():
            file.write_text(golden.transcript(golden.first_draft(game, preset)), "utf-8")
    for file in sorted(folder.glob("*.txt")):
        file.write_text(golden.transcript(golden.setup_of(file.read_text("utf-8"))), "utf-8")


def update_scenes() -> None:
    for name in scenes.SCENES:
        scenes.file_of(name).write_text(scenes.told(name), "utf-8")


def main() -> int:
    update_scenes()
    problems: list[str] = []
    for game in all_games().values():
        update_golden(game)
        problems += update_counts(game)
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
