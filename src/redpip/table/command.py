"""What people ask of a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Verb = Literal["act", "undo", "answer", "react", "bot", "back", "start", "ready", "abandon"]
REACTIONS = ("nice", "lucky", "ouch", "thinking", "thanks", "again")


@dataclass(frozen=True, slots=True)
class Command:
    key: str  # the same key is never done twice
    do: Verb
    seat: int = 0
    action: str = ""
    yes: bool = False
    bot: str | None = None
    reaction: str = ""
    nonce: str = ""


@dataclass(frozen=True, slots=True)
class Presence:
    """Which devices are connected, and since when the others are not."""

    here: frozenset[str] = frozenset()
    away_since: tuple[tuple[str, float], ...] = ()

    def away_for(self, devices: frozenset[str], now: float) -> float:
        """Seconds since the last of these devices was here; 0 while one is."""
        if devices & self.here:
            return 0.0
        seen = [at for device, at in self.away_since if device in devices]
        return now - max(seen) if seen else float("inf")
