"""Where a device is named."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import Connection, String, cast, literal_column, select, union

from redpip.store.schema import devices, events, host_of, tables


def tables_taken_over(connection: Connection, device: str, table_ids: Collection[str]) -> list[str]:
    """Of these tables those where this device joined a seat, and one was removed from a seat."""
    said = cast(events.c.data, String)
    here = select(events.c.table_id).where(events.c.table_id.in_(table_ids))
    joined, removed = said.contains('"joined"') & said.contains(device), said.contains('"removed"')
    return list(connection.execute(here.where(joined).intersect(here.where(removed))).scalars())


def tables_naming(connection: Connection, device: str, phase: str | None = None) -> list[str]:
    """The tables at which this device plays, and those that it opened for others; in this phase alone."""
    named = select(devices.c.table_id).where(devices.c.device == device)
    host = host_of(connection.dialect.name)
    hosted = select(events.c.table_id).where(events.c.seq == literal_column("1"), host == device)
    both = union(named, hosted)
    found = both if phase is None else select(tables.c.id).where(tables.c.id.in_(both), tables.c.phase == phase)
    return list(connection.execute(found).scalars())
