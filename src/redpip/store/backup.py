"""Backups: all that the service keeps in one file, whichever database it is from and whichever it goes to.

The file is a database of the same schema as ours in SQLite. It holds seeds and keys of running games, so it is its
owner's alone. A backup is taken while the service runs; nothing is put back under a running one.
"""

from __future__ import annotations

import asyncio
import errno
import os
import sqlite3
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex
from typing import Any

from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import JSON, URL, Table, Text, bindparam, cast, create_engine, delete, func, insert, select
from sqlalchemy import text as statement
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from redpip.core.problem import Problem, reason_of
from redpip.store.database import Place, database_at, migrate
from redpip.store.schema import events, leases, metadata, tables
from redpip.store.sqlite import OWNER_ONLY, DatabaseFile

ROWS = 2000  # at a time
KEPT = tuple(table for table in metadata.sorted_tables if table is not leases)  # who moves which bots is of the moment
_VERSION = "SELECT version_num FROM alembic_version"
_OTHERS = statement(
    "SELECT count(*) FROM pg_stat_activity "
    "WHERE datname = current_database() AND application_name = 'redpip' AND pid <> pg_backend_pid()"
)


@dataclass(frozen=True, slots=True)
class Contents:
    """What a backup holds."""

    tables: int
    events: int
    schema: str


async def back_up(place: Place, file: Path) -> Contents:
    """Writes a backup as of this moment; the file is there once it is whole, and never half."""
    if isinstance(place, Path) and not place.is_file():
        raise Problem("no_games", "There is nothing to back up: {file} is not there.", file=place)
    with _beside(file) as fresh:
        if isinstance(place, Path):
            await asyncio.to_thread(_copy, place, fresh)
        else:
            await _dump(place, fresh)
        found = await asyncio.to_thread(checked, fresh)
        _sync(fresh)
        fresh.replace(file)
    return found


async def restore(file: Path, place: Place, *, replace: bool = False) -> Contents:
    """Puts a backup in the place of what is there. All of it is checked before anything changes."""
    await asyncio.to_thread(checked, file)
    beside = place if isinstance(place, Path) else file
    with _beside(beside) as fresh:
        await asyncio.to_thread(_copy, file, fresh)
        await asyncio.to_thread(_bring_up_to_date, fresh)
        found = await asyncio.to_thread(checked, fresh)
        if isinstance(place, Path):
            _put(fresh, DatabaseFile(place), replace)
        else:
            await _load(fresh, place, replace)
    return found


def checked(file: Path) -> Contents:
    """What is in a backup, if it is one and is whole."""
    try:
        with closing(_opened(file)) as database:
            said = [row[0] for row in database.execute("PRAGMA integrity_check(3)")]
            if said != ["ok"]:
                raise _damaged(file, "; ".join(said))
            version = str(database.execute(_VERSION).fetchone()[0])
            games, happened = (_count(database, rows) for rows in (tables, events))
    except sqlite3.Error as error:
        raise _damaged(file, error) from None
    if version not in known_schemas():
        raise Problem(
            "newer_data", "The games were kept by a newer redpip. Install that version, or name another database."
        )
    return Contents(games, happened, version)


def _count(database: sqlite3.Connection, rows: Table) -> int:
    return int(database.execute(f"SELECT count(*) FROM {rows.name}").fetchone()[0])


def _damaged(file: Path, reason: object) -> Problem:
    return Problem("bad_backup", "{file} is no whole backup: {reason}.", file=file, reason=reason)


def known_schemas() -> tuple[str, ...]:
    """The schemas that we know, the newest first."""
    config = Config()
    config.set_main_option("script_location", "redpip.store:migrations")
    return tuple(step.revision for step in ScriptDirectory.from_config(config).walk_revisions())


# ---- files


@contextmanager
def _beside(file: Path) -> Iterator[Path]:
    """A new file in the same folder, which only its owner may read; gone afterwards unless it was moved."""
    fresh = file.with_name(f".{file.name}.{token_hex(4)}")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(fresh, os.O_CREAT | os.O_EXCL | os.O_WRONLY, OWNER_ONLY))
        yield fresh
    except OSError as error:
        raise Problem(
            "cannot_save", "{file} cannot be written: {reason}.", file=file, reason=reason_of(error)
        ) from None
    finally:
        for left in (fresh, *_journals(fresh)):
            left.unlink(missing_ok=True)


def _journals(file: Path) -> tuple[Path, ...]:
    return tuple(file.with_name(file.name + end) for end in ("-wal", "-shm", "-journal"))


def _opened(file: Path) -> sqlite3.Connection:
    """To be read only: nothing is made where nothing is."""
    if not file.is_file():
        why = OSError(code := errno.EISDIR if file.is_dir() else errno.ENOENT, os.strerror(code))
        raise Problem("cannot_read", "{file} cannot be read: {reason}.", file=file, reason=reason_of(why))
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)


def _copy(source: Path, target: Path) -> None:
    """As it is at one moment, while others may write to it."""
    try:
        with closing(_opened(source)) as old, closing(sqlite3.connect(target)) as new:
            old.backup(new)
            new.execute("PRAGMA journal_mode=DELETE")  # one file, without a journal beside it
    except sqlite3.Error as error:
        raise _not_copied(source, error) from None


def _not_copied(source: Path, error: BaseException) -> Exception:
    """Where there is no room for the copy, nothing is wrong with what was copied."""
    if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL:
        return OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    return _damaged(source, error)


def _bring_up_to_date(file: Path) -> None:
    engine = create_engine(f"sqlite:///{file}")
    try:
        with engine.begin() as connection:
            migrate(connection)
    except SQLAlchemyError as error:
        raise _not_copied(file, getattr(error, "orig", None) or error) from None
    finally:
        engine.dispose()


def _sync(file: Path) -> None:
    with file.open("rb+") as written:
        os.fsync(written.fileno())


def _put(fresh: Path, database: DatabaseFile, replace: bool) -> None:
    """In one step. What the journal of the old file still holds goes first, lest it be taken for the new one's."""
    with database.serving():
        if not replace and _holds_games(database.path):
            raise _not_empty(database.name)
        _empty_journal(database.path)
        _sync(fresh)
        fresh.replace(database.path)


def _holds_games(file: Path) -> bool:
    """Also where nobody can tell."""
    if not file.exists() or file.stat().st_size == 0:
        return False
    try:
        with closing(_opened(file)) as old:
            return bool(old.execute("SELECT EXISTS (SELECT * FROM tables)").fetchone()[0])
    except sqlite3.Error:
        return True


def _empty_journal(file: Path) -> None:
    with suppress(sqlite3.Error):  # where it is damaged, nothing of it is wanted
        if file.exists():
            with closing(sqlite3.connect(file)) as old:
                old.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    for journal in _journals(file):
        journal.unlink(missing_ok=True)


def _not_empty(name: str) -> Problem:
    return Problem("not_empty", "There are games in {place} already. To give them up: --replace", place=name)


# ---- PostgreSQL


@asynccontextmanager
async def _transaction(place: URL) -> AsyncIterator[AsyncConnection]:
    """All of it at one moment: what others write meanwhile is not seen."""
    database = database_at(place)
    engine = database.open()
    try:
        async with engine.connect() as plain:
            connection = await plain.execution_options(isolation_level="REPEATABLE READ")
            async with connection.begin():
                yield connection
    except (OSError, SQLAlchemyError) as error:
        raise database.not_opened(error) from None
    finally:
        await engine.dispose()


async def _dump(place: URL, file: Path) -> None:
    async with _transaction(place) as connection:
        await _same_schema(connection)
        await asyncio.to_thread(_bring_up_to_date, file)
        with closing(sqlite3.connect(file)) as new, new:
            for rows in KEPT:
                marks = ", ".join("?" * len(rows.columns))
                found = await connection.stream(select(*map(_as_text, rows.columns)).select_from(rows))
                async for some in found.partitions(ROWS):
                    new.executemany(f"INSERT INTO {rows.name} VALUES ({marks})", [tuple(row) for row in some])


async def _same_schema(connection: AsyncConnection) -> None:
    try:
        version = (await connection.exec_driver_sql(_VERSION)).scalar()
    except DBAPIError:
        version = None
    if version != (newest := known_schemas()[0]):
        raise Problem(
            "other_schema",
            "The database has schema {found}, this redpip {ours}. Start the service once, which brings it up to date.",
            found=version,
            ours=newest,
        )


async def _load(file: Path, place: URL, replace: bool) -> None:
    """In one transaction: as long as it is not done, all is as it was."""
    database = database_at(place)
    async with _transaction(place) as connection:
        await database.alone(connection)
        await connection.run_sync(migrate)
        if (await connection.execute(_OTHERS)).scalar():
            raise Problem("in_use", "Stop all services that use {file} first.", file=database.name)
        if not replace and (await connection.execute(select(func.count()).select_from(tables))).scalar():
            raise _not_empty(database.name)
        for rows in metadata.sorted_tables:
            await connection.execute(delete(rows))
        with closing(_opened(file)) as old:
            for rows in KEPT:
                for some in _rows(old, rows):
                    await connection.execute(_insert(rows), some)


def _rows(old: sqlite3.Connection, rows: Table) -> Iterator[Sequence[dict[str, Any]]]:
    names = [column.name for column in rows.columns]
    quoted = ", ".join(f'"{name}"' for name in names)
    found = old.execute(f"SELECT {quoted} FROM {rows.name}")
    while some := found.fetchmany(ROWS):
        yield [dict(zip(names, row, strict=True)) for row in some]


def _as_text(column: Any) -> Any:
    """JSON letter by letter as it is there."""
    return cast(column, Text).label(column.name) if isinstance(column.type, JSON) else column


def _insert(rows: Table) -> Any:
    as_json = {
        column.name: cast(bindparam(column.name, type_=Text), JSON)
        for column in rows.columns
        if isinstance(column.type, JSON)
    }
    return insert(rows).values({column.name: bindparam(column.name) for column in rows.columns} | as_json)
