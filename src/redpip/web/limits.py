"""How often one caller may do a thing."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from redpip.core.problem import Phrase, Problem
from redpip.core.words import N_

CROWD = 10_000  # callers that may be remembered before anybody looks who need not be


class Later(Problem):
    """What may be tried again after some seconds."""

    def __init__(self, code: str, text: str, seconds: int, **facts: Any) -> None:
        super().__init__(code, text, wait=_wait(seconds), **facts)
        self.seconds = seconds


def _wait(seconds: int) -> Phrase:
    if seconds == 1:
        return Phrase("a second")
    return Phrase("a minute") if seconds == 60 else Phrase("{seconds} seconds", seconds=seconds)


class TooMany(Later):
    def __init__(self, seconds: int) -> None:
        super().__init__("too_many", N_("That was a little fast. Try again in {wait}."), seconds)


@dataclass(slots=True)
class Limit:
    """A bucket for each caller that holds ``burst`` and refills by ``rate`` a second."""

    rate: float
    burst: float
    clock: Callable[[], float] = time.monotonic
    _buckets: dict[str, tuple[float, float]] = field(default_factory=dict)
    _crowd: int = CROWD

    def take(self, caller: str) -> None:
        now = self.clock()
        if len(self._buckets) > self._crowd:
            self._forget(now)
        tokens, at = self._buckets.get(caller, (self.burst, now))
        tokens = min(self.burst, tokens + (now - at) * self.rate)
        if tokens < 1:
            raise TooMany(max(1, round((1 - tokens) / self.rate)))
        self._buckets[caller] = (tokens - 1, now)

    def _forget(self, now: float) -> None:
        """Those whose buckets are full again. The next look is at twice as many, so that a crowd costs nobody much."""
        self._buckets = {who: b for who, b in self._buckets.items() if now - b[1] < self.burst / self.rate}
        self._crowd = max(CROWD, 2 * len(self._buckets))


@dataclass(slots=True)
class Allowance:
    """How often a thing may be done by one device, and by everybody at one address: whoever takes a new token is a new
    device there, and a school has a hundred of them."""

    device: Limit
    address: Limit

    @property
    def clock(self) -> Callable[[], float]:
        return self.device.clock

    @clock.setter
    def clock(self, clock: Callable[[], float]) -> None:
        self.device.clock = self.address.clock = clock

    def take(self, address: str, device: str | None = None) -> None:
        if device:
            self.device.take(device)
        self.address.take(address)
