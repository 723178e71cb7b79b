"""How strong a game's bots are: what a tournament of all of them came to, kept in the game's folder.

``python benchmarks/levels.py`` plays it again. Nobody is asked how strong he thinks he is.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from redpip.core.catalog import Game

FILE = "strengths.json"
MEANT = 0.6  # what each level is meant to win of the one below, where luck allows


@dataclass(frozen=True, slots=True)
class Duel:
    """What the first of two won of all their games, with 95 % limits."""

    first: str
    second: str
    games: int
    score: float
    low: float
    high: float

    @property
    def enough(self) -> bool | None:
        """Whether that is as much as a level is meant to win; None where these games leave it open."""
        if self.score >= MEANT:
            return True
        return False if self.high < MEANT else None

    def turned(self) -> Duel:
        return Duel(self.second, self.first, self.games, 1 - self.score, 1 - self.high, 1 - self.low)


@dataclass(frozen=True, slots=True)
class Rating:
    rating: float
    uncertainty: float


@dataclass(frozen=True, slots=True)
class Strengths:
    """Two at a table; bots by their names."""

    preset: str
    seed: str
    rules: str  # the hash of those that it was played by
    ratings: dict[str, Rating]
    duels: tuple[Duel, ...]

    def duel(self, first: str, second: str) -> Duel | None:
        both = (one for duel in self.duels for one in (duel, duel.turned()))
        return next((one for one in both if (one.first, one.second) == (first, second)), None)

    def below(self, game: Game, name: str) -> Duel | None:
        """A level against the next weaker one."""
        ladder = game.ladder
        place = ladder.index(name) if name in ladder else 0
        return self.duel(name, ladder[place - 1]) if place else None


def strengths_of(game: Game) -> Strengths | None:
    """None where nobody has measured them."""
    file = strengths_file(game)
    return _read(json.loads(file.read_text("utf-8"))) if file.is_file() else None


def strengths_file(game: Game) -> Path:
    return game.folder / FILE


def _read(data: dict[str, Any]) -> Strengths:
    ratings = {one["player"]: Rating(one["rating"], one["uncertainty"]) for one in data["players"]}
    fields = ("first", "second", "games", "score", "low", "high")
    duels = tuple(Duel(*(one[name] for name in fields)) for one in data["pairs"])
    return Strengths(data["preset"], data["seed"], data["rules"], ratings, duels)
