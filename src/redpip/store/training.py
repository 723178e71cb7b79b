"""What a device has trained: entries that are only ever added, until it asks to be forgotten."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from redpip.store.schema import training

Entries = Sequence[dict[str, Any]]


async def read_training(connection: AsyncConnection, device: str) -> list[dict[str, Any]]:
    query = select(training.c.data).where(training.c.device == device).order_by(training.c.seq)
    return list((await connection.execute(query)).scalars())


def add_training(connection: Connection, device: str, after: int, entries: Entries) -> None:
    """(device, seq) is the key: whoever comes second finds the number taken."""
    rows = [{"device": device, "seq": seq, "data": entry} for seq, entry in enumerate(entries, after + 1)]
    connection.execute(insert(training), rows)


def forget_training(connection: Connection, device: str) -> None:
    connection.execute(delete(training).where(training.c.device == device))
