"""The database file: opened for us alone, brought up to date, and tidied where something was to be forgotten."""

from __future__ import annotations

import contextlib
import glob
from pathlib import Path
from typing import Any

import orjson
from alembic import command as alembic
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection, event
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from redpip.core.problem import Problem

OWNER_ONLY = 0o600
# FULL: what is acknowledged survives a power cut, not just a crash of ours; what is deleted is overwritten
PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000", "foreign_keys=ON", "secure_delete=ON")


def open_engine(path: Path) -> AsyncEngine:
    """The seeds of running games and the keys of invitations are in this file, so nobody else may read it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch(OWNER_ONLY)
    for file in (path, *path.parent.glob(f"{glob.escape(path.name)}-*")):  # the journal too, which a crash has left
        file.chmod(OWNER_ONLY)
    engine = create_async_engine(
        f"sqlite+aiosqlite:///{path}",
        json_serializer=lambda data: orjson.dumps(data).decode(),
        json_deserializer=orjson.loads,
        pool_reset_on_return=None,  # all that is begun here is ended here, so there is nothing to roll back
    )

    @event.listens_for(engine.sync_engine, "connect")
    def _prepare(connection: Any, _record: Any) -> None:
        for pragma in PRAGMAS:
            connection.execute(f"PRAGMA {pragma}")

    return engine


def migrate(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", "redpip.store:migrations")
    config.attributes["connection"] = connection
    try:
        with contextlib.redirect_stdout(None):
            alembic.upgrade(config, "head")
    except CommandError:
        raise Problem(
            "newer_data", "The games were kept by a newer redpip. Install that version, or name another file."
        ) from None


async def tidy(engine: AsyncEngine) -> None:
    """What was overwritten is gone from the journal too."""
    async with engine.connect() as connection:
        busy = (await connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")).scalar()
    if busy:
        raise Problem("cannot_save", "The move could not be saved: {reason}.", reason="database is locked")
