"""How likely a bid is to be true, given the dice that one seat can see."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from redpip.core.dice import DICE
from redpip.games.perfecto.rules import PerfectoRules
from redpip.games.perfecto.scoring import count
from redpip.games.perfecto.state import State


@dataclass(frozen=True, slots=True)
class Odds:
    """The chances of every count of each number, from what a view shows."""

    known: tuple[int, ...]  # what the dice in sight count for each number
    hidden: tuple[int, ...]  # how many dice of each number are out of sight

    def exactly(self, quantity: int, rank: int) -> float:
        spread, missing = self._spread(rank), quantity - self.known[rank - 1]
        return spread[missing] if 0 <= missing < len(spread) else 0.0

    def at_least(self, quantity: int, rank: int) -> float:
        missing = quantity - self.known[rank - 1]
        return sum(self._spread(rank)[missing:]) if missing > 0 else 1.0

    def _spread(self, rank: int) -> tuple[float, ...]:
        return spread_of(sum(self.hidden) - self.hidden[rank - 1], self.hidden[rank - 1])


def odds_of(rules: PerfectoRules, view: State) -> Odds:
    """Dice without a face in this view are taken to fall as they like, whatever was bid."""
    hidden = [die for seat in view.active for die in rules.hand(view, seat) if not view.hands[seat][die - 1]]
    return Odds(tuple(count(view.hands, rank) for rank in DICE), tuple(map(hidden.count, DICE)))


@cache
def spread_of(plain: int, own: int) -> tuple[float, ...]:
    """The chance of each count of a number: ``plain`` dice count one with its white face or their red, ``own`` dice,
    whose red it is, count two with that."""
    if plain:
        before = spread_of(plain - 1, own)
        return _mix(before, (2 / 3, 1 / 3))
    return _mix(spread_of(0, own - 1), (5 / 6, 0.0, 1 / 6)) if own else (1.0,)


def _mix(one: tuple[float, ...], other: tuple[float, ...]) -> tuple[float, ...]:
    """The spread of the sum of two counts."""
    total = [0.0] * (len(one) + len(other) - 1)
    for at, chance in enumerate(one):
        for more, also in enumerate(other):
            total[at + more] += chance * also
    return tuple(total)
