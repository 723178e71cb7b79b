"""One stream to one device, and the messages that go out on it."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass, field
from typing import Any

import orjson

from redpip.core.game import Seat
from redpip.core.words import Words
from redpip.table.events import TableEvent
from redpip.table.picture import Moment
from redpip.table.table import Table
from redpip.table.viewer import Viewer, eyes, heard, still_looking, table_words

MOST_WAITING = 500  # messages a slow reader may fall behind

Message = dict[str, Any]
logger = logging.getLogger(__name__)


@dataclass(eq=False, slots=True)
class Connection:
    viewer: Viewer
    words: Words
    messages: asyncio.Queue[bytes | None] = field(default_factory=lambda: asyncio.Queue(MOST_WAITING))

    def send(self, message: bytes | None) -> None:
        try:
            self.messages.put_nowait(message)
        except asyncio.QueueFull:
            # too slow: the stream ends, and the reader comes back for what it missed
            while not self.messages.empty():
                self.messages.get_nowait()
            self.messages.put_nowait(None)

    def tell(self, **message: Any) -> None:
        self.send(orjson.dumps(message))


def connection_for(table: Table, device: str | None, language: str) -> Connection:
    return Connection(Viewer(device), table_words(table, language))


def replayed(table: Table, seq: int, event: TableEvent, connection: Connection) -> bytes:
    """What was missed, without a picture of its own: that of the table follows."""
    return _unpictured(seq, heard(table, event, eyes(table, connection.viewer)))


def _unpictured(seq: int, told: Message) -> bytes:
    return orjson.dumps({"type": "event", "seq": seq, "event": told, "table": None, "scene": None})


class Frames:
    """The messages about one moment. What is the same for several readers is drawn and encoded once."""

    def __init__(self, moment: Moment) -> None:
        self._moment = moment
        self._drawn: dict[tuple[str, Seat | None], dict[str, Any]] = {}

    def snapshot(self, connection: Connection) -> bytes:
        table, words = self._moment.table, connection.words
        texts = table.game.page_texts(words)
        return self._encoded(connection, {"type": "snapshot", "seq": table.seq, "texts": texts})

    def event(self, connection: Connection, event: TableEvent) -> bytes:
        table = self._moment.table
        connection.viewer = still_looking(table, connection.viewer)
        told = heard(table, event, eyes(table, connection.viewer))
        try:
            return self._encoded(connection, {"type": "event", "seq": table.seq, "event": told})
        except Exception:
            logger.exception("table %s cannot be drawn", table.id)
            return _unpictured(table.seq, told)

    def presence(self, connection: Connection) -> bytes:
        drawn = self._moment.drawn(connection.viewer, connection.words)
        table = self._moment.picture(connection.viewer, connection.words, drawn["scene"])
        return orjson.dumps({"type": "presence", "table": table})

    def _encoded(self, connection: Connection, message: Message) -> bytes:
        viewer, words = connection.viewer, connection.words
        drawn = self._moment.drawn(viewer, words)
        group = self._moment.group(viewer, words)
        if group not in self._drawn:
            self._drawn[group] = {name: orjson.Fragment(orjson.dumps(part)) for name, part in drawn.items()}
        table = self._moment.picture(viewer, words, drawn["scene"])
        return orjson.dumps({**message, "table": table, **self._drawn[group]})
