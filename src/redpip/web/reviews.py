"""Reviews of finished games: made in worker processes, once for all who ask, and kept."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from typing import Any

from redpip.core.problem import Problem
from redpip.play.review import Review
from redpip.play.review_errand import review_errand
from redpip.play.review_forms import read_review
from redpip.play.thinking import Thinkers
from redpip.store.log import Log
from redpip.table.refusals import refused
from redpip.table.table import Table

LOG = logging.getLogger(__name__)


@dataclass(slots=True)
class _Work:
    task: asyncio.Task[Review]
    part: float = 0.0


class Reviews:
    def __init__(self, log: Log, thinkers: Thinkers) -> None:
        self._log, self._thinkers = log, thinkers
        self._works: dict[str, _Work] = {}

    async def look(self, table: Table, language: str, patience: float) -> Review | float:
        """The review, or how far it is where that takes longer than so many seconds."""
        if table.outdated:
            raise refused("other_rules")
        if table.over is None or table.play is None:
            raise refused("not_over")
        work = self._works.get(table.id) or self._begin(table, language)
        done, _ = await asyncio.wait({work.task}, timeout=patience)
        return work.task.result() if done else work.part

    def _begin(self, table: Table, language: str) -> _Work:
        """Looking for a kept one is part of the work: nobody can begin another one in the meantime."""
        work = self._works[table.id] = _Work(asyncio.create_task(self._find_or_make(table, language)))
        work.task.add_done_callback(lambda _: self._works.pop(table.id, None))
        work.task.add_done_callback(_seen)
        return work

    async def _find_or_make(self, table: Table, language: str) -> Review:
        return await self._kept(table) or await self._make(table, language)

    async def _make(self, table: Table, language: str) -> Review:
        def progress(part: float) -> None:
            if work := self._works.get(table.id):
                work.part = part

        assert table.play
        found: dict[str, Any] = await self._thinkers.run(review_errand(table.play, language), progress)
        if not found["remarks"]:  # whoever asks again may learn more
            await self._log.keep_review(table.id, found)
        return read_review(found, table.play.setup)

    async def _kept(self, table: Table) -> Review | None:
        """One that an older redpip made in another form is made anew."""
        data = await self._log.review_of(table.id)
        if data is None or table.play is None:
            return None
        try:
            return read_review(data, table.play.setup)
        except (Problem, KeyError, TypeError, ValueError):
            LOG.info("the review of table %s is made anew", table.id)
            return None

    def close(self) -> None:
        for work in self._works.values():
            work.task.cancel()


def _seen(task: asyncio.Task[Any]) -> None:
    """Who asks is told what went wrong; where nobody asks any more, nobody needs to know."""
    if not task.cancelled():
        task.exception()
