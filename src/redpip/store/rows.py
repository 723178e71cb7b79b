"""What a write becomes in the database."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, delete, insert

from redpip.store.schema import devices, events, secrets, tables
from redpip.store.upsert import insert_new, insert_or_change
from redpip.table.events import Entry, Joined, Removed, Seated, to_data
from redpip.table.summary import summary
from redpip.table.table import Table


@dataclass(frozen=True, slots=True)
class Append:
    """What happened at a table since event number ``after``, and the table as it then is."""

    after: int  # 0 for a new table
    entries: Sequence[Entry]
    table: Table


def store(connection: Connection, appends: Sequence[Append]) -> None:
    """One statement for each kind of row, however many tables have moved."""
    if not appends:
        return
    # in the same order wherever it is done, so that of two who write the same tables none waits for the other
    appends = sorted(appends, key=lambda append: append.table.id)
    fresh = [append.table for append in appends if append.after == 0]
    if fresh:
        connection.execute(insert(secrets), [_secret_row(table) for table in fresh])
    # (table, seq) is the key: whoever comes second finds the number taken
    connection.execute(insert(events), [row for append in appends for row in _event_rows(append)])
    now = insert_or_change(connection, tables, "phase", "changed", "summary")
    connection.execute(now, [_table_row(append) for append in appends])
    seated = [row for append in appends for row in _device_rows(append, Seated | Joined)]
    if seated:
        connection.execute(insert_new(connection, devices), seated)
    for gone in [row for append in appends for row in _device_rows(append, Removed)]:
        if not any(a.table.seats_of(gone["device"]) for a in appends if a.table.id == gone["table_id"]):
            connection.execute(delete(devices).filter_by(**gone))


def _secret_row(table: Table) -> dict[str, Any]:
    known = table.secrets
    return {"table_id": table.id, "server_seed": known.server_seed, "invite_key": known.invite_key}


def _event_rows(append: Append) -> list[dict[str, Any]]:
    return [
        {"table_id": append.table.id, "seq": seq, "at": entry.at, "key": entry.key, "data": to_data(entry.event)}
        for seq, entry in enumerate(append.entries, append.after + 1)
    ]


def _table_row(append: Append) -> dict[str, Any]:
    table, changed = append.table, append.entries[-1].at
    return {"id": table.id, "phase": table.phase, "changed": changed, "summary": summary(table)}


def _device_rows(append: Append, kinds: Any) -> list[dict[str, Any]]:
    return [
        {"device": entry.event.device, "table_id": append.table.id}
        for entry in append.entries
        if isinstance(entry.event, kinds) and entry.event.device
    ]
