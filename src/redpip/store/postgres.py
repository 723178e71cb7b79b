"""The log in a PostgreSQL database, which any number of services share."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import orjson
from sqlalchemy import URL, Connection, make_url
from sqlalchemy import text as statement
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from redpip.core.problem import Problem, reason_of
from redpip.store.bulk import encoded
from redpip.store.database import Check, told
from redpip.store.rows import Append, store

DRIVER = "postgresql+asyncpg"
KNOWN_AS = (DRIVER, "postgresql", "postgres")
LONGEST_CONNECT = 10.0  # seconds
LONGEST_COMMAND = 60.0
MIGRATING = 0x7265647069  # the number of our advisory lock
REFUSED = ("28P01", "28000")  # name or password
UNKNOWN = "3D000"  # database
CHANNEL = "redpip"
_TELL = statement(f"SELECT pg_notify('{CHANNEL}', :message)")
SESSION = {
    "application_name": "redpip",
    "synchronous_commit": "on",  # what is acknowledged survives a power cut, whatever is usual there
    "lock_timeout": "5s",
    "idle_in_transaction_session_timeout": "30s",  # a service that stopped in the middle holds up the others no longer
    "timezone": "UTC",
}


def read_url(given: str) -> URL:
    """The address of a database. It may hold a password, so what cannot be read is not repeated."""
    try:
        url = make_url(given)
        url.port  # noqa: B018
    except (ArgumentError, ValueError):
        raise bad_url() from None
    if url.drivername not in KNOWN_AS:
        raise bad_url()
    if not url.database:
        raise bad_url()
    return url.set(drivername=DRIVER)


def bad_url() -> Problem:
    return Problem(
        "bad_db",
        "This is no address of a PostgreSQL database. Right is: {example}",
        example=f"{DRIVER}://NAME:PASSWORD@HOST:5432/DATABASE",
    )


class NotConnected(ConnectionError):
    """``problem`` is for whoever runs the service; players need not know where the database is."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem

    def __str__(self) -> str:
        return "the database does not answer"


class PostgreSQL:
    shared = True

    def __init__(self, url: URL) -> None:
        self._url = url
        self.name = url.set(query={}).render_as_string(hide_password=True)

    def open(self) -> AsyncEngine:
        try:
            return create_async_engine(
                self._url,
                async_creator=self._connect,
                json_serializer=encoded,
                json_deserializer=orjson.loads,
                pool_pre_ping=True,  # the server may have been restarted meanwhile
                hide_parameters=True,
            )
        except ModuleNotFoundError:
            raise Problem("no_asyncpg", "PostgreSQL needs asyncpg: pip install 'redpip[postgres]'.") from None

    async def _connect(self) -> Any:
        """A connection of the driver's."""
        import asyncpg

        _, options = self._url.get_dialect()().create_connect_args(self._url)
        try:
            return await asyncpg.connect(
                **options, timeout=LONGEST_CONNECT, command_timeout=LONGEST_COMMAND, server_settings=SESSION
            )
        except asyncpg.PostgresError as error:
            raise NotConnected(self._refusal(error)) from error
        except OSError as error:
            raise NotConnected(self._silence(error)) from error
        except (TypeError, ValueError, asyncpg.InterfaceError):
            raise NotConnected(bad_url()) from None

    def _refusal(self, error: Any) -> Problem:
        if error.sqlstate in REFUSED:
            return Problem(
                "db_refused", "PostgreSQL lets nobody in at {place}: check name and password.", place=self.name
            )
        if error.sqlstate == UNKNOWN:
            return Problem(
                "no_db",
                "There is no database {name} at {place}. Make it first: createdb {name}",
                name=self._url.database,
                place=self.name,
            )
        return self._silence(error)

    def _silence(self, error: Any) -> Problem:
        known = isinstance(error, OSError) and error.strerror
        reason = reason_of(error) if known else str(error) or type(error).__name__
        return Problem("no_db", "PostgreSQL does not answer at {place}: {reason}.", place=self.name, reason=reason)

    async def transact(self, engine: AsyncEngine, work: Callable[[Connection], None]) -> None:
        async with engine.begin() as connection:
            await connection.run_sync(work)

    async def append(self, engine: AsyncEngine, appends: Sequence[Append], wake: Callable[[Connection], None]) -> None:
        async with engine.begin() as connection:
            await connection.run_sync(store, appends)
            await connection.run_sync(wake)

    async def close(self, engine: AsyncEngine) -> None:
        await engine.dispose()

    async def alone(self, connection: AsyncConnection) -> None:
        await connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({MIGRATING})")

    def tell(self, connection: Connection, message: str) -> None:
        connection.execute(_TELL, {"message": message})

    @asynccontextmanager
    async def listening(self, heard: Callable[[str], None], lost: Callable[[], None]) -> AsyncIterator[Check]:
        connection = await self._connect()

        async def check() -> None:
            try:
                await connection.execute("SELECT 1", timeout=LONGEST_CONNECT)
            except Exception as error:
                raise ConnectionError(str(error)) from None

        try:
            connection.add_termination_listener(lambda _: lost())
            await connection.add_listener(CHANNEL, lambda *told: heard(told[-1]))
            yield check
        finally:
            connection.terminate()

    async def tidy(self, engine: AsyncEngine) -> None:
        """PostgreSQL reuses the room of what was overwritten by itself, and its journals are its own."""

    async def faults(self) -> Sequence[str]:
        """Its pages are its own; one that is damaged is noticed when it is read."""
        return ()

    def not_opened(self, error: Exception) -> Problem:
        if isinstance(error, NotConnected):
            return error.problem
        return Problem(
            "cannot_save", "The games cannot be kept in {file}: {reason}.", file=self.name, reason=told(error)
        )

    @contextmanager
    def serving(self) -> Iterator[None]:
        """Any number may."""
        yield
