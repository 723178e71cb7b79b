"""What a device has trained, read once: later only what came since. Nothing long is done on the event loop."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from redpip.core.problem import Problem
from redpip.play.progress import Progress
from redpip.store.log import Log

AT_ONCE = 100  # entries that are added on the event loop

logger = logging.getLogger(__name__)
Entry = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Page:
    """The sum of so many entries."""

    progress: Progress
    number: int = 0
    last: Entry | None = None


class Notebook:
    def __init__(self, log: Log, device: str) -> None:
        self._log, self._device = log, device
        self._page = Page(Progress())
        self._reading = asyncio.Lock()

    async def read(self) -> Page:
        """As it is on the disk. The last entry is read again: the device may have been forgotten meanwhile, and begun
        anew."""
        async with self._reading:
            page = self._page
            new = await self._log.training_of(self._device, max(page.number - 1, 0))
            if page.number and new[:1] != [page.last]:
                page, new = Page(Progress()), await self._log.training_of(self._device)
            elif page.number:
                new = new[1:]
            if len(new) > AT_ONCE:
                # what others have been given stays as it is while another thread works
                entries = await self._log.training_of(self._device) if page.number else new
                self._page = await asyncio.to_thread(_afresh, entries)
            else:
                self._page = _added(page, new)
            return self._page


def _added(page: Page, entries: list[dict[str, Any]]) -> Page:
    """An entry that cannot be read is left out, and the service's log says so."""
    progress = page.progress
    for entry in entries:
        try:
            progress.add(entry)
        except Problem as problem:
            logger.warning("an entry of a training cannot be read: %s", problem)
    return Page(progress, page.number + len(entries), entries[-1] if entries else page.last)


def _afresh(entries: list[dict[str, Any]]) -> Page:
    """And when each card comes back, which takes as long again."""
    page = _added(Page(Progress()), entries)
    for card in page.progress.cards.values():
        if card.id in page.progress.answers:
            page.progress.due_at(card)
    return page
