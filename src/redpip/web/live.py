"""A table that people are connected to. One task owns it: everything that happens to the table happens there."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from redpip.core.game import Thrown
from redpip.core.problem import Problem
from redpip.core.words import Words
from redpip.store.log import Log, Write
from redpip.table.command import AWAY, Presence
from redpip.table.events import TableEvent
from redpip.table.picture import Moment, Viewer, heard, still_looking, table_words
from redpip.table.table import Table

IDLE = 300.0  # seconds without anybody before a table leaves memory
TICK = 0.1  # what two clocks may differ by
MOST_WAITING = 500  # messages a slow reader may fall behind

Message = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Pace:
    """How long a bot waits, in seconds, before it moves: people must be able to follow."""

    after_throw: float = 1.1
    after_choice: float = 0.7
    away: float = AWAY  # before the others may ask for one in an empty seat


@dataclass(eq=False, slots=True)
class Connection:
    """One stream to one device."""

    viewer: Viewer
    words: Words
    messages: asyncio.Queue[Message | None] = field(default_factory=lambda: asyncio.Queue(MOST_WAITING))

    def send(self, message: Message | None) -> None:
        try:
            self.messages.put_nowait(message)
        except asyncio.QueueFull:
            # too slow: the stream ends, and the reader comes back for what it missed
            while not self.messages.empty():
                self.messages.get_nowait()
            self.messages.put_nowait(None)


@dataclass(slots=True)
class Job:
    """Work on the table, and where its events' number is awaited."""

    work: Callable[[Table, float], list[TableEvent]]
    key: str | None
    done: asyncio.Future[int]


class Live:
    def __init__(self, table: Table, log: Log, pace: Pace, unload: Callable[[str], None]) -> None:
        self.table = table
        self._log = log
        self._pace = pace
        self._unload = unload
        self._jobs: asyncio.Queue[Job] = asyncio.Queue()
        self._connections: set[Connection] = set()
        self._left: dict[str, float] = {}
        self._frames: list[tuple[Connection, Message]] = []
        self._moved = time.time()
        table.watch = self._frame
        self.task = asyncio.create_task(self._own())

    # ---- from outside

    async def do(self, work: Callable[[Table, float], list[TableEvent]], key: str | None = None) -> int:
        """Does this at the table; the number of the last event once everything is on the disk."""
        job = Job(work, key, asyncio.get_running_loop().create_future())
        await self._jobs.put(job)
        return await job.done

    def connect(self, connection: Connection) -> None:
        self._connections.add(connection)
        self._say_presence()

    def disconnect(self, connection: Connection) -> None:
        self._connections.discard(connection)
        device = connection.viewer.device
        if device and device not in self.presence.here:
            self._left[device] = time.time()
            asyncio.get_running_loop().call_later(self._pace.away + TICK, self._say_presence)
        self._say_presence()

    @property
    def presence(self) -> Presence:
        here = frozenset(c.viewer.device for c in self._connections if c.viewer.device)
        return Presence(here, tuple(self._left.items()), self._pace.away)

    def snapshot(self, connection: Connection) -> Message:
        return {
            "type": "snapshot",
            "seq": self.table.seq,
            **self._moment().sight(connection.viewer, connection.words),
            "texts": self.table.game.page_texts(connection.words),
        }

    def close(self) -> None:
        self.task.cancel()
        for connection in self._connections:
            connection.send(None)

    # ---- the owner

    async def _own(self) -> None:
        while True:
            try:
                job = await asyncio.wait_for(self._jobs.get(), self._patience())
            except TimeoutError:
                if self._idle():
                    self._unload(self.table.id)
                    return
                job = Job(_by_itself, None, asyncio.get_running_loop().create_future())
            await self._work(job)

    async def _work(self, job: Job) -> None:
        table, now, first = self.table, time.time(), self.table.seq + 1
        self._frames = []
        try:
            events = job.work(table, now)
            if events:
                await self._log.write(Write(table.id, first, events, now, table.phase, job.key))
        except Problem as problem:
            if problem.code == "cannot_save":
                await self._reload()
            _settle(job.done, problem)
            return
        if events:
            self._moved = now
            for connection, message in self._frames:
                connection.send(message)
        if not job.done.cancelled():
            job.done.set_result(table.keys.get(job.key, table.seq) if job.key else table.seq)

    async def _reload(self) -> None:
        """After a failed write the table is what the log says, not what we hoped."""
        table = await self._log.load(self.table.id)
        if table is not None:
            self.table = table
            table.watch = self._frame
            for connection in self._connections:
                connection.send(self.snapshot(connection))

    def _patience(self) -> float:
        """Seconds until something is due by itself."""
        now = time.time()
        if self.table.bot_seat is not None:
            told = self.table.told[-1].event if self.table.told else None
            wait = self._pace.after_throw if isinstance(told, Thrown) else self._pace.after_choice
            return max(0.0, self._moved + wait - now)
        deadline = self.table.deadline
        if deadline is not None and self.table.timed_out is None:
            return max(0.0, deadline - now)
        return IDLE

    def _idle(self) -> bool:
        return not self._connections and self.table.bot_seat is None and self.table.deadline is None

    # ---- what people get to see

    def _frame(self, seq: int, event: TableEvent) -> None:
        """Pictures of this moment, sent once it is on the disk."""
        moment = self._moment()
        for connection in self._connections:
            connection.viewer = still_looking(self.table, connection.viewer)
            told = heard(self.table, event, connection.viewer)
            seen = moment.sight(connection.viewer, connection.words)
            self._frames.append((connection, {"type": "event", "seq": seq, "event": told, **seen}))

    def _moment(self) -> Moment:
        return Moment(self.table, self.presence, time.time())

    def _say_presence(self) -> None:
        moment = self._moment()
        for connection in self._connections:
            seen = moment.sight(connection.viewer, connection.words)
            connection.send({"type": "presence", "table": seen["table"]})


def _by_itself(table: Table, now: float) -> list[TableEvent]:
    return table.tick(now) or table.bot_step(now)


def _settle(future: asyncio.Future[int], problem: Problem) -> None:
    if not future.cancelled():
        future.set_exception(problem)
        future.exception()  # nobody waits for what happens by itself


def connection_for(table: Table, device: str | None, language: str) -> Connection:
    return Connection(Viewer(device), table_words(table, language))
