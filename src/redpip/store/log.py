"""The log on disk. A write is acknowledged when it is durable; writes that come together are committed together."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from alembic import command as alembic
from alembic.config import Config
from sqlalchemy import Connection, delete, event, insert, select, update
from sqlalchemy.dialects.sqlite import Insert
from sqlalchemy.dialects.sqlite import insert as upsert
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from redpip.core.problem import Problem, reason_of
from redpip.store.schema import devices, events, secrets, tables
from redpip.table.chair import Secrets
from redpip.table.events import Joined, Opened, Seated, TableEvent, from_data, to_data
from redpip.table.table import Table

NOBODY = "–"  # stands for a name that was removed


@dataclass(slots=True)
class Write:
    """Events of one table, all of them or none."""

    table: str
    first: int  # seq of the first event
    events: Sequence[TableEvent]
    at: float
    phase: str
    key: str | None = None
    secrets: Secrets | None = None  # for a new table
    done: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class Log:
    """Use as ``async with Log(path) as log``."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._queue: asyncio.Queue[Write | None] = asyncio.Queue()
        self._engine: AsyncEngine | None = None
        self._writer: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Log:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._engine = _engine(self.path)
            async with self._engine.begin() as connection:
                await connection.run_sync(_migrate)
        except (OSError, SQLAlchemyError) as error:
            reason = reason_of(error) if isinstance(error, OSError) else getattr(error, "orig", error)
            raise Problem(
                "cannot_save", "The games cannot be kept in {file}: {reason}.", file=self.path, reason=reason
            ) from None
        self._writer = asyncio.create_task(self._write_all())
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._queue.put(None)
        if self._writer:
            await self._writer
        if self._engine:
            await self._engine.dispose()

    # ---- writing

    async def write(self, write: Write) -> None:
        """Returns when the events are on the disk."""
        await self._queue.put(write)
        await write.done

    async def _write_all(self) -> None:
        """The one writer: everything that waits goes into one transaction."""
        while True:
            batch = [await self._queue.get()]
            while not self._queue.empty():
                batch.append(self._queue.get_nowait())
            writes = [write for write in batch if write is not None]
            if writes:
                await self._commit(writes)
            if None in batch:
                return

    async def _commit(self, writes: Sequence[Write]) -> None:
        try:
            async with self._connected().begin() as connection:
                await _store(connection, writes)
        except SQLAlchemyError as error:
            reason = getattr(error, "orig", error)
            problem = Problem("cannot_save", "The move could not be saved: {reason}.", reason=reason)
            for write in writes:
                write.done.set_exception(problem)
            return
        for write in writes:
            if not write.done.cancelled():
                write.done.set_result(None)

    # ---- reading

    async def load(self, table_id: str) -> Table | None:
        async with self._connected().connect() as connection:
            secret = (await connection.execute(select(secrets).where(secrets.c.table_id == table_id))).first()
            query = select(events).where(events.c.table_id == table_id).order_by(events.c.seq)
            rows = (await connection.execute(query)).all()
        if secret is None or not rows:
            return None
        opened = from_data(rows[0].data)
        assert isinstance(opened, Opened)
        table = Table(table_id, Secrets(secret.server_seed, secret.invite_key), opened)
        table.fold((from_data(row.data), row.at, row.key) for row in rows[1:])
        return table

    async def events_since(self, table_id: str, seq: int) -> list[tuple[int, TableEvent]]:
        query = select(events).where(events.c.table_id == table_id, events.c.seq > seq).order_by(events.c.seq)
        async with self._connected().connect() as connection:
            return [(row.seq, from_data(row.data)) for row in (await connection.execute(query)).all()]

    async def tables_of(self, device: str) -> list[tuple[str, float]]:
        """The tables at which this device plays, the latest first, with the time of their last event."""
        joined = devices.join(tables, devices.c.table_id == tables.c.id)
        query = select(tables).select_from(joined).where(devices.c.device == device).order_by(tables.c.changed.desc())
        async with self._connected().connect() as connection:
            return [(row.id, row.changed) for row in (await connection.execute(query)).all()]

    async def all_tables(self) -> list[str]:
        async with self._connected().connect() as connection:
            return list((await connection.execute(select(tables.c.id).order_by(tables.c.changed))).scalars())

    async def forget(self, device: str) -> list[str]:
        """Removes what is known of a device: its names and its seats. Returns the tables that changed."""
        changed = [table for table, _ in await self.tables_of(device)]
        async with self._connected().begin() as connection:
            for table in changed:
                await _forget_at(connection, table, device)
            await connection.execute(delete(devices).where(devices.c.device == device))
        return changed

    def _connected(self) -> AsyncEngine:
        assert self._engine is not None, "the log is not open"
        return self._engine


def _engine(path: Path) -> AsyncEngine:
    engine = create_async_engine(f"sqlite+aiosqlite:///{path}")

    @event.listens_for(engine.sync_engine, "connect")
    def _prepare(connection: Any, _record: Any) -> None:
        # FULL: what is acknowledged survives a power cut, not just a crash of ours
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")

    return engine


def _migrate(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", "redpip.store:migrations")
    config.attributes["connection"] = connection
    with contextlib.redirect_stdout(None):
        alembic.upgrade(config, "head")


async def _store(connection: AsyncConnection, writes: Sequence[Write]) -> None:
    """One statement for each kind of row, however many tables have moved."""
    secret = [
        {"table_id": write.table, "server_seed": write.secrets.server_seed, "invite_key": write.secrets.invite_key}
        for write in writes
        if write.secrets
    ]
    if secret:
        await connection.execute(insert(secrets), secret)
    happened = [row for write in writes for row in _event_rows(write)]
    if happened:
        await connection.execute(insert(events), happened)
    await connection.execute(_TABLE_NOW, [{"id": w.table, "phase": w.phase, "changed": w.at} for w in writes])
    known = [row for write in writes for row in _device_rows(write)]
    if known:
        await connection.execute(upsert(devices).on_conflict_do_nothing(), known)


def _table_now() -> Insert:
    new = upsert(tables)
    return new.on_conflict_do_update(
        index_elements=["id"], set_={"phase": new.excluded.phase, "changed": new.excluded.changed}
    )


_TABLE_NOW = _table_now()


def _event_rows(write: Write) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = [
        {"table_id": write.table, "seq": seq, "at": write.at, "key": None, "data": to_data(event)}
        for seq, event in enumerate(write.events, write.first)
    ]
    if rows:
        # the last event bears the key: when it is there, the whole command is done
        rows[-1]["key"] = write.key
    return rows


def _device_rows(write: Write) -> list[dict[str, Any]]:
    return [
        {"device": event.device, "table_id": write.table}
        for event in write.events
        if isinstance(event, Seated | Joined) and event.device
    ]


async def _forget_at(connection: AsyncConnection, table: str, device: str) -> None:
    rows = (await connection.execute(select(events).where(events.c.table_id == table))).all()
    for row in rows:
        data = dict(row.data)
        mine = [name for name in ("device", "host") if data.get(name) == device]
        if not mine:
            continue
        if data["kind"] == "seated":
            data["name"] = NOBODY
        data |= dict.fromkeys(mine, NOBODY)
        where = (events.c.table_id == table) & (events.c.seq == row.seq)
        await connection.execute(update(events).where(where).values(data=data))
