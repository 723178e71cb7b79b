"""Somebody who asks is forgotten at all tables at once, and those who played with them keep theirs."""

from __future__ import annotations

from pathlib import Path

import pytest

from redpip.store.database import Place
from redpip.store.log import Log
from redpip.store.rows import Append
from redpip.table.command import Caller, Leave, RemoveDevice, Start
from redpip.table.decide import Draft
from redpip.table.events import Ready
from redpip.web.house import SeatPlan, TablePlan, laid_out, new_id

from .games import DEVICE, KINDS, change, new_place, with_log

BEN = "b" * 64


@pytest.fixture(params=KINDS)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    return new_place(request.param, tmp_path)


def table_of(host: str, *seats: tuple[str, str]) -> Append:
    plan = [SeatPlan("person", name, devices=(device,)) for name, device in seats]
    return laid_out(new_id(), TablePlan("spicy", None, {}, [*plan, SeatPlan("open")], host), 1000.0)


def test_at_many_tables_at_once(place: Place) -> None:
    tables = [table_of(DEVICE, ("Mia", DEVICE), ("Ben", BEN)), table_of(BEN, ("Ben", BEN), ("Mia", DEVICE))]
    ids = [table.table.id for table in tables]

    async def test(log: Log) -> None:
        for table in tables:
            await log.append(table)
        assert sorted(await log.tables_naming(DEVICE)) == sorted(ids)
        await log.forget(DEVICE, ids, 1002.0)
        await log.forgotten(DEVICE)
        loaded = [await log.load(table) for table in ids]
        assert [table and table.names for table in loaded] == [("–", "Ben", ""), ("Ben", "–", "")]
        assert await log.tables_naming(DEVICE) == []
        listed = {one.id: one.facts for one in await log.tables_of(BEN)}
        names = [[seat["name"] for seat in facts["seats"]] for facts in map(listed.get, ids) if facts]
        assert names == [["–", "Ben", ""], ["Ben", "–", ""]], "lists need not read the events again"

    with_log(place, test)


def test_also_where_a_table_was_opened_for_others(place: Place) -> None:
    table = table_of(DEVICE, ("Ben", BEN))

    async def test(log: Log) -> None:
        await log.append(table)
        assert await log.tables_naming(DEVICE) == [table.table.id]
        await log.forget(DEVICE, [table.table.id], 1002.0)
        loaded = await log.load(table.table.id)
        assert loaded is not None
        assert (loaded.opened.host, loaded.names[0]) == ("–", "Ben")

    with_log(place, test)


def test_where_chairs_have_closed_ranks(place: Place) -> None:
    """The seat in an event before the start is not the seat that lists know."""
    seats = [SeatPlan("open"), SeatPlan("person", "Mia", devices=(DEVICE,)), SeatPlan("person", "Ben", devices=(BEN,))]
    table = laid_out(new_id(), TablePlan("spicy", None, {}, seats, DEVICE), 1000.0)
    draft = Draft(table.table, Caller(DEVICE), 1001.0)
    for seat, device in ((1, DEVICE), (2, BEN)):
        draft.note(Ready(seat, f"nonce{device[:8]}"))
    draft.take(Start())

    async def test(log: Log) -> None:
        steps = draft.signed()
        await log.append(table)
        await log.append(Append(table.table.seq, [step.entry for step in steps], steps[-1].table))
        await log.forget(DEVICE, [table.table.id], 1002.0)
        assert await names_listed(log, BEN) == ["–", "Ben"]

    with_log(place, test)


def test_a_seat_that_was_left_is_its_next_persons(place: Place) -> None:
    table = table_of(BEN, ("Ben", BEN), ("Mia", DEVICE))
    draft = Draft(table.table, Caller(DEVICE), 1001.0)
    draft.take(Leave())
    draft.seat_person(1, "Ada", "a" * 64)

    async def test(log: Log) -> None:
        steps = draft.signed()
        await log.append(table)
        await log.append(Append(table.table.seq, [step.entry for step in steps], steps[-1].table))
        await log.forget(DEVICE, [table.table.id], 1002.0)
        assert await names_listed(log, BEN) == ["Ben", "Ada", ""]

    with_log(place, test)


def test_a_device_that_joined_leaves_the_name_that_another_gave(place: Place) -> None:
    """Lists say what the table says."""
    laptop = "c" * 64
    plan = [SeatPlan("person", "Mia", devices=(DEVICE, laptop)), SeatPlan("person", "Ben", devices=(BEN,))]
    table = laid_out(new_id(), TablePlan("spicy", None, {}, plan, BEN), 1000.0)

    async def test(log: Log) -> None:
        await log.append(table)
        await log.forget(laptop, [table.table.id], 1002.0)
        loaded = await log.load(table.table.id)
        assert loaded is not None
        assert [*loaded.names] == await names_listed(log, BEN) == ["Mia", "Ben"]
        await log.forget(DEVICE, [table.table.id], 1003.0)
        assert await names_listed(log, BEN) == ["–", "Ben"]

    with_log(place, test)


def test_where_a_seat_was_taken_over(place: Place) -> None:
    """A device joined there, and another was removed."""
    laptop = "c" * 64
    plan = [SeatPlan("person", "Mia", devices=(DEVICE, laptop)), SeatPlan("open")]
    taken, shared = (laid_out(new_id(), TablePlan("spicy", None, {}, plan, BEN), 1000.0) for _ in range(2))
    removed = Draft(taken.table, Caller(laptop), 1001.0)
    removed.take(RemoveDevice(0, DEVICE[:8]))

    async def test(log: Log) -> None:
        await log.append(taken, shared)
        await log.append(Append(taken.table.seq, [step.entry for step in removed.signed()], removed.table))
        ids = [taken.table.id, shared.table.id]
        assert await log.tables_taken_over(laptop, ids) == [taken.table.id]
        assert await log.tables_taken_over(DEVICE, ids) == []

    with_log(place, test)


async def names_listed(log: Log, device: str) -> list[str]:
    (listed,) = await log.tables_of(device)
    facts = await log.facts_of(listed)
    assert facts is not None
    return [seat["name"] for seat in facts["seats"]]


def test_where_what_lists_say_is_damaged(place: Place) -> None:
    table = table_of(DEVICE, ("Mia", DEVICE))

    async def test(log: Log) -> None:
        await log.append(table)
        for damage in ("null", "[]", '"nonsense"'):
            await change(place, f"UPDATE tables SET summary = '{damage}'")
            await log.forget(DEVICE, [table.table.id], 1002.0)
        loaded = await log.load(table.table.id)
        assert loaded is not None
        assert loaded.names[0] == "–"

    with_log(place, test)
