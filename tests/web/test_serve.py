"""Where the service listens."""

from __future__ import annotations

import asyncio
import socket

import pytest

from redpip.cli import app
from redpip.web.live import Pace
from redpip.web.serve import listen


def test_answers_are_sent_at_once() -> None:
    assert asyncio.run(sends_at_once(listen("127.0.0.1", 0)))


async def sends_at_once(listener: socket.socket) -> bool:
    """Whether a connection that is accepted here keeps nothing back to send it with more."""

    async def answer(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        accepted: socket.socket = writer.get_extra_info("socket")
        writer.write(bytes([accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)]))
        writer.close()

    async with await asyncio.start_server(answer, sock=listener):
        reader, writer = await asyncio.open_connection(*listener.getsockname())
        told = await reader.read()
        writer.close()
    return any(told)


def test_bots_wait_as_long_as_they_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    paces = []
    monkeypatch.setattr("redpip.web.serve.serve", lambda *_, pace, **__: paces.append(pace))
    for words in ([], ["--pace", "0"], ["--pace", "2.5"]):
        app(["serve", *words], standalone_mode=False)
    assert paces == [None, Pace(0, 0), Pace(2.5, 2.5)]
