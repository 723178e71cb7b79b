"""Scores counted exactly, so that sums never depend on the order in which they were added."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from math import sqrt

from redpip.core.batch import Outcome
from redpip.core.game import Over

QUANTILES = (1, 5, 25, 50, 75, 95, 99)


@dataclass(slots=True)
class Tally:
    """What one seat scored, how often, and how often it won (a shared win is a share)."""

    scores: Counter[int] = field(default_factory=Counter)
    shares: Counter[int] = field(default_factory=Counter)  # number of winners -> games won so

    def add(self, score: int, winners: int) -> None:
        self.scores[score] += 1
        if winners:
            self.shares[winners] += 1

    def merge(self, other: Tally) -> None:
        self.scores.update(other.scores)
        self.shares.update(other.shares)

    @property
    def games(self) -> int:
        return self.scores.total()

    @property
    def mean(self) -> float:
        return sum(score * count for score, count in self.scores.items()) / self.games

    @property
    def deviation(self) -> float:
        """The standard deviation of one game's score."""
        total = sum(score * count for score, count in self.scores.items())
        squares = sum(score * score * count for score, count in self.scores.items())
        games = self.games
        return sqrt((squares - total * total / games) / (games - 1)) if games > 1 else 0.0

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        return self.deviation / sqrt(self.games)

    @property
    def wins(self) -> float:
        return sum(count / winners for winners, count in sorted(self.shares.items()))

    def quantile(self, percent: int) -> int:
        """The smallest score that at least this part of the games stayed at or below."""
        wanted = self.games * percent / 100
        seen = 0
        for score in sorted(self.scores):
            seen += self.scores[score]
            if seen >= wanted:
                return score
        raise ValueError("no games were counted")

    def histogram(self, bars: int = 12) -> list[tuple[int, int, int]]:
        """Bars of equal width as (from, to, games)."""
        low, high = min(self.scores), max(self.scores)
        width = max(1, -(-(high - low + 1) // bars))
        counts: Counter[int] = Counter()
        for score, count in self.scores.items():
            counts[(score - low) // width] += count
        return [(low + i * width, low + i * width + width - 1, counts[i]) for i in range(max(counts) + 1)]


def add_result(tallies: list[Tally], over: Over | Outcome) -> None:
    for seat, tally in enumerate(tallies):
        tally.add(over.scores[seat], len(over.winners) if seat in over.winners else 0)
