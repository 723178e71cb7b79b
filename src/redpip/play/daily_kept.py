"""Positions of the daily set that were drawn before: to find a mistake takes seconds, and it is the same for all."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from redpip import __version__
from redpip.core.codec import from_json, to_json
from redpip.core.problem import Problem
from redpip.play.training import Card
from redpip.solve.files import cache_folder, fingerprint, keep_newest, written_whole

MOST = 40  # a week of five, and some of one game only


@dataclass(frozen=True)
class DailyFile:
    """Where one is kept. What cannot be read is drawn again; where nothing can be written, each time."""

    day: str
    game: str
    rules: str  # the hash of the rules it is drawn by
    number: int

    @property
    def _path(self) -> Path:
        return cache_folder() / f"daily-{self.day}-{fingerprint({**to_json(self), 'version': __version__})}.json"

    def read(self) -> Card | None:
        with suppress(OSError, ValueError, Problem):
            card: Card = from_json(Card, json.loads(self._path.read_text("utf-8")))
            return card if (card.game, card.rules, card.origin) == (self.game, self.rules, self.day) else None
        return None

    def keep(self, card: Card) -> None:
        with suppress(OSError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with written_whole(self._path) as part:
                part.write(json.dumps(to_json(card)).encode())
            keep_newest(self._path.parent, "daily-*.json", MOST)
