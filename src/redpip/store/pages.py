"""Are the pages of a file whole? SQLite itself looks through all of them, while people play."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path

MOST_TOLD = 20  # faults of one file
REST = 60.0  # seconds after which it is tried again, where something else came first
PATIENCE = 0.02  # seconds between two words to stop: one before it has begun is not heard


class Pages:
    """In a thread and on a connection of its own, so nobody waits for it. As long as it looks, nothing can leave the
    journal of the file; whoever needs that breaks it off, and it begins again later."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._connection: sqlite3.Connection | None = None
        self._looking: asyncio.Task[list[str]] | None = None
        self._broken_off = False

    async def faults(self) -> Sequence[str]:
        """In SQLite's words; none where all is well."""
        while (found := await self._look()) is None:
            await asyncio.sleep(REST)
        return found

    async def break_off(self) -> None:
        """Returns when nobody looks any longer."""
        self._broken_off = True
        while self._connection and self._looking and not self._looking.done():
            with suppress(sqlite3.ProgrammingError):  # it has just been closed
                self._connection.interrupt()
            await asyncio.wait([self._looking], timeout=PATIENCE)

    async def _look(self) -> list[str] | None:
        self._broken_off = False
        self._connection = sqlite3.connect(self._path, check_same_thread=False)
        self._looking = asyncio.create_task(asyncio.to_thread(_faults, self._connection))
        try:
            found = await asyncio.shield(self._looking)
            return None if self._broken_off else found
        finally:
            await self.break_off()


def _faults(connection: sqlite3.Connection) -> list[str]:
    """Closes the connection itself: nobody else knows when it is no longer used, which would be a crash."""
    with closing(connection):
        try:
            told = [row[0] for row in connection.execute(f"PRAGMA quick_check({MOST_TOLD})")]
        except sqlite3.DatabaseError as error:  # too damaged even for that, or broken off
            told = [str(error)]
    return [one for one in told if one != "ok"]
