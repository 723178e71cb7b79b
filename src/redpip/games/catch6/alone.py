"""One player alone, exactly: the fewest turns to expect until a number is caught, any number, or enough points."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from redpip.core.dice import DICE
from redpip.games.catch6.rules import Catch6Rules
from redpip.games.catch6.scoring import points
from redpip.games.catch6.sides import catching, hands_after
from redpip.solve.keeps.kernels import best_keeps, throw_means
from redpip.solve.keeps.plain import Floats
from redpip.solve.keeps.shape import Shape, shape_of

STILL = 1e-13  # of a turn
NEVER = -np.inf


@dataclass
class Alone:
    """Values are turns still to come, below zero. The last hand must roll all dice."""

    rules: Catch6Rules
    _known: dict[frozenset[int], Floats] = field(default_factory=dict)

    def to_number(self, number: int) -> float:
        free = frozenset([number])
        return -float(self._solved(shape_of(self.rules.dice, free), self._any(free))[-1])

    def to_any(self) -> float:
        free = frozenset(DICE)
        return -float(self._solved(shape_of(self.rules.dice, free), self._any(free))[-1])

    def to_target(self) -> float:
        return -float(self.worth(frozenset(DICE))[-1])

    def worth(self, free: frozenset[int]) -> Floats:
        """[hand] when a turn begins and all other numbers are caught."""
        if free not in self._known:
            self._known[free] = self._solved(shape_of(self.rules.dice, free), self._catches(free))
        return self._known[free]

    def _any(self, free: frozenset[int]) -> Floats:
        """[hand] where any of these numbers is all that is wanted."""
        shape, ways = shape_of(self.rules.dice, free), catching(self.rules.dice, free)
        found = np.any([red | other for red, other in ways.values()], axis=0)
        return np.where(found, 0.0, np.full(shape.hands, NEVER))

    def _catches(self, free: frozenset[int]) -> Floats:
        """[hand] what the best catch leaves to do."""
        shape, missing = shape_of(self.rules.dice, free), self._missing(free)
        best = np.full(shape.hands, NEVER)
        for number, (red, other) in catching(self.rules.dice, free).items():
            if points(number) >= missing:
                best[red | other] = 0.0
                continue
            after = self.worth(free - {number})
            to = hands_after(self.rules.dice, free, number)[:-1]
            best[red] = np.maximum(best[red], after[to[red]])
            best[other] = np.maximum(best[other], after[-1])
        return best

    def _missing(self, free: frozenset[int]) -> int:
        return self.rules.target - sum(points(number) for number in DICE if number not in free)

    @staticmethod
    def _solved(shape: Shape, catch: Floats) -> Floats:
        worth, moved = np.zeros(shape.hands + 1), 1.0
        while moved > STILL:
            values = throw_means(shape, np.maximum(worth[:-1], catch)[:, None])
            forced = values[-1:].copy()
            before, worth = worth, np.concatenate([best_keeps(shape, values), forced])[:, 0] - 1.0
            moved = float(np.abs(worth - before).max())
        return worth


def figures(rules: Catch6Rules) -> Mapping[str, float | Mapping[str, float]]:
    alone = Alone(rules)
    return {
        "turns_to_any_number": alone.to_any(),
        "expected_turns": alone.to_target(),
        "turns_to_number": {str(number): alone.to_number(number) for number in DICE},
    }
