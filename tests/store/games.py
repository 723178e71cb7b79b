"""Tables to be written down, and the places where they are."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path

import postgres
from redpip.store.database import Place
from redpip.store.log import Append, Log
from redpip.table.command import Caller, React
from redpip.table.decide import decide
from redpip.table.events import Entry, Reacted
from redpip.web.house import SeatPlan, TablePlan, laid_out, new_id

DEVICE = "d" * 64
KINDS = ("sqlite", "postgres")


def new_place(kind: str, folder: Path) -> Place:
    return folder / "tables.sqlite" if kind == "sqlite" else postgres.server().new_database()


async def change(place: Place, command: str) -> None:
    """Past the log."""
    if isinstance(place, Path):
        with closing(sqlite3.connect(place)) as database, database:
            database.execute(command)
    else:
        await postgres.execute(place, command)


def new_table(name: str = "Mia", device: str = DEVICE) -> Append:
    seats = [SeatPlan("person", name, devices=(device,)), SeatPlan("open")]
    return laid_out(new_id(), TablePlan("spicy", None, {}, seats, device), 1000.0)


def reaction(after: Append, word: str = "nice") -> Append:
    steps = decide(after.table, React(0, word), Caller(DEVICE), 1001.0)
    return Append(after.table.seq, [step.entry for step in steps], steps[-1].table)


def unwritable(after: Append) -> Append:
    """An event that has no JSON form."""
    return Append(after.table.seq, [Entry(Reacted(0, object()), 1001.0)], after.table)  # type: ignore[arg-type]


def with_log(place: Place, test: Callable[[Log], Awaitable[None]]) -> None:
    async def run() -> None:
        async with Log(place) as log:
            await test(log)

    asyncio.run(run())
