"""How Python looks after memory while games are played."""

from __future__ import annotations

import gc
from itertools import count

AGAIN = 16  # sweeps after which what they left is looked through once more


def rarely_look_for_cycles() -> None:
    """States, tables and tests are values without cycles, many and long-lived: looking through them again and again
    finds nothing. What is there now is never looked at any more, and what has come since in small parts, once or twice
    and then hardly ever again, since nobody is answered meanwhile. Smaller parts would cost more: all that a busy
    service has in hand is looked through each time."""
    gc.freeze()
    gc.set_threshold(5_000, 0, 50_000)


def look_for_cycles() -> None:
    """Among all that has come since the start, while nobody is answered: a quarter of a second with 200 tables."""
    gc.collect()


class Sweeper:
    """Looks through what is new, whenever it is asked to. Python itself counts only how much more there is than before:
    where one picture takes the place of another it would wait until all are new, and then look through all at once."""

    def __init__(self) -> None:
        self._sweeps = count(1)

    def sweep(self) -> None:
        gc.collect(0 if next(self._sweeps) % AGAIN else 1)
