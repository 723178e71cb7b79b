"""The log: each write for itself, and what is forgotten is gone."""

from __future__ import annotations

import asyncio
import sqlite3
import stat
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from alembic.command import downgrade
from alembic.config import Config
from sqlalchemy import create_engine
from sqlalchemy.exc import OperationalError

from redpip.core.problem import Problem
from redpip.store import log as log_module
from redpip.store.log import Append, Conflict, Log
from redpip.table.command import Caller, React
from redpip.table.decide import decide
from redpip.table.events import Entry, Reacted
from redpip.web.house import SeatPlan, TablePlan, laid_out, new_id

DEVICE = "d" * 64


def new_table(name: str = "Mia", device: str = DEVICE) -> Append:
    seats = [SeatPlan("person", name, devices=(device,)), SeatPlan("open")]
    return laid_out(new_id(), TablePlan("spicy", None, {}, seats, device), 1000.0)


def reaction(after: Append, word: str = "nice") -> Append:
    steps = decide(after.table, React(0, word), Caller(DEVICE), 1001.0)
    return Append(after.table.seq, [step.entry for step in steps], steps[-1].table)


def unwritable(after: Append) -> Append:
    """An event that has no JSON form."""
    return Append(after.table.seq, [Entry(Reacted(0, object()), 1001.0)], after.table)  # type: ignore[arg-type]


def with_log(path: Path, test: Callable[[Log], Awaitable[None]]) -> None:
    async def run() -> None:
        async with Log(path / "tables.sqlite") as log:
            await test(log)

    asyncio.run(run())


def test_a_write_that_fails_fails_alone(tmp_path: Path) -> None:
    async def test(log: Log) -> None:
        tables = [new_table() for _ in range(6)]
        for table in tables:
            await log.append(table)
        await log.append(reaction(tables[2]))
        writes = [reaction(table) for table in tables]  # the third comes too late
        writes[4] = unwritable(tables[4])
        outcomes = await asyncio.gather(*map(log.append, writes), return_exceptions=True)
        assert [type(outcome) for outcome in outcomes] == [*[type(None)] * 2, Conflict, type(None), Problem, type(None)]
        for number, table in enumerate(tables):
            kept = await log.load(table.table.id)
            assert kept is not None
            assert kept.seq == table.table.seq + (number != 4)
        await log.append(reaction(tables[4]))

    with_log(tmp_path, test)


def test_a_write_of_two_tables_is_done_as_a_whole_or_not_at_all(tmp_path: Path) -> None:
    async def test(log: Log) -> None:
        old, new = new_table(), new_table()
        await log.append(old)
        with pytest.raises(Problem):
            await log.append(unwritable(old), new)
        assert await log.load(new.table.id) is None
        assert await log.all_tables() == [old.table.id]

    with_log(tmp_path, test)


def test_a_full_disk_is_told_and_then_all_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def full(*_: object) -> None:
        raise OperationalError("INSERT", {}, sqlite3.OperationalError("database or disk is full"))

    async def test(log: Log) -> None:
        tables = [new_table() for _ in range(3)]
        with monkeypatch.context() as patch:
            patch.setattr(log_module, "store", full)
            outcomes = await asyncio.gather(*map(log.append, tables), return_exceptions=True)
        assert [getattr(outcome, "code", None) for outcome in outcomes] == ["cannot_save"] * 3
        assert "disk is full" in str(outcomes[0])
        await asyncio.gather(*map(log.append, tables))

    with_log(tmp_path, test)


def test_whoever_wrote_before_a_name_was_forgotten_must_read_again(tmp_path: Path) -> None:
    """Otherwise what they write would bring the name back."""

    async def test(log: Log) -> None:
        table = new_table("Hildegunst")
        await log.append(table)
        await log.forget(DEVICE, table.table.id, 1002.0)
        with pytest.raises(Conflict):
            await log.append(reaction(table))
        kept = await log.load(table.table.id)
        assert kept is not None
        assert kept.names == ("–", "")
        assert kept.seq == table.table.seq + 1
        await log.forget(DEVICE, table.table.id, 1003.0)
        again = await log.load(table.table.id)
        assert again == kept, "there was nothing left to forget"

    with_log(tmp_path, test)


def test_a_forgotten_name_is_gone_from_every_file_at_once(tmp_path: Path) -> None:
    def bytes_on_disk() -> bytes:
        return b"".join(file.read_bytes() for file in tmp_path.iterdir())

    async def test(log: Log) -> None:
        table = new_table("Hildegunst")
        await log.append(table)
        await log.append(reaction(table))
        assert b"Hildegunst" in bytes_on_disk()
        others = [new_table(device="e" * 64) for _ in range(20)]
        await log.forget(DEVICE, table.table.id, 1002.0)
        await asyncio.gather(log.forgotten(DEVICE), *map(log.append, others))
        found = bytes_on_disk()
        assert b"Hildegunst" not in found
        assert DEVICE.encode() not in found
        assert await log.tables_of(DEVICE) == []

    with_log(tmp_path, test)


def test_a_journal_that_cannot_be_emptied_is_no_success(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("redpip.store.database.PRAGMAS", ("journal_mode=WAL", "busy_timeout=0"))

    async def test(log: Log) -> None:
        table = new_table("Hildegunst")
        await log.append(table)
        looking = sqlite3.connect(log.path)
        looking.execute("BEGIN")
        looking.execute("SELECT * FROM events").fetchall()
        await log.forget(DEVICE, table.table.id, 1002.0)
        other = new_table(device="e" * 64)
        refused, kept = await asyncio.gather(log.forgotten(DEVICE), log.append(other), return_exceptions=True)
        assert getattr(refused, "code", None) == "cannot_save"
        assert kept is None
        looking.close()
        await log.forgotten(DEVICE)

    with_log(tmp_path, test)


@pytest.mark.parametrize("name", ["tables.sqlite", "tables.sqlite-wal"])
def test_nobody_else_may_read_the_files(tmp_path: Path, name: str) -> None:
    async def nothing(_: Log) -> None:
        assert all(stat.S_IMODE(file.stat().st_mode) == 0o600 for file in tmp_path.iterdir())

    with_log(tmp_path, nothing)
    (tmp_path / name).touch()
    (tmp_path / name).chmod(0o644)
    with_log(tmp_path, nothing)


@pytest.mark.parametrize(
    "damage",
    [
        'UPDATE events SET data = \'{"kind": "dance"}\' WHERE seq = 2',
        "UPDATE events SET data = '{}' WHERE seq = 2",
        "UPDATE events SET data = 'nonsense' WHERE seq = 2",
        'UPDATE events SET data = \'{"kind": "ready", "seat": 9, "nonce": ""}\' WHERE seq = 2',
        "UPDATE events SET data = json_set(data, '$.game', 'chess') WHERE seq = 1",
    ],
)
def test_a_damaged_table_is_told_apart_from_one_that_is_not_there(tmp_path: Path, damage: str) -> None:
    async def test(log: Log) -> None:
        table = new_table()
        await log.append(table)
        with sqlite3.connect(log.path) as database:
            database.execute(damage)
        database.close()
        with pytest.raises(Problem) as problem:
            await log.load(table.table.id)
        assert problem.value.code == "unreadable_table"
        assert await log.load("nowhere") is None

    with_log(tmp_path, test)


def older(file: Path, revision: str) -> None:
    """The file as an earlier version left it."""
    config = Config()
    config.set_main_option("script_location", "redpip.store:migrations")
    engine = create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        downgrade(config, revision)
    engine.dispose()


@pytest.mark.parametrize("revision", ["0001", "0002", "0003", "0004"])
def test_games_of_an_earlier_version_are_kept(revision: str, tmp_path: Path) -> None:
    opened = new_table()

    async def write(log: Log) -> None:
        await log.append(opened)

    async def read(log: Log) -> None:
        kept = await log.load(opened.table.id)
        assert kept is not None
        assert kept.names == opened.table.names
        await log.append(reaction(opened))
        assert await log.training_of(DEVICE) == []

    with_log(tmp_path, write)
    older(tmp_path / "tables.sqlite", revision)
    with_log(tmp_path, read)
