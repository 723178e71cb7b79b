"""Running the service: it says how it is, ends in order, keeps secrets out of its log, and a backup of it plays on."""

from __future__ import annotations

import asyncio
import gc
import json
import os
import signal
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack, asynccontextmanager, closing, suppress
from ipaddress import ip_network
from pathlib import Path
from typing import Any
from weakref import ref

import httpx
import pytest
import uvicorn
from fastapi import FastAPI
from websockets.exceptions import ConnectionClosed

from redpip.core.problem import Problem
from redpip.store.backup import back_up, restore
from redpip.store.retention import DAY, FOR_EVER, Retention
from redpip.table.command import React
from redpip.web.app import create_app
from redpip.web.hosts import Hosts
from redpip.web.housekeeping import HOUR, Housekeeper
from redpip.web.operation import USUAL, Operation
from redpip.web.stopping import Stoppable

from .client import Device, get, next_action
from .conftest import Service
from .rooms import BEN, MIA, code, move, reader, rooms, until

# every reaction meets a bug that tells all it knows, and so does a bot
BUGS = """
from redpip.web import live, serve
from redpip.web.operation import USUAL, Operation
from redpip.table.command import React
serve.serve.__kwdefaults__["operation"] = Operation(log_format="json", log_level="debug")
sound = live.decide
def decide(table, command, caller, now):
    if isinstance(command, React):
        raise ValueError(f"{table} {command} {caller}")
    return sound(table, command, caller, now)
live.decide = decide
"""


@pytest.fixture
def begin() -> Iterator[Callable[..., Service]]:
    """Services that end with the test, however it ends."""
    with ExitStack() as ends:

        def begun(place: Path, begins: str = "") -> Service:
            service = Service(place, begins=begins)
            ends.callback(service.kill)
            return service

        yield begun


def test_a_service_that_fails_keeps_secrets_and_its_backup_plays_on(
    begin: Callable[..., Service], tmp_path: Path
) -> None:
    place, kept = tmp_path / "tables.sqlite", tmp_path / "backup.sqlite"
    service = begin(place, BUGS)
    mia, ben = service.device(), service.device()
    table = mia.open({"kind": "me", "name": "Hildegunst"}, {"kind": "open"}, first=0)
    link = next(seat["invite"] for seat in mia.look(table)["table"]["seats"] if seat.get("invite"))
    token = link.rpartition("#")[2].rpartition("/")[2]
    assert ben.http.post(f"/tables/{table}/join", json={"token": token, "name": "Balduin"}).status_code == 200
    assert mia.http.post(f"/tables/{table}/join", json={"token": "no such token", "name": "X"}).status_code == 403
    for seat, device in enumerate((mia, ben)):
        assert device.do(table, "ready", seat=seat, nonce=f"nonce1234{seat}").status_code == 200
    assert mia.do(table, "act", seat=0, action=next_action(mia.look(table)["scene"])).status_code == 200
    asyncio.run(back_up(place, kept))
    assert mia.do(table, "react", seat=0, reaction="nice").status_code == 500
    assert ben.do(table, "act", seat=1, action="roll 1").status_code == 409
    assert mia.http.post("/verify-dice", content="{nonsense").status_code == 422
    with ben.stream(table) as stream:
        stream.until("snapshot")
        said = service.stop(signal.SIGTERM)
        with pytest.raises(ConnectionClosed) as closed:
            stream.until("never")
    assert service.status == 0
    assert closed.value.rcvd is not None
    assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (1012, "closing")
    lines = [json.loads(line) for line in said.splitlines()]
    failed = next(line for line in lines if "React failed" in line["message"])
    assert (failed["table"], failed["level"]) == (table, "error")
    assert failed["error"].startswith("ValueError < ")
    secrets = ["Hildegunst", "Balduin", token, mia.token, ben.token, "nonce1234", *secrets_in(place)]
    assert [secret for secret in secrets if secret in said] == []

    other = tmp_path / "elsewhere" / "tables.sqlite"
    asyncio.run(restore(kept, other))
    again = begin(other)
    player = type(mia)(again.url, mia.token)
    seen = player.look(table)
    assert seen["table"]["phase"] == "playing"
    assert player.do(table, "act", seat=0, action=next_action(seen["scene"])).status_code == 200
    player.http.close()


def secrets_in(place: Path) -> list[str]:
    """Seeds, keys, devices and dice."""
    with closing(sqlite3.connect(place)) as database:
        rows = database.execute("SELECT server_seed, invite_key FROM secrets").fetchall()
        rows += database.execute("SELECT device FROM devices").fetchall()
        dice = database.execute("SELECT json_extract(data, '$.event.throw') FROM events").fetchall()
    thrown = [throw for (throw,) in dice if throw]
    assert thrown
    return [secret for row in rows for secret in row] + thrown


# ---- the end


def test_whoever_asked_before_the_end_is_answered(tmp_path: Path) -> None:
    async def test() -> None:
        async with rooms(tmp_path) as house:
            live = await house.two_people()
            other = await house.against_a_bot()
            watching, go_on = reader(live, MIA), asyncio.Event()
            house.log.fault = go_on.wait  # type: ignore[assignment]
            asked = asyncio.create_task(live.do(React(0, "nice"), MIA, "key-1"))
            await until(lambda: house.log.attempts > 0)
            ending = asyncio.create_task(house.house.finish(60))
            await until(lambda: live.closed)
            assert await code(live.do(React(1, "nice"), BEN)) == "closing"
            assert await code(house.house.find(other.table.id)) == "closing"
            assert not asked.done()
            go_on.set()
            await ending
            assert await asked == live.table.seq
            assert live.table.keys["key-1"] == live.table.seq
            told = [message async for message in all_of(watching)]
            assert told[-1]["event"]["kind"] == "reacted", "and seen before the stream ended"

    asyncio.run(test())


def test_the_end_does_not_wait_for_ever(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def test() -> None:
        async with rooms(tmp_path) as house:
            live = await house.two_people()
            house.log.fault = asyncio.Event().wait  # type: ignore[assignment]
            asked = asyncio.create_task(live.do(React(0, "nice"), MIA))
            await until(lambda: house.log.attempts > 0)
            await house.house.finish(0.01)
            assert "not everybody could be answered" in caplog.text
            house.house.close()
            assert await code(asked) == "closing"

    asyncio.run(test())


# whoever has asked something is never answered, so the end does not come by itself
STUCK = """
import asyncio
from redpip.web.house import House
async def finish(self, seconds):
    await asyncio.Event().wait()
House.finish = finish
"""


def test_a_second_signal_ends_it_at_once_and_loses_nothing(begin: Callable[..., Service], tmp_path: Path) -> None:
    service = begin(tmp_path / "tables.sqlite", STUCK)
    mia = Device(service.url)
    table = mia.open({"kind": "me", "name": "Mia"})
    assert mia.do(table, "ready", seat=0, nonce="nonce12345").status_code == 200
    for twice, action in ((signal.SIGTERM, "roll 1 2 3 4 5 6"), (signal.SIGINT, "score SUM")):
        done = mia.do(table, "act", f"key of {action}", seat=0, action=action).json()["seq"]
        os.kill(service.pid, twice)
        until_refused(service.url)
        service.stop(twice)
        assert service.status == -twice
        service.start()
        assert mia.do(table, "act", f"key of {action}", seat=0, action=action).json()["seq"] == done, "kept, once"
    mia.http.close()


def until_refused(url: str) -> None:
    """It takes nobody in any more."""
    with suppress(httpx.TransportError):
        while True:
            get(f"{url}/healthz")


def test_the_first_process_of_a_container_ends_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its own signals do not end it."""
    statuses: list[int] = []
    monkeypatch.setattr("os.kill", lambda *_: None)
    monkeypatch.setattr("os._exit", statuses.append)
    monkeypatch.setattr("signal.signal", lambda *_: None)
    server = Stoppable(uvicorn.Config(FastAPI()), FastAPI())
    server.handle_exit(signal.SIGTERM, None)
    assert statuses == []
    assert server.should_exit
    server.handle_exit(signal.SIGTERM, None)
    assert statuses == [128 + signal.SIGTERM]


async def all_of(connection: Any) -> AsyncIterator[dict[str, Any]]:
    while messages := await connection.waiting():
        for message in messages:
            yield json.loads(message)


# ---- how it is


@asynccontextmanager
async def running(place: Path, operation: Operation = USUAL, client: str = "127.0.0.1") -> AsyncIterator[Any]:
    app = create_app(place, operation=operation, hosts=Hosts.of(("games.example",)))
    way = httpx.ASGITransport(app, client=(client, 1))
    async with app.router.lifespan_context(app), httpx.AsyncClient(transport=way, base_url="http://localhost") as http:
        yield app, http


def test_health_is_told(tmp_path: Path) -> None:
    async def test() -> None:
        async with running(tmp_path / "tables.sqlite") as (app, http):
            assert (await http.get("/healthz")).text == "ok\n"
            assert (await http.get("/readyz")).status_code == 200
            app.state.health.clock = lambda: 1e12  # what was known is old
            app.state.log.answers = silent
            answer = await http.get("/readyz")
            assert (answer.status_code, answer.text) == (503, "no database\n")
            assert (await http.get("/healthz")).status_code == 200
            for phase in ("starting", "stopping"):
                app.state.health.phase = phase
                assert (await http.get("/readyz")).text == f"{phase}\n"

    asyncio.run(test())


async def silent() -> None:
    raise Problem("cannot_read", "The table cannot be read: {reason}.", reason="a test")


def test_figures_count_and_name_nobody(tmp_path: Path) -> None:
    async def test() -> None:
        async with running(tmp_path / "tables.sqlite") as (_, http):
            bearer = {"Authorization": f"Bearer {'t' * 40}"}
            seats = [{"kind": "me", "name": "Hildegunst"}]
            opened = await http.post("/api/v1/tables", json={"game": "spicy", "seats": seats}, headers=bearer)
            assert opened.status_code == 201, opened.text
            table = opened.json()["table"]
            before = await figures(http)
            for nonce in ("nonce12345", "!"):
                told = {"key": f"key-{nonce}", "do": "ready", "seat": 0, "nonce": nonce}
                await http.post(f"/api/v1/tables/{table}/commands", json=told, headers=bearer)
            wrong = {"key": "key-12345", "do": "act", "seat": 0, "action": "score SUM"}
            await http.post(f"/api/v1/tables/{table}/commands", json=wrong, headers=bearer)
            after = await figures(http)
            assert after["redpip_tables"] == 1
            assert after["redpip_connections"] == 0
            grown = {name for name, value in after.items() if value > before.get(name, 0)}
            assert 'redpip_commands_total{code="ok"}' in grown
            assert any("code=" in name and '"ok"' not in name for name in grown)
            assert {"redpip_ack_seconds_count", "redpip_commit_seconds_count", "redpip_commit_events_sum"} <= grown
            assert after["process_resident_memory_bytes"] > 0
            text = (await http.get("/metrics")).text
            assert "Hildegunst" not in text
            assert table not in text

    asyncio.run(test())


async def figures(http: httpx.AsyncClient) -> dict[str, float]:
    lines = (await http.get("/metrics")).text.splitlines()
    return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines if line[:1] != "#")}


TOKEN = "a token of sixteen"


@pytest.mark.parametrize(
    ("client", "headers", "status"),
    [
        ("127.0.0.1", {}, 200),
        ("127.0.0.1", {"X-Forwarded-For": "127.0.0.1"}, 404),
        ("127.0.0.1", {"Host": "games.example"}, 404),
        ("10.1.2.3", {"Host": "games.example"}, 200),
        ("192.168.1.5", {}, 404),
        ("192.168.1.5", {"Authorization": f"Bearer {TOKEN}"}, 200),
        ("127.0.0.1", {"Authorization": "Bearer another"}, 404),
    ],
)
def test_figures_are_for_those_who_may_have_them(
    client: str, headers: dict[str, str], status: int, tmp_path: Path
) -> None:
    named = Operation(metrics_from=(ip_network("127.0.0.0/8"), ip_network("10.0.0.0/8")), metrics_token=TOKEN)

    async def test() -> None:
        async with running(tmp_path / "tables.sqlite", named, client) as (_, http):
            assert (await http.get("/metrics", headers=headers)).status_code == status

    asyncio.run(test())


# ---- how long tables are kept


def test_old_tables_go_and_idle_games_are_ended_while_the_service_runs(tmp_path: Path) -> None:
    async def test() -> None:
        async with rooms(tmp_path) as house:
            old, idle = await house.two_people(), await house.against_a_bot()
            old_reader, idle_reader = reader(old, MIA), reader(idle, MIA)
            house.now += 10 * 86400
            young = await house.two_people()
            await idle.do(React(0, "nice"), MIA)
            house.now += 10 * 86400
            done = asyncio.Event()

            async def sleep(seconds: float) -> None:
                if seconds == DAY:
                    done.set()
                if seconds >= HOUR:
                    await asyncio.Event().wait()

            kept = Retention(unfinished=15 * 86400, idle=5 * 86400)
            async with Housekeeper(house.log, house.house, kept, sleep):
                await done.wait()
            assert await code(house.house.find(old.table.id)) == "unknown_table"
            assert not [message async for message in all_of(old_reader) if message["type"] == "event"], "and it ended"
            assert (await house.house.find(idle.table.id)).table.phase == "abandoned"
            assert (await house.house.find(young.table.id)).table.phase == "abandoned"
            assert any(message["table"]["phase"] == "abandoned" for message in seen_by(idle_reader))
            assert await code(old.do(React(0, "nice"), MIA)) != ""

    asyncio.run(test())


def test_what_libraries_leave_behind_is_looked_for_each_hour(tmp_path: Path) -> None:
    async def test() -> None:
        left = Left()
        gone = ref(left)
        del left
        assert gone() is not None, "it keeps itself"
        hours = iter((HOUR, HOUR))

        async def sleep(seconds: float) -> None:
            if seconds != next(hours, None):
                await asyncio.Event().wait()

        async with rooms(tmp_path) as house, Housekeeper(house.log, house.house, FOR_EVER, sleep):
            await until(lambda: gone() is None)

    gc.disable()
    try:
        asyncio.run(test())
    finally:
        gc.enable()


def test_whatever_is_being_done_has_ended_when_the_housekeeper_has(tmp_path: Path) -> None:
    """A look through the pages of the file was left alone, and ended after the file was closed: in a crash."""

    async def test() -> None:
        looking, ended = asyncio.Event(), asyncio.Event()

        async def faults() -> tuple[str, ...]:
            looking.set()
            try:
                await asyncio.Event().wait()
            finally:
                await asyncio.sleep(0.01)
                ended.set()
            return ()

        async def sleep(_: float) -> None:
            await asyncio.Event().wait()

        async with rooms(tmp_path) as house:
            house.log.faults = faults  # type: ignore[method-assign]
            async with Housekeeper(house.log, house.house, Retention(idle=DAY), sleep):
                await looking.wait()
            assert ended.is_set()

    asyncio.run(test())


class Left:
    def __init__(self) -> None:
        self.myself = self


def seen_by(connection: Any) -> list[dict[str, Any]]:
    found = [json.loads(message) for message in connection.messages.take() if message]
    return [message for message in found if message.get("table")]


def test_a_table_that_was_removed_beside_us_is_written_to_no_more(tmp_path: Path) -> None:
    """By ``redpip tidy``, or by another service that nobody has heard of yet."""

    async def test() -> None:
        async with rooms(tmp_path) as house:
            live = await house.two_people()
            watching = reader(live, BEN)
            await house.log.remove([live.table.id], house.now)
            assert await code(move(live)) == "unknown_table"
            await until(lambda: live.closed)
            assert not [message async for message in all_of(watching) if message["type"] == "event"], "and it ended"
            assert await code(house.house.find(live.table.id)) == "unknown_table"

    asyncio.run(test())
