"""The table of a guided game: a table like any other, drawn by the same pictures, but made from the events alone and
never stored."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from redpip.core.game import Over
from redpip.core.guide import Guided
from redpip.core.history import begin
from redpip.core.lesson import LEARNER
from redpip.core.setup import Setup
from redpip.core.words import Words
from redpip.table.chair import Chair, Device, Secrets
from redpip.table.command import Presence
from redpip.table.events import Ended, Entry, Opened, Played, TableEvent
from redpip.table.evolve import evolve
from redpip.table.picture import Moment, Part
from redpip.table.table import Table, new_table
from redpip.table.viewer import Viewer, heard

_DEVICE = "learner"
_VIEWER = Viewer(_DEVICE, LEARNER)


def lesson_frames(guided: Guided, since: int | None, words: Words) -> list[Part]:
    """What a page is to show: each event after number ``since``; where that is None, only how things are now. What
    nobody wants to watch is passed over."""
    events = len(guided.history.events)
    first = events if since is None else max(since, guided.jumped)
    found = []
    for number, table, event in _tables(guided):
        if number == first != since:
            texts = table.game.page_texts(words)
            found.append({"type": "snapshot", "seq": table.seq, "texts": texts, **_picture(table, words)})
        elif event and number > first:
            told = heard(table, event, LEARNER)
            found.append({"type": "event", "seq": table.seq, "event": told, **_picture(table, words)})
    return found


def _tables(guided: Guided) -> Iterator[tuple[int, Table, TableEvent | None]]:
    """The table before the first event and after each, with the number of events so far."""
    table, events = _laid(guided.history.setup), guided.history.events
    yield 0, table, None
    for number, event in enumerate(events, 1):
        table, played = evolve(table, Entry(Played(event), 0.0)), Played(event)
        over = table.play.next if table.play else None
        if isinstance(over, Over):
            table = evolve(table, Entry(Ended(list(over.scores), list(over.winners), list(over.returns)), 0.0))
        yield number, table, played


def _laid(setup: Setup) -> Table:
    """Before the first throw; it has no name, so nothing can be asked of it but to be played."""
    opened = Opened(setup.game.id, setup.preset, {}, len(setup.players), "", "")
    chairs = tuple(
        Chair(seat, player.name, () if player.bot else (Device(_DEVICE, 0.0),), player.bot)
        for seat, player in enumerate(setup.players)
    )
    return new_table("", Secrets("", ""), opened).but(chairs=chairs, play=begin(setup), position=1)


def _picture(table: Table, words: Words) -> dict[str, Any]:
    return Moment(table, Presence(frozenset({_DEVICE})), 0.0).sight(_VIEWER, words).whole
