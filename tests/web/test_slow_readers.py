"""Somebody who does not read: others go on as if nothing were, nothing is kept, and coming back misses nothing."""

from __future__ import annotations

import asyncio
import errno
import json
import socket
from contextlib import suppress
from pathlib import Path

import pytest

from patience import PATIENCE
from redpip.table.command import React
from redpip.web import connection, serve
from redpip.web.connection import connection_for
from redpip.web.streams import follow

from .rooms import BEN, MIA, heard, reader, rooms


def test_who_falls_too_far_behind_holds_nothing_and_comes_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        async with asyncio.timeout(PATIENCE), rooms(tmp_path) as house:
            live = await house.two_people()
            other = reader(live, BEN)
            monkeypatch.setattr(connection, "MOST_WAITING", 5)
            slow = connection_for(live.table, MIA, "en", changes=True)
            stream = follow(live, slow, house.log, -1)
            await anext(stream)  # the first picture, and then nothing is taken
            last, told = live.table.seq, []
            for _ in range(8):
                await live.do(React(1, "nice"), BEN)
                await asyncio.sleep(0)  # pictures come right after the answer
                told += [message["seq"] for message in heard(other) if message["type"] == "event"]
            assert told == list(range(last + 1, last + 9)), "nobody else misses anything"
            assert (len(slow.messages), slow.shown) == (1, None), "the end of the stream, and no picture"
            assert [message async for message in stream] == []
            again = follow(live, connection_for(live.table, MIA, "en"), house.log, last)
            missed = [json.loads(await anext(again)) for _ in range(9)]
            assert [message["seq"] for message in missed] == [*range(last + 1, last + 9), last + 8]
            assert missed[-1]["type"] == "snapshot"
            await again.aclose()

    asyncio.run(test())


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="this system waits for as long as it likes")
def test_who_takes_nothing_from_the_network_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve, "UNREAD", 200)
    with serve.listen("127.0.0.1", 0) as listener, socket.create_connection(listener.getsockname()):
        line, _ = listener.accept()
        with line:
            line.setblocking(False)
            with suppress(BlockingIOError):
                while True:
                    line.send(bytes(100_000))  # until the network holds no more
            line.settimeout(PATIENCE)
            with pytest.raises(TimeoutError) as gone:
                line.recv(1)
    assert gone.value.errno == errno.ETIMEDOUT, "ended by the system"
