"""Nothing acknowledged is lost: the service is killed under load again and again, and so is the database under it."""

from __future__ import annotations

import asyncio
import os
import random
import re
import secrets
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import URL

import postgres
from redpip.store.database import Place
from redpip.store.log import Log

from .client import PATIENCE, Device, next_action

# imports once and starts a service by forking, so that a kill costs little
NURSERY = """
import os, signal, sys
from itertools import count
from pathlib import Path
from redpip.store.postgres import read_url
from redpip.web import api
from redpip.web.live import Pace
from redpip.web.serve import serve
place = read_url(sys.argv[1]) if "://" in sys.argv[1] else Path(sys.argv[1])
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
for limit in (api.opening, api.commanding):
    limit.clock = count(0, 3600).__next__
for port in sys.stdin:
    if child := os.fork():
        print("pid", child, flush=True)
    else:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        serve("127.0.0.1", int(port), place, browser=False, pace=Pace(0, 0))
        os._exit(0)
"""


class Nursery:
    """Services one after the other at the same address."""

    def __init__(self, place: Place) -> None:
        where = place.render_as_string(hide_password=False) if isinstance(place, URL) else str(place)
        self._process = subprocess.Popen(
            [sys.executable, "-c", NURSERY, where], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self._port, self._child, self.url = "0", 0, ""
        self.start()

    def start(self) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{self._port}\n")
        self._process.stdin.flush()
        said = "".join(self._process.stdout.readline() for _ in range(2))  # in either order
        pid, address = re.search(r"pid (\d+)", said), re.search(r"http://localhost:(\d+)", said)
        assert pid, said
        assert address, said
        self._child, self.url, self._port = int(pid[1]), address[0], address[1]

    def kill(self) -> None:
        """As a power cut would."""
        os.kill(self._child, signal.SIGKILL)
        with suppress(ProcessLookupError):
            while True:
                os.kill(self._child, 0)
                time.sleep(0.001)

    def end(self) -> None:
        self.kill()
        self._process.communicate()


class Player(threading.Thread):
    """Plays one game after the other, sends again as it was what was not answered, and keeps what was acknowledged."""

    def __init__(self, url: str) -> None:
        super().__init__(daemon=True)
        self._device = Device(url)
        self.acknowledged: dict[tuple[str, str], int] = {}
        self.enough = False

    def run(self) -> None:
        while not self.enough:
            opened = self._answered(lambda: self._device.http.post("/tables", json=GAME))
            table = opened.json()["table"]
            self._do(table, "ready", nonce=secrets.token_hex(8))
            while not self.enough and (seen := self._look(table))["table"]["phase"] == "playing":
                self._do(table, "act", action=next_action(seen["scene"]))
        self._device.http.close()

    def _do(self, table: str, do: str, **facts: Any) -> None:
        key = secrets.token_hex(8)
        answer = self._answered(lambda: self._device.do(table, do, key, seat=0, **facts))
        assert answer.status_code == 200, answer.text
        self.acknowledged[table, key] = answer.json()["seq"]

    def _look(self, table: str) -> dict[str, Any]:
        seen: dict[str, Any] = self._answered(lambda: self._device.http.get(f"/tables/{table}")).json()
        return seen

    def _answered(self, ask: Callable[[], httpx.Response]) -> httpx.Response:
        while True:
            with suppress(httpx.TransportError):
                answer = ask()
                if answer.status_code != 503:
                    return answer
            time.sleep(0.02)


GAME = {"game": "spicy", "seats": [{"kind": "me", "name": "Mia"}]}
PLAYERS = 2


def disturbed(place: Place, times: int, disturb: Callable[[Nursery], None]) -> None:
    """Plays while this happens so often, and looks whether all is there."""
    nursery, chance = Nursery(place), random.Random(times)
    players = [Player(nursery.url) for _ in range(PLAYERS)]
    try:
        for player in players:
            player.start()
        for _ in range(times):
            done = sum(len(player.acknowledged) for player in players)
            wait_until(lambda: sum(len(player.acknowledged) for player in players) > done + chance.randrange(4))  # noqa: B023
            time.sleep(chance.random() * 0.02)  # at any moment of a command
            disturb(nursery)
        for player in players:
            player.enough = True
            player.join(PATIENCE)
            assert not player.is_alive()
    finally:
        nursery.end()
    asyncio.run(all_is_there(place, {deed: seq for player in players for deed, seq in player.acknowledged.items()}))


def wait_until(true: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, "nobody gets an answer any more"
        time.sleep(0.002)


async def all_is_there(place: Place, acknowledged: dict[tuple[str, str], int]) -> None:
    rows = await rows_of(place)
    kept = {(table, key): seq for table, seq, key in rows if key}
    assert {deed: kept.get(deed) for deed in acknowledged} == acknowledged, "what was acknowledged is there, once"
    last: dict[str, tuple[int, str | None]] = {}
    for table, seq, key in rows:
        assert seq == last.get(table, (0, None))[0] + 1, "no gap"
        last[table] = seq, key
    assert all(key for seq, key in last.values() if seq > 2), "no command is done by half: its last event has its key"
    async with Log(place) as log:
        for table in last:
            read = await log.load(table)
            assert read is not None
            assert (read.seq, read.outdated) == (last[table][0], None)


async def rows_of(place: Place) -> list[tuple[str, int, str | None]]:
    query = "SELECT table_id, seq, key FROM events ORDER BY table_id, seq"
    if isinstance(place, URL):
        return [tuple(row) for row in await postgres.execute(place, query)]
    with closing(sqlite3.connect(place)) as database:
        return database.execute(query).fetchall()


def killed(nursery: Nursery) -> None:
    nursery.kill()
    nursery.start()


@pytest.mark.parametrize("times", [12, pytest.param(300, marks=pytest.mark.slow)])
def test_the_service_is_killed_with_a_file(tmp_path: Path, times: int) -> None:
    disturbed(tmp_path / "tables.sqlite", times, killed)


@pytest.mark.parametrize("times", [8, pytest.param(100, marks=pytest.mark.slow)])
def test_the_service_is_killed_with_postgresql(times: int) -> None:
    disturbed(postgres.server().new_database(), times, killed)


def test_postgresql_is_killed_under_the_service() -> None:
    server = postgres.server()
    disturbed(server.new_database(), 3, lambda _: server.restart())
