"""Links to finished games: to look at how one ended, or to play with its dice. A device that is forgotten takes its
own along."""

from __future__ import annotations

import base64
import hmac
from dataclasses import dataclass
from secrets import token_urlsafe

from sqlalchemy import Connection, delete, select
from sqlalchemy import Table as Rows

from redpip.store.log import Log
from redpip.store.schema import challenges, secrets, shares
from redpip.store.upsert import insert_new
from redpip.table.chair import TOKEN_BYTES

HANDLE = 16  # letters and digits by which a link is looked up; the rest of its token is compared in constant time


@dataclass(frozen=True, slots=True)
class Linked:
    """What a link leads to, and whose it is."""

    handle: str
    table_id: str
    device: str
    key: str

    @property
    def token(self) -> str:
        proof = hmac.digest(self.key.encode(), f"link/{self.handle}".encode(), "sha256")
        return self.handle + base64.urlsafe_b64encode(proof[:TOKEN_BYTES]).decode()


class Links:
    def __init__(self, log: Log, rows: Rows) -> None:
        self._log, self._rows = log, rows

    async def make(self, table_id: str, device: str) -> str:
        """A device has one link to a table: a new one, or the one from before."""
        row = {"table_id": table_id, "device": device, "token": token_urlsafe(HANDLE * 3 // 4)}

        def work(connection: Connection) -> None:
            connection.execute(insert_new(connection.dialect.name, self._rows), [row])

        await self._log.write(work)
        found = await self._found((self._rows.c.table_id == table_id) & (self._rows.c.device == device))
        return found.token if found else await self.make(table_id, device)  # it was withdrawn in the same moment

    async def withdraw(self, table_id: str, device: str) -> None:
        def work(connection: Connection) -> None:
            connection.execute(delete(self._rows).filter_by(table_id=table_id, device=device))

        await self._log.write(work)

    async def find(self, token: str) -> Linked | None:
        found = None if "\0" in token else await self._found(self._rows.c.token == token[:HANDLE])
        return found if found and hmac.compare_digest(found.token.encode(), token.encode()) else None

    async def _found(self, which: object) -> Linked | None:
        columns = (self._rows.c.token, self._rows.c.table_id, self._rows.c.device, secrets.c.invite_key)
        joined = self._rows.join(secrets, secrets.c.table_id == self._rows.c.table_id)
        async with self._log.reading() as connection:
            query = select(*columns).select_from(joined).where(which)  # type: ignore[arg-type]
            row = (await connection.execute(query)).first()
        return Linked(*row) if row else None


def shared_results(log: Log) -> Links:
    return Links(log, shares)


def open_challenges(log: Log) -> Links:
    return Links(log, challenges)
