"""Streams: nothing is missed and nothing comes twice, whenever somebody comes back and whatever they send."""

from __future__ import annotations

import asyncio
import gc
import json
import logging
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from patience import PATIENCE
from redpip.table.command import React
from redpip.web.app import create_app
from redpip.web.connection import connection_for
from redpip.web.house import TablePlan
from redpip.web.identity import hashed
from redpip.web.live import Live, Pace
from redpip.web.streams import follow

from .conftest import Service
from .rooms import BEN, MIA, Rooms, move, person, rooms, until


def with_rooms(path: Path, test: Callable[[Rooms], Awaitable[None]]) -> None:
    async def run() -> None:
        async with asyncio.timeout(PATIENCE), rooms(path) as opened:
            await test(opened)

    asyncio.run(run())


async def coming_and_going(house: Rooms, live: Live, last: int) -> list[int]:
    """The numbers of all events, read by somebody whose line breaks after every few of them."""
    numbers: list[int] = [0]
    patience = 0
    while numbers[-1] < last:
        patience = (patience + 1) % 7
        stream = follow(live, connection_for(live.table, None, "en"), house.log, numbers[-1])
        left = patience
        async for text in stream:
            message = json.loads(text)
            if message["type"] == "event":
                numbers.append(message["seq"])
                left -= 1
            elif message["type"] == "snapshot":
                assert message["seq"] == numbers[-1], "the picture is of what was told"
            if left < 0 or numbers[-1] >= last:
                break
        await stream.aclose()
    return numbers


def test_whoever_comes_back_again_and_again_misses_nothing(tmp_path: Path) -> None:
    async def test(house: Rooms) -> None:
        live = await house.two_people()
        last = live.table.seq + 60
        readers = [asyncio.create_task(coming_and_going(house, live, last)) for _ in range(6)]

        async def play() -> None:
            while live.table.seq < last:
                await move(live)

        async def chat() -> None:
            while live.table.seq < last:
                await asyncio.gather(*(live.do(React(1, "nice"), BEN) for _ in range(3)))

        await asyncio.gather(play(), chat())
        for numbers in await asyncio.gather(*readers):
            assert numbers[: last + 1] == list(range(last + 1))
        assert not live._connections

    with_rooms(tmp_path, test)


def test_every_number_to_come_back_from(tmp_path: Path) -> None:
    async def test(house: Rooms) -> None:
        live = await house.two_people()
        for since in range(live.table.seq + 3):
            stream = follow(live, connection_for(live.table, MIA, "en"), house.log, since)
            replay = []
            async for text in stream:
                message = json.loads(text)
                if message["type"] == "snapshot":
                    break
                replay.append(message["seq"])
            assert replay == list(range(since + 1, live.table.seq + 1))
            await stream.aclose()

    with_rooms(tmp_path, test)


def test_what_somebody_else_wrote_reaches_the_streams_too(tmp_path: Path) -> None:
    """A rematch and a name that is forgotten are written past the table's owner."""

    async def test(house: Rooms) -> None:
        live = await house.after_a_game()
        told: list[tuple[str, int]] = []

        async def read() -> None:
            async for text in follow(live, connection_for(live.table, MIA, "en"), house.log, -1):
                message = json.loads(text)
                told.append(
                    (message.get("event", message)["kind" if "event" in message else "type"], message.get("seq", 0))
                )

        reading = asyncio.create_task(read())
        await until(lambda: bool(told))
        seq = live.table.seq
        await house.house.rematch(live.table.id, MIA)
        await house.house.forget(BEN)
        await until(lambda: ("forgotten", seq + 2) in told)
        reading.cancel()
        assert ("followed", seq + 1) in told
        assert [number for kind, number in told if kind == "snapshot"][-1] >= seq + 1

    with_rooms(tmp_path, test)


ME, OPEN = {"kind": "me", "name": "Mia"}, {"kind": "open"}


@pytest.mark.parametrize("since", ["--5", "9" * 21, "9" * 5000, "x", "", "-1", "%D9%A3"])
def test_a_socket_that_asks_for_nonsense_gets_the_table(service: Service, since: str) -> None:
    mia = service.device()
    with mia.stream(mia.open(ME, OPEN), since) as stream:
        assert stream.receive()["type"] == "snapshot"


@pytest.mark.parametrize("since", ["9" * 21, "-9"])
def test_lines_from_beyond_the_end_begin_with_the_table(service: Service, since: str) -> None:
    mia = service.device()
    with mia.http.stream("GET", f"/tables/{mia.open(ME, OPEN)}/events?since={since}") as answer:
        assert json.loads(next(answer.iter_lines()))["type"] == "snapshot"


@pytest.mark.parametrize("since", ["--5", "x", "9" * 5000])
def test_lines_that_ask_for_nonsense_are_refused(service: Service, since: str) -> None:
    mia = service.device()
    answer = mia.http.get(f"/tables/{mia.open(ME, OPEN)}/events?since={since}")
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_request")


def test_bytes_on_a_socket_are_no_command(service: Service) -> None:
    mia = service.device()
    with mia.stream(mia.open(ME, OPEN)) as stream:
        stream.send_bytes(b"\x00\xff")
        with pytest.raises(ConnectionClosed) as closed:
            stream.until("nothing")
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1003


def test_a_stream_that_cannot_be_drawn_says_so_and_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(house: Rooms) -> None:
        live = await house.two_people()
        monkeypatch.setattr("redpip.web.connection.Frames.snapshot", lambda *_: 1 // 0)
        messages = [
            json.loads(text) async for text in follow(live, connection_for(live.table, None, "en"), house.log, 0)
        ]
        assert [message["code"] for message in messages] == ["cannot_draw"]
        assert not live._connections

    with_rooms(tmp_path, test)


class Line:
    """A line that carries so many frames to the reader and breaks then; what was sent before it is still there to be
    read."""

    def __init__(self, carries: int, *frames: dict[str, Any]) -> None:
        self.carries, self._frames = carries, [{"type": "websocket.connect"}, *frames]
        self._broken = asyncio.Event()

    async def receive(self) -> dict[str, Any]:
        if len(self._frames) == 1:
            await self._broken.wait()
        return self._frames.pop(0) if self._frames else {"type": "websocket.disconnect", "code": 1006}

    async def send(self, message: dict[str, Any]) -> None:
        if message["type"] == "websocket.accept":
            return
        await asyncio.sleep(0)
        self.carries -= 1
        if self.carries < 0:
            self._broken.set()
            raise OSError("nobody is there any more")


def text(key: int) -> dict[str, Any]:
    return {
        "type": "websocket.receive",
        "text": json.dumps({"key": f"react{key:03}", "do": "react", "reaction": "nice"}),
    }


@pytest.mark.parametrize("last", [text(99), {"type": "websocket.receive", "bytes": b"\xff"}], ids=["text", "bytes"])
def test_a_line_may_break_at_any_moment(tmp_path: Path, caplog: pytest.LogCaptureFixture, last: dict[str, Any]) -> None:
    """Reading and sending find it out one after the other, and neither is a fault of ours."""
    caplog.set_level(logging.ERROR)

    async def test() -> None:
        app = create_app(tmp_path / "tables.sqlite", Pace(0, 0))
        async with asyncio.timeout(PATIENCE), app.router.lifespan_context(app):
            plan = TablePlan("spicy", None, {}, (person("Mia", hashed("m" * 40)),), hashed("m" * 40))
            table = await app.state.house.open(plan)
            for carries, name in ((0, "nowhere"), *((carries, table.id) for carries in range(5))):
                line = Line(carries, text(2 * carries), text(2 * carries + 1), last)
                await app(scope_of(name), line.receive, line.send)
        gc.collect()

    asyncio.run(test())
    assert not caplog.records


def scope_of(table: str) -> dict[str, Any]:
    return {
        "type": "websocket",
        "path": f"/api/v1/tables/{table}/stream",
        "query_string": b"",
        "headers": [(b"host", b"localhost"), (b"authorization", b"Bearer " + b"m" * 40)],
        "client": ("127.0.0.1", 1),
        "scheme": "ws",
        "subprotocols": [],
    }
