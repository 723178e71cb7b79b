"""How results are counted: a score with its unit, by itself and as what somebody wins with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from redpip.core.words import Words, points


@dataclass(frozen=True, slots=True)
class Measure:
    told: Callable[[int, int, Words], str]  # (score, players, words) -> "96 points"
    won: Callable[[int, Words], str]  # "with 96 points", whole: after "with" languages bend their words


def with_points(score: int, words: Words) -> str:
    return words.count("with {number} point", "with {number} points", score)


def points_or_turns(score: int, players: int, words: Words) -> str:
    return points(score, players, words) if players > 1 else words.count("{number} turn", "{number} turns", score)


POINTS = Measure(points, with_points)  # as most games count
POINTS_OR_TURNS = Measure(points_or_turns, with_points)  # where one who plays alone counts turns
