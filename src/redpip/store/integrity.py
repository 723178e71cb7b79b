"""Is what is kept whole? Tables of which something is missing or damaged are named; the others go on."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Select, Text, cast, func, literal_column, select
from sqlalchemy.ext.asyncio import AsyncConnection

from redpip.core.problem import Problem
from redpip.store.log import Log
from redpip.store.retention import UNFINISHED, in_parts
from redpip.store.schema import DELETED, events, secrets, tables

GAP, UNREADABLE, NO_SECRETS, PAGES = "gap", "unreadable", "no_secrets", "pages"
THERE = tables.c.phase != DELETED
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
    return _named([damage async for damage in _in_turn(log, await _known(log, UNFINISHED), pause)])


async def check_pages(log: Log, known: Collection[Damage] = (), pause: float = PAUSE) -> tuple[Damage, ...]:
    """The pages of the file, and where some are damaged, the tables that they touch, finished ones too. What is
    ``known`` is not told again."""
    pages = await _damaged_pages(log)
    for damage in pages:
        logger.error("the file is damaged: %s", damage.told)
    if not pages:
        return ()
    touched = [damage async for damage in _in_turn(log, await _known(log, THERE), pause) if damage not in known]
    return (*pages, *_named(touched))


async def check_whole(log: Log) -> tuple[Damage, ...]:
    """Everything: pages, gaps, rows that are no JSON. The whole database is read once."""
    pages = await _damaged_pages(log)
    try:
        async with log.reading() as connection:
            return pages + tuple(await _found(connection, THERE))
    except Problem:  # a damaged page in the midst; so table by table
        return pages + tuple([damage async for damage in _in_turn(log, await _known(log, THERE))])


def _named(damages: Sequence[Damage]) -> tuple[Damage, ...]:
    for damage in damages:
        logger.error("table %s is set aside, the others go on: %s", damage.table, damage.what)
    return tuple(damages)


async def _known(log: Log, which: ColumnElement[bool]) -> Sequence[str]:
    """The numbers of these tables; where they cannot be read, of all that have a seed."""
    try:
        async with log.reading() as connection:
            return (await connection.execute(select(tables.c.id).where(which))).scalars().all()
    except Problem:
        async with log.reading() as connection:
            return (await connection.execute(select(secrets.c.table_id))).scalars().all()


async def _in_turn(log: Log, ids: Sequence[str], pause: float = 0.0) -> AsyncIterator[Damage]:
    for some in in_parts(ids):
        for damage in await _damages(log, some):
            yield damage
        await asyncio.sleep(pause)


async def _damages(log: Log, ids: Sequence[str]) -> list[Damage]:
    """Of these tables; where they cannot be read together, each half for itself."""
    try:
        async with log.reading() as connection:
            return list(await _found(connection, tables.c.id.in_(ids)))
    except Problem:
        if len(ids) == 1:
            return [Damage(UNREADABLE, ids[0])]
        middle = len(ids) // 2
        return [*await _damages(log, ids[:middle]), *await _damages(log, ids[middle:])]


async def _found(connection: AsyncConnection, which: ColumnElement[bool]) -> Iterator[Damage]:
    rows = (await connection.execute(_looked_at(which, connection.dialect.name))).all()
    return (Damage(what, row.id) for row in rows for what in _faults(row))


def _looked_at(which: ColumnElement[bool], dialect: str) -> Select[Any]:
    """Each table with how many events it has, the numbers of the first and the last, and how many can be read."""
    # PostgreSQL takes nothing that is no JSON; but unless it is asked for, it need not look whether it is still there
    sound: Any = (
        func.sum(func.json_valid(literal_column("events.data")))
        if dialect == "sqlite"
        else func.count(func.length(cast(events.c.data, Text)))
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


async def _damaged_pages(log: Log) -> tuple[Damage, ...]:
    return tuple(Damage(PAGES, told=one) for one in await log.faults())
