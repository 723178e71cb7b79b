"""Removing what is known of a device: its names and that it played. The only place where the log is rewritten."""

from __future__ import annotations

from typing import Any

from sqlalchemy import String, cast, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from redpip.store.schema import events, tables
from redpip.table.events import Forgotten, to_data

NOBODY = "–"  # stands for a name that was removed


async def forget_at(connection: AsyncConnection, table_id: str, device: str, now: float) -> None:
    mine = (events.c.table_id == table_id) & cast(events.c.data, String).contains(device)
    known = (await connection.execute(select(events).where(mine))).all()
    if not known:
        return
    for row in known:
        where = (events.c.table_id == table_id) & (events.c.seq == row.seq)
        await connection.execute(update(events).where(where).values(data=_without(row.data, device)))
    # it has a number like all that happens, so nobody writes on from the table as it was with the name
    last = (await connection.execute(select(func.max(events.c.seq)).where(events.c.table_id == table_id))).scalar_one()
    told = {"table_id": table_id, "seq": last + 1, "at": now, "data": to_data(Forgotten())}
    await connection.execute(insert(events), [told])
    # the list reads the events again
    await connection.execute(update(tables).where(tables.c.id == table_id).values(summary=None))


def _without(data: dict[str, Any], device: str) -> dict[str, Any]:
    named = {"name": NOBODY} if data["kind"] == "seated" else {}
    return data | named | {name: NOBODY for name in ("device", "host") if data.get(name) == device}
