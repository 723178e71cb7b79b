"""Backups of both databases go into either, are whole or not there, and never take the place of games unasked."""

from __future__ import annotations

import asyncio
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest

from redpip.core.problem import Problem
from redpip.store.backup import back_up, restore
from redpip.store.database import Place
from redpip.store.log import Log
from redpip.store.sqlite import DatabaseFile

from .games import DEVICE, KINDS, change, new_place, new_table, reaction, with_log


def filled(place: Place) -> list[str]:
    tables = [new_table("Mia"), new_table("Jörg – “7”")]

    async def fill(log: Log) -> None:
        for table in tables:
            await log.append(table)
        await log.append(reaction(tables[0]))
        await log.keep_review(tables[1].table.id, {"kept": [1, None]})
        await log.add_training(DEVICE, 0, [{"kept": 2}])

    with_log(place, fill)
    return [table.table.id for table in tables]


@pytest.mark.parametrize("to", KINDS)
@pytest.mark.parametrize("kind", KINDS)
def test_what_was_kept_is_there_again(kind: str, to: str, tmp_path: Path) -> None:
    place, file = new_place(kind, tmp_path), tmp_path / "backup" / "games"
    ids = filled(place)
    contents = asyncio.run(back_up(place, file))
    assert (contents.tables, contents.events) == (2, 5)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [one.name for one in file.parent.iterdir()] == ["games"]
    other = new_place(to, tmp_path / "other")
    assert asyncio.run(restore(file, other)) == contents

    async def same(log: Log) -> None:
        async with Log(place) as old:
            for table in ids:
                assert await log.load(table) == await old.load(table)
            assert [one.facts for one in await log.tables_of(DEVICE)] == [
                one.facts for one in await old.tables_of(DEVICE)
            ]
        assert await log.review_of(ids[1]) == {"kept": [1, None]}
        assert await log.training_of(DEVICE) == [{"kept": 2}]
        await log.append(new_table())

    with_log(other, same)
    with pytest.raises(Problem) as problem:
        asyncio.run(restore(file, other))
    assert problem.value.code == "not_empty"
    assert asyncio.run(restore(file, other, replace=True)) == contents
    with_log(other, same)


def test_nothing_is_put_under_a_running_service(tmp_path: Path) -> None:
    place, file = tmp_path / "tables.sqlite", tmp_path / "backup"
    filled(place)
    with DatabaseFile(place).serving():
        asyncio.run(back_up(place, file))
        with pytest.raises(Problem) as problem:
            asyncio.run(restore(file, place, replace=True))
    assert problem.value.code == "in_use"


def test_a_backup_that_is_not_whole_is_refused(tmp_path: Path) -> None:
    place, file = tmp_path / "tables.sqlite", tmp_path / "backup"
    filled(place)
    before = place.read_bytes()

    def refusal() -> str:
        with pytest.raises(Problem) as problem:
            asyncio.run(restore(file, place, replace=True))
        assert place.read_bytes() == before
        return problem.value.code

    assert refusal() == "cannot_read"
    file.write_bytes(b"Dear diary")
    assert refusal() == "bad_backup"
    asyncio.run(back_up(place, file))
    whole = file.read_bytes()
    file.write_bytes(whole[: len(whole) // 2])
    assert refusal() == "bad_backup"
    file.write_bytes(whole)
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    assert refusal() == "newer_data"


def test_where_nothing_is_there_is_nothing_to_back_up(tmp_path: Path) -> None:
    with pytest.raises(Problem) as problem:
        asyncio.run(back_up(tmp_path / "tables.sqlite", tmp_path / "backup"))
    assert problem.value.code == "no_games"
    assert list(tmp_path.iterdir()) == []


class FullDisk:
    """A database that cannot be copied, since there is no room for the copy."""

    def backup(self, _copy: object) -> None:
        error = sqlite3.OperationalError("database or disk is full")
        error.sqlite_errorcode = sqlite3.SQLITE_FULL
        raise error

    def close(self) -> None: ...


def test_where_there_is_no_room_nothing_is_wrong_with_the_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place, copy = tmp_path / "games.sqlite", tmp_path / "copy"
    filled(place)
    monkeypatch.setattr("redpip.store.backup._opened", lambda _: FullDisk())
    with pytest.raises(Problem) as problem:
        asyncio.run(back_up(place, copy))
    assert str(problem.value) == f"{copy} cannot be written: No space left on device."
    assert problem.value.code == "cannot_save"
    assert not copy.exists()


def test_a_backup_of_an_earlier_version_is_brought_up_to_date(tmp_path: Path) -> None:
    old = Path(__file__).parent / "schemas" / "v0002.sql"
    file, place = tmp_path / "backup", tmp_path / "tables.sqlite"
    with closing(sqlite3.connect(file)) as database:
        database.executescript(old.read_text("utf-8"))
    asyncio.run(restore(file, place))

    async def test(log: Log) -> None:
        table = await log.load("abcdefghjk")
        assert table is not None
        await change(place, "SELECT * FROM leases")

    with_log(place, test)
