"""Several services on one PostgreSQL: two houses in this process, and two real services behind a proxy."""

from __future__ import annotations

import asyncio
import secrets
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

import httpx
from sqlalchemy import URL
from websockets.exceptions import WebSocketException

import postgres
from patience import PATIENCE
from redpip.table.command import Act, BeReady, React
from redpip.web.house import House, SeatPlan, TablePlan
from redpip.web.jobs import Job, Reading
from redpip.web.live import Pace
from redpip.web.neighbours import Neighbours

from .client import Device, next_action
from .conftest import Service as RealService
from .proxy import Proxy
from .rooms import ADA, BEN, MIA, ROLL, FaultyLog, QuickBots, code, heard, person, reader, ready, until

LONG, SHORT, TICK = 600.0, 0.9, 0.1  # seconds: leases that end when a test says so, or soon, and their renewal
PACE = Pace(0.0, 0.0, thinks=0.0)


class Service:
    """A house with a log, bots and neighbours of its own."""

    def __init__(self, place: URL, term: float) -> None:
        self.log, self.bots, self._term = FaultyLog(place), QuickBots(), term

    async def __aenter__(self) -> Service:
        await self.log.__aenter__()
        await self.bots.__aenter__()
        self.neighbours = Neighbours(self.log, self._term, TICK)
        self.house = await House(self.log, self.bots, PACE, neighbours=self.neighbours).__aenter__()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.house.__aexit__()
        await self.bots.__aexit__()
        await self.log.__aexit__()

    async def open(self, *seats: SeatPlan, **facts: int) -> str:
        return (await self.house.open(TablePlan("spicy", None, {}, seats, MIA, first=0, **facts))).id

    def dies(self) -> None:
        """Says nothing more to anybody, and moves nothing."""
        assert self.neighbours._task is not None
        self.neighbours._task.cancel()
        for live in self.house._live.values():
            live._at = Job(Reading.REST)  # with which it is never done
            live._deputy.close(live.table.id)


@asynccontextmanager
async def two_services(term: float) -> AsyncIterator[tuple[Service, Service]]:
    place = await asyncio.to_thread(lambda: postgres.server().new_database())
    async with Service(place, term) as one, Service(place, term) as other:
        yield one, other


def with_two(test: Callable[[Service, Service], Awaitable[None]], term: float = LONG) -> None:
    async def run() -> None:
        async with two_services(term) as (one, other):
            await test(one, other)

    asyncio.run(run())


def test_what_is_done_at_one_service_is_seen_at_the_other() -> None:
    async def test(one: Service, other: Service) -> None:
        table = await one.open(person("Mia", MIA), person("Ben", BEN))
        here, there = await one.house.find(table), await other.house.find(table)
        await ready(here)
        watcher, told = reader(there), list[dict[str, Any]]()

        def is_seen(seq: int) -> bool:
            """Its own picture, or a newer one of the whole where much was missed."""
            told.extend(heard(watcher))
            return any(message.get("seq") == seq and message["scene"] is not None for message in told)

        last = await here.do(Act(0, ROLL), MIA)
        await until(lambda: is_seen(last))
        assert there.table == here.table
        numbers = [message["seq"] for message in told if message["type"] == "event"]
        assert numbers == [*range(last + 1 - len(numbers), last + 1)], "nothing is left out or told twice"
        assert len(numbers) >= 2, "the choice and its throw"
        await there.do(React(1, "nice"), BEN)
        await until(lambda: here.table == there.table)

    with_two(test)


def test_a_command_is_decided_on_the_table_as_it_is_and_done_once() -> None:
    async def test(one: Service, other: Service) -> None:
        table = await one.open(person("Mia", MIA), person("Ben", BEN))
        here, there = await one.house.find(table), await other.house.find(table)
        assert other.neighbours._task is not None
        other.neighbours._task.cancel()  # it hears nothing any more
        await ready(here)
        done = await here.do(Act(0, ROLL), MIA, "the same key")
        assert await there.do(Act(0, ROLL), MIA, "the same key") == done
        assert await code(there.do(Act(1, ROLL), BEN)) == "not_your_turn"
        assert there.table == here.table, "refused by the table as it is, not as it was"
        await here.do(React(0, "nice"), MIA)
        assert (await other.house.find(table)).table == here.table, "who asks anew sees what was done before"
        for _ in range(3):
            one_and_other = await asyncio.gather(*(live.do(React(0, "nice"), MIA) for live in (here, there)))
            assert len(set(one_and_other)) == 2, "whoever came second has decided again"
        await here.catch_up()
        await there.catch_up()
        assert here.table == there.table == await one.log.load(table)

    with_two(test)


def test_one_service_moves_a_tables_bots_and_the_other_when_its_lease_is_over() -> None:
    async def test(one: Service, other: Service) -> None:
        table = await one.open(person("Mia", MIA), SeatPlan("bot", bot="greedy"))
        lives = [await service.house.find(table) for service in (one, other)]
        here, there = lives
        watchers = [reader(here, MIA), reader(there, ADA)]
        await here.do(BeReady(0, "nonce00000"), MIA)
        for action in (ROLL, "score SUM"):
            await there.do(Act(0, action), MIA)
        await until(lambda: [live.table.turn for live in lives] == [(0,), (0,)] and here.table == there.table)
        asked = [len(service.bots.asked) for service in (one, other)]
        assert min(asked) == 0, "of two who saw all of it one has moved the bot"
        moving, waiting, live = (one, other, there) if asked[0] else (other, one, here)
        moving.dies()
        for action in (ROLL, "score RED"):
            await live.do(Act(0, action), MIA)
        await asyncio.sleep(3 * TICK)
        assert live.table.turn == (1,), "the lease still holds"
        await postgres.execute(one.log.place, "UPDATE leases SET until = 1")
        await until(lambda: live.table.turn == (0,))
        assert len(moving.bots.asked) == max(asked)
        assert waiting.bots.asked
        assert await waiting.log.load(table) == live.table
        assert len(watchers) == 2

    with_two(test)


def test_a_service_that_stops_leaves_its_tables_to_the_others_at_once() -> None:
    async def test(one: Service, other: Service) -> None:
        table = await one.open(person("Mia", MIA), SeatPlan("bot", bot="greedy"))
        live = await one.house.find(table)
        await ready(live)
        await until(lambda: one.neighbours.minds(table))
        await one.house.__aexit__()
        there = await other.house.find(table)
        for action in (ROLL, "score SUM"):
            await there.do(Act(0, action), MIA)
        await until(lambda: there.table.turn == (0,))

    with_two(test)


def test_who_is_at_one_service_is_there_for_the_other() -> None:
    async def test(one: Service, other: Service) -> None:
        table = await one.open(person("Mia", MIA), person("Ben", BEN))
        here, there = await one.house.find(table), await other.house.find(table)
        mia = reader(here, MIA)
        await until(lambda: MIA in there.presence.here)
        assert BEN not in there.presence.here
        here.disconnect(mia)
        await until(lambda: MIA not in there.presence.here)
        assert not there.presence.is_away([MIA], there.now()), "it was here just now"
        reader(there, BEN)
        await until(lambda: BEN in here.presence.here)
        other.dies()
        await until(lambda: BEN not in here.presence.here)

    with_two(test, SHORT)


def test_a_bot_that_thinks_is_seen_to_think_at_the_other_service_too() -> None:
    async def test(one: Service, other: Service) -> None:
        table = await one.open(person("Mia", MIA), SeatPlan("bot", bot="greedy"))
        lives = [await service.house.find(table) for service in (one, other)]
        watchers = [reader(live, device) for live, device in zip(lives, (MIA, ADA), strict=True)]
        one.bots.pause = other.bots.pause = go_on = asyncio.Event()
        await lives[0].do(BeReady(0, "nonce00000"), MIA)
        for action in (ROLL, "score SUM"):
            await lives[0].do(Act(0, action), MIA)
        told: list[list[Any]] = [[], []]

        def thinks() -> list[Any]:
            for seats, watcher in zip(told, watchers, strict=True):
                seats += [message["table"]["thinking"] for message in heard(watcher) if message.get("table")]
            return [seats[-1] if seats else None for seats in told]

        await until(lambda: thinks() == [1, 1])
        go_on.set()
        await until(lambda: thinks() == [None, None] and all(live.table.turn == (0,) for live in lives))
        said = [*one.neighbours._here.values(), *other.neighbours._here.values()]
        assert not any(here.thinking for here in said), "and nobody is told so any longer"

    with_two(test)


# ---- two real services

SOON = """
from redpip.web import neighbours
neighbours.TERM, neighbours.TICK = 2.0, 0.3
"""
BOXES = ["1", "2", "3", "SUM"]


class Player:
    """Sends what was not answered again, as it was, and keeps what was acknowledged."""

    def __init__(self, url: str) -> None:
        self.device = Device(url)
        self.acknowledged: dict[str, int] = {}

    def do(self, table: str, do: str, **facts: Any) -> None:
        key = secrets.token_hex(8)
        answer = self._until_answered(lambda: self.device.do(table, do, key, **facts))
        assert answer.status_code == 200, answer.text
        self.acknowledged[key] = answer.json()["seq"]

    def look(self, table: str) -> dict[str, Any]:
        seen: dict[str, Any] = self._until_answered(lambda: self.device.http.get(f"/tables/{table}")).json()
        return seen

    def _until_answered(self, ask: Callable[[], httpx.Response]) -> httpx.Response:
        while True:
            with suppress(httpx.TransportError):
                answer = ask()
                if answer.status_code != 503:
                    return answer
            time.sleep(0.1)


class Watcher(threading.Thread):
    """Follows a table to its end; whenever its stream breaks off, it asks for what it has missed."""

    def __init__(self, device: Device, table: str) -> None:
        super().__init__(daemon=True)
        self._device, self._table = device, table
        self.seqs: list[int] = []
        self.over = False
        self.start()

    def run(self) -> None:
        while not self.over:
            with (
                suppress(OSError, WebSocketException),
                self._device.stream(self._table, since=self.seqs[-1] if self.seqs else 0) as stream,
            ):
                while not self.over:
                    self._see(stream.receive())

    def _see(self, message: dict[str, Any]) -> None:
        if message["type"] == "event":
            self.seqs.append(message["seq"])
            self.over = message["event"]["kind"] == "revealed"


def test_a_game_goes_on_at_another_service_when_one_is_killed() -> None:
    place = postgres.server().new_database()
    first, second = (RealService(place, begins=SOON) for _ in range(2))
    with Proxy([first.url, second.url]) as proxy:
        mia = Player(proxy.url)
        table = mia.device.open(
            {"kind": "me", "name": "Mia"}, {"kind": "bot", "bot": "greedy"}, first=0, options={"boxes": BOXES}
        )
        watchers = [Watcher(device, table) for device in (mia.device, second.device())]
        mia.do(table, "ready", seat=0, nonce=secrets.token_hex(8))
        moves = 0
        while (seen := mia.look(table))["table"]["phase"] == "playing":
            if seen["table"]["turn"] == [0]:
                if moves == 3:
                    threading.Thread(target=first.kill).start()  # it is at work on our move, or has just done it
                mia.do(table, "act", seat=0, action=next_action(seen["scene"]))
                moves += 1
            else:
                time.sleep(0.1)  # until the bot has moved
        for watcher in watchers:
            watcher.join(PATIENCE)
        record = mia.device.http.get(f"/tables/{table}/record").text
        checked = mia.device.http.post("/verify-dice", content=record, headers={"Content-Type": "text/plain"})
        assert checked.json()["ok"], "no bot moved twice, and no dice were thrown twice"
        mia.device.http.close()
    rows = asyncio.run(postgres.execute(place, f"SELECT seq, key FROM events WHERE table_id = '{table}' ORDER BY seq"))
    assert [row["seq"] for row in rows] == list(range(1, len(rows) + 1))
    assert {row["key"]: row["seq"] for row in rows if row["key"] in mia.acknowledged} == mia.acknowledged
    assert len(mia.acknowledged) == moves + 1
    for watcher in watchers:
        assert watcher.seqs == list(range(1, len(rows) + 1)), "everybody saw every event once, in order"
    second.stop()
