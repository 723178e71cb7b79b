"""Other services that serve the same tables: who of us moves a table's bots, who is where, and what was written there.

Nothing here is needed for tables to be right, which the log alone sees to: it saves work, and people see sooner what
others do.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Protocol

import orjson

from redpip.core.problem import Problem
from redpip.store.log import Log

TERM, TICK = 9.0, 3.0  # seconds for which a lease is good, and after which it is renewed
LONGEST_TEXT = 7000  # bytes in one notification; PostgreSQL takes 8000
READ_AGAIN = 0  # instead of a number: all of it

People = Mapping[str, float | None]  # the devices at a table, and how long they want bots to wait
logger = logging.getLogger(__name__)


class Neighbour(Protocol):
    """A table as it is here, of which others have something to tell."""

    def woken(self, seq: int) -> None:
        """Events up to this number are in the log."""

    def people_elsewhere(self) -> None:
        """Somebody came or went at another service."""

    def mind(self) -> None:
        """It is ours now, or no longer, to move its bots."""


class Alone:
    """One service has all tables to itself."""

    shared = False

    def clock(self) -> float:
        return time.time()

    async def open(self, find: Callable[[str], Neighbour | None], live: Callable[[], Iterable[Neighbour]]) -> None:
        pass

    async def close(self) -> None:
        pass

    def minds(self, table_id: str) -> bool:
        return True

    def leave(self, table_id: str) -> None:
        pass

    def say_here(self, table_id: str, people: People) -> None:
        pass

    def elsewhere(self, table_id: str) -> People:
        return {}


@dataclass(slots=True)
class Heard:
    """What another service said last about who is at a table there."""

    people: People
    until: float


@dataclass(slots=True)
class Neighbours:
    """Use ``open`` and ``close``. All that is asked of it is answered at once from what is known."""

    log: Log
    term: float
    tick: float
    steady: Callable[[], float] = time.monotonic
    shared: bool = True
    _find: Callable[[str], Neighbour | None] = lambda _: None
    _live: Callable[[], Iterable[Neighbour]] = tuple
    _wanted: set[str] = field(default_factory=set)
    _ours: dict[str, float] = field(default_factory=dict)  # until when, by our steady clock
    _left: set[str] = field(default_factory=set)
    _here: dict[str, People] = field(default_factory=dict)
    _unsaid: set[str] = field(default_factory=set)
    _elsewhere: dict[str, dict[str, Heard]] = field(default_factory=dict)  # by table and service
    _ahead: float = 0.0  # of the database's clock
    _stirred: asyncio.Event = field(default_factory=asyncio.Event)
    _task: asyncio.Task[None] | None = None

    def clock(self) -> float:
        return time.time() + self._ahead

    async def open(self, find: Callable[[str], Neighbour | None], live: Callable[[], Iterable[Neighbour]]) -> None:
        self._find, self._live = find, live
        await self._renew()
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Others may move our tables' bots at once."""
        if self._task:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        with suppress(Problem):
            await self._say({table_id: {} for table_id in self._here})
            await self.log.release(self._wanted | self._left)

    # ---- asked by tables

    def minds(self, table_id: str) -> bool:
        """Is it ours to move this table's bots? If not, it will be as soon as nobody else does."""
        if table_id not in self._wanted:
            self._wanted.add(table_id)
            self._stirred.set()
        return self._ours.get(table_id, 0.0) > self.steady()

    def leave(self, table_id: str) -> None:
        """Nothing is to be moved there, or nobody is there any longer."""
        if table_id in self._wanted:
            self._wanted.discard(table_id)
            self._ours.pop(table_id, None)
            self._left.add(table_id)
            self._stirred.set()

    def say_here(self, table_id: str, people: People) -> None:
        if people != self._here.get(table_id, {}):
            self._here[table_id] = people
            self._unsaid.add(table_id)
            self._stirred.set()

    def elsewhere(self, table_id: str) -> People:
        now = self.steady()
        found: dict[str, float | None] = {}
        for heard in self._elsewhere.get(table_id, {}).values():
            if heard.until > now:
                found.update(heard.people)
        return found

    # ---- our own work

    async def _run(self) -> None:
        while True:
            try:
                async with self.log.listening(self._heard, self._stirred.set) as check:
                    for live in self._live():
                        live.woken(READ_AGAIN)  # what was said while we did not listen
                    while True:
                        await check()
                        await self._turn()
            except (Problem, OSError) as error:
                logger.warning("the other services cannot be heard: %s", error)
                self._lapse()
                await asyncio.sleep(self.tick)

    async def _turn(self) -> None:
        """What has changed is said at once, and all of it with every tick."""
        self._stirred.clear()
        await self._renew()
        if self._left:
            left, self._left = self._left, set()
            await self.log.release(left)
        unsaid, self._unsaid = self._unsaid, set()
        await self._say({table_id: self._here[table_id] for table_id in unsaid})
        try:
            async with asyncio.timeout(self.tick):
                await self._stirred.wait()
        except TimeoutError:
            self._here = {table_id: people for table_id, people in self._here.items() if people}
            self._unsaid.update(self._here)
            self._forget_the_silent()

    async def _renew(self) -> None:
        begun = self.steady()
        ours, now = await self.log.take(self._wanted, self.term)
        self._ahead = now - time.time()
        before, self._ours = set(self._ours), dict.fromkeys(ours & self._wanted, begun + self.term)
        self._mind(before ^ set(self._ours))

    def _lapse(self) -> None:
        """Where leases could not be renewed, nobody minds these tables for now."""
        late = {table_id for table_id, until in self._ours.items() if until <= self.steady()}
        for table_id in late:
            del self._ours[table_id]
        self._mind(late)

    def _mind(self, tables: Iterable[str]) -> None:
        for table_id in tables:
            if live := self._find(table_id):
                live.mind()

    async def _say(self, here: Mapping[str, People]) -> None:
        for part in _in_parts(here):
            await self.log.tell({"here": part, "for": self.term})

    def _heard(self, message: dict[str, Any]) -> None:
        for table_id, seq in message.get("tables", {}).items():
            if live := self._find(table_id):
                live.woken(seq)
        for table_id, people in message.get("here", {}).items():
            said = self._elsewhere.setdefault(table_id, {})
            before = said.get(message["by"])
            said[message["by"]] = Heard(people, self.steady() + message["for"])
            if (before.people if before else {}) != people and (live := self._find(table_id)):
                live.people_elsewhere()

    def _forget_the_silent(self) -> None:
        now = self.steady()
        for table_id, said in [*self._elsewhere.items()]:
            silent = [service for service, heard in said.items() if heard.until <= now]
            changed = any(said[service].people for service in silent)
            for service in silent:
                del said[service]
            if not said:
                del self._elsewhere[table_id]
            if changed and (live := self._find(table_id)):
                live.people_elsewhere()


def _in_parts(here: Mapping[str, People]) -> Iterator[dict[str, People]]:
    """As many tables at a time as one notification takes."""
    part: dict[str, People] = {}
    length = 0
    for table_id, people in here.items():
        more = len(orjson.dumps({table_id: people}))
        if part and length + more > LONGEST_TEXT:
            yield part
            part, length = {}, 0
        part[table_id] = people
        length += more
    if part:
        yield part


AnyNeighbours = Alone | Neighbours


def neighbours_of(log: Log) -> AnyNeighbours:
    return Neighbours(log, TERM, TICK) if log.shared else Alone()
