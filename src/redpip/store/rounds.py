"""Who has played with dice that several get, and what came of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, insert, select, update

from redpip.store.log import Log
from redpip.store.rows import Append
from redpip.store.schema import keys, rounds, tables
from redpip.store.upsert import insert_new


@dataclass(frozen=True, slots=True)
class Round:
    """One device's game with these dice."""

    device: str
    table_id: str
    phase: str
    figures: dict[str, Any] | None  # what the review found


class Rounds:
    def __init__(self, log: Log) -> None:
        self._log = log

    async def open(self, same: str, device: str, append: Append) -> None:
        """Opens a table with these dice; ``Conflict`` where the device has one already. Both or nothing."""
        row = {"same": same, "device": device, "table_id": append.table.id}

        def work(connection: Connection) -> None:
            connection.execute(insert(rounds), [row])

        await self._log.write(work, append)

    async def of(self, same: str) -> list[Round]:
        """All who have these dice."""
        joined = rounds.join(tables, rounds.c.table_id == tables.c.id)
        columns = (rounds.c.device, rounds.c.table_id, tables.c.phase, rounds.c.figures)
        query = select(*columns).select_from(joined).where(rounds.c.same == same)
        async with self._log.reading() as connection:
            return [Round(*row) for row in (await connection.execute(query)).all()]

    async def note(self, table_id: str, figures: dict[str, Any]) -> None:
        def work(connection: Connection) -> None:
            connection.execute(update(rounds).where(rounds.c.table_id == table_id).values(figures=figures))

        await self._log.write(work)

    async def key(self, name: str, fresh: str) -> str:
        """A secret of this service; ``fresh`` where there is none yet."""

        def work(connection: Connection) -> None:
            connection.execute(insert_new(connection.dialect.name, keys), [{"name": name, "value": fresh}])

        query = select(keys.c.value).where(keys.c.name == name)
        async with self._log.reading() as connection:
            known = (await connection.execute(query)).scalar()
        if known is None:
            await self._log.write(work)
            async with self._log.reading() as connection:
                known = (await connection.execute(query)).scalar_one()
        return str(known)
