"""One timer where many would do: to set one and take it back for every command costs more than to ring too early."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from math import inf
from weakref import WeakMethod


class Alarm:
    """Rings once, at the earliest time for which it was set since it rang last. That may be too early by now: whoever
    hears it looks at what is due, and sets it again. Whose method it calls is not kept for it: nobody may be left."""

    def __init__(self, ring: Callable[[], None]) -> None:
        self._ring = WeakMethod(ring)
        self._at = inf
        self._handle: asyncio.Handle | None = None

    def set(self, at: float) -> None:
        """By the loop's clock."""
        if self._at <= at:
            return
        self.stop()
        self._at = at
        self._handle = asyncio.get_running_loop().call_at(at, self._rings)

    def stop(self) -> None:
        self._at = inf
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None

    def _rings(self) -> None:
        self._at, self._handle = inf, None
        if ring := self._ring():
            ring()
