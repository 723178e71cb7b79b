"""What ``redpip doctor`` looks at, one thing after the other. Nothing is changed, made or brought up to date by it."""

from __future__ import annotations

import asyncio
import os
import platform
import shutil
import socket
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import func, select
from sqlalchemy.exc import SQLAlchemyError

from redpip.core.problem import Phrase, Problem, reason_of
from redpip.core.words import N_, Words
from redpip.play.thinking_process import Worker
from redpip.settings import SECRET, SETTINGS, data_folder, origin, setting, state_folder
from redpip.solve.files import cache_folder
from redpip.store.backup import known_schemas
from redpip.store.database import Place, database_at
from redpip.store.integrity import Damage, check_whole
from redpip.store.log import Log
from redpip.store.schema import tables

GOOD, WORTH_A_LOOK, WRONG = "ok", "look", "wrong"
STATES = {GOOD: N_("ok"), WORTH_A_LOOK: N_("look"), WRONG: N_("WRONG")}
LEAST_ROOM, LITTLE_ROOM = 50 * 2**20, 500 * 2**20  # bytes
YEAR_ONE = 1_767_225_600  # the beginning of 2026; no clock that is right is before it
AHEAD = 300.0  # seconds that a table may be ahead of our clock
LONGEST_START = 60.0  # seconds for a worker process
MOST_NAMED = 20  # damaged tables


@dataclass(frozen=True, slots=True)
class Finding:
    check: str  # its name never changes
    state: str
    detail: Phrase | Problem


def finding_line(finding: Finding, words: Words) -> str:
    return f"{words.text(STATES[finding.state]):6} {finding.check:10} {words.fact(finding.detail)}"


def examined(place: Place, *, whole: bool) -> Iterator[Finding]:
    yield _python()
    yield from _settings()
    for name, folder in (("data", data_folder()), ("state", state_folder()), ("cache", cache_folder())):
        yield _folder(name, folder)
    yield _room(place)
    yield _clock()
    yield _port()
    yield asyncio.run(_workers())
    yield from asyncio.run(_database(place, whole))


def _python() -> Finding:
    detail = Phrase("Python {version} on {system}", version=platform.python_version(), system=platform.system())
    return Finding("python", GOOD if sys.version_info >= (3, 11) else WRONG, detail)


def _settings() -> Iterator[Finding]:
    """What was set and where; what is secret is not repeated."""
    try:
        found = {name: origin(name) for name in SETTINGS}
    except Problem as problem:
        yield Finding("settings", WRONG, problem)
        return
    for name, given in found.items():
        if given:
            value, where = given
            shown = "…" if name in SECRET else value
            yield Finding("settings", GOOD, Phrase("{name} = {value} ({where})", name=name, value=shown, where=where))
    if not any(found.values()):
        yield Finding("settings", GOOD, Phrase("Nothing is set, neither in the environment nor in a file."))


def _folder(name: str, folder: Path) -> Finding:
    """The nearest of its parents that is there must let us write."""
    there = next(one for one in (folder, *folder.absolute().parents) if one.exists())
    try:
        with tempfile.TemporaryFile(dir=there):
            pass
    except OSError as error:
        told = Problem("cannot_write", "{file} cannot be written: {reason}.", file=there, reason=reason_of(error))
        return Finding(name, WRONG, told)
    return Finding(name, GOOD, Phrase("{folder} can be written", folder=folder))


def _room(place: Place) -> Finding:
    folder = place.absolute().parent if isinstance(place, Path) else data_folder()
    there = next(one for one in (folder, *folder.absolute().parents) if one.exists())
    free = shutil.disk_usage(there).free
    state = WRONG if free < LEAST_ROOM else WORTH_A_LOOK if free < LITTLE_ROOM else GOOD
    return Finding("disk", state, Phrase("{number} MiB are free in {folder}", number=free // 2**20, folder=there))


def _clock() -> Finding:
    now = time.time()
    told = Phrase("It is {now} UTC", now=time.strftime("%Y-%m-%d %H:%M", time.gmtime(now)))
    return Finding("clock", GOOD if now > YEAR_ONE else WRONG, told)


def _port() -> Finding:
    """Where the service would listen; taken is not wrong, since it may be the service itself."""
    host, wanted = setting("host") or "127.0.0.1", setting("port") or "8000"
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        with closing(socket.socket(family, socket.SOCK_STREAM)) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((host, int(wanted)))
    except (OSError, ValueError, OverflowError) as error:
        reason = reason_of(error) if isinstance(error, OSError) else error
        told = Phrase("{host}, port {port}: {reason}", host=host, port=wanted, reason=reason)
        return Finding("port", WORTH_A_LOOK, told)
    return Finding("port", GOOD, Phrase("{host}, port {port} is free", host=host, port=wanted))


async def _workers() -> Finding:
    try:
        async with asyncio.timeout(LONGEST_START):
            worker = await Worker.start()
            await worker.close()
    except Exception as error:
        told = Phrase("Worker processes for bots do not start: {reason}", reason=type(error).__name__)
        return Finding("workers", WRONG, told)
    return Finding("workers", GOOD, Phrase("Worker processes for bots start; {cores} cores", cores=os.cpu_count()))


# ---- what is kept


async def _database(place: Place, whole: bool) -> list[Finding]:
    name = database_at(place).name
    if isinstance(place, Path) and not place.exists():
        return [Finding("database", GOOD, Phrase("{place} is not there yet; the service makes it", place=name))]
    try:
        schema = await _schema(place)
        known = known_schemas()
        if schema not in known:
            problem = Problem(
                "newer_data", "The games were kept by a newer redpip. Install that version, or name another database."
            )
            return [Finding("database", WRONG, problem)]
        told = Phrase("{place} answers; schema {schema}", place=name, schema=schema)
        found = [Finding("database", GOOD, told)]
        if schema != known[0]:
            behind = Phrase("The schema is an earlier one; the service brings it up to date when it starts")
            return [*found, Finding("database", WORTH_A_LOOK, behind)]
        return [*found, _served(place), *await _games(place, whole)]
    except Problem as problem:
        return [Finding("database", WRONG, problem)]


async def _schema(place: Place) -> str:
    database = database_at(place)
    engine = database.open()
    try:
        async with engine.connect() as connection:
            return str((await connection.exec_driver_sql("SELECT version_num FROM alembic_version")).scalar())
    except (OSError, SQLAlchemyError) as error:
        raise database.not_opened(error) from None
    finally:
        await engine.dispose()


def _served(place: Place) -> Finding:
    try:
        with database_at(place).serving():
            pass
    except Problem:
        return Finding("service", GOOD, Phrase("A service has these games open"))
    return Finding("service", GOOD, Phrase("No service on this machine has these games open"))


async def _games(place: Place, whole: bool) -> list[Finding]:
    async with Log(place) as log:  # its schema is ours already, so that changes nothing
        damages = list(await check_whole(log))
        ids = await log.all_tables()
        if whole:
            damages += [damage for one in ids for damage in await _loaded(log, one)]
        async with log.reading() as connection:
            latest = (await connection.execute(select(func.max(tables.c.changed)))).scalar()
    found = [Finding("games", WRONG, _damage(damage)) for damage in dict.fromkeys(damages)]
    if len(found) > MOST_NAMED:
        more = Phrase("and {number} more", number=len(found) - MOST_NAMED)
        found = [*found[:MOST_NAMED], Finding("games", WRONG, more)]
    if latest is not None and latest > time.time() + AHEAD:
        found.append(Finding("clock", WORTH_A_LOOK, Phrase("This machine's clock is behind what was last played")))
    return found or [Finding("games", GOOD, Phrase("tables: {number}, all of them whole", number=len(ids)))]


async def _loaded(log: Log, table_id: str) -> list[Damage]:
    try:
        await log.load(table_id)
    except Problem as problem:
        return [Damage("unreadable", table_id, problem.code)]
    return []


_DAMAGES: dict[str, Callable[[Damage], Phrase]] = {
    "gap": lambda one: Phrase("Table {table}: events are missing; it can be read and not played on", table=one.table),
    "unreadable": lambda one: Phrase("Table {table}: events cannot be read", table=one.table),
    "no_secrets": lambda one: Phrase("Table {table}: its seed is missing", table=one.table),
    "pages": lambda one: Phrase("The file is damaged: {reason}", reason=one.told),
}


def _damage(damage: Damage) -> Phrase:
    return _DAMAGES[damage.what](damage)
