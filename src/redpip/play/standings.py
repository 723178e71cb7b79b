"""What the results of a tournament say, and how sure that is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, variance

from redpip.play.tournament import Piece, Result, Tournament, deals

SURE = 1.959964  # standard errors on either side of 95 %


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two players: the first one's part of the games, with 95 % limits, and the mean of both sheets."""

    first: int
    second: int
    games: int
    score: float
    low: float
    high: float
    points: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Standing:
    player: int
    games: int
    score: float
    rating: float
    uncertainty: float


def meetings(tournament: Tournament, done: Mapping[Piece, list[Result]]) -> list[Meeting]:
    """Of those pairs that have met so far."""
    found = []
    for first, second in tournament.pairs:
        games = [
            game for piece in sorted(done) if (piece.first, piece.second) == (first, second) for game in done[piece]
        ]
        if games:
            points = (fmean(game.points[0] for game in games), fmean(game.points[1] for game in games))
            score = fmean(game.share for game in games)
            found.append(Meeting(first, second, len(games), score, *interval(games), points))
    return found


def interval(games: Sequence[Result]) -> tuple[float, float]:
    """95 % limits for the share (Wilson's), as for so many independent games as would vary like these deals do."""
    scores = deals(games)
    mean = fmean(game.share for game in games)
    spread = variance(scores) / len(scores) if len(scores) > 1 else 0.0
    size = mean * (1 - mean) / spread if spread and 0 < mean < 1 else len(games)
    square = SURE * SURE / size
    middle, reach = mean + square / 2, SURE * sqrt((mean * (1 - mean) + square / 4) / size)
    return max(0.0, (middle - reach) / (1 + square)), min(1.0, (middle + reach) / (1 + square))


def standings(tournament: Tournament, done: Mapping[Piece, list[Result]]) -> list[Standing]:
    """Best first, by openskill's ratings: each starts with 25, and every game counts, in the order of the blocks."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    ratings = [model.rating() for _ in tournament.guests]
    shares: list[list[float]] = [[] for _ in tournament.guests]
    for piece in sorted(done):
        for game in done[piece]:
            sides = [[ratings[piece.first]], [ratings[piece.second]]]
            (ratings[piece.first],), (ratings[piece.second],) = model.rate(sides, scores=[game.share, 1 - game.share])
            shares[piece.first].append(game.share)
            shares[piece.second].append(1 - game.share)
    found = [
        Standing(player, len(won), fmean(won) if won else 0.0, rating.mu, rating.sigma)
        for player, (rating, won) in enumerate(zip(ratings, shares, strict=True))
    ]
    return sorted(found, key=lambda standing: (-standing.rating, standing.player))
