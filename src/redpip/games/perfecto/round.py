"""A basic round of two players with these hands and no other bids than these, as a duel to be solved."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations, product

import numpy as np

from redpip.core.dice import DICE, Faces
from redpip.games.perfecto.notation import CallName, MakeBid
from redpip.games.perfecto.scoring import count
from redpip.solve.bluff.duel import Change, Duel, Floats, Ints, table_of


@dataclass(frozen=True, slots=True)
class Round:
    """Whoever wins it has 1, whoever loses it -1: the life that it costs. Places of bids are counted from 0, and
    ``above`` is the first that is higher than what was bid."""

    hands: tuple[int, int]  # how many dice each has, the leader first
    bids: tuple[MakeBid, ...]  # in rising order
    rolling: bool
    roll_on_opening: bool = True

    @property
    def size(self) -> int:
        """How many numbers a strategy of both has, known before anything is built."""
        return sum(number * self._kinds(dice) for number, dice in zip(self._choices(), self.hands, strict=True))

    def may_roll(self, above: int) -> bool:
        return self.rolling and above < len(self.bids) and (above > 0 or self.roll_on_opening)

    def duel(self) -> Duel:
        (one, counts), (other, their_counts) = map(self._dealt, self.hands)
        most = (2 * self.hands[0], 2 * self.hands[1])
        pays = [_payment(bid, name, caller, most) for bid in self.bids for name in CALLS for caller in (0, 1)]
        growth = _Growth(self, Duel((one, other), (counts, their_counts), np.array(pays)))
        growth.turn(0, 0)
        return growth.duel

    def ranks(self) -> list[int]:
        return sorted({bid.rank for bid in self.bids})

    def _dealt(self, dice: int) -> tuple[Floats, Ints]:
        """How likely each hand is, and what it counts for each number. Where nobody rolls, hands that count alike are
        one hand."""
        counts = np.array([[count([hand], rank) for hand in all_hands(dice)] for rank in self.ranks()])
        if self.rolling:
            return np.full(6**dice, 6.0**-dice), counts
        kinds, sizes = np.unique(counts, axis=1, return_counts=True)
        return sizes / 6.0**dice, kinds

    def _kinds(self, dice: int) -> int:
        return 6**dice if self.rolling else len(self._dealt(dice)[0])

    def _choices(self) -> tuple[int, int]:
        """How many choices the tree has for each player."""

        @cache
        def after(player: int, above: int) -> tuple[int, int]:
            """Those of whoever speaks now, and those of the other."""
            left, dice = len(self.bids) - above, self.hands[player]
            ways, rolls = (1 + dice, 2**dice - 1) if self.may_roll(above) else (1, 0)
            own, theirs = ways * left + rolls + (2 if above else 0), 0
            for place in range(above, len(self.bids)):
                their_more, own_more = after(1 - player, place + 1)
                own, theirs = own + ways * own_more, theirs + ways * their_more
            return own, theirs

        return after(0, 0)


CALLS: tuple[CallName, ...] = ("challenge", "perfecto")


def _payment(bid: MakeBid, name: CallName, caller: int, most: tuple[int, int]) -> Floats:
    """To the leader, by what both hands count."""

    def pay(one: int, other: int) -> float:
        right = one + other >= bid.quantity if name == "challenge" else one + other != bid.quantity
        return 1.0 if right == (caller == 1) else -1.0

    return table_of(pay, *most)


@cache
def all_hands(dice: int) -> tuple[Faces, ...]:
    return tuple(product(range(1, 7), repeat=dice))


@cache
def rolled(dice: int, again: tuple[int, ...]) -> Change:
    """What becomes of each hand when these dice are thrown again."""
    place = {hand: at for at, hand in enumerate(all_hands(dice))}

    def ways(hand: Faces) -> dict[int, float]:
        open_faces = [range(1, 7) if die in again else (face,) for die, face in enumerate(hand, 1)]
        return {place[after]: 6.0 ** -len(again) for after in product(*open_faces)}

    return [ways(hand) for hand in all_hands(dice)]


class _Growth:
    """Builds the tree. Choices at a node are the bids from low to high, then the dice to roll, then the calls."""

    def __init__(self, played: Round, duel: Duel) -> None:
        self.round, self.duel = played, duel
        self._rolls = [self._rolls_of(dice) for dice in played.hands] if played.rolling else []

    def _rolls_of(self, dice: int) -> list[tuple[int, int]]:
        """How many dice are rolled, and the change that it makes."""
        groups = [group for size in range(1, dice + 1) for group in combinations(DICE[:dice], size)]
        return [(len(group), self.duel.changing(rolled(dice, group))) for group in groups]

    def turn(self, player: int, above: int) -> int:
        node = self.duel.node(player)
        self._bids(node, player, above)
        if self.round.may_roll(above):
            announced = {size: self._must_bid(player, above) for size in range(1, self.round.hands[player] + 1)}
            for size, change in self._rolls[player]:
                self.duel.edge(node, announced[size], change)
        if above:
            for name in range(len(CALLS)):
                self.duel.edge(node, self._called(above - 1, name, player))
        return node

    def _must_bid(self, player: int, above: int) -> int:
        node = self.duel.node(player)
        self._bids(node, player, above)
        return node

    def _bids(self, node: int, player: int, above: int) -> None:
        for place in range(above, len(self.round.bids)):
            self.duel.edge(node, self.turn(1 - player, place + 1))

    def _called(self, place: int, name: int, caller: int) -> int:
        measure = self.round.ranks().index(self.round.bids[place].rank)
        return self.duel.end(measure, (place * len(CALLS) + name) * 2 + caller)
