"""Somebody who does not read: others go on as if nothing were, nothing is kept, and coming back misses nothing."""

from __future__ import annotations

import asyncio
import json
import socket
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from redpip.table.command import React
from redpip.web import connection
from redpip.web.connection import connection_for
from redpip.web.streams import follow

from .client import Device
from .conftest import Service
from .rooms import BEN, MIA, heard, reader, rooms


def test_who_falls_too_far_behind_holds_nothing_and_comes_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        async with asyncio.timeout(120), rooms(tmp_path) as house:
            live = await house.two_people()
            other = reader(live, BEN)
            monkeypatch.setattr(connection, "MOST_WAITING", 5)
            slow = connection_for(live.table, MIA, "en", changes=True)
            stream = follow(live, slow, house.log, -1)
            await anext(stream)  # the first picture, and then nothing is taken
            last = live.table.seq
            for _ in range(8):
                await live.do(React(1, "nice"), BEN)
                await asyncio.sleep(0)  # pictures come right after the answer
            told = [message["seq"] for message in heard(other) if message["type"] == "event"]
            assert told == list(range(last + 1, last + 9)), "nobody else misses anything"
            assert (slow.messages.qsize(), slow.shown) == (1, None), "the end of the stream, and no picture"
            assert [message async for message in stream] == []
            again = follow(live, connection_for(live.table, MIA, "en"), house.log, last)
            missed = [json.loads(await anext(again)) for _ in range(9)]
            assert [message["seq"] for message in missed] == [*range(last + 1, last + 9), last + 8]
            assert missed[-1]["type"] == "snapshot"
            await again.aclose()

    asyncio.run(test())


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="this system waits for as long as it likes")
def test_who_takes_nothing_from_the_network_is_let_go(tmp_path: Path) -> None:
    service = Service(tmp_path / "tables.sqlite", begins="from redpip.web import serve as s\ns.UNREAD = 300\n")
    try:
        mia, ben = service.device(), service.device()
        table = mia.open({"kind": "me", "name": "Mia"}, {"kind": "open"})
        link = mia.look(table)["table"]["seats"][1]["invite"].partition("#")[2]
        mia.http.post(f"/tables/{table}/join", json={"token": link, "name": "Ben"}, headers=ben.headers)
        with mia.stream(table) as stream, not_reading(ben, table):
            while not stream.until("presence")["table"]["seats"][1]["here"]:
                pass  # has not come yet
            for _ in range(40):  # more than the network holds
                mia.do(table, "react", seat=0, reaction="nice")
            assert not stream.until("presence")["table"]["seats"][1]["here"], "is let go"
    finally:
        service.stop()


def not_reading(device: Device, table: str) -> socket.socket:
    """A stream whose other end has room for next to nothing, and never takes anything out."""
    address = urlsplit(device.url)
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
    line.connect((address.hostname, address.port))
    asks = [
        f"GET /api/v1/tables/{table}/stream HTTP/1.1",
        f"Host: {address.netloc}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: cmVkcGlwIHJlZHBpcCByZQ==",
        f"Authorization: Bearer {device.token}",
    ]
    line.sendall("\r\n".join([*asks, "", ""]).encode())
    return line
