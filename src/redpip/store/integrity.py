"""Is what is kept whole? Tables of which something is missing or damaged are named; the others go on."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Select, func, literal_column, select
from sqlalchemy.ext.asyncio import AsyncConnection

from redpip.core.problem import Problem
from redpip.store.log import Log
from redpip.store.retention import UNFINISHED, in_parts
from redpip.store.schema import DELETED, events, secrets, tables

GAP, UNREADABLE, NO_SECRETS = "gap", "unreadable", "no_secrets"
PAUSE = 0.01  # seconds between two looks while people play

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Damage:
    """What is wrong with a table, or with the file itself."""

    what: str  # gap, unreadable, no_secrets; pages
    table: str = ""
    told: str = ""  # by the database


async def check_unfinished(log: Log, pause: float = PAUSE) -> tuple[Damage, ...]:
    """The tables that may be played on: few, however many were ever finished. Cheap enough for every start."""
    async with log.reading() as connection:
        ids = list((await connection.execute(select(tables.c.id).where(UNFINISHED))).scalars())
    found: list[Damage] = []
    for some in in_parts(ids):
        found += await _damages(log, some)
        await asyncio.sleep(pause)
    for damage in found:
        logger.error("table %s is set aside, the others go on: %s", damage.table, damage.what)
    return tuple(found)


async def check_whole(log: Log) -> tuple[Damage, ...]:
    """Everything: pages, gaps, rows that are no JSON. The whole database is read once."""
    async with log.reading() as connection:
        pages = tuple(await _damaged_pages(connection))
    try:
        async with log.reading() as connection:
            there = tables.c.phase != DELETED
            return pages + tuple(await _found(connection, there))
    except Problem:  # a damaged page in the midst; so table by table
        return pages + tuple([one for some in in_parts(await log.all_tables()) for one in await _damages(log, some)])


async def _damages(log: Log, ids: Sequence[str]) -> list[Damage]:
    """Of these tables; where they cannot be read together, each for itself."""
    try:
        async with log.reading() as connection:
            return list(await _found(connection, tables.c.id.in_(ids)))
    except Problem:
        if len(ids) == 1:
            return [Damage(UNREADABLE, ids[0])]
        return [damage for one in ids for damage in await _damages(log, [one])]


async def _found(connection: AsyncConnection, which: ColumnElement[bool]) -> Iterator[Damage]:
    rows = (await connection.execute(_looked_at(which, connection.dialect.name))).all()
    return (Damage(what, row.id) for row in rows for what in _faults(row))


def _looked_at(which: ColumnElement[bool], dialect: str) -> Select[Any]:
    """Each table with how many events it has, the numbers of the first and the last, and how many can be read."""
    # PostgreSQL takes nothing that is no JSON
    sound: Any = (
        func.sum(func.json_valid(literal_column("events.data"))) if dialect == "sqlite" else func.count(events.c.seq)
    )
    counts = (
        select(
            tables.c.id,
            func.count(events.c.seq).label("number"),
            func.min(events.c.seq).label("first"),
            func.max(events.c.seq).label("last"),
            sound.label("sound"),
            func.count(secrets.c.table_id).label("secrets"),
        )
        .select_from(
            tables.outerjoin(events, events.c.table_id == tables.c.id).outerjoin(
                secrets, secrets.c.table_id == tables.c.id
            )
        )
        .where(which)
        .group_by(tables.c.id)
    )
    found = counts.subquery()
    return select(found).where(
        (found.c.number != found.c.last)
        | (found.c.number == 0)
        | (found.c.sound != found.c.number)
        | (found.c.secrets == 0)
    )


def _faults(row: Any) -> Iterator[str]:
    if row.number == 0 or row.first != 1 or row.last != row.number:
        yield GAP
    if row.number and row.sound != row.number:
        yield UNREADABLE
    if row.secrets == 0:
        yield NO_SECRETS


async def _damaged_pages(connection: AsyncConnection) -> Iterator[Damage]:
    if connection.dialect.name != "sqlite":
        return iter(())
    said: Collection[str] = (await connection.exec_driver_sql("PRAGMA quick_check(20)")).scalars().all()
    return (Damage("pages", told=one) for one in said if one != "ok")
