"""Where the log is kept: in a file of ours or in a PostgreSQL database; and its schema, brought up to date."""

from __future__ import annotations

import contextlib
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, AbstractContextManager
from pathlib import Path
from typing import Protocol

from alembic import command as alembic
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import URL, Connection
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from redpip.core.problem import Problem
from redpip.store.rows import Append

Check = Callable[[], Awaitable[None]]
Place = Path | URL  # a file, or the address of a PostgreSQL database
TRY_AGAIN = ("40001", "40P01")  # what PostgreSQL says where two wrote at once and neither is at fault


class Database(Protocol):
    name: str  # for people: without a password
    shared: bool  # by several services

    def open(self) -> AsyncEngine: ...

    async def close(self, engine: AsyncEngine) -> None: ...

    async def transact(self, engine: AsyncEngine, work: Callable[[Connection], None]) -> None:
        """Does this in one transaction."""

    async def append(self, engine: AsyncEngine, appends: Sequence[Append], wake: Callable[[Connection], None]) -> None:
        """Writes all of this in one transaction, with as few trips as there can be, and wakes other services in it."""

    async def alone(self, connection: AsyncConnection) -> None:
        """Until the end of this transaction nobody else changes the schema."""

    def tell(self, connection: Connection, message: str) -> None:
        """To the other services, once this transaction is done."""

    def listening(self, heard: Callable[[str], None], lost: Callable[[], None]) -> AbstractAsyncContextManager[Check]:
        """What other services tell; what it gives is to be awaited now and then, and fails where nothing is heard."""

    async def tidy(self, engine: AsyncEngine) -> None:
        """What was overwritten is gone from wherever it can be removed from."""

    async def faults(self) -> Sequence[str]:
        """What is wrong with its pages; all of them are read, and nobody waits for it."""

    def not_opened(self, error: Exception) -> Problem:
        """Why it cannot be used, for whoever runs the service."""

    def serving(self) -> AbstractContextManager[None]:
        """Held by a service as long as it serves these tables; ``in_use`` where only one may."""


def database_at(place: Place) -> Database:
    if isinstance(place, Path):
        from redpip.store.sqlite import DatabaseFile

        return DatabaseFile(place)
    from redpip.store.postgres import PostgreSQL

    return PostgreSQL(place)


def migrate(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", "redpip.store:migrations")
    config.attributes["connection"] = connection
    try:
        with contextlib.redirect_stdout(None):
            alembic.upgrade(config, "head")
    except CommandError:
        raise Problem(
            "newer_data", "The games were kept by a newer redpip. Install that version, or name another database."
        ) from None


def told(error: BaseException) -> str:
    """What the database itself said; what PostgreSQL adds in further lines is for whoever looks after it."""
    said = getattr(error, "orig", None)
    return str(error if said is None else said.__cause__ or said).partition("\n")[0]


def spoils_all(error: Exception) -> bool:
    """Is it the database that failed, and not one of the writes?"""
    return isinstance(error, OperationalError | OSError) or getattr(error, "connection_invalidated", False)


def to_try_again(error: Exception) -> bool:
    return isinstance(error, DBAPIError) and getattr(error.orig, "sqlstate", None) in TRY_AGAIN
