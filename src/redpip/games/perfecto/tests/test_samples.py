"""The example round of the printed rules, kept in ``samples`` as a record and its story.

The sheet begins in the middle of a game, so three short rounds lead up to it. Which dice lay there is only known as far
as the sheet tells: the bids, the dice rolled again and the count of seven.
"""

from __future__ import annotations

from pathlib import Path

from redpip.core.playing import Play
from redpip.core.record import Record, record_of, replay
from redpip.core.telling import tell
from redpip.core.transcript import from_text, to_text
from redpip.games.perfecto import GAME

FILE = Path(__file__).parent / "samples" / "printed.txt"


def retold(record: Record) -> str:
    """The record and its story as everybody hears it, as the file should read."""
    play = Play(record.setup)
    words = GAME.words(record.setup.preset, "en")
    lines = []
    for entry in record.entries:
        play.again(entry.event)
        heard = play.rules.seen(entry.event, None)
        lines.append(tell(record.setup, heard, play.rules.view(play.state, None), words))
    return "\n".join([to_text(record_of(play)), *filter(None, lines), ""])


def test_bidder_wins_the_printed_round() -> None:
    text = FILE.read_text("utf-8")
    record = from_text(text[: text.index("\n\n", text.index("\n\n") + 2)])
    state = replay(record).state
    assert (state.lives, state.leader, state.last.count) == ((5, 3), 0, 7)
    assert retold(record) == text
