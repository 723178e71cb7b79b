"""Whole batches of games of two, played in kernels beside the rules, where bots are tables or formulas.

Dice are handed in, so those of a seeded shaker lead to the very games that the rules play with the same seeds.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

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


class Batch(Protocol):
    throws: int  # so many are enough for nearly all games
    whose: Whose

    def play(self, deals: Deals, bots: Sequence[tuple[str, str]]) -> Played:
        """``bots`` by game and seat."""


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


def tournament(batch: Batch, players: tuple[str, str], games: int, seed: str = "1") -> NDArray[np.float64]:
    """[game] whether the first of the players won, with the deals and in the order of ``redpip tournament``. Games that
    ran out of dice are played again with more."""
    one, other = players
    seeds = [f"{seed}/{deal}" for deal in range((games + 1) // 2)]
    twice = np.repeat(np.arange(len(seeds)), 2)[:games]
    bots = [(one, other), (other, one)] * len(seeds)
    won, missing, throws = np.zeros(games), np.arange(games), batch.throws
    while len(missing):
        needed, at = np.unique(twice[missing], return_inverse=True)
        deals = seeded_deals([seeds[deal] for deal in needed], throws, batch.whose)
        played = batch.play(Deals(deals.firsts[at], deals.dice[at]), [bots[game] for game in missing])
        won[missing] = played.winners == missing % 2
        missing, throws = missing[played.winners == UNFINISHED], 2 * throws
    return won
