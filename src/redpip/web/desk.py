"""Where records are looked at: one of an address at a time, whoever else waits there."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from redpip.web.limits import TooMany


class Desk:
    def __init__(self, most_waiting: int) -> None:
        self._most = most_waiting
        self._waiting: Counter[str] = Counter()
        self._locks: dict[str, asyncio.Lock] = {}

    @asynccontextmanager
    async def turn(self, caller: str) -> AsyncIterator[None]:
        if self._waiting[caller] > self._most:
            raise TooMany(5)
        self._waiting[caller] += 1
        try:
            async with self._locks.setdefault(caller, asyncio.Lock()):
                yield
        finally:
            self._waiting[caller] -= 1
            if not self._waiting[caller]:
                del self._waiting[caller], self._locks[caller]
