"""What people ask of a table."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

Verb = Literal["act", "undo", "answer", "react", "bot", "back", "start", "ready", "abandon"]
AWAY = 60.0  # seconds after which others may ask for a bot in somebody's seat
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
    patience: float = AWAY

    def is_here(self, devices: Collection[str]) -> bool:
        return not self.here.isdisjoint(devices)

    def is_away(self, devices: Collection[str], now: float) -> bool:
        """None of these devices has been here for a while."""
        last_seen = max((at for device, at in self.away_since if device in devices), default=float("-inf"))
        return not self.is_here(devices) and now - last_seen >= self.patience
