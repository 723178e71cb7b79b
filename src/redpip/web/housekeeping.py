"""What the service does by itself: it looks whether tables are whole, and keeps nothing longer than it should."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection

from redpip.core.memory import look_for_cycles
from redpip.store.housekeeping import tidy
from redpip.store.integrity import Damage, check_pages, check_unfinished
from redpip.store.log import Log
from redpip.store.retention import DAY, FOR_EVER, Retention
from redpip.web import metrics
from redpip.web.house import House

HOUR = 3600.0
FIRST = 60.0  # seconds after the start, when whoever waited for it has been served

logger = logging.getLogger(__name__)


class Housekeeper:
    """Use as ``async with``. Nothing of it holds up a start, and whatever fails is tried again the next day."""

    def __init__(
        self, log: Log, house: House, retention: Retention, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    ) -> None:
        self._log, self._house, self._retention, self._sleep = log, house, retention, sleep
        self._damaged: tuple[Damage, ...] = ()
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Housekeeper:
        self._task = asyncio.create_task(self._run())
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._task:
            self._task.cancel()
            await asyncio.wait([self._task])

    async def _run(self) -> None:
        await self._safely(self._check)
        async with asyncio.TaskGroup() as group:  # which ends when all of them have, also where it is stopped
            for work in (self._safely(self._check_pages), self._tidy_daily(), self._sweep_hourly()):
                group.create_task(work)

    async def _sweep_hourly(self) -> None:
        """Tables leave nothing behind them; of each line that was open for long, the libraries leave a kilobyte."""
        while True:
            await self._sleep(HOUR)
            look_for_cycles()

    async def _tidy_daily(self) -> None:
        if self._retention == FOR_EVER:
            return
        await self._sleep(FIRST)
        while True:
            await self._safely(self._tidy)
            await self._sleep(DAY)

    async def _safely(self, work: Callable[[], Awaitable[None]]) -> None:
        try:
            await work()
        except Exception:
            logger.exception("housekeeping failed")

    async def _check(self) -> None:
        self._set_aside(await check_unfinished(self._log))

    async def _check_pages(self) -> None:
        """Takes as long as to read the whole file."""
        self._set_aside(await check_pages(self._log, self._damaged))

    def _set_aside(self, found: Collection[Damage]) -> None:
        self._damaged += tuple(found)
        self._house.set_aside({damage.table for damage in found})
        tables = {damage.table for damage in self._damaged if damage.table}
        metrics.damaged(len(tables), sum(not damage.table for damage in self._damaged))

    async def _tidy(self) -> None:
        done = await tidy(self._log, self._retention, self._house.now())
        await self._house.refresh(done.all)
        logger.info("%d old tables removed, %d games ended", len(done.removed), len(done.ended))
