"""Short games read as they always did, and options are the same. ``python tests/update.py`` writes them anew; look at
the difference."""

from __future__ import annotations

from pathlib import Path

import pytest

from contract.golden import folder_of, options_file, options_text, setup_of, transcript
from redpip.core.catalog import Game, all_games
from redpip.core.record import record_of, replay
from redpip.core.transcript import from_text

GAMES = list(all_games().values())
FILES = [file for game in GAMES for file in sorted(folder_of(game).glob("*.txt"))]


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parts[-4]}-{file.stem}")
def test_transcript_reads_as_it_did(file: Path) -> None:
    text = file.read_text("utf-8")
    assert transcript(setup_of(text)) == text


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parts[-4]}-{file.stem}")
def test_record_in_the_transcript_replays(file: Path) -> None:
    tags, moves, *_ = file.read_text("utf-8").split("\n\n")
    record = from_text(f"{tags}\n\n{moves}\n")
    assert record_of(replay(record)) == record


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_options_are_what_they_were(game: Game) -> None:
    assert options_text(game) == options_file(game).read_text("utf-8")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_preset_has_a_transcript(game: Game) -> None:
    assert set(game.presets) <= {file.stem for file in folder_of(game).glob("*.txt")}
