"""Who has played with dice that several get, and what came of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, exists, insert, or_, select, update

from redpip.store.log import Log
from redpip.store.rows import Append
from redpip.store.schema import devices, keys, rounds, tables
from redpip.store.upsert import insert_new


@dataclass(frozen=True, slots=True)
class Round:
    """A game with these dice."""

    table_id: str
    phase: str
    figures: dict[str, Any] | None  # what the review found
    own: bool  # of the device that asks: it has begun it, or sits there, as whoever took over a profile does


def own_of(rounds: Iterable[Round]) -> Round | None:
    """That of the device that asks; of two that its devices began apart, the one that goes on."""
    return min((one for one in rounds if one.own), key=lambda one: one.phase != "playing", default=None)


class Rounds:
    def __init__(self, log: Log) -> None:
        self._log = log

    async def open(self, same: str, device: str, append: Append) -> None:
        """Opens a table with these dice; ``Conflict`` where the device has one already. Both or nothing."""
        row = {"same": same, "device": device, "table_id": append.table.id}

        def work(connection: Connection) -> None:
            connection.execute(insert(rounds), [row])

        await self._log.write(work, append)

    async def of(self, same: str, device: str | None) -> list[Round]:
        """All games with these dice, as this device sees them."""
        joined = rounds.join(tables, rounds.c.table_id == tables.c.id)
        sits = exists().where(devices.c.table_id == rounds.c.table_id, devices.c.device == device)
        columns = (rounds.c.table_id, tables.c.phase, rounds.c.figures, or_(rounds.c.device == device, sits))
        query = select(*columns).select_from(joined).where(rounds.c.same == same)
        async with self._log.reading() as connection:
            rows = (await connection.execute(query)).all()
        return [Round(table_id, phase, figures, bool(own)) for table_id, phase, figures, own in rows]

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
