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

from redpip.core.game import Seat
from redpip.core.problem import Problem
from redpip.store.log import Log

TERM, TICK = 9.0, 3.0  # seconds for which a lease is good, and after which it is renewed
LONGEST_TEXT = 7000  # bytes in one notification; PostgreSQL takes 8000
READ_AGAIN = 0  # instead of a number: all of it

People = Mapping[str, float | None]  # the devices at a table, and how long they want bots to wait
Thinking = tuple[int, Seat]  # at which position whose bot has been at it for a while
logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Here:
    """What a service tells of a table: who is at it there, and what its bots do, where they are moved there."""

    people: People = field(default_factory=dict)
    thinking: Thinking | None = None

    @classmethod
    def read(cls, told: Mapping[str, Any]) -> Here:
        thinking = told["thinking"]
        return cls(told["people"], (thinking[0], thinking[1]) if thinking else None)


NOBODY = Here()


class Neighbour(Protocol):
    """A table as it is here, of which others have something to tell."""

    def woken(self, seq: int) -> None:
        """Events up to this number are in the log."""

    def heard_elsewhere(self) -> None:
        """Somebody came or went at another service, or a bot thinks there."""

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

    def say_here(self, table_id: str, here: Here) -> None:
        pass

    def elsewhere(self, table_id: str) -> People:
        return {}

    def thinking(self, table_id: str, position: int) -> Seat | None:
        return None


@dataclass(slots=True)
class Heard:
    """What another service said last about a table."""

    here: Here
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
    _here: dict[str, Here] = field(default_factory=dict)
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
            await self._say(dict.fromkeys(self._here, NOBODY))
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

    def say_here(self, table_id: str, here: Here) -> None:
        if here != self._here.get(table_id, NOBODY):
            self._here[table_id] = here
            self._unsaid.add(table_id)
            self._stirred.set()

    def elsewhere(self, table_id: str) -> People:
        found: dict[str, float | None] = {}
        for here in self._told(table_id):
            found.update(here.people)
        return found

    def thinking(self, table_id: str, position: int) -> Seat | None:
        """Whose bot has been thinking for a while at another service; of another position it says nothing."""
        said = (here.thinking for here in self._told(table_id) if here.thinking)
        return next((seat for at, seat in said if at == position), None)

    def _told(self, table_id: str) -> list[Here]:
        now = self.steady()
        return [heard.here for heard in self._elsewhere.get(table_id, {}).values() if heard.until > now]

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
            self._here = {table_id: here for table_id, here in self._here.items() if here != NOBODY}
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

    async def _say(self, here: Mapping[str, Here]) -> None:
        for part in _in_parts(here):
            await self.log.tell({"here": part, "for": self.term})

    def _heard(self, message: dict[str, Any]) -> None:
        for table_id, seq in message.get("tables", {}).items():
            if live := self._find(table_id):
                live.woken(seq)
        for table_id, told in message.get("here", {}).items():
            said, here = self._elsewhere.setdefault(table_id, {}), Here.read(told)
            before = said.get(message["by"])
            said[message["by"]] = Heard(here, self.steady() + message["for"])
            if (before.here if before else NOBODY) != here and (live := self._find(table_id)):
                live.heard_elsewhere()

    def _forget_the_silent(self) -> None:
        now = self.steady()
        for table_id, said in [*self._elsewhere.items()]:
            silent = [service for service, heard in said.items() if heard.until <= now]
            changed = any(said[service].here != NOBODY for service in silent)
            for service in silent:
                del said[service]
            if not said:
                del self._elsewhere[table_id]
            if changed and (live := self._find(table_id)):
                live.heard_elsewhere()


def _in_parts(here: Mapping[str, Here]) -> Iterator[dict[str, Here]]:
    """As many tables at a time as one notification takes."""
    part: dict[str, Here] = {}
    length = 0
    for table_id, told in here.items():
        more = len(orjson.dumps({table_id: told}))
        if part and length + more > LONGEST_TEXT:
            yield part
            part, length = {}, 0
        part[table_id] = told
        length += more
    if part:
        yield part


AnyNeighbours = Alone | Neighbours


def neighbours_of(log: Log) -> AnyNeighbours:
    return Neighbours(log, TERM, TICK) if log.shared else Alone()
