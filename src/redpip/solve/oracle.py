"""The slow, obvious oracle: the value of any small game for a lone player, straight from the contract."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from redpip.core.dice import Faces
from redpip.core.game import Choose, Over, Roll, Rules


class Oracle:
    """What the seat can expect if it always takes the action with the highest expectation."""

    def __init__(self, rules: Rules[Any, Any]) -> None:
        self._rules = rules
        self._known: dict[Any, float] = {}

    def value(self, state: Any) -> float:
        if state not in self._known:
            self._known[state] = self._value(state)
        return self._known[state]

    def _value(self, state: Any) -> float:
        match self._rules.next(state):
            case Over(returns=returns):
                return returns[0]
            case Roll(dice=dice):
                values = [self.value(self._rules.rolled(state, faces)) for faces in throws(dice)]
                return sum(values) / len(values)
            case Choose(options):
                ((seat, actions),) = options.items()
                return max(self.value(self._rules.play(state, seat, action)) for action in actions)


def throws(dice: tuple[int, ...]) -> Iterator[Faces]:
    """Every way these dice can fall, each as likely."""
    for fallen in product(range(1, 7), repeat=len(dice)):
        faces = dict(zip(dice, fallen, strict=True))
        yield tuple(faces.get(die, 0) for die in range(1, 7))
