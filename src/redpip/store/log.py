"""The log on disk. A write is acknowledged when it is durable; writes that come together are committed together."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from secrets import token_hex
from time import perf_counter
from typing import Any

import orjson
from sqlalchemy import Connection, String, cast, delete, select
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from redpip.core.inbox import Inbox
from redpip.core.problem import Problem
from redpip.store.bulk import encoded
from redpip.store.database import Check, Place, database_at, migrate, spoils_all, to_try_again, told
from redpip.store.forgetting import forget_at
from redpip.store.leases import release_leases, take_leases
from redpip.store.naming import tables_naming, tables_taken_over
from redpip.store.renewing import renew_device
from redpip.store.retention import AT_ONCE, Due, Retention, due, forget_removed, in_parts, remove_tables
from redpip.store.rows import Append, store
from redpip.store.schema import (
    DELETED,
    challenges,
    codes,
    devices,
    events,
    keys,
    profiles,
    reviews,
    rounds,
    secrets,
    shares,
    tables,
)
from redpip.store.training import Entries, add_training, forget_training, last_training, read_training
from redpip.store.upsert import insert_or_change
from redpip.store.watch import UNWATCHED, Watch
from redpip.table.chair import Secrets
from redpip.table.decide import Step
from redpip.table.events import Entry, Forgotten, Renewed, TableEvent, from_data
from redpip.table.evolve import evolve, read_back
from redpip.table.summary import Facts, read_summary, summary
from redpip.table.table import LOG_GAP, Table

MOST_TOLD = 200  # tables in one notification

logger = logging.getLogger(__name__)


class Conflict(Exception):
    """Somebody else has written the next event of this table first."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A table in a list; ``facts`` is None where its events must be read."""

    id: str
    changed: float
    facts: Facts | None


Work = Callable[[Connection], None]
Done = Callable[[Exception | None], None]  # told why it could not be, if it could not


@dataclass(slots=True)
class Write:
    """Events of one table or of several, or other work: all of it or nothing."""

    appends: tuple[Append, ...] = ()
    work: Work | None = None
    touched: Sequence[str] = ()  # tables that are to be read again
    tidy: bool = False  # and nothing is left of what was there before
    done: Done = lambda _: None


class Log:
    """Use as ``async with Log(place) as log``."""

    def __init__(self, place: Place, watch: Watch = UNWATCHED) -> None:
        self.place = place
        self._watch = watch
        self._database = database_at(place)
        self.shared = self._database.shared
        self._service = token_hex(8)  # by which other services know us
        self._writes: Inbox[Write | None] = Inbox()  # None: no more will come
        self._engine: AsyncEngine | None = None
        self._writer: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Log:
        try:
            self._engine = self._database.open()
            async with self._engine.begin() as connection:
                await self._database.alone(connection)
                await connection.run_sync(migrate)
        except (OSError, SQLAlchemyError, Problem) as error:
            await self._dispose()
            raise (error if isinstance(error, Problem) else self._database.not_opened(error)) from None
        self._writer = asyncio.create_task(self._write_all())
        return self

    async def __aexit__(self, *_: object) -> None:
        self._writes.put(None)
        if self._writer:
            await self._writer
        await self._dispose()

    async def _dispose(self) -> None:
        if self._engine:
            await self._database.close(self._engine)

    # ---- writing

    async def append(self, *appends: Append) -> None:
        """Returns when all of these events are on the disk; ``Conflict`` where a number is taken."""
        await self._write(Write(appends))

    def put(self, append: Append, done: Done) -> None:
        """The same for whoever would rather be told than wait: at once when it is on the disk or cannot be."""
        self._writes.put(Write((append,), done=done))

    async def forget(self, device: str, table_ids: Collection[str], now: float) -> None:
        """Removes from these tables what is known of a device."""
        work = partial(forget_at, device=device, table_ids=table_ids, now=now)
        await self._write(Write(work=work, touched=tuple(table_ids)))

    async def forgotten(self, device: str) -> None:
        """The device plays nowhere any more, and what it was called is gone from the file too."""

        def work(connection: Connection) -> None:
            connection.execute(delete(devices).where(devices.c.device == device))
            forget_training(connection, device)
            for rows in (shares, challenges, rounds, profiles, codes):
                connection.execute(delete(rows).where(rows.c.device == device))

        await self._write(Write(work=work, tidy=True))

    async def renew(self, device: str, to: str, now: float) -> Sequence[str]:
        """The device goes by another name everywhere; the tables that are to be read again. ``Conflict`` where somebody
        wrote at one of them in the same moment."""
        touched: list[str] = []

        def work(connection: Connection) -> None:
            touched[:] = renew_device(connection, device, to, now)

        await self._write(Write(work=work, touched=touched))
        return touched

    async def remove(self, table_ids: Sequence[str], now: float) -> None:
        """Everything about these tables."""
        for some in in_parts(table_ids):
            await self._write(Write(work=partial(remove_tables, ids=some, now=now), touched=tuple(some)))
        await self._write(Write(work=partial(forget_removed, now=now), tidy=True))

    async def remove_due(self, retention: Retention, now: float) -> tuple[str, ...]:
        """Everything about tables whose time is over; which they were."""
        removed: list[str] = []

        def work(connection: Connection) -> None:
            removed[:] = due(connection, retention, now).remove[:AT_ONCE]
            remove_tables(connection, removed, now)

        await self._write(Write(work=work))
        found = [*removed]
        while removed:
            await self._write(Write(work=work))
            found += removed
        await self._write(Write(work=partial(forget_removed, now=now), touched=tuple(found), tidy=True))
        return tuple(found)

    async def write(self, work: Work, *appends: Append) -> None:
        """Other work, and events with it: all of it is on the disk when this returns, or nothing."""
        await self._write(Write(appends, work))

    async def keep_review(self, table_id: str, data: dict[str, Any]) -> None:
        """In place of an older one."""

        def work(connection: Connection) -> None:
            kept = insert_or_change(connection.dialect.name, reviews, "data")
            connection.execute(kept, [{"table_id": table_id, "data": data}])

        await self._write(Write(work=work))

    async def add_training(self, device: str, after: int, entries: Entries) -> None:
        """What a device has trained since entry number ``after``; ``Conflict`` where that is not the last."""

        def work(connection: Connection) -> None:
            if last_training(connection, device) != after:
                raise Conflict
            add_training(connection, device, after, entries)

        await self._write(Write(work=work))

    async def _write(self, write: Write) -> None:
        written: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        write.done = partial(_settle, written)
        self._writes.put(write)
        await written

    async def _write_all(self) -> None:
        while await self._write_next():
            pass

    async def _write_next(self) -> bool:
        """The one writer: everything that waits goes into one transaction. Will more come?"""
        batch = await self._writes.wait()
        writes = [write for write in batch if write is not None]
        if writes:
            await self._commit(writes)
        return None not in batch

    async def _commit(self, writes: Sequence[Write]) -> None:
        begun = perf_counter()
        try:
            if any(write.work for write in writes):
                await self._database.transact(self._connected(), partial(self._do, writes))
            else:
                await self._database.append(self._connected(), _appends(writes), partial(self._wake, writes))
        except Exception as error:
            if len(writes) > 1 and not spoils_all(error):
                # one of them is at fault, and the others shall not suffer for it
                for write in writes:
                    await self._commit([write])
                return
            self._note(error)
            for write in writes:
                write.done(_reason(error))
            return
        self._watch.committed(
            sum(len(one.entries) for write in writes for one in write.appends), perf_counter() - begun
        )
        for write in writes:
            if not write.tidy:
                write.done(None)
        await self._tidy([write for write in writes if write.tidy])

    def _do(self, writes: Sequence[Write], connection: Connection) -> None:
        store(connection, _appends(writes))
        for write in writes:
            if write.work:
                write.work(connection)
        self._wake(writes, connection)

    async def _tidy(self, writes: Sequence[Write]) -> None:
        """Between two transactions, when nobody else writes."""
        if not writes:
            return
        error = None
        try:
            await self._database.tidy(self._connected())
        except Exception as problem:
            self._note(problem)
            error = _reason(problem)
        for write in writes:
            write.done(error)

    def _note(self, error: Exception) -> None:
        """A number that was taken is nobody's fault; all else the one who runs this should know."""
        if not isinstance(_reason(error), Conflict):
            logger.error("a write failed", exc_info=error)
            self._watch.not_written()

    # ---- other services

    def _wake(self, writes: Sequence[Write], connection: Connection) -> None:
        """Whoever else has these tables before them reads on."""
        if not self.shared:
            return
        seqs = {append.table.id: append.table.seq for write in writes for append in write.appends}
        seqs |= dict.fromkeys((table_id for write in writes for table_id in write.touched), 0)
        woken = list(seqs.items())
        for start in range(0, len(woken), MOST_TOLD):
            self._tell({"tables": dict(woken[start : start + MOST_TOLD])}, connection)

    async def tell(self, message: dict[str, Any]) -> None:
        """Tells all other services that serve these tables."""
        async with self._talking() as connection:
            await connection.run_sync(partial(self._tell, message))

    def _tell(self, message: dict[str, Any], connection: Connection) -> None:
        self._database.tell(connection, encoded({"by": self._service, **message}))

    @asynccontextmanager
    async def listening(
        self, heard: Callable[[dict[str, Any]], None], lost: Callable[[], None]
    ) -> AsyncIterator[Check]:
        """What the others tell."""

        def others(told: str) -> None:
            message = orjson.loads(told)
            if message["by"] != self._service:
                heard(message)

        async with self._database.listening(others, lost) as check:
            yield check

    async def take(self, wanted: Collection[str], term: float) -> tuple[set[str], float]:
        """Of these tables those whose bots are ours to move for so many seconds, and what time it is for all."""
        async with self._talking() as connection:
            return await take_leases(connection, self._service, wanted, term)

    async def release(self, tables: Collection[str]) -> None:
        async with self._talking() as connection:
            await release_leases(connection, self._service, tables)

    @asynccontextmanager
    async def _talking(self) -> AsyncIterator[AsyncConnection]:
        try:
            async with self._connected().begin() as connection:
                yield connection
        except (SQLAlchemyError, OSError) as error:
            raise Problem("cannot_save", "The move could not be saved: {reason}.", reason=told(error)) from None

    # ---- reading

    async def steps_after(self, table: Table) -> tuple[Step, ...] | None:
        """What others have written since; None where the whole log must be read."""
        query = select(events).where(events.c.table_id == table.id, events.c.seq > table.seq).order_by(events.c.seq)
        async with self.reading() as connection:
            rows = (await connection.execute(query)).all()
        steps: list[Step] = []
        for row in rows:
            try:
                event = from_data(row.data, table.play.setup if table.play else None)
                entry = Entry(event, row.at, row.key)
                if row.seq != table.seq + 1 or isinstance(event, Forgotten | Renewed) or table.outdated:
                    return None
                table = evolve(table, entry)
            except Problem:
                return None
            steps.append(Step(entry, table))
        return tuple(steps)

    async def load(self, table_id: str) -> Table | None:
        """The table as it is on the disk; ``unreadable_table`` where no table can be made of what stands there."""
        try:
            return await self._read(table_id)
        except Problem as problem:
            if problem.code == "cannot_read":
                raise
            raise Problem("unreadable_table", "This table cannot be shown: {problem}", problem=problem) from problem
        except Exception as error:
            logger.exception("table %s cannot be read", table_id)
            raise Problem(
                "unreadable_table", "This table cannot be shown: what was written down of it is damaged."
            ) from error

    async def _read(self, table_id: str) -> Table | None:
        async with self.reading() as connection:
            secret = (await connection.execute(select(secrets).where(secrets.c.table_id == table_id))).first()
            query = select(events).where(events.c.table_id == table_id).order_by(events.c.seq)
            rows = (await connection.execute(query)).all()
        if secret is None or not rows:
            return None
        known = Secrets(secret.server_seed, secret.invite_key)
        table = read_back(table_id, known, ((row.data, row.at, row.key) for row in rows))
        if rows[-1].seq != len(rows):
            logger.warning("table %s cannot be played on: events are missing from its log", table_id)
            return table.but(seq=rows[-1].seq, outdated=LOG_GAP)
        return table

    async def events_between(self, table: Table, since: int) -> list[tuple[int, TableEvent]]:
        """The events after number ``since`` up to where this table is."""
        if since >= table.seq:
            return []
        query = select(events).where(
            events.c.table_id == table.id, events.c.seq > max(since, 0), events.c.seq <= table.seq
        )
        setup = table.play.setup if table.play else None
        async with self.reading() as connection:
            rows = (await connection.execute(query.order_by(events.c.seq))).all()
        return [(row.seq, from_data(row.data, setup)) for row in rows]

    async def tables_of(self, device: str) -> list[Listed]:
        """The tables at which this device plays, the latest first, with the time of their last event."""
        joined = devices.join(tables, devices.c.table_id == tables.c.id)
        said = cast(tables.c.summary, String).label("said")
        query = select(tables.c.id, tables.c.changed, said).select_from(joined).where(devices.c.device == device)
        async with self.reading() as connection:
            rows = (await connection.execute(query.order_by(tables.c.changed.desc()))).all()
        return [Listed(row.id, row.changed, _facts(row.id, row.said)) for row in rows]

    async def tables_naming(self, device: str, phase: str | None = None) -> list[str]:
        """The tables at which this device plays, and those that it opened for others; in this phase alone."""
        async with self.reading() as connection:
            return await connection.run_sync(tables_naming, device, phase)

    async def tables_taken_over(self, device: str, table_ids: Collection[str]) -> list[str]:
        async with self.reading() as connection:
            return await connection.run_sync(tables_taken_over, device, table_ids)

    async def facts_of(self, listed: Listed) -> Facts | None:
        """What a list says of a table; None where it cannot be read, and the log says why."""
        if listed.facts is not None:
            return listed.facts
        try:
            table = await self.load(listed.id)
        except Problem as problem:
            logger.warning("table %s is missing from a list: %s", listed.id, problem)
            return None
        return summary(table) if table else None

    async def review_of(self, table_id: str) -> dict[str, Any] | None:
        async with self.reading() as connection:
            query = select(reviews.c.data).where(reviews.c.table_id == table_id)
            data: dict[str, Any] | None = (await connection.execute(query)).scalar()
        return data

    async def training_of(self, device: str, after: int = 0) -> list[dict[str, Any]]:
        """What a device has trained since so many entries, in order."""
        async with self.reading() as connection:
            return await read_training(connection, device, after)

    async def all_tables(self) -> list[str]:
        async with self.reading() as connection:
            there = select(tables.c.id).where(tables.c.phase != DELETED).order_by(tables.c.changed)
            return list((await connection.execute(there)).scalars())

    async def due(self, retention: Retention, now: float) -> Due:
        """The tables whose time is over."""
        async with self.reading() as connection:
            return await connection.run_sync(due, retention, now)

    async def faults(self) -> Sequence[str]:
        """What is wrong with the pages of the database, in its own words."""
        return await self._database.faults()

    async def answers(self) -> None:
        """``cannot_read`` where the database does not."""
        async with self.reading() as connection:
            await connection.execute(select(keys.c.name).limit(1))

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        try:
            async with self._connected().connect() as connection:
                yield connection
        except (SQLAlchemyError, OSError) as error:
            logger.exception("the log cannot be read")
            self._watch.not_read()
            raise Problem("cannot_read", "The table cannot be read: {reason}.", reason=told(error)) from error

    def _connected(self) -> AsyncEngine:
        assert self._engine is not None, "the log is not open"
        return self._engine


def _settle(written: asyncio.Future[None], error: Exception | None) -> None:
    if written.done():
        return  # nobody waits any longer
    if error is None:
        written.set_result(None)
    else:
        written.set_exception(error)


def _appends(writes: Sequence[Write]) -> list[Append]:
    return [append for write in writes for append in write.appends]


def _facts(table_id: str, said: str | None) -> Facts | None:
    """What is kept of a table for lists; None where its events must be read."""
    try:
        return read_summary(orjson.loads(said)) if said else None
    except ValueError:
        logger.warning("the summary of table %s is damaged; its events are read instead", table_id)
        return None


def _reason(error: Exception) -> Exception:
    """Why it was not written, for whoever asked for it."""
    if isinstance(error, Conflict | IntegrityError) or to_try_again(error):
        return Conflict()
    if isinstance(error, Problem):
        return error
    return Problem("cannot_save", "The move could not be saved: {reason}.", reason=told(error))


__all__ = ["Append", "Conflict", "Done", "Listed", "Log"]
