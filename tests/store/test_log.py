"""The log, in a file and in PostgreSQL: each write for itself, and nothing is written over anybody's head."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError

from redpip.core.problem import Problem
from redpip.store import rows as rows_module
from redpip.store.database import Place
from redpip.store.log import Append, Conflict, Log

from .games import DEVICE, KINDS, change, new_place, new_table, reaction, unwritable, with_log


@pytest.fixture(params=KINDS)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    return new_place(request.param, tmp_path)


def test_a_write_that_fails_fails_alone(place: Place) -> None:
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

    with_log(place, test)


def test_a_write_of_two_tables_is_done_as_a_whole_or_not_at_all(place: Place) -> None:
    async def test(log: Log) -> None:
        old, new = new_table(), new_table()
        await log.append(old)
        with pytest.raises(Problem):
            await log.append(unwritable(old), new)
        assert await log.load(new.table.id) is None
        assert await log.all_tables() == [old.table.id]

    with_log(place, test)


def test_a_full_disk_is_told_and_then_all_goes_on(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OperationalError("INSERT", {}, sqlite3.OperationalError("database or disk is full"))

    async def test(log: Log) -> None:
        tables = [new_table() for _ in range(3)]
        with monkeypatch.context() as patch:
            patch.setattr(rows_module, "_event_rows", full)
            outcomes = await asyncio.gather(*map(log.append, tables), return_exceptions=True)
        assert [getattr(outcome, "code", None) for outcome in outcomes] == ["cannot_save"] * 3
        assert "disk is full" in str(outcomes[0])
        await asyncio.gather(*map(log.append, tables))

    with_log(place, test)


def test_whoever_wrote_before_a_name_was_forgotten_must_read_again(place: Place) -> None:
    """Otherwise what they write would bring the name back."""

    async def test(log: Log) -> None:
        table = new_table("Hildegunst")
        await log.append(table)
        await log.forget(DEVICE, [table.table.id], 1002.0)
        with pytest.raises(Conflict):
            await log.append(reaction(table))
        kept = await log.load(table.table.id)
        assert kept is not None
        assert kept.names == ("–", "")
        assert kept.seq == table.table.seq + 1
        await log.forget(DEVICE, [table.table.id], 1003.0)
        again = await log.load(table.table.id)
        assert again == kept, "there was nothing left to forget"

    with_log(place, test)


def test_a_device_with_a_new_token_is_found_everywhere_and_the_old_one_nowhere(place: Place) -> None:
    new = "e" * 64

    async def test(log: Log) -> None:
        tables = [new_table(), new_table()]
        for table in tables:
            await log.append(table)
        ids = sorted(table.table.id for table in tables)
        assert sorted(await log.renew(DEVICE, new, 1002.0)) == ids
        with pytest.raises(Conflict):
            await log.append(reaction(tables[0]))
        assert await log.renew(DEVICE, new, 1003.0) == [], "there was nothing left to do"
        assert await log.tables_naming(DEVICE) == []
        found = {listed.id: await log.facts_of(listed) for listed in await log.tables_of(new)}
        assert sorted(found) == ids
        assert all(facts and facts["seats"][0]["devices"] == [new] for facts in found.values())
        kept = await log.load(ids[0])
        assert kept is not None
        assert (kept.opened.host, kept.seats_of(new), kept.seats_of(DEVICE)) == (new, (0,), ())

    with_log(place, test)


DAMAGES = (
    '{"kind": "dance"}',
    "{}",
    '{"kind": "ready", "seat": 9, "nonce": ""}',
)


def test_a_damaged_table_is_told_apart_from_one_that_is_not_there(place: Place) -> None:
    async def test(log: Log) -> None:
        table, other = new_table(), new_table()
        await log.append(table)
        await log.append(other)
        for damage in DAMAGES:
            where = f"table_id = '{table.table.id}' AND seq = 2"
            await change(place, f"UPDATE events SET data = '{damage}' WHERE {where}")
            with pytest.raises(Problem) as problem:
                await log.load(table.table.id)
            assert problem.value.code == "unreadable_table"
        assert await log.load("nowhere") is None
        assert await log.load(other.table.id) == other.table, "the others go on"

    with_log(place, test)


def test_many_events_at_once_are_all_kept(place: Place) -> None:
    """More than one statement takes."""

    async def test(log: Log) -> None:
        table = new_table()
        await log.append(table)
        word, steps = table, []
        for _ in range(450):
            word = reaction(word)
            steps += word.entries
        await log.append(Append(table.table.seq, steps, word.table))
        kept = await log.load(table.table.id)
        assert kept == word.table

    with_log(place, test)
