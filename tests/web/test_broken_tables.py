"""Tables that cannot be read as they were: each says so, and none stands in the way of the others."""

from __future__ import annotations

import asyncio
import hashlib
import sqlite3
import stat
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest

from patience import PATIENCE
from redpip.store.retention import Retention
from redpip.web.app import create_app
from redpip.web.housekeeping import Housekeeper
from redpip.web.live import Pace

from .conftest import Service
from .rooms import code, move, rooms, until

ME = {"kind": "me", "name": "Mia"}
DEVICE = {"Authorization": "Bearer " + "m" * 40}


@asynccontextmanager
async def running(file: Path) -> AsyncIterator[httpx.AsyncClient]:
    app = create_app(file, Pace(0, 0))
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=transport, base_url="http://localhost", headers=DEVICE) as client,
    ):
        yield client


async def a_game(client: httpx.AsyncClient) -> str:
    """A lone game with a throw in it."""
    table = str((await client.post("/api/v1/tables", json={"game": "spicy", "seats": [ME]})).json()["table"])
    for key, command in enumerate(({"do": "ready", "nonce": "nonce000"}, {"do": "act", "action": "roll 1 2 3 4 5 6"})):
        answer = await client.post(
            f"/api/v1/tables/{table}/commands", json={"key": f"key{key:05}", "seat": 0, **command}
        )
        assert answer.status_code == 200
    return table


DAMAGES = {
    "other rules": ("json_set(data, '$.rules', '0000')", '"started"', 200, "other rules"),
    "no such game": ("json_set(data, '$.game', 'chess')", '"opened"', 409, "chess"),
    "no such preset": ("json_set(data, '$.preset', 'mild')", '"opened"', 409, "cannot be shown"),
    "no event": ('\'{"kind": "dance"}\'', '"seated"', 409, "dance"),
    "no JSON": ("'{'", '"seated"', 409, "damaged"),
    "no move": ('\'{"kind": "played"}\'', '"played"', 409, "damaged"),
}


def spoil(file: Path, table: str, damage: str) -> None:
    value, kind, _, _ = DAMAGES[damage]
    with sqlite3.connect(file) as database:
        database.execute(f"UPDATE events SET data = {value} WHERE data LIKE ? AND table_id = ?", (f"%{kind}%", table))
    database.close()


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("listed", [True, False])
def test_a_damaged_table_says_so_and_leaves_the_others_alone(tmp_path: Path, damage: str, listed: bool) -> None:
    """Whether the list knows what to say of it, or must read its events."""
    file = tmp_path / "tables.sqlite"
    _, _, status, words = DAMAGES[damage]

    async def test() -> None:
        async with running(file) as client:
            bad, good = await a_game(client), await a_game(client)
        spoil(file, bad, damage)
        if not listed:
            with sqlite3.connect(file) as database:
                database.execute("UPDATE tables SET summary = NULL")
            database.close()
        async with running(file) as client:
            mine = await client.get("/api/v1/mine")
            assert mine.status_code == 200, mine.text
            known = {row["table"]: row for row in mine.json()}
            assert good in known
            if listed or status == 200:
                assert known[bad]["title"]
            assert (await client.get("/")).status_code == 200
            looked = await client.get(f"/api/v1/tables/{bad}")
            assert (looked.status_code, words in looked.text) == (status, True), looked.text
            page = await client.get(f"/t/{bad}", headers={"Accept": "text/html"})
            assert page.status_code == status
            assert "text/html" in page.headers["content-type"]
            for path in ("record", "events?since=x", "seats/0/qr.svg"):
                assert (await client.get(f"/api/v1/tables/{bad}/{path}")).status_code < 500
            command = {"key": "k" * 8, "do": "act", "seat": 0, "action": "score SUM"}
            assert (await client.post(f"/api/v1/tables/{bad}/commands", json=command)).status_code == 409
            assert (await client.post(f"/api/v1/tables/{good}/commands", json=command)).status_code == 200
            assert (await client.delete("/api/v1/mine")).status_code == 204

    asyncio.run(test())


@pytest.mark.parametrize("said", ["{", "[]", '{"game": "spicy"}', '{"seats": 3}', "17"])
def test_a_damaged_summary_is_told_anew_from_the_events(
    tmp_path: Path, said: str, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "tables.sqlite"

    async def test() -> None:
        async with running(file) as client:
            bad, good = await a_game(client), await a_game(client)
            before = {row["table"]: row for row in (await client.get("/api/v1/mine")).json()}
        with sqlite3.connect(file) as database:
            database.execute("UPDATE tables SET summary = ? WHERE id = ?", (said, bad))
        database.close()
        async with running(file) as client:
            assert {row["table"]: row for row in (await client.get("/api/v1/mine")).json()} == before
            assert f"the summary of table {bad} is damaged" in caplog.text
            assert good not in caplog.text
            assert (await client.get("/")).status_code == 200

    asyncio.run(test())


def test_a_log_with_a_gap_is_read_and_never_written_to(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"

    def written() -> list[object]:
        with sqlite3.connect(file) as database:
            rows = database.execute("SELECT * FROM events WHERE table_id = ?", (bad,)).fetchall()
        database.close()
        return rows

    async def test() -> None:
        nonlocal bad
        async with running(file) as client:
            bad, good = await a_game(client), await a_game(client)
        with sqlite3.connect(file) as database:
            database.execute("DELETE FROM events WHERE data LIKE '%ready%' AND table_id = ?", (bad,))
        database.close()
        before = written()
        async with running(file) as client:
            seen = (await client.get(f"/api/v1/tables/{bad}")).json()
            assert "missing" in seen["table"]["outdated"]
            for do in ({"do": "act", "action": "score SUM"}, {"do": "react", "reaction": "nice"}, {"do": "abandon"}):
                command = {"key": "k" * 8, "seat": 0, **do}
                answer = await client.post(f"/api/v1/tables/{bad}/commands", json=command)
                assert (answer.status_code, answer.json()["code"]) == (409, "log_gap")
            assert written() == before
            command = {"key": "k" * 8, "seat": 0, "do": "act", "action": "score SUM"}
            assert (await client.post(f"/api/v1/tables/{good}/commands", json=command)).status_code == 200

    bad = ""
    asyncio.run(test())


def test_damaged_pages_are_found_after_the_start_and_the_tables_on_them_named(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Finished games too, of which nothing else would be read; the others go on."""
    file = tmp_path / "tables.sqlite"

    async def test() -> None:
        async with running(file) as client:
            games = [await a_game(client) for _ in range(12)]
        with sqlite3.connect(file) as database:
            database.execute("UPDATE tables SET phase = 'over' WHERE id != ?", (games[-1],))
        database.close()
        touched = damaged_page(file, games)
        assert 0 < len(touched) < len(games)
        assert games[-1] not in touched
        async with running(file) as client:
            await until(lambda: all(f"table {one} is set aside" in caplog.text for one in touched))
            assert "the file is damaged: " in caplog.text
            assert [one for one in games if f"table {one} is" in caplog.text] == touched
            figures = (await client.get("/metrics")).text
            assert f"redpip_tables_set_aside {len(touched)}.0" in figures
            assert "redpip_page_faults 1.0" in figures
            assert (await client.get("/readyz")).status_code == 200
            for one in touched:
                looked = await client.get(f"/api/v1/tables/{one}")
                assert (looked.status_code, looked.json()["code"]) == (503, "cannot_read")
            for one in set(games) - set(touched):
                assert (await client.get(f"/api/v1/tables/{one}")).status_code == 200
            command = {"key": "k" * 8, "seat": 0, "do": "act", "action": "score SUM"}
            assert (await client.post(f"/api/v1/tables/{games[-1]}/commands", json=command)).status_code == 200

    asyncio.run(test())


def damaged_page(file: Path, games: list[str]) -> list[str]:
    """Nothing is left of the first page with events; the games that had some there."""
    data, size, leaf = bytearray(file.read_bytes()), 4096, 0x0D
    for start in range(size, len(data), size):
        page = bytes(data[start : start + size])
        if page[0] == leaf and b'"kind":"ready"' in page:
            data[start : start + size] = bytes(size)
            file.write_bytes(data)
            return [one for one in games if one.encode() in page]
    raise AssertionError("no page has events")


def test_a_table_that_is_set_aside_is_not_played_on_from_memory(tmp_path: Path) -> None:
    async def test() -> None:
        async with rooms(tmp_path) as house:
            bad, good = await house.two_people(), await house.two_people()
            with sqlite3.connect(house.log.place) as database:
                database.execute("UPDATE events SET data = 'x' WHERE seq = 2 AND table_id = ?", (bad.table.id,))
            database.close()
            async with Housekeeper(house.log, house.house, Retention()):
                await until(lambda: bad.closed)
            assert await code(move(bad)) == "closing"
            assert await code(house.house.find(bad.table.id)) == "unreadable_table"
            await move(good)

    asyncio.run(test())


def test_a_host_who_sits_nowhere_is_forgotten_too(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"

    async def test() -> None:
        async with running(file) as client:
            seats = [{"kind": "open"}, {"kind": "open"}]
            table = (await client.post("/api/v1/tables", json={"game": "spicy", "seats": seats})).json()["table"]
            assert (await client.get(f"/api/v1/tables/{table}")).json()["table"]["host"]
            assert (await client.delete("/api/v1/mine")).status_code == 204
            assert not (await client.get(f"/api/v1/tables/{table}")).json()["table"]["host"]
        device = hashlib.sha256(b"m" * 40).hexdigest().encode()
        assert device not in b"".join(one.read_bytes() for one in tmp_path.iterdir())

    asyncio.run(test())


def test_a_page_says_in_the_reader_s_language_what_is_wrong(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"

    async def test() -> None:
        async with running(file) as client:
            bad = await a_game(client)
        spoil(file, bad, "no JSON")
        async with running(file) as client:
            page = await client.get(f"/t/{bad}?lang=de")
            assert "lässt sich nicht zeigen" in page.text
            assert "There is no such table" not in page.text

    asyncio.run(test())


def test_a_bug_in_a_request_has_a_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        async with running(tmp_path / "tables.sqlite") as client:
            monkeypatch.setattr("redpip.web.house.laid_out", lambda *_: 1 // 0)
            answer = await client.post("/api/v1/tables", json={"game": "spicy", "seats": [ME]})
            assert (answer.status_code, answer.json()["code"]) == (500, "failed")

    asyncio.run(test())


def test_a_log_that_cannot_be_read_has_a_code(tmp_path: Path) -> None:
    async def test() -> None:
        async with running(tmp_path / "tables.sqlite") as client:
            await a_game(client)
            with sqlite3.connect(tmp_path / "tables.sqlite") as database:
                database.execute("ALTER TABLE events RENAME TO gone")
            database.close()
            answer = await client.get("/api/v1/tables/aaaaaaaaaa")
            assert (answer.status_code, answer.json()["code"]) == (503, "cannot_read")

    asyncio.run(test())


# ---- from outside


def test_an_origin_that_is_no_address_is_foreign(service: Service) -> None:
    mia = service.device()
    answer = mia.http.post("/tables", json={"game": "spicy", "seats": [ME]}, headers={"Origin": "http://["})
    assert (answer.status_code, answer.json()["code"]) == (403, "foreign_origin")


@pytest.mark.parametrize(
    ("method", "path", "allowed"), [("POST", "/mine", "DELETE, GET"), ("GET", "/tables/abcdefghij/join", "POST")]
)
def test_whoever_asks_in_the_wrong_way_learns_the_right_ones(
    service: Service, method: str, path: str, allowed: str
) -> None:
    answer = service.device().http.request(method, path)
    assert (answer.status_code, answer.json()["code"]) == (405, "bad_method")
    assert answer.headers["allow"] == allowed


def test_letters_that_are_none_are_refused(service: Service) -> None:
    """JSON can write half a character, which no answer can repeat."""
    for body in (
        r'{"game": "spicy", "seats": [{"kind": "me", "name": "\ud800"}]}',
        r'{"game": "spicy", "seats": [{"kind": "me", "name": "Mia"}], "options": {"rolls": "\ud800"}}',
        r'{"game": "spicy", "seats": [{"kind": "me", "name": "Mia"}], "options": {"\ud800": 1}}',
        r'{"game": "\ud800", "seats": [{"kind": "me", "name": "Mia"}]}',
    ):
        answer = service.device().http.post("/tables", content=body, headers={"Content-Type": "application/json"})
        assert answer.status_code in (404, 422), (body, answer.text)
        assert answer.json()["code"]


# ---- the commands


def redpip(*words: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "redpip", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)


@pytest.mark.parametrize("command", [("serve", "--no-browser", "--port", 0), ("export", "records"), ("import", "x")])
def test_games_of_a_newer_redpip_are_left_alone(tmp_path: Path, command: tuple[object, ...]) -> None:
    file = tmp_path / "tables.sqlite"

    async def keep() -> None:
        async with running(file):
            pass

    asyncio.run(keep())
    with sqlite3.connect(file) as database:
        database.execute("UPDATE alembic_version SET version_num = 'v9999'")
    database.close()
    before = file.read_bytes()
    done = redpip(*command, "--data", file)
    assert done.returncode == 1, done
    assert done.stderr.startswith("redpip: The games were kept by a newer redpip.")
    assert "Traceback" not in done.stderr
    assert file.read_bytes() == before


def test_one_damaged_table_does_not_stop_the_export_of_the_others(tmp_path: Path) -> None:
    file, folder = tmp_path / "tables.sqlite", tmp_path / "records"

    async def keep() -> tuple[str, str]:
        async with running(file) as client:
            return await a_game(client), await a_game(client)

    bad, good = asyncio.run(keep())
    spoil(file, bad, "no JSON")
    done = redpip("export", folder, "--data", file)
    assert done.returncode == 1, done
    assert done.stderr.startswith(f"redpip: {bad}: This table cannot be shown")
    assert "Traceback" not in done.stderr
    assert [path.name for path in folder.iterdir()] == [f"{good}.jsonl"]


def test_a_file_that_others_could_read_is_closed_to_them(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"
    file.touch(0o644)
    file.chmod(0o644)
    assert redpip("export", tmp_path / "records", "--data", file).returncode == 0
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
