"""The file of the log: nobody else reads it, what is forgotten is gone from it, and one service has it."""

from __future__ import annotations

import asyncio
import sqlite3
import stat
import threading
from contextlib import closing, suppress
from pathlib import Path

import pytest
from sqlalchemy import Connection

from redpip.core.problem import Problem
from redpip.store import pages
from redpip.store.log import Log
from redpip.store.sqlite import PRAGMAS, DatabaseFile
from redpip.web.serve import serve

from .games import DEVICE, change, new_table, reaction, with_log

# reads one snapshot of the file for as long as it is let
ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n, events"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "tables.sqlite"


def test_a_forgotten_name_is_gone_from_every_file_at_once(file: Path) -> None:
    def bytes_on_disk() -> bytes:
        return b"".join(file.read_bytes() for file in file.parent.iterdir())

    async def test(log: Log) -> None:
        table = new_table("Hildegunst")
        await log.append(table)
        await log.append(reaction(table))
        assert b"Hildegunst" in bytes_on_disk()
        others = [new_table(device="e" * 64) for _ in range(20)]
        await log.forget(DEVICE, [table.table.id], 1002.0)
        await asyncio.gather(log.forgotten(DEVICE), *map(log.append, others))
        found = bytes_on_disk()
        assert b"Hildegunst" not in found
        assert DEVICE.encode() not in found
        assert await log.tables_of(DEVICE) == []

    with_log(file, test)


def test_a_journal_that_cannot_be_emptied_is_no_success(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("redpip.store.sqlite.PRAGMAS", ("journal_mode=WAL", "busy_timeout=0"))

    async def test(log: Log) -> None:
        table = new_table("Hildegunst")
        await log.append(table)
        looking = sqlite3.connect(file)
        looking.execute("BEGIN")
        looking.execute("SELECT * FROM events").fetchall()
        await log.forget(DEVICE, [table.table.id], 1002.0)
        other = new_table(device="e" * 64)
        refused, kept = await asyncio.gather(log.forgotten(DEVICE), log.append(other), return_exceptions=True)
        assert getattr(refused, "code", None) == "cannot_save"
        assert kept is None
        looking.close()
        await log.forgotten(DEVICE)

    with_log(file, test)


def test_what_is_acknowledged_survives_a_power_cut(file: Path) -> None:
    """A killed process would not show it: what it has written is still in the system's memory."""

    async def test(log: Log) -> None:
        found: list[object] = []

        def look(connection: Connection) -> None:
            found.append(connection.exec_driver_sql("PRAGMA synchronous").scalar())

        await log.write(look)
        assert found == [2], "every commit is synced before it is answered"

    with_log(file, test)


@pytest.mark.parametrize("name", ["tables.sqlite", "tables.sqlite-wal"])
def test_nobody_else_may_read_the_files(file: Path, name: str) -> None:
    async def nothing(_: Log) -> None:
        assert all(stat.S_IMODE(file.stat().st_mode) == 0o600 for file in file.parent.iterdir())

    with_log(file, nothing)
    file.with_name(name).touch()
    file.with_name(name).chmod(0o644)
    with_log(file, nothing)


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE events SET data = 'nonsense' WHERE seq = 2",
        "UPDATE events SET data = json_set(data, '$.game', 'chess') WHERE seq = 1",
    ],
)
def test_a_table_of_which_nonsense_is_kept_is_told_apart_too(file: Path, damage: str) -> None:
    async def test(log: Log) -> None:
        table = new_table()
        await log.append(table)
        await change(file, damage)
        with pytest.raises(Problem) as problem:
            await log.load(table.table.id)
        assert problem.value.code == "unreadable_table"

    with_log(file, test)


def test_a_file_is_served_by_one_service_at_a_time(file: Path) -> None:
    with DatabaseFile(file).serving():
        with pytest.raises(Problem) as problem, DatabaseFile(file).serving():
            pass
        assert (problem.value.code, str(file) in str(problem.value)) == ("in_use", True)
        with pytest.raises(Problem) as problem:
            serve("127.0.0.1", 0, file, browser=False)
        assert problem.value.code == "in_use"
    with DatabaseFile(file).serving():
        pass


def test_a_disk_that_is_really_full_is_told_and_nothing_acknowledged_is_lost(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept: list[str] = []

    async def fill(log: Log) -> None:
        refused: Problem | None = None
        while refused is None:
            table = new_table()
            try:
                await log.append(table)
                kept.append(table.table.id)
            except Problem as problem:
                refused = problem
        assert (refused.code, "full" in str(refused)) == ("cannot_save", True)

    async def go_on(log: Log) -> None:
        assert sorted(await log.all_tables()) == sorted(kept)
        assert all([await log.load(table) for table in kept])
        await log.append(new_table())

    with monkeypatch.context() as patch:
        patch.setattr("redpip.store.sqlite.PRAGMAS", (*PRAGMAS, "max_page_count=60"))
        with_log(file, fill)
    assert kept
    with_log(file, go_on)


def test_a_locked_file_is_told_and_then_all_goes_on(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("redpip.store.sqlite.PRAGMAS", (*PRAGMAS, "busy_timeout=10"))

    async def test(log: Log) -> None:
        table = new_table()
        with closing(sqlite3.connect(file)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(Problem) as problem:
                await log.append(table)
            assert (problem.value.code, "locked" in str(problem.value)) == ("cannot_save", True)
        await log.append(table)
        assert await log.load(table.table.id) == table.table

    with_log(file, test)


def test_what_is_no_database_is_refused_and_left_as_it_is(file: Path) -> None:
    file.write_bytes(b"Dear diary, " * 1000)
    with pytest.raises(Problem) as problem:
        serve("127.0.0.1", 0, file, browser=False)
    assert problem.value.code == "cannot_save"
    assert file.read_bytes() == b"Dear diary, " * 1000


@pytest.mark.parametrize("is_folder", [True, False])
def test_what_is_not_ours_keeps_its_rights(file: Path, is_folder: bool) -> None:
    if is_folder:
        file.mkdir()
    else:
        file.write_bytes(b"Dear diary")
    file.chmod(0o755)
    for opens in (DatabaseFile(file).open, lambda: serve("127.0.0.1", 0, file, browser=False)):
        with pytest.raises(Problem) as problem:
            opens()
        assert ("Is a directory" if is_folder else "file is not a database") in str(problem.value)
    assert stat.S_IMODE(file.stat().st_mode) == 0o755
    assert list(file.parent.iterdir()) == [file], "nothing was put beside it"


def test_damaged_pages_are_told_and_never_shown_as_something_else(file: Path) -> None:
    tables = [new_table() for _ in range(40)]

    async def write(log: Log) -> None:
        for table in tables:
            await log.append(table)

    async def read(log: Log) -> None:
        found = []
        for table in tables:
            try:
                assert await log.load(table.table.id) == table.table
                found.append("")
            except Problem as problem:
                found.append(problem.code)
        assert set(found) <= {"", "cannot_read", "unreadable_table"}
        assert set(found) != {""}

    with_log(file, write)
    pages = bytearray(file.read_bytes())
    with closing(sqlite3.connect(file)) as database:
        (root,) = database.execute("SELECT rootpage FROM sqlite_master WHERE name = 'events'").fetchone()
    pages[(root - 1) * 4096 : root * 4096] = b"\xa5" * 4096
    file.write_bytes(pages)
    with_log(file, read)


# ---- its pages


def test_looking_through_all_pages_keeps_nobody_waiting(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is forgotten leaves the journal at once, though somebody looks who would not have ended; they look again."""
    begun, looks = threading.Event(), []
    whole = pages._faults

    def look(connection: sqlite3.Connection) -> list[str]:
        looks.append(connection)
        return whole(connection) if len(looks) > 1 else look_endlessly(connection, begun)

    monkeypatch.setattr(pages, "_faults", look)
    monkeypatch.setattr(pages, "REST", 0.0)

    async def test(log: Log) -> None:
        await log.append(new_table("Hildegunst"))
        looking = asyncio.create_task(log.faults())
        await asyncio.to_thread(begun.wait)
        await log.forgotten(DEVICE)
        assert await looking == []
        assert len(looks) == 2

    with_log(file, test)


def test_whoever_looks_through_all_pages_can_be_stopped(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun = threading.Event()
    monkeypatch.setattr(pages, "_faults", lambda connection: look_endlessly(connection, begun))

    async def test(log: Log) -> None:
        await log.append(new_table())
        looking = asyncio.create_task(log.faults())
        await asyncio.to_thread(begun.wait)
        looking.cancel()
        await asyncio.wait([looking])
        assert looking.cancelled()

    with_log(file, test)


def look_endlessly(connection: sqlite3.Connection, begun: threading.Event) -> list[str]:
    """Until it is broken off."""
    connection.set_progress_handler(begun.set, 1000)
    with suppress(sqlite3.OperationalError):
        connection.execute(ENDLESS).fetchall()
    return ["broken off"]
