"""Nothing acknowledged is lost: the service is killed under load again and again, and so is the database under it."""

from __future__ import annotations

import asyncio
import random
import secrets
import sqlite3
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
from patience import PATIENCE
from redpip.store.database import Place
from redpip.store.log import Log

from .client import Device, next_action
from .conftest import Service


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


def disturbed(place: Place, times: int, disturb: Callable[[Service], None]) -> None:
    """Plays while this happens so often, and looks whether all is there."""
    service, chance = Service(place), random.Random(times)
    players = [Player(service.url) for _ in range(PLAYERS)]
    try:
        for player in players:
            player.start()
        for _ in range(times):
            done = sum(len(player.acknowledged) for player in players)
            wait_until(lambda: sum(len(player.acknowledged) for player in players) > done + chance.randrange(4))  # noqa: B023
            time.sleep(chance.random() * 0.02)  # at any moment of a command
            disturb(service)
        for player in players:
            player.enough = True
            player.join(PATIENCE)
            assert not player.is_alive()
    finally:
        service.kill()
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


def killed(service: Service) -> None:
    service.kill()
    service.start()


@pytest.mark.parametrize("times", [12, pytest.param(300, marks=pytest.mark.slow)])
def test_the_service_is_killed_with_a_file(tmp_path: Path, times: int) -> None:
    disturbed(tmp_path / "tables.sqlite", times, killed)


@pytest.mark.parametrize("times", [8, pytest.param(100, marks=pytest.mark.slow)])
def test_the_service_is_killed_with_postgresql(times: int) -> None:
    disturbed(postgres.server().new_database(), times, killed)


def test_postgresql_is_killed_under_the_service() -> None:
    server = postgres.server()
    disturbed(server.new_database(), 3, lambda _: server.restart())
