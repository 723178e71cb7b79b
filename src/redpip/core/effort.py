"""How hard somebody may work on an answer, and whom to tell how far it is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

Progress = Callable[[float], None]  # told the part that is done, 0 to 1; may raise to stop the work


@dataclass(frozen=True, slots=True)
class Effort:
    progress: Progress = lambda _: None
    threads: int = 2


QUIET = Effort()
