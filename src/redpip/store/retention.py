"""How long tables are kept, and their removal: with everything that is known of them."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Connection, delete, func, insert, null, select, update

from redpip.core.problem import Problem
from redpip.store.schema import DELETED, challenges, devices, events, leases, reviews, rounds, secrets, shares, tables

DAY = 24 * 3600.0
SECONDS = {"h": 3600.0, "d": DAY, "w": 7 * DAY}
BURIED = DAY  # how long the number of a removed table is kept from whoever still has it in memory
AT_ONCE = 500  # tables in one transaction, so that nobody who plays waits for long

FINISHED = tables.c.phase.in_(("over", "abandoned"))
UNFINISHED = tables.c.phase.in_(("waiting", "playing"))


@dataclass(frozen=True, slots=True)
class Retention:
    """Seconds without any event after which a table goes; None: never."""

    finished: float | None = None
    unfinished: float | None = None
    idle: float | None = None  # after which a running game is ended, not removed


FOR_EVER = Retention()


@dataclass(frozen=True, slots=True)
class Due:
    """The tables whose time is over."""

    remove: tuple[str, ...] = ()
    end: tuple[str, ...] = ()


def read_age(given: str) -> float:
    """``180d``, ``12h`` or ``8w``."""
    found = re.fullmatch(r"(\d{1,6})([hdw])", given.strip())
    if found is None or int(found[1]) == 0:
        raise Problem("bad_age", "{given!r} is no time to keep something. Right is: 12h, 30d, 8w", given=given)
    return int(found[1]) * SECONDS[found[2]]


def due(connection: Connection, retention: Retention, now: float) -> Due:
    """Until the end of the transaction nobody else plays at them."""

    def quiet(which: ColumnElement[bool], seconds: float | None) -> list[str]:
        if seconds is None:
            return []
        query = select(tables.c.id).where(tables.c.changed < now - seconds, which).order_by(tables.c.changed)
        return list(connection.execute(query.with_for_update()).scalars())

    remove = [*quiet(FINISHED, retention.finished), *quiet(UNFINISHED, retention.unfinished)]
    end = set(quiet(UNFINISHED, retention.idle)) - set(remove)
    return Due(tuple(remove), tuple(sorted(end)))


def in_parts(ids: Sequence[str]) -> list[Sequence[str]]:
    return [ids[start : start + AT_ONCE] for start in range(0, len(ids), AT_ONCE)]


def remove_tables(connection: Connection, ids: Collection[str], now: float) -> None:
    """Everything about these tables. For a day the number of the next event stays taken, without anything in it: so
    whoever has such a table in memory, here or elsewhere, finds that it is gone instead of writing on."""
    lasts = select(events.c.table_id, func.max(events.c.seq)).where(events.c.table_id.in_(ids))
    graves = connection.execute(lasts.group_by(events.c.table_id)).all()
    made = select("challenge/" + challenges.c.token).where(challenges.c.table_id.in_(ids))
    connection.execute(delete(rounds).where(rounds.c.same.in_(made)))  # nobody can look those up any more
    for rows in (events, secrets, devices, shares, challenges, rounds, reviews, leases):
        connection.execute(delete(rows).where(rows.c.table_id.in_(ids)))
    gone = update(tables).where(tables.c.id.in_(ids)).values(phase=DELETED, changed=now, summary=null())
    connection.execute(gone)
    taken = [{"table_id": table_id, "seq": last + 1, "at": now, "data": {"kind": DELETED}} for table_id, last in graves]
    if taken:
        connection.execute(insert(events), taken)


def forget_removed(connection: Connection, now: float) -> None:
    """The numbers too, once nobody can have such a table in memory."""
    old = select(tables.c.id).where(tables.c.phase == DELETED, tables.c.changed < now - BURIED)
    connection.execute(delete(events).where(events.c.table_id.in_(old)))
    connection.execute(delete(tables).where(tables.c.phase == DELETED, tables.c.changed < now - BURIED))
