"""A basic round of two players with these hands and no other bids than these, as a duel to be solved."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations, product
from math import prod

import numpy as np

from redpip.core.dice import DICE, Faces
from redpip.games.perfecto.notation import CallName, MakeBid
from redpip.games.perfecto.scoring import count, counts_for
from redpip.solve.bluff.duel import Change, Duel, Floats, Ints, Tree, table_of

CALLS: tuple[CallName, ...] = ("challenge", "perfecto")


@dataclass(frozen=True)
class Hands:
    """What so many dice can show. Faces of a die that count alike for all these numbers are one face, the lowest."""

    dice: int
    ranks: tuple[int, ...]

    @property
    def number(self) -> int:
        return prod(len(self._faces(die)) for die in DICE[: self.dice])

    @cached_property
    def all(self) -> tuple[Faces, ...]:
        return tuple(product(*(self._faces(die) for die in DICE[: self.dice])))

    @property
    def weights(self) -> Floats:
        return np.array([prod(map(self._chance, DICE, hand)) for hand in self.all])

    @property
    def counts(self) -> Ints:
        """[rank, hand]"""
        return np.array([[count([hand], rank) for hand in self.all] for rank in self.ranks])

    def rolled(self, again: tuple[int, ...]) -> Change:
        """What becomes of each hand when these dice are thrown again."""
        place = {hand: at for at, hand in enumerate(self.all)}

        def ways(hand: Faces) -> dict[int, float]:
            fallen = product(*(self._faces(die) if die in again else (hand[die - 1],) for die in DICE[: self.dice]))
            return {place[after]: prod(self._chance(die, after[die - 1]) for die in again) for after in fallen}

        return Change.of([ways(hand) for hand in self.all])

    def _faces(self, die: int) -> dict[int, int]:
        """Face -> how many faces count like it."""
        alike: dict[tuple[int, ...], list[int]] = {}
        for face in range(1, 7):
            alike.setdefault(tuple(counts_for(die, face, rank) for rank in self.ranks), []).append(face)
        return {faces[0]: len(faces) for faces in alike.values()}

    def _chance(self, die: int, face: int) -> float:
        return self._faces(die)[face] / 6


@dataclass(frozen=True)
class Round:
    """Whoever wins it has 1, whoever loses it -1: the life that it costs. Places of bids are counted from 0, and
    ``above`` is the first that is higher than what was bid."""

    dice: tuple[int, int]  # how many each has, the leader first
    bids: tuple[MakeBid, ...]  # in rising order
    rolling: bool
    roll_on_opening: bool = True

    @property
    def size(self) -> int:
        """How many numbers a strategy of both has, known before anything is built."""
        return sum(number * hands for number, hands in zip(self._choices(), self._numbers(), strict=True))

    def may_roll(self, above: int) -> bool:
        return self.rolling and above < len(self.bids) and (above > 0 or self.roll_on_opening)

    @property
    def ranks(self) -> tuple[int, ...]:
        return tuple(sorted({bid.rank for bid in self.bids}))

    @property
    def hands(self) -> tuple[Hands, Hands]:
        return Hands(self.dice[0], self.ranks), Hands(self.dice[1], self.ranks)

    def duel(self) -> Duel:
        (one, counts), (other, their_counts) = map(self._dealt, self.hands)
        most = (2 * self.dice[0], 2 * self.dice[1])
        pays = [_payment(bid, name, caller, most) for bid in self.bids for name in CALLS for caller in (0, 1)]
        growth = _Growth(self)
        growth.turn(0, 0)
        return Duel(growth.tree, (one, other), (counts, their_counts), np.array(pays), growth.changes)

    def _dealt(self, hands: Hands) -> tuple[Floats, Ints]:
        """How likely each hand is, and what it counts. Where nobody rolls, hands that count alike are one hand."""
        if self.rolling:
            return hands.weights, hands.counts
        kinds, inverse = np.unique(hands.counts, axis=1, return_inverse=True)
        return np.asarray(np.bincount(inverse.ravel(), hands.weights), float), kinds

    def _numbers(self) -> tuple[int, ...]:
        return tuple(hands.number if self.rolling else len(self._dealt(hands)[0]) for hands in self.hands)

    def _choices(self) -> tuple[int, int]:
        """How many choices the tree has for each player."""

        @cache
        def after(player: int, above: int) -> tuple[int, int]:
            """Those of whoever speaks now, and those of the other."""
            left, dice = len(self.bids) - above, self.dice[player]
            ways, rolls = (1 + dice, 2**dice - 1) if self.may_roll(above) else (1, 0)
            own, theirs = ways * left + rolls + (2 if above else 0), 0
            for place in range(above, len(self.bids)):
                their_more, own_more = after(1 - player, place + 1)
                own, theirs = own + ways * own_more, theirs + ways * their_more
            return own, theirs

        return after(0, 0)


def _payment(bid: MakeBid, name: CallName, caller: int, most: tuple[int, int]) -> Floats:
    """To the leader, by what both hands count."""

    def pay(one: int, other: int) -> float:
        right = one + other >= bid.quantity if name == "challenge" else one + other != bid.quantity
        return 1.0 if right == (caller == 1) else -1.0

    return table_of(pay, *most)


class _Growth:
    """Builds the tree. Choices at a node are the bids from low to high, then the dice to roll, then the calls."""

    def __init__(self, played: Round) -> None:
        self.round, self.tree = played, Tree()
        self.changes: list[Change] = []
        self._rolls = [self._rolls_of(hands) for hands in played.hands] if played.rolling else []

    def _rolls_of(self, hands: Hands) -> list[tuple[int, int]]:
        """How many dice are rolled, and the number of the change that it makes."""
        groups = [group for size in range(1, hands.dice + 1) for group in combinations(DICE[: hands.dice], size)]
        before = len(self.changes)
        self.changes += [hands.rolled(group) for group in groups]
        return [(len(group), before + at) for at, group in enumerate(groups)]

    def turn(self, player: int, above: int) -> int:
        node = self.tree.node(player)
        self._bids(node, player, above)
        if self.round.may_roll(above):
            announced = {size: self._must_bid(player, above) for size in range(1, self.round.dice[player] + 1)}
            for size, change in self._rolls[player]:
                self.tree.edge(node, announced[size], change)
        if above:
            for name in range(len(CALLS)):
                self.tree.edge(node, self._called(above - 1, name, player))
        return node

    def _must_bid(self, player: int, above: int) -> int:
        node = self.tree.node(player)
        self._bids(node, player, above)
        return node

    def _bids(self, node: int, player: int, above: int) -> None:
        for place in range(above, len(self.round.bids)):
            self.tree.edge(node, self.turn(1 - player, place + 1))

    def _called(self, place: int, name: int, caller: int) -> int:
        measure = self.round.ranks.index(self.round.bids[place].rank)
        return self.tree.end(measure, (place * len(CALLS) + name) * 2 + caller)
