"""Tables whose time is over: games that nobody plays any more are ended, and old tables removed."""

from __future__ import annotations

import logging
from dataclasses import dataclass

from redpip.core.problem import Problem
from redpip.store.log import Append, Conflict, Log
from redpip.store.retention import Retention
from redpip.table.command import HOUSE, End
from redpip.table.decide import decide

TRIES = 5  # where somebody else writes to the table at the same time

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Tidied:
    """The tables that were removed, and those whose game was ended."""

    removed: tuple[str, ...] = ()
    ended: tuple[str, ...] = ()

    @property
    def all(self) -> tuple[str, ...]:
        return (*self.removed, *self.ended)


async def tidy(log: Log, retention: Retention, now: float) -> Tidied:
    ended = [table_id for table_id in (await log.due(retention, now)).end if await _ended(log, table_id, now)]
    return Tidied(await log.remove_due(retention, now), tuple(ended))


async def _ended(log: Log, table_id: str, now: float) -> bool:
    try:
        return await end_game(log, table_id, now)
    except Problem as problem:
        logger.warning("table %s cannot be ended: %s", table_id, problem)
        return False


async def end_game(log: Log, table_id: str, now: float) -> bool:
    """Ends the game at a table whose players are gone; whether it was still going on."""
    for _ in range(TRIES):
        table = await log.load(table_id)
        if table is None:
            raise Problem("unknown_table", "There is no such table. It may have been removed.")
        steps = decide(table, End(), HOUSE, max(now, table.turn_since))
        if not steps:
            return False
        try:
            await log.append(Append(table.seq, [step.entry for step in steps], steps[-1].table))
            return True
        except Conflict:
            continue
    raise Problem("too_busy", "Somebody else is changing this table at the same time. Try again.")
