"""The sample turn that both printed sheets tell, kept in ``samples`` as a record and its story."""

from __future__ import annotations

from pathlib import Path

import pytest

from redpip.core.playing import Play
from redpip.core.record import Record, record_of, replay
from redpip.core.transcript import from_text, to_text
from redpip.games.rolling import GAME

FILES = sorted((Path(__file__).parent / "samples").glob("*.txt"))


def retold(record: Record) -> str:
    """The record and its story, as the file should read."""
    play = Play(record.setup)
    words = GAME.words(record.setup.preset, "en")
    lines = []
    for entry in record.entries:
        play.again(entry.event)
        lines.append(GAME.story(record.setup.game_rules, entry.event, play.state, record.setup.names, words))
    return "\n".join([to_text(record_of(play)), *filter(None, lines), ""])


def test_both_sheets_have_their_sample() -> None:
    assert {file.stem for file in FILES} == set(GAME.presets)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_sample_turn_brings_136(file: Path) -> None:
    text = file.read_text("utf-8")
    record = from_text(text[: text.index("\n\n", text.index("\n\n") + 2)])
    assert record.setup.preset == file.stem
    assert replay(record).state.totals == (136, 0)
    assert retold(record) == text
