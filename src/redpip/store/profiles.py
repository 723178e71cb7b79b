"""What a person calls itself on a device, and the codes by which that comes to another one."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, delete, insert, select

from redpip.store.log import Log
from redpip.store.schema import codes, profiles
from redpip.store.upsert import insert_or_change


class Profiles:
    def __init__(self, log: Log) -> None:
        self._log = log

    async def of(self, device: str) -> dict[str, Any] | None:
        query = select(profiles.c.data).where(profiles.c.device == device)
        async with self._log.reading() as connection:
            data: dict[str, Any] | None = (await connection.execute(query)).scalar()
        return data

    async def keep(self, device: str, data: dict[str, Any]) -> None:
        def work(connection: Connection) -> None:
            connection.execute(
                insert_or_change(connection.dialect.name, profiles, "data"), [{"device": device, "data": data}]
            )

        await self._log.write(work)

    async def show_code(self, code: str, device: str, until: float, now: float) -> None:
        """In place of an older one of this device; those that are too old go too."""

        def work(connection: Connection) -> None:
            connection.execute(delete(codes).where((codes.c.device == device) | (codes.c.until <= now)))
            connection.execute(insert(codes), [{"code": code, "device": device, "until": until}])

        await self._log.write(work)

    async def use_code(self, code: str, now: float) -> str | None:
        """Whose code it is, and it is good no more; None where it was not good."""
        used: list[str] = []

        def work(connection: Connection) -> None:
            found = connection.execute(select(codes).where(codes.c.code == code)).first()
            connection.execute(delete(codes).where(codes.c.code == code))
            used[:] = [found.device] if found and found.until > now else []

        await self._log.write(work)
        return used[0] if used else None
