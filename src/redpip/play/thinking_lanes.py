"""Which question may go to a free worker: quick ones never wait for slow ones alone."""

from __future__ import annotations

from collections import Counter

from redpip.play.thinking_question import Kind

QUICK = 0.5  # seconds


class Lanes:
    """All workers but one may be at questions of bots that are slow, or that nobody knows yet. A bot that nobody knows
    gets its first question through; the next of its kind wait to see how long that took."""

    def __init__(self, workers: int) -> None:
        self._slow_lanes = max(1, workers - 1)
        self._seconds: dict[Kind, float] = {}
        self._running: Counter[Kind] = Counter()

    def may_start(self, kind: Kind) -> bool:
        first = kind not in self._seconds and not self._running[kind]
        return first or self._is_quick(kind) or self._others < self._slow_lanes

    def begin(self, kind: Kind) -> None:
        self._running[kind] += 1

    def end(self, kind: Kind, seconds: float) -> None:
        """What was slow once, as while it loaded its tables, may prove quick later."""
        self._running -= Counter([kind])
        self._seconds[kind] = max(seconds, self._seconds.get(kind, 0.0) / 2)

    def _is_quick(self, kind: Kind) -> bool:
        return self._seconds.get(kind, QUICK) < QUICK

    @property
    def _others(self) -> int:
        return sum(count for kind, count in self._running.items() if not self._is_quick(kind))
