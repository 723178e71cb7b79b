"""Whole batches of games of two, played in kernels beside the rules, where bots are tables or formulas.

Dice are handed in, so those of a seeded shaker lead to the very games that the rules play with the same seeds.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from redpip.core.batch import Outcome, Pair, SeededGame
from redpip.core.dice import DICE
from redpip.core.game import Seat
from redpip.core.shaker import SeededShaker, seeded_faces

UNFINISHED: Final = -1  # in place of a winner, where there were too few dice
Whose = tuple[Seat | None, ...]  # None: dice that belong to nobody
BOTH: Final[Whose] = (0, 1)


class Deals(NamedTuple):
    """Dice for many games, and who starts."""

    firsts: NDArray[np.int64]
    dice: NDArray[np.uint8]  # [game, whose, throw, die] faces, counted from 0


class Played(NamedTuple):
    winners: NDArray[np.int64]  # [game] the seat
    scores: NDArray[np.int64]  # [game, seat]
    thrown: NDArray[np.int64]  # [game, whose] how often


class KernelBatch(ABC):
    throws: ClassVar[int]  # so many are enough for nearly all games
    whose: ClassVar[Whose] = BOTH

    @abstractmethod
    def play(self, deals: Deals, bots: Sequence[Pair]) -> Played:
        """``bots`` by game and seat."""

    def play_seeded(self, games: Sequence[SeededGame]) -> list[Outcome]:
        """Games that ran out of dice are played again with more."""
        winners, scores = np.full(len(games), UNFINISHED), np.zeros((len(games), 2), np.int64)
        missing, throws = np.arange(len(games)), self.throws
        while len(missing):
            here = [games[game] for game in missing.tolist()]
            played = self.play(_deals(here, throws, self.whose), [game.bots for game in here])
            winners[missing], scores[missing] = played.winners, played.scores
            missing, throws = missing[played.winners == UNFINISHED], 2 * throws
        ends = zip(scores.tolist(), winners.tolist(), strict=True)
        return [Outcome(tuple(points), (winner,)) for points, winner in ends]


def _deals(games: Sequence[SeededGame], throws: int, whose: Whose) -> Deals:
    """A seed that several games share is looked at once."""
    seeds, of = np.unique([game.seed for game in games], return_inverse=True)
    deals = seeded_deals(seeds.tolist(), throws, whose)
    firsts = [
        drawn if game.first is None else game.first
        for game, drawn in zip(games, deals.firsts[of].tolist(), strict=True)
    ]
    return Deals(np.array(firsts, np.int64), deals.dice[of])


def seeded_deals(seeds: Sequence[str], throws: int, whose: Whose = BOTH) -> Deals:
    """Those of the seeded shaker: what a tournament or a record with these seeds has."""
    firsts = np.array([SeededShaker(seed).first(2) for seed in seeds], np.int64)
    fallen = [
        [[seeded_faces(seed.encode(), one, number, DICE) for number in range(throws)] for one in whose]
        for seed in seeds
    ]
    return Deals(firsts, np.array(fallen, np.uint8) - np.uint8(1))


def random_deals(count: int, seed: int, throws: int, whose: Whose = BOTH) -> Deals:
    luck = np.random.default_rng(seed)
    return Deals(luck.integers(0, 2, count), luck.integers(0, 6, (count, len(whose), throws, len(DICE)), np.uint8))
