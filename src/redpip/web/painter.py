"""When pictures are drawn: whoever did something is answered first, and what it looks like now comes right after."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable

from redpip.core.memory import Sweeper

REST = 16  # times as long as drawing took, others are served while answers are awaited


class Waiting:
    """How many wait for something; ``with`` counts one more, and the last who leaves says so."""

    def __init__(self, none_left: Callable[[], None]) -> None:
        self.number = 0
        self._none_left = none_left

    def __enter__(self) -> None:
        self.number += 1

    def __exit__(self, *_: object) -> None:
        self.number -= 1
        if not self.number:
            self._none_left()


class Painter:
    """Draws for all tables, one after the other; who has come is noticed between two pictures. While anybody at any
    table waits for an answer, drawing takes at most a seventeenth of the time; so answers stay quick where much
    happens, and pictures follow a little later."""

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        self._clock = clock
        self._due: deque[Callable[[], None]] = deque()
        self._resting: asyncio.Handle | None = None
        self._sweeper = Sweeper()
        self.awaited = Waiting(self._go_on)  # for an answer

    def ask(self, draw: Callable[[], None]) -> None:
        """Calls this soon; only then it may be asked again."""
        self._due.append(draw)
        if len(self._due) == 1:
            asyncio.get_running_loop().call_soon(self._work)

    def _work(self) -> None:
        begin, self._resting = self._clock(), None
        try:
            self._draw()
        finally:
            if self._due:
                loop = asyncio.get_running_loop()
                if self.awaited.number:
                    self._resting = loop.call_later(REST * (self._clock() - begin), self._work)
                else:
                    loop.call_soon(self._work)

    def _go_on(self) -> None:
        """Nobody waits any longer, so there is no need to rest."""
        if self._resting is not None:
            self._resting.cancel()
            self._resting = None
            asyncio.get_running_loop().call_soon(self._work)

    def _draw(self) -> None:
        draw = self._due[0]  # stays there meanwhile, so that whoever asks now knows that we are at it
        try:
            draw()
        finally:
            self._due.popleft()
            self._sweeper.sweep()
