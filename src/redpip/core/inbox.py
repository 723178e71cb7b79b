"""What waits for one reader, who takes all of it at once."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Generic, TypeVar

T = TypeVar("T")


class Inbox(Generic[T]):
    """A queue wakes somebody for each thing that comes; where much comes at a time, that costs more than the things."""

    def __init__(self) -> None:
        self._things: list[T] = []
        self._reader: asyncio.Future[None] | None = None  # who waits

    def put(self, thing: T) -> None:
        self._things.append(thing)
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    def give_back(self, things: Iterable[T]) -> None:
        """These were taken too early, and come first."""
        self._things[:0] = things

    def take(self) -> list[T]:
        """All that is there now."""
        things, self._things = self._things, []
        return things

    async def wait(self) -> list[T]:
        """All that is there, once there is something."""
        while not self._things:
            self._reader = asyncio.get_running_loop().create_future()
            try:
                await self._reader
            finally:
                self._reader = None
        return self.take()

    def __len__(self) -> int:
        return len(self._things)
