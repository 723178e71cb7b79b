"""The log in a file: for us alone, and for one service at a time."""

from __future__ import annotations

import asyncio
import errno
import glob
import os
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import IO, Any

import orjson
from sqlalchemy import Connection, create_engine, event
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from redpip.core.problem import Problem, reason_of
from redpip.store.bulk import encoded, in_bulk
from redpip.store.database import Check, told
from redpip.store.pages import Pages
from redpip.store.rows import Append, statements

OWNER_ONLY = 0o600
HEAD = b"SQLite format 3\0"  # so each of its files begins
# FULL: what is acknowledged survives a power cut, not just a crash of ours; what is deleted is overwritten
PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000", "foreign_keys=ON", "secure_delete=ON")

ENGINE: dict[str, Any] = {
    "json_serializer": encoded,
    "json_deserializer": orjson.loads,
    "pool_reset_on_return": None,  # all that is begun here is ended here, so there is nothing to roll back
    "hide_parameters": True,
}


def _prepare(connection: Any, _record: Any) -> None:
    for pragma in PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")


class DatabaseFile:
    shared = False

    def __init__(self, path: Path) -> None:
        self.path = path
        self.name = str(path)
        self._writer = create_engine(f"sqlite:///{path}", **ENGINE)
        self._pages = Pages(path)

    def open(self) -> AsyncEngine:
        """The seeds of running games and the keys of invitations are in this file, so nobody else may read it."""
        self._check()
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.touch(OWNER_ONLY)
        journals = self.path.parent.glob(f"{glob.escape(self.path.name)}-*")
        for file in (self.path, *journals):  # those too that a crash has left
            file.chmod(OWNER_ONLY)
        engine = create_async_engine(f"sqlite+aiosqlite:///{self.path}", **ENGINE)
        for one in (engine.sync_engine, self._writer):
            event.listen(one, "connect", _prepare)
        return engine

    def _check(self) -> None:
        """What is no database of ours, a folder or somebody's file, is left as it is: its rights too."""
        if self.path.is_dir():
            raise self.not_opened(OSError(errno.EISDIR, os.strerror(errno.EISDIR)))
        if self.path.exists() and not (self.path.is_file() and self._begins_well()):
            raise self.not_opened(OSError(errno.EINVAL, "file is not a database"))

    def _begins_well(self) -> bool:
        try:
            with self.path.open("rb") as file:
                return file.read(len(HEAD)) in (HEAD, b"")
        except OSError as error:
            raise self.not_opened(error) from None

    async def transact(self, engine: AsyncEngine, work: Callable[[Connection], None]) -> None:
        """In one trip to a thread. The other engine makes several for each statement, and at a busy service each of
        them waits for its turn."""

        def whole() -> None:
            with self._writer.begin() as connection:
                work(connection)

        await asyncio.to_thread(whole)

    async def append(self, engine: AsyncEngine, appends: Sequence[Append], wake: Callable[[Connection], None]) -> None:
        """The trip takes along all that it needs."""
        all_rows = [one for statement, rows in statements("sqlite", appends) for one in in_bulk(statement, rows)]

        def write(connection: Connection) -> None:
            for text, values in all_rows:
                connection.exec_driver_sql(text, values)

        await self.transact(engine, write)

    async def close(self, engine: AsyncEngine) -> None:
        self._writer.dispose()
        await engine.dispose()

    async def alone(self, connection: AsyncConnection) -> None:
        """The file has one writer at a time anyway."""

    def tell(self, connection: Connection, message: str) -> None:
        """There is nobody else."""

    @asynccontextmanager
    async def listening(self, heard: Callable[[str], None], lost: Callable[[], None]) -> AsyncIterator[Check]:
        raise NotImplementedError("nobody shares a file")
        yield

    async def tidy(self, engine: AsyncEngine) -> None:
        """What was overwritten is gone from the journal too."""
        await self._pages.break_off()
        async with engine.connect() as connection:
            busy = (await connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")).scalar()
        if busy:
            raise Problem("cannot_save", "The move could not be saved: {reason}.", reason="database is locked")

    async def faults(self) -> Sequence[str]:
        return await self._pages.faults()

    def not_opened(self, error: Exception) -> Problem:
        reason = reason_of(error) if isinstance(error, OSError) else told(error)
        return Problem("cannot_save", "The games cannot be kept in {file}: {reason}.", file=self.name, reason=reason)

    @contextmanager
    def serving(self) -> Iterator[None]:
        """The lock is in a file of its own, since to close the other one would end the locks that SQLite has on it.
        The system takes it back from whoever ends, however that happens."""
        self._check()
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            file = self.path.with_name(f"{self.path.name}-lock").open("ab")
        except OSError as error:
            raise self.not_opened(error) from None
        with file:
            self._lock(file)
            yield

    def _lock(self, file: IO[bytes]) -> None:
        try:
            import fcntl
        except ImportError:  # no such locks on this system
            return
        try:
            fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise Problem(
                "in_use",
                "Another redpip already serves the games in {file}. Several can share a PostgreSQL database: see --db.",
                file=self.name,
            ) from None
