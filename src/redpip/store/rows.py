"""What a write becomes in the database."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Delete, Insert, bindparam, delete, insert

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


NEW_SECRETS, NEW_EVENTS = insert(secrets), insert(events)
GONE = delete(devices).where(devices.c.device == bindparam("device"), devices.c.table_id == bindparam("table_id"))


def store(connection: Connection, appends: Sequence[Append]) -> None:
    for statement, rows in statements(connection.dialect.name, appends):
        connection.execute(statement, rows)


def statements(dialect: str, appends: Sequence[Append]) -> Iterator[tuple[Insert | Delete, list[dict[str, Any]]]]:
    """One for each kind of row, however many tables have moved."""
    # in the same order wherever it is done, so that of two who write the same tables none waits for the other
    appends = sorted(appends, key=lambda append: append.table.id)
    everything = (
        (NEW_SECRETS, [_secret_row(append.table) for append in appends if append.after == 0]),
        # (table, seq) is the key: whoever comes second finds the number taken
        (NEW_EVENTS, [row for append in appends for row in _event_rows(append)]),
        (insert_or_change(dialect, tables, "phase", "changed", "summary"), [*map(_table_row, appends)]),
        (insert_new(dialect, devices), [row for append in appends for row in _device_rows(append, Seated | Joined)]),
        (GONE, _gone_rows(appends)),
    )
    return ((statement, rows) for statement, rows in everything if rows)


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


def _gone_rows(appends: Sequence[Append]) -> list[dict[str, Any]]:
    """Devices that no longer play at a table at all."""
    removed = [row for append in appends for row in _device_rows(append, Removed)]
    playing = {(device, one.table.id) for one in appends if removed for device in one.table.devices}
    return [row for row in removed if (row["device"], row["table_id"]) not in playing]


def _device_rows(append: Append, kinds: Any) -> list[dict[str, Any]]:
    return [
        {"device": entry.event.device, "table_id": append.table.id}
        for entry in append.entries
        if isinstance(entry.event, kinds) and entry.event.device
    ]
