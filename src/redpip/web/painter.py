"""When pictures are drawn: whoever did something is answered first, and what it looks like now comes right after."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable

REST = 16  # times as long as drawing took, others are served while answers are awaited
BURST = 0.005  # seconds of drawing in a row, while none is: what has just arrived is not noticed before their end


class Waiting:
    """How many wait for something; ``with`` counts one more."""

    number = 0

    def __enter__(self) -> None:
        self.number += 1

    def __exit__(self, *_: object) -> None:
        self.number -= 1


class Painter:
    """Draws for all tables, one after the other. While anybody at any table waits for an answer, drawing takes at most
    a seventeenth of the time; so answers stay quick where much happens, and pictures follow a little later."""

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        self._clock = clock
        self._due: deque[Callable[[], None]] = deque()
        self.awaited = Waiting()  # for an answer

    def ask(self, draw: Callable[[], None]) -> None:
        """Calls this soon; only then it may be asked again."""
        self._due.append(draw)
        if len(self._due) == 1:
            asyncio.get_running_loop().call_soon(self._work)

    def _work(self) -> None:
        begin = self._clock()
        try:
            self._draw()
            while self._due and not self.awaited.number and self._clock() - begin < BURST:
                self._draw()
        finally:
            if self._due:
                rest = REST * (self._clock() - begin) if self.awaited.number else 0.0
                asyncio.get_running_loop().call_later(rest, self._work)

    def _draw(self) -> None:
        draw = self._due[0]  # stays there meanwhile, so that whoever asks now knows that we are at it
        try:
            draw()
        finally:
            self._due.popleft()
