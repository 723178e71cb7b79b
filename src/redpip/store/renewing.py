"""A device gets another token: it goes by another name in all that is written, and the old one is nobody's."""

from __future__ import annotations

from typing import Any

import orjson
from sqlalchemy import String, cast, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from redpip.core.problem import Problem
from redpip.store.naming import tables_naming
from redpip.store.schema import challenges, codes, devices, events, profiles, rounds, shares, tables, training
from redpip.table.events import Renewed, to_data

OWNED = (devices, training, shares, challenges, rounds, profiles)  # rows that name the device they belong to


async def renew_device(connection: AsyncConnection, old: str, new: str, now: float) -> list[str]:
    """The tables that it touched. Whoever asks again, because no answer came, finds nothing left to do."""
    touched = await tables_naming(connection, old)
    if not touched and not await _known(connection, old):
        return []
    if await _known(connection, new):
        raise Problem("token_taken", "Another device has this token already. Choose a new one.")
    for rows in OWNED:
        await connection.execute(update(rows).where(rows.c.device == old).values(device=new))
    await connection.execute(delete(codes).where(codes.c.device == old))
    for table_id in touched:
        await _renew_at(connection, table_id, old, new, now)
    return touched


async def _known(connection: AsyncConnection, device: str) -> bool:
    found = [await connection.execute(select(1).where(rows.c.device == device).limit(1)) for rows in OWNED]
    return any(rows.first() for rows in found)


async def _renew_at(connection: AsyncConnection, table_id: str, old: str, new: str, now: float) -> None:
    mine = (events.c.table_id == table_id) & cast(events.c.data, String).contains(old)
    for row in (await connection.execute(select(events.c.seq, events.c.data).where(mine))).all():
        where = (events.c.table_id == table_id) & (events.c.seq == row.seq)
        await connection.execute(update(events).where(where).values(data=_renamed(row.data, old, new)))
    # it has a number like all that happens, so nobody writes on from the table as the old device knew it
    last = (await connection.execute(select(func.max(events.c.seq)).where(events.c.table_id == table_id))).scalar_one()
    told = {"table_id": table_id, "seq": last + 1, "at": now, "data": to_data(Renewed())}
    await connection.execute(insert(events), [told])
    listed = (await connection.execute(select(tables.c.summary).where(tables.c.id == table_id))).scalar()
    summary = _renamed(listed, old, new) if listed else None
    await connection.execute(update(tables).where(tables.c.id == table_id).values(summary=summary))


def _renamed(data: Any, old: str, new: str) -> Any:
    """Names are hashes of 64 digits: they stand nowhere by chance."""
    return orjson.loads(orjson.dumps(data).replace(old.encode(), new.encode()))
