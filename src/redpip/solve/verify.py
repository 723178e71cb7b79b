"""Checks values against the rules: each sampled position must be worth what the positions after it say.

Only the contract is asked how the game goes on. A choice is worth the best of its actions, a throw the mean of all
ways the dice can fall, the end what it returns; so a table that passes everywhere is the solution.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from redpip.core.advice import Advisor, Point
from redpip.core.game import Choose, Over, Roll, Rules
from redpip.solve.oracle import throws


@dataclass(frozen=True)
class Check:
    state: Any
    value: float
    rules: float

    @property
    def difference(self) -> float:
        return abs(self.value - self.rules)


def derived(rules: Rules[Any, Any], state: Any, value: Callable[[Any], float]) -> float:
    """What the state is worth by the rules, if ``value`` is right one step later."""
    match rules.next(state):
        case Over(returns=returns):
            return returns[0]
        case Roll(dice=dice):
            values = [value(rules.rolled(state, faces)) for faces in throws(dice)]
            return sum(values) / len(values)
        case Choose(options):
            ((seat, actions),) = options.items()
            return max(value(rules.play(state, seat, action)) for action in actions)


def verify(rules: Rules[Any, Any], advisor: Advisor[Any], states: Iterable[Any]) -> Iterator[Check]:
    """States of a lone player, as seat 0."""

    def value(state: Any) -> float:
        return advisor.value(Point(state)).value

    for state in states:
        advisor.ready(Point(state))
        yield Check(state, value(state), derived(rules, state, value))
