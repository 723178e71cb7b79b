"""Checks values against the rules: each sampled position must be worth what the positions after it say.

Only the contract is asked how the game goes on. A choice is worth the best of its actions, a throw the mean of all
ways the dice can fall, the end what it returns; so a table that passes everywhere is the solution.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from redpip.core.advice import Advisor, Point
from redpip.core.game import Choose, Over, Roll, Rules, Seat
from redpip.solve.oracle import throws


@dataclass(frozen=True)
class Check:
    state: Any
    value: float
    rules: float

    @property
    def difference(self) -> float:
        return abs(self.value - self.rules)


def derived(rules: Rules[Any, Any], state: Any, seat: Seat, value: Callable[[Any], float]) -> float:
    """What the state is worth to the seat by the rules, if ``value`` is right one step later."""
    match rules.next(state):
        case Over(returns=returns):
            return returns[seat]
        case Roll(dice=dice):
            values = [value(rules.rolled(state, faces)) for faces in throws(dice)]
            return sum(values) / len(values)
        case Choose(options):
            return max(value(rules.play(state, seat, action)) for action in options[seat])


def asked_seat(rules: Rules[Any, Any], state: Any) -> Seat:
    """Whose turn it is; at the end any seat can say what it got."""
    match rules.next(state):
        case Roll(seat=int(seat)):
            return seat
        case Choose(options):
            return min(options)
    return 0


def verify(
    rules: Rules[Any, Any], make_advisor: Callable[[Seat], Advisor[Any]], states: Iterable[Any]
) -> Iterator[Check]:
    """Each state is derived for the seat whose turn it is."""
    advisors: dict[Seat, Advisor[Any]] = {}

    def value(seat: Seat, state: Any) -> float:
        return advisors[seat].value(Point(state)).value

    for state in states:
        seat = asked_seat(rules, state)
        if seat not in advisors:
            advisors[seat] = make_advisor(seat)
        advisors[seat].ready(Point(state))
        yield Check(state, value(seat, state), derived(rules, state, seat, partial(value, seat)))
