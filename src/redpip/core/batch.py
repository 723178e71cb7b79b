"""Whole batches of games of two, played beside the rules where that is quicker. They end as the rules would have it.

What plays them needs more than the standard library, so a game only says here what its batches know, and makes one when
somebody asks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from redpip.core.game import Seat

Pair = tuple[str, str]  # the names of bots, by seat


class SeededGame(NamedTuple):
    """A game with the dice of a seeded shaker."""

    seed: str
    bots: Pair
    first: Seat | None = None  # None: the dice say who starts


class Outcome(NamedTuple):
    """The same two facts that ``Over`` has."""

    scores: tuple[int, ...]
    winners: tuple[Seat, ...]


class Batch(Protocol):
    def play_seeded(self, games: Sequence[SeededGame]) -> list[Outcome]:
        """What each of the games comes to."""


def _all_rules(_rules: Any) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class BatchKind:
    """Which games can be played in batches, and who does it. A bot with luck of its own is not among these."""

    make: Callable[[Any], Batch]  # (rules)
    bots: frozenset[str]
    knows: Callable[[Any], bool] = _all_rules  # whether it plays by these rules
    fewest: int = 100  # games: fewer are played sooner by the rules than kernels are loaded, or compiled
    most: int = 5000  # games of a batch: what is under way shows no progress, and is lost by a stop
