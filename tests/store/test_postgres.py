"""PostgreSQL by its address: what is wrong with it is told before anything starts, and never with a password."""

from __future__ import annotations

import asyncio
import logging
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from sqlalchemy import URL

import postgres
from redpip.cli import app
from redpip.core.problem import Problem
from redpip.store.database import database_at
from redpip.store.links import shared_results
from redpip.store.log import Conflict, Log
from redpip.store.postgres import SESSION, read_url

from .games import change, new_table, reaction, with_log

SECRET = "swordfish"


async def nothing(_: Log) -> None:
    pass


def refusal(url: URL) -> Problem:
    with pytest.raises(Problem) as problem:
        with_log(url, nothing)
    return problem.value


@pytest.mark.parametrize(
    ("given", "read"),
    [
        ("postgresql+asyncpg://mia:x@db.example/club", "postgresql+asyncpg://mia:***@db.example/club"),
        (
            "postgresql://mia@db.example:5433/club?ssl=require",
            "postgresql+asyncpg://mia@db.example:5433/club?ssl=require",
        ),
        ("postgres:///club?host=/run/postgresql", "postgresql+asyncpg:///club?host=%2Frun%2Fpostgresql"),
    ],
)
def test_an_address_is_read_as_others_read_it(given: str, read: str) -> None:
    assert repr(read_url(given)) == read


@pytest.mark.parametrize(
    "given",
    [
        f"mysql://mia:{SECRET}@db/club",
        f"postgresql+psycopg://mia:{SECRET}@db/club",
        f"sqlite:///{SECRET}.sqlite",
        f"postgresql://mia:{SECRET}@db",
        f"postgresql://mia:{SECRET}@db:port/club",
        SECRET,
        "",
    ],
)
def test_what_is_no_address_is_refused_and_not_repeated(given: str) -> None:
    with pytest.raises(Problem) as problem:
        read_url(given)
    assert problem.value.code == "bad_db"
    assert SECRET not in str(problem.value)
    assert "postgresql+asyncpg://NAME:PASSWORD@HOST" in str(problem.value)


def test_a_server_that_is_not_there(tmp_path: Path) -> None:
    there = URL.create("postgresql+asyncpg", "mia", SECRET, database="club", query={"host": str(tmp_path)})
    told = refusal(there)
    assert told.code == "no_db"
    assert SECRET not in str(told)
    assert refusal(there.update_query_dict({"colour": "red"})).code == "bad_db"


def test_a_server_that_does_not_let_us_in(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    server = postgres.server()
    wrong, none = server.address("postgres", "guest", SECRET), server.address("postgres", "guest")
    missing = server.address("nowhere", "guest", postgres.PASSWORD)
    told = [refusal(url) for url in (wrong, none, missing)]
    assert [problem.code for problem in told] == ["db_refused", "db_refused", "no_db"]
    for secret in (SECRET, postgres.PASSWORD):
        assert not any(secret in str(problem) for problem in told)
        assert secret not in caplog.text


def test_without_its_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    assert refusal(read_url("postgresql://mia@db/club")).code == "no_asyncpg"


def test_the_command_says_it_before_anything_starts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    address = f"postgresql://mia:{SECRET}@/club?host={tmp_path}"
    for words, code in (
        (["export", str(tmp_path), "--db", SECRET], "bad_db"),
        (["serve", "--db", address, "--data", "x"], "two_databases"),
    ):
        with pytest.raises(Problem) as problem:
            app(words, standalone_mode=False)
        assert (problem.value.code, SECRET in str(problem.value)) == (code, False)
    monkeypatch.setenv("REDPIP_DB", address)
    serve = [sys.executable, "-m", "redpip", "serve", "--no-browser"]
    done = subprocess.run(serve, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("redpip: PostgreSQL does not answer at postgresql+asyncpg://mia:***@/club: ")
    assert len(done.stderr.splitlines()) == 1


def test_two_logs_write_the_same_tables() -> None:
    """Who comes second reads again; of many who write at once in any order, each write is there once."""
    place = postgres.server().new_database()
    tables = [new_table() for _ in range(8)]

    async def test() -> None:
        logs = [Log(place) for _ in range(2)]
        async with logs[0] as one, logs[1] as other:  # both have made the schema
            for table in tables:
                await one.append(table)
            moves = [
                log.append(reaction(table)) for log, row in ((one, tables), (other, tables[::-1])) for table in row
            ]
            outcomes = await asyncio.gather(*moves, return_exceptions=True)
            assert Counter(map(type, outcomes)) == {type(None): 8, Conflict: 8}
            for table in tables:
                kept = await other.load(table.table.id)
                assert kept is not None
                assert kept.seq == table.table.seq + 1

    asyncio.run(test())


def test_two_services_make_the_schema_at_once() -> None:
    place = postgres.server().new_database()

    async def one() -> None:
        async with Log(place) as log:
            await log.append(new_table())

    async def both() -> None:
        await asyncio.gather(one(), one(), one())

    asyncio.run(both())


def test_a_locked_table_is_told_and_then_all_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SESSION, "lock_timeout", "50ms")
    place = postgres.server().new_database()

    async def test(log: Log) -> None:
        table = new_table()
        engine = database_at(place).open()
        async with engine.connect() as other:
            await other.exec_driver_sql("LOCK TABLE events IN EXCLUSIVE MODE")
            with pytest.raises(Problem) as problem:
                await log.append(table)
            assert problem.value.code == "cannot_save"
            await other.rollback()
        await engine.dispose()  # not before the connection is back: nobody would close it
        await log.append(table)
        await change(place, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
        await log.append(reaction(table))  # by a new connection
        assert await log.load(table.table.id) is not None

    with_log(place, test)


def test_what_no_text_can_be_is_not_looked_for() -> None:
    async def test(log: Log) -> None:
        assert await shared_results(log).find("a\0b") is None

    with_log(postgres.server().new_database(), test)
