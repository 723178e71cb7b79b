"""A device gets another token: it goes by another name in all that is written, and the old one is nobody's."""

from __future__ import annotations

from typing import Any

from sqlalchemy import JSON, Column, ColumnElement, Connection, String, cast, delete, func, insert, select, update

from redpip.core.problem import Problem
from redpip.store.naming import tables_naming
from redpip.store.schema import challenges, codes, devices, events, profiles, rounds, shares, tables, training
from redpip.table.events import Renewed, to_data

TOGETHER = 500  # tables in one statement
OWNED = (devices, training, shares, challenges, rounds, profiles)  # rows that name the device they belong to


def renew_device(connection: Connection, old: str, new: str, now: float) -> list[str]:
    """The tables that it touched. Whoever asks again, because no answer came, finds nothing left to do."""
    touched = tables_naming(connection, old)
    if not touched and not _known(connection, old):
        return []
    if _known(connection, new):
        raise Problem("token_taken", "Another device has this token already. Choose a new one.")
    for rows in OWNED:
        connection.execute(update(rows).where(rows.c.device == old).values(device=new))
    connection.execute(delete(codes).where(codes.c.device == old))
    for start in range(0, len(touched), TOGETHER):
        _renew_at(connection, touched[start : start + TOGETHER], old, new, now)
    return touched


def _known(connection: Connection, device: str) -> bool:
    found = [connection.execute(select(rows.c.device).filter_by(device=device).limit(1)) for rows in OWNED]
    return any(rows.first() for rows in found)


def _renew_at(connection: Connection, table_ids: list[str], old: str, new: str, now: float) -> None:
    def renamed(column: Column[Any]) -> ColumnElement[Any]:
        """Names are hashes of 64 digits: they stand nowhere by chance."""
        text = func.replace(cast(column, String), old, new)
        return cast(text, JSON) if connection.dialect.name == "postgresql" else text

    here = events.c.table_id.in_(table_ids)
    mine = here & cast(events.c.data, String).contains(old)
    connection.execute(update(events).where(mine).values(data=renamed(events.c.data)))
    listed = tables.c.id.in_(table_ids)
    connection.execute(update(tables).where(listed).values(summary=renamed(tables.c.summary)))
    # it has a number like all that happens, so nobody writes on from the table as the old device knew it
    last = select(events.c.table_id, func.max(events.c.seq)).where(here).group_by(events.c.table_id)
    said = to_data(Renewed())
    told = [{"table_id": one, "seq": seq + 1, "at": now, "data": said} for one, seq in connection.execute(last)]
    connection.execute(insert(events), told)
