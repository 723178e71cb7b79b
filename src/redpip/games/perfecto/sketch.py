"""A public position as a duel small enough to be solved at once: some numbers, some bids, a few words ahead.

The first player of the duel is whoever speaks now, the second whoever is next. A kind of hand is what it counts for the
sketch's numbers. To roll is to keep what counts for one of them. After so many bids whoever is next calls or bids on,
which is taken to be worth a little less than an even round. Where more than two play, the dice of the others are
chance, and whoever is next may also let a bid go: what becomes of it is then others' business, and counts as nothing
gained or lost.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from redpip.games.perfecto.beliefs import Kinds, kinds, rolling
from redpip.games.perfecto.notation import CallName, MakeBid
from redpip.games.perfecto.round import CALLS
from redpip.solve.bluff.duel import Duel, Floats, Tree
from redpip.solve.bluff.equilibrium import Equilibrium, Solving

BEYOND = -0.15  # what it is worth to bid on where a sketch ends: a little less than an even round
NEAR = 2  # so many quantities of each number


@dataclass(frozen=True, slots=True)
class Cup:
    dice: int
    belief: Floats


@dataclass(frozen=True, slots=True)
class Shape:
    """All that the tree of a sketch depends on."""

    places: int  # how many bids there are
    ranks: int
    standing: bool  # a bid can be called
    must_bid: bool  # the speaker has rolled
    rolls: bool
    many: bool  # more than two play
    deep: int  # how many bids follow each other


@dataclass(frozen=True)
class Sketch:
    speaker: Cup
    next: Cup
    others: tuple[Floats, ...]  # [rank - 1] the chance of each count of everybody else's dice
    standing: MakeBid | None
    bids: tuple[MakeBid, ...]  # in rising order
    ranks: tuple[int, ...]
    must_bid: bool
    rolls: bool
    many: bool
    deep: int

    @cached_property
    def kinds(self) -> tuple[Kinds, Kinds]:
        return kinds(self.speaker.dice, self.ranks), kinds(self.next.dice, self.ranks)

    def solved(self, rounds: int) -> Answer:
        solving = Solving(self._duel())
        solving.go_on(rounds)
        return Answer(self, solving.judged())

    @property
    def shape(self) -> Shape:
        said = self.standing is not None
        return Shape(len(self.bids), len(self.ranks), said, self.must_bid, self.rolls, self.many, self.deep)

    def _duel(self) -> Duel:
        mine, theirs = self.kinds
        named = [self.standing or self.bids[0], *self.bids]
        measures = [np.array([side.counts(bid.rank) for bid in named]) for side in (mine, theirs)]
        changes = [rolling(side.dice, self.ranks, rank) for side in (mine, theirs) for rank in self.ranks]
        pays = np.array([self._pay(bid, name, caller) for bid in named for name in CALLS for caller in (0, 1)])
        further = [0.0, BEYOND, -BEYOND]  # let go, bid on by the speaker, by whoever is next
        nothing = np.multiply.outer(further, np.ones(pays.shape[1:]))
        weights = mine.weights(self.speaker.belief), theirs.weights(self.next.belief)
        return Duel(
            grown(self.shape).tree, weights, (measures[0], measures[1]), np.concatenate([pays, nothing]), changes
        )

    def _pay(self, bid: MakeBid, name: str, caller: int) -> Floats:
        """To the speaker, the mean over the others' dice."""
        noise = self.others[bid.rank - 1]
        sums = np.add.outer(np.arange(self.speaker.dice + 2), np.arange(self.next.dice + 2))
        total = np.add.outer(sums, np.arange(len(noise)))
        right = total >= bid.quantity if name == "challenge" else total != bid.quantity
        bidder_wins = 2.0 * (right @ noise) - 1.0
        return np.asarray(bidder_wins if caller == 1 else -bidder_wins)


class Grown:
    """The tree of a shape. Choices are bids from low to high, then a roll for each number, then the calls."""

    def __init__(self, shape: Shape) -> None:
        self.shape, self.tree, self.rolled = shape, Tree(), -1
        self._turn(0, 0, shape.deep)

    def _turn(self, player: int, above: int, left: int) -> int:
        shape, node = self.shape, self.tree.node(player)
        at_root = left == shape.deep
        bids = left > 0 and not (shape.many and player == 1)
        if bids:
            self._bids(node, player, above, left)
        if (
            bids
            and shape.rolls
            and left >= shape.deep - 1
            and above < shape.places
            and not (at_root and shape.must_bid)
        ):
            rolled = self.tree.node(player)
            self.rolled = rolled if at_root else self.rolled
            self._bids(rolled, player, above, left)
            for rank in range(shape.ranks):
                self.tree.edge(node, rolled, player * shape.ranks + rank)
        if (above or shape.standing) and not (at_root and shape.must_bid):
            for name in range(len(CALLS)):
                self.tree.edge(node, self.tree.end(above, above * 4 + name * 2 + player))
        if shape.many and player == 1:
            self.tree.edge(node, self.tree.end(0, 4 * (shape.places + 1)))
        elif left == 0 and above < shape.places:
            self.tree.edge(node, self.tree.end(0, 4 * (shape.places + 1) + 1 + player))
        return node

    def _bids(self, node: int, player: int, above: int, left: int) -> None:
        for place in range(above, self.shape.places):
            self.tree.edge(node, self._turn(1 - player, place + 1, left - 1))


@lru_cache(maxsize=64)
def grown(shape: Shape) -> Grown:
    return Grown(shape)


@dataclass(frozen=True, slots=True)
class Answer:
    """A sketch and its solution: what the speaker's kinds do, and what each choice is worth to them."""

    sketch: Sketch
    found: Equilibrium

    def bids(self, bid: MakeBid) -> Floats:
        """[kind] how often it is made at once."""
        return np.asarray(self.found.strategy(0)[self.sketch.bids.index(bid)])

    def rolls(self, rank: int) -> Floats:
        """[kind] how often the dice that are idle for this number are thrown."""
        return np.asarray(self.found.strategy(0)[len(self.sketch.bids) + self.sketch.ranks.index(rank)])

    def bids_rolled(self, bid: MakeBid) -> Floats:
        """[kind] how often it is made after that."""
        return np.asarray(self.found.strategy(grown(self.sketch.shape).rolled)[self.sketch.bids.index(bid)])

    @property
    def can_roll(self) -> bool:
        return grown(self.sketch.shape).rolled >= 0

    def choices(self, hand: int | None) -> Iterator[tuple[MakeBid | int | CallName, float, float]]:
        """What this hand can do: a bid, to roll for a number, or a call; its value and how often it is done. Of a hand
        that nobody knows, the mean over what is believed of it."""
        kinds, believed = self.sketch.kinds[0], self.sketch.speaker.belief
        weights = (
            kinds.weights(believed) if hand is None else (np.arange(len(kinds)) == kinds.of_hand[hand]).astype(float)
        )
        names: Sequence[MakeBid | int | CallName] = [
            *self.sketch.bids,
            *(self.sketch.ranks if self.can_roll else ()),
            *(CALLS if self.sketch.standing and not self.sketch.must_bid else ()),
        ]
        policy, values = self.found.strategy(0)[:, : len(kinds)] @ weights, self.found.choices @ weights
        return zip(names, map(float, values), map(float, policy), strict=True)

    def heard_by(self, hand: int | None) -> float:
        """What the position is worth to whoever is next with this hand."""
        kinds = self.sketch.kinds[1]
        if hand is not None:
            return float(self.found.second[kinds.of_hand[hand]])
        return float(self.found.second @ kinds.weights(self.sketch.next.belief))


def ladder(
    ranks: Sequence[int], means: Sequence[float], standing: MakeBid | None, highest: int, named: MakeBid | None
) -> tuple[MakeBid, ...]:
    """The bids of a sketch: for each number some near what can be expected, the lowest of all, and the one named."""
    found = {named} if named else set()
    lowest: list[MakeBid] = []
    for rank in ranks:
        low = 1 if standing is None else standing.quantity + (rank <= standing.rank)
        begin = max(low, round(means[rank - 1]) - 1)
        found |= {MakeBid(quantity, rank) for quantity in range(begin, begin + NEAR) if quantity <= highest}
        lowest += [MakeBid(low, rank)] if low <= highest else []
    found |= set(sorted(lowest, key=order)[:1])
    return tuple(sorted(found, key=order))


def order(bid: MakeBid) -> tuple[int, int]:
    return bid.quantity, bid.rank
