"""A house of tables in this process: a real log, bots that answer at once, a clock that tests turn, and faults."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from patience import PATIENCE
from redpip.core.problem import Problem
from redpip.play.thinking import Answer, Question, Thinkers
from redpip.store.log import Append, Done, Log
from redpip.table.command import Abandon, Act, BeReady
from redpip.web.connection import Connection, connection_for
from redpip.web.house import House, SeatPlan, TablePlan
from redpip.web.live import Live, Pace
from redpip.web.painter import Painter

MIA, BEN, ADA = "mia's device", "ben's device", "ada's device"
ROLL = "roll 1 2 3 4 5 6"


class QuickBots(Thinkers):
    """The last of the options, in this process; ``fault`` is what goes wrong first."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[Question] = []
        self.fault: Callable[[Question], None] = lambda _: None
        self.pause: asyncio.Event | None = None

    async def ask(self, question: Question) -> Answer:
        self.asked.append(question)
        self.fault(question)
        if self.pause:
            await self.pause.wait()
        return Answer(question.seq, question.options[-1], 0.0)


class FaultyLog(Log):
    """``fault`` is awaited before each write."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.attempts = 0
        self.fault: Callable[[], Awaitable[None]] | None = None

    def put(self, append: Append, done: Done) -> None:
        self.attempts += 1
        if self.fault:
            self._late = asyncio.create_task(self._put_late(self.fault, append, done))
        else:
            super().put(append, done)

    async def append(self, *appends: Append) -> None:
        self.attempts += 1
        if self.fault:
            await self.fault()
        await super().append(*appends)

    async def _put_late(self, fault: Callable[[], Awaitable[None]], append: Append, done: Done) -> None:
        try:
            await fault()
        except Exception as error:
            done(error)
        else:
            super().put(append, done)


class PatientPainter(Painter):
    """Can be held back, as it is where much happens."""

    def __init__(self) -> None:
        super().__init__()
        self._held: list[Callable[[], None]] | None = None

    def ask(self, draw: Callable[[], None]) -> None:
        if self._held is None:
            super().ask(draw)
        else:
            self._held.append(draw)

    def hold(self) -> None:
        self._held = []

    def go_on(self) -> None:
        held, self._held = self._held or [], None
        for draw in held:
            draw()


class Rooms:
    def __init__(self, log: FaultyLog, bots: QuickBots, pace: Pace) -> None:
        self.log, self.bots, self.drawing = log, bots, PatientPainter()
        self.now = 1000.0
        self.elapsed = 0.0  # beside what the clock shows
        clock, steady = (lambda: self.now), (lambda: self.now + self.elapsed)
        self.house = House(log, bots, pace, clock, self.drawing, steady)

    async def open(self, *seats: SeatPlan, game: str = "spicy", preset: str | None = None, **facts: Any) -> Live:
        options = facts.pop("options", {})
        plan = TablePlan(game, preset, options, seats, facts.pop("host", MIA), **{"first": 0, **facts})
        return await self.house.find((await self.house.open(plan)).id)

    async def two_people(self, **facts: Any) -> Live:
        live = await self.open(person("Mia", MIA), person("Ben", BEN), **facts)
        await ready(live)
        return live

    async def after_a_game(self) -> Live:
        """Two people at a table that is closed."""
        live = await self.two_people()
        self.now += 3600  # nobody else is there who would have to agree
        await live.do(Abandon(), MIA)
        return live

    async def against_a_bot(self, **facts: Any) -> Live:
        live = await self.open(person("Mia", MIA), SeatPlan("bot", bot="greedy"), **facts)
        await ready(live)
        return live


@asynccontextmanager
async def rooms(path: Path, pace: Pace | None = None) -> AsyncIterator[Rooms]:
    async with FaultyLog(path / "tables.sqlite") as log, QuickBots() as bots:
        opened = Rooms(log, bots, pace or Pace(0.0, 0.0))
        try:
            yield opened
        finally:
            log.fault = None
            opened.house.close()


def person(name: str, device: str) -> SeatPlan:
    return SeatPlan("person", name, devices=(device,))


async def ready(live: Live) -> None:
    for seat in live.table.unready:
        await live.do(BeReady(seat, f"nonce0000{seat}"), live.table.chairs[seat].devices[0].id)


async def move(live: Live) -> int:
    """The next move of whichever person is to choose, always legal."""
    table = live.table
    assert table.play is not None
    seat = table.turn[0]
    action = str(table.play.next.options[seat][-1])  # type: ignore[union-attr]
    seq = await live.do(Act(seat, action), table.chairs[seat].devices[0].id)
    await asyncio.sleep(0)  # pictures come right after the answer
    return seq


def reader(live: Live, device: str | None = None, language: str = "en") -> Connection:
    """Somebody who looks on and keeps every message."""
    connection = connection_for(live.table, device, language)
    live.connect(connection)
    return connection


def seen(live: Live, device: str | None = None) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(live.snapshot(connection_for(live.table, device, "en")))
    return found


def heard(connection: Connection) -> list[dict[str, Any]]:
    """All messages so far."""
    messages = connection.messages.take()
    assert None not in messages
    return [json.loads(message or b"") for message in messages]


async def until(true: Callable[[], bool]) -> None:
    """Goes on as soon as this holds."""
    async with asyncio.timeout(PATIENCE):
        while not true():
            await asyncio.sleep(0.001)


async def code(command: Awaitable[Any]) -> str:
    """Why it was refused; empty where it was done."""
    try:
        await command
    except Problem as problem:
        return problem.code
    return ""
