"""How Python looks after memory while games are played."""

from __future__ import annotations

import gc


def rarely_look_for_cycles() -> None:
    """States, tables and tests are values without cycles, many and long-lived: looking through them again and again
    finds nothing. What is there now is never looked at any more, and what has come since in small parts, twice each and
    then hardly ever again, since nobody is answered meanwhile."""
    gc.freeze()
    gc.set_threshold(2_000, 5, 5000)
