"""How Python looks after memory while games are played."""

from __future__ import annotations

import gc


def rarely_look_for_cycles() -> None:
    """States, tables and tests are values without cycles, many and long-lived: looking through them again and again
    finds nothing. What is there now is never looked at any more, and what has come since in small parts, once or twice
    and then hardly ever again, since nobody is answered meanwhile. Smaller parts would cost more: all that a busy
    service has in hand is looked through each time."""
    gc.freeze()
    gc.set_threshold(5_000, 0, 6_000)
