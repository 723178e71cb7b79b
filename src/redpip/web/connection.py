"""One stream to one device, and the messages that go out on it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import orjson

from redpip.core.game import Seat
from redpip.core.inbox import Inbox
from redpip.core.words import Words
from redpip.table.events import TableEvent
from redpip.table.picture import Moment, Sight
from redpip.table.table import Table
from redpip.table.viewer import Viewer, eyes, heard, still_looking, table_words
from redpip.web.changes import Changes, Whole, changed

MOST_WAITING = 500  # messages a slow reader may fall behind

Message = dict[str, Any]
logger = logging.getLogger(__name__)


@dataclass(eq=False, slots=True)
class Connection:
    viewer: Viewer
    words: Words
    changes: bool = False  # after the first picture only what has changed
    shown: Sight | None = None  # the picture that changes are told from
    behind: bool = False  # too far to go on: the stream ends, and the reader comes back for what it missed
    messages: Inbox[str | None] = field(default_factory=Inbox)  # None: the stream is to end
    answering: asyncio.Lock = field(default_factory=asyncio.Lock)  # while something that was asked is done

    def send(self, message: str | None) -> None:
        if self.behind:
            return
        if len(self.messages) < MOST_WAITING:
            self.messages.put(message)
        else:
            self._fall_behind()

    def _fall_behind(self) -> None:
        """Whoever may never read on shall hold nothing."""
        self.behind, self.shown = True, None
        self.messages.take()
        self.messages.put(None)

    def tell(self, **message: Any) -> None:
        self.send(text_of(message))

    async def waiting(self) -> list[str]:
        """All that is to go out now; nothing where the stream is to end."""
        found = await self.messages.wait()
        end = found.index(None) if None in found else len(found)
        self.messages.give_back(found[end:])
        return [message for message in found[:end] if message is not None]

    def left(self) -> list[str]:
        """What came after the end: answers to what was asked before it."""
        return [message for message in self.messages.take() if message is not None]

    def bundled(self, messages: Sequence[str]) -> Sequence[str]:
        """As they go out: whoever asked for changes gets what comes together as one list."""
        return [f"[{','.join(messages)}]"] if self.changes and messages else messages


def connection_for(table: Table, device: str | None, language: str, changes: bool = False) -> Connection:
    return Connection(Viewer(device), table_words(table, language), changes)


class Retold:
    """An event that was missed or overtaken, without a picture of its own: a newer one follows. Told once for all who
    hear the same; where nothing is secret, at once, so that the table of that moment need not be kept."""

    __slots__ = ("_event", "_same", "_seq", "_table", "_told")

    def __init__(self, table: Table, seq: int, event: TableEvent) -> None:
        self._same = None if table.game.secrets else _unpictured(seq, heard(table, event, None))
        if self._same is None:
            self._table, self._seq, self._event = table, seq, event
            self._told: dict[Seat | None, str] = {}

    def to(self, connection: Connection) -> str:
        if self._same is not None:
            return self._same
        ears = eyes(self._table, connection.viewer)
        if ears not in self._told:
            self._told[ears] = _unpictured(self._seq, heard(self._table, self._event, ears))
        return self._told[ears]


def _unpictured(seq: int, told: Message) -> str:
    return text_of({"type": "event", "seq": seq, "event": told, "table": None, "scene": None})


def text_of(message: Message) -> str:
    """As it goes out. Messages wait until they are sent, and to keep orjson's bytes takes several times as long as to
    make a text of them and let them go."""
    return orjson.dumps(message).decode()


class Frames:
    """The messages about one moment. What is the same for several readers is drawn and encoded once."""

    def __init__(self, moment: Moment) -> None:
        self._moment = moment
        self._changes = Changes()
        self._told: dict[Seat | None, Message] = {}
        self._drawn: dict[int, Message] = {}
        self._encoded: dict[tuple[Any, ...], str] = {}
        # by the pictures before and now, which are kept, so that nothing else can come by their ids
        self._framed_for: dict[tuple[Any, ...], tuple[Sight | None, Sight, Sight | None, str]] = {}

    def snapshot(self, connection: Connection) -> str:
        table, words = self._moment.table, connection.words
        texts = table.game.page_texts(words)
        connection.shown = None
        return self._framed(connection, {"type": "snapshot", "seq": table.seq, "texts": texts})

    def event(self, connection: Connection, event: TableEvent) -> str:
        table = self._moment.table
        connection.viewer = still_looking(table, connection.viewer)
        told = self._heard(event, eyes(table, connection.viewer))
        try:
            return self._framed(connection, {"type": "event", "seq": table.seq, "event": told})
        except Exception:
            logger.exception("table %s cannot be drawn", table.id)
            return _unpictured(table.seq, told)

    def presence(self, connection: Connection) -> str:
        """About the table alone: the scene stays as it was shown."""
        message = {"type": "presence"}
        before, connection.shown = connection.shown, None
        seen = self._moment.sight(connection.viewer, connection.words)
        alike = "presence", id(before), id(seen)
        if alike not in self._framed_for:
            shown = before and Sight(seen.common, seen.own, before.drawn)
            frame = before and shown and self._changed(message, before, shown)
            whole = frame or text_of({**message, "table": seen.table})
            self._framed_for[alike] = before, seen, shown, whole
        _, _, connection.shown, told = self._framed_for[alike]
        return told

    def _heard(self, event: TableEvent, seat: Seat | None) -> Message:
        """Where nothing is secret everybody hears the same."""
        ears = seat if self._moment.table.game.secrets else None
        if ears not in self._told:
            self._told[ears] = heard(self._moment.table, event, ears)
        return self._told[ears]

    def _framed(self, connection: Connection, message: Message) -> str:
        """The next picture is a whole one if this one could not be drawn."""
        before, connection.shown = connection.shown, None
        seen = self._moment.sight(connection.viewer, connection.words)
        alike = message["type"], id(message.get("event")), id(before), id(seen)
        if alike not in self._framed_for:
            frame = (before and self._changed(message, before, seen)) or self._whole(message, seen)
            self._framed_for[alike] = before, seen, seen, frame
        if connection.changes:
            connection.shown = seen
        return self._framed_for[alike][-1]

    def _whole(self, message: Message, seen: Sight) -> str:
        key = id(seen.drawn)
        if key not in self._drawn:
            self._drawn[key] = {name: orjson.Fragment(orjson.dumps(part)) for name, part in seen.drawn.items()}
        return text_of({**message, "table": seen.table, **self._drawn[key]})

    def _changed(self, message: Message, before: Sight, seen: Sight) -> str | None:
        """What differs from the picture before; None where only the whole will do."""
        try:
            common, drawn = self._changes.common(before, seen), self._changes.drawn(before, seen)
            own = changed(before.own, seen.own)
        except Whole:
            return None
        alike = id(message.get("event")), id(common), id(drawn), orjson.dumps(own)
        if alike not in self._encoded:
            told = {**message, "changes": True, "table": common | own, **drawn}
            self._encoded[alike] = text_of(told)
        return self._encoded[alike]
