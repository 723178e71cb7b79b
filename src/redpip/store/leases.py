"""Who of several services moves the bots and clocks of a table, for how long, and what time it is for all of them.

Only the database's clock counts, so the clocks of several machines need not agree.
"""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import ARRAY, String, bindparam
from sqlalchemy import text as statement
from sqlalchemy.ext.asyncio import AsyncConnection

_NOW = "extract(epoch FROM clock_timestamp())"
_CLOCK = statement(f"SELECT CAST({_NOW} AS float)")
# in the same order wherever it is done, so that no two services wait for each other
_TAKE = statement(
    f"""
    INSERT INTO leases (table_id, service, until)
    SELECT wanted, :service, {_NOW} + :term FROM unnest(:tables) AS wanted ORDER BY wanted
    ON CONFLICT (table_id) DO UPDATE SET service = excluded.service, until = excluded.until
    WHERE leases.service = excluded.service OR leases.until < {_NOW}
    RETURNING table_id
    """
).bindparams(bindparam("tables", type_=ARRAY(String)))
_RELEASE = statement("DELETE FROM leases WHERE service = :service AND table_id = ANY(:tables)").bindparams(
    bindparam("tables", type_=ARRAY(String))
)


async def take_leases(
    connection: AsyncConnection, service: str, tables: Collection[str], term: float
) -> tuple[set[str], float]:
    """Of these tables those that are ours for so many seconds from now, and what time it is."""
    now = float((await connection.execute(_CLOCK)).scalar_one())
    if not tables:
        return set(), now
    wanted = {"service": service, "tables": sorted(tables), "term": term}
    return set((await connection.execute(_TAKE, wanted)).scalars()), now


async def release_leases(connection: AsyncConnection, service: str, tables: Collection[str]) -> None:
    await connection.execute(_RELEASE, {"service": service, "tables": sorted(tables)})
