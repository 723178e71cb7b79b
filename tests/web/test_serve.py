"""Where the service listens."""

from __future__ import annotations

import asyncio
import socket

import pytest

from redpip.cli import app
from redpip.core.problem import Problem
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


def test_nobody_else_holds_the_port_when_it_was_killed() -> None:
    """A bot that is thinking ends a moment later, and the service may be there again before."""
    with listen("127.0.0.1", 0) as listener:
        assert not listener.get_inheritable()


def test_bots_wait_as_long_as_they_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    paces = []
    monkeypatch.setattr("redpip.web.serve.serve", lambda *_, pace, **__: paces.append(pace))
    for words in ([], ["--pace", "0"], ["--pace", "2.5"]):
        app(["serve", *words], standalone_mode=False)
    assert paces == [None, Pace(0, 0), Pace(2.5, 2.5)]


def test_names_and_proxies_come_from_flags_or_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    guards = []
    monkeypatch.setattr("redpip.web.serve.serve", lambda *_, guard, **__: guards.append(guard))
    app(["serve"], standalone_mode=False)
    app(
        ["serve", "--proxy", "10.0.0.1", "--proxy", "fd00::/8", "--allowed-host", "dice.example"], standalone_mode=False
    )
    monkeypatch.setenv("REDPIP_PROXY", "10.0.0.1, fd00::/8")
    monkeypatch.setenv("REDPIP_ALLOWED_HOST", "dice.example")
    app(["serve"], standalone_mode=False)
    told = [([str(one) for one in guard.proxies], [*guard.hosts]) for guard in guards]
    assert told == [([], []), *[(["10.0.0.1/32", "fd00::/8"], ["dice.example"])] * 2]
    with pytest.raises(Problem, match=r"'10.0.0.1/99' is no address of a proxy"):
        app(["serve", "--proxy", "10.0.0.1/99"], standalone_mode=False)
