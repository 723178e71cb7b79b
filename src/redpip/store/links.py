"""Links to finished games: to look at how one ended, or to play with its dice. A device that is forgotten takes its
own along."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Table as Rows
from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from redpip.store.log import Log
from redpip.store.schema import challenges, shares
from redpip.store.upsert import insert_new


@dataclass(frozen=True, slots=True)
class Linked:
    """What a link leads to, and whose it is."""

    token: str
    table_id: str
    device: str


class Links:
    def __init__(self, log: Log, rows: Rows) -> None:
        self._log, self._rows = log, rows

    async def make(self, table_id: str, device: str, token: str) -> str:
        """A device has one link to a table: that of ``token``, or the one from before."""
        row = {"table_id": table_id, "device": device, "token": token}

        async def work(connection: AsyncConnection) -> None:
            await connection.execute(insert_new(connection, self._rows), [row])

        await self._log.write(work)
        found = await self._found((self._rows.c.table_id == table_id) & (self._rows.c.device == device))
        return found.token if found else token

    async def withdraw(self, table_id: str, device: str) -> None:
        async def work(connection: AsyncConnection) -> None:
            await connection.execute(delete(self._rows).filter_by(table_id=table_id, device=device))

        await self._log.write(work)

    async def find(self, token: str) -> Linked | None:
        return None if "\0" in token else await self._found(self._rows.c.token == token)

    async def _found(self, which: object) -> Linked | None:
        columns = (self._rows.c.token, self._rows.c.table_id, self._rows.c.device)
        async with self._log.reading() as connection:
            row = (await connection.execute(select(*columns).where(which))).first()  # type: ignore[arg-type]
        return Linked(*row) if row else None


def shared_results(log: Log) -> Links:
    return Links(log, shares)


def open_challenges(log: Log) -> Links:
    return Links(log, challenges)
