"""Where a device is named."""

from __future__ import annotations

from sqlalchemy import Connection, literal_column, select, union

from redpip.store.schema import devices, events, host_of


def tables_naming(connection: Connection, device: str) -> list[str]:
    """The tables at which this device plays, and those that it opened for others."""
    named = select(devices.c.table_id).where(devices.c.device == device)
    host = host_of(connection.dialect.name)
    hosted = select(events.c.table_id).where(events.c.seq == literal_column("1"), host == device)
    return list(connection.execute(union(named, hosted)).scalars())
