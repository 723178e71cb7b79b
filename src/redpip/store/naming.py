"""Where a device is named."""

from __future__ import annotations

from sqlalchemy import Connection, literal_column, select, union

from redpip.store.schema import devices, events, host_of, tables


def tables_naming(connection: Connection, device: str, phase: str | None = None) -> list[str]:
    """The tables at which this device plays, and those that it opened for others; in this phase alone."""
    named = select(devices.c.table_id).where(devices.c.device == device)
    host = host_of(connection.dialect.name)
    hosted = select(events.c.table_id).where(events.c.seq == literal_column("1"), host == device)
    both = union(named, hosted)
    found = both if phase is None else select(tables.c.id).where(tables.c.id.in_(both), tables.c.phase == phase)
    return list(connection.execute(found).scalars())
