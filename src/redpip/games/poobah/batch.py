"""Whole batches of games of two between the best bot and the collector, beside the rules: hundreds a
second where the rules play dozens. The same dice lead to the same games."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from redpip.core.dice import DICE
from redpip.core.shaker import SeededShaker, seeded_faces
from redpip.games.poobah.bots import Outlook
from redpip.games.poobah.hands import COUNTS, HANDS, HEAP_LIST, HEAPS, MORE, ROWS, SIZE, Floats
from redpip.games.poobah.kernels import BEST, COLLECTOR, UNFINISHED, Room, Tables, play_all
from redpip.games.poobah.outlook import OPENING, PATTERNS, outlook
from redpip.games.poobah.pay import MOST, all_pays, pairs
from redpip.games.poobah.rules import PoobahRules

BOTS: Final = {"best": BEST, "collector": COLLECTOR}
THROWS: Final = 40  # of each seat and of the scoring dice; longer games are played again with more

Faces = NDArray[np.uint8]


class Deals(NamedTuple):
    """Dice for many games, and who starts."""

    firsts: NDArray[np.int64]
    dice: Faces  # [game; either seat, or last the scoring dice; throw; die] faces, counted from 0


class Played(NamedTuple):
    winners: NDArray[np.int64]  # [game] the seat
    scores: NDArray[np.int64]  # [game, seat]


def seeded_deals(seeds: Sequence[str], throws: int = THROWS) -> Deals:
    """Those of the seeded shaker: what a tournament or a record with these seeds has."""
    firsts = np.array([SeededShaker(seed).first(2) for seed in seeds], np.int64)
    fallen = [
        [[seeded_faces(seed.encode(), seat, number, DICE) for number in range(throws)] for seat in (0, 1, None)]
        for seed in seeds
    ]
    return Deals(firsts, np.array(fallen, np.uint8) - np.uint8(1))


def random_deals(count: int, seed: int, throws: int = THROWS) -> Deals:
    luck = np.random.default_rng(seed)
    return Deals(luck.integers(0, 2, count), luck.integers(0, SIZE, (count, 3, throws, SIZE), np.uint8))


class Batch:
    def __init__(self, rules: PoobahRules) -> None:
        assert rules.dice == SIZE, "hands of fewer dice are not stored"
        self._rules, self._tables = rules, _tables(rules.target)
        kinds = len(self._tables.firsts) - 1
        self._room = Room(
            np.zeros((MOST * MOST, 2 + PATTERNS)),
            np.zeros((kinds, 2 + PATTERNS)),
            np.zeros(kinds, np.int64),
            np.zeros(HANDS),
            np.zeros((1 << SIZE, HEAPS)),
        )

    def play(self, deals: Deals, bots: Sequence[tuple[str, str]]) -> Played:
        """``bots`` by game and seat. Of a game that ran out of dice the winner is -1."""
        scores = np.zeros((len(deals.dice), 2), np.int64)
        seated = np.array([[BOTS[name] for name in pair] for pair in bots], np.int64)
        rules = self._rules.target, self._rules.opening_turns
        return Played(play_all(self._tables, self._room, deals.dice, deals.firsts, seated, *rules, scores), scores)


def tournament(rules: PoobahRules, players: tuple[str, str], games: int, seed: str = "1") -> NDArray[np.float64]:
    """[game] whether the first of the players won, with the deals and in the order of ``redpip tournament``."""
    one, other = players
    seeds = [f"{seed}/{deal}" for deal in range((games + 1) // 2)]
    twice = np.repeat(np.arange(len(seeds)), 2)[:games]
    batch, throws = Batch(rules), THROWS
    bots = [(one, other), (other, one)] * len(seeds)
    won, missing = np.zeros(games), np.arange(games)
    while len(missing):
        needed, at = np.unique(twice[missing], return_inverse=True)
        deals = seeded_deals([seeds[deal] for deal in needed], throws)
        played = batch.play(Deals(deals.firsts[at], deals.dice[at]), [bots[game] for game in missing])
        won[missing] = played.winners == missing % 2
        missing, throws = missing[played.winners == UNFINISHED], 2 * throws
    return won


@cache
def _tables(target: int) -> Tables:
    known = outlook()
    codes, kinds = np.unique(pairs(), return_inverse=True)
    points, likely, firsts = all_pays(tuple(codes.tolist()))
    lying = [ROWS[SIZE - thrown].stop for thrown in range(SIZE + 1)]
    masks = [sum(1 << die for die in dice) for size in range(SIZE + 1) for dice in combinations(range(SIZE), size)]
    opening = np.stack([known.unpaid(turns, target) for turns in range(OPENING)])
    return Tables(
        MORE,
        np.array(lying),
        np.array(masks),
        kinds,
        np.append(firsts, len(points)),
        points,
        likely,
        known.means,
        known.weights,
        known.patterns,
        known.overtime,
        opening,
        _collected(),
    )


@cache
def _collected() -> Floats:
    """By the collector's own reckoning, so that its choices are the same to the last digit."""
    rivals = [*map(tuple, COUNTS.tolist()), (0,) * SIZE]
    return np.array([[mind.after(heap, SIZE - sum(heap)) for heap in HEAP_LIST] for mind in map(_mind, rivals)])


def _mind(rival: tuple[int, ...]) -> Outlook:
    return Outlook((rival,))
