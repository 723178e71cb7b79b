"""What a device has trained: entries that are only ever added, until it asks to be forgotten."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from redpip.store.schema import training

Entries = Sequence[dict[str, Any]]


TOGETHER = 1000  # entries; between them others have their turn


async def read_training(connection: AsyncConnection, device: str, after: int) -> list[dict[str, Any]]:
    """What comes after so many entries."""
    query = select(training.c.data).where(training.c.device == device).order_by(training.c.seq).limit(TOGETHER)
    found: list[dict[str, Any]] = []
    while len(found) % TOGETHER == 0:
        some = (await connection.execute(query.where(training.c.seq > after + len(found)))).scalars().all()
        if not some:
            break
        found += some
    return found


def last_training(connection: Connection, device: str) -> int:
    """The number of the last entry; 0 where there is none, or none any more."""
    return connection.scalar(select(func.max(training.c.seq)).where(training.c.device == device)) or 0


def add_training(connection: Connection, device: str, after: int, entries: Entries) -> None:
    """(device, seq) is the key: whoever comes second finds the number taken."""
    rows = [{"device": device, "seq": seq, "data": entry} for seq, entry in enumerate(entries, after + 1)]
    for start in range(0, len(rows), TOGETHER):
        connection.execute(insert(training), rows[start : start + TOGETHER])


def forget_training(connection: Connection, device: str) -> None:
    connection.execute(delete(training).where(training.c.device == device))
