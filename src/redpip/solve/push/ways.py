"""What a roll can make of a turn, as numbers.

A turn is a *situation* (which dice are left and what lies there) and a total, counted in steps. A roll loses the turn
or falls into a *class*: throws after which the same ways on are open. A *way* leads to another situation, and makes
``times * total + plus`` of the total, which grows. All arrays run from the first situation's first class and way to the
last one's last.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Ways:
    """The turn begins in situation 0 with nothing."""

    bust: Floats  # [situation] chance to lose the turn with the next roll
    classes: Ints  # [situation] its first class, and at the end how many there are
    chance: Floats  # [class]
    firsts: Ints  # [class] its first way, and at the end how many there are
    to: Ints  # [way] the situation it leads to
    times: Ints  # [way]
    plus: Ints  # [way]

    @property
    def situations(self) -> int:
        return len(self.bust)

    def reach(self, total: int) -> int:
        """No way leads further than this from smaller totals."""
        return int(self.times.max()) * total + int(self.plus.max()) + 1

    def rolled(self, values: Floats, total: int, lost: float) -> Floats:
        """[situation] what rolling on is worth with this total, by the values [total, situation] of greater ones."""
        ahead = values[self.times * total + self.plus, self.to]
        best = np.maximum.reduceat(ahead, self.firsts[:-1])
        return np.add.reduceat(best * self.chance, self.classes[:-1]) + self.bust * lost

    @cached_property
    def furthest(self) -> tuple[Ints, Ints]:
        """[situation] no roll makes more of a total than the first times it and the second."""
        by_situation = self.firsts[self.classes[:-1]]
        return np.maximum.reduceat(self.times, by_situation), np.maximum.reduceat(self.plus, by_situation)

    @cached_property
    def arrays(self) -> tuple[NDArray[Any], ...]:
        """As kernels take them."""
        return self.bust, self.classes, self.chance, self.firsts, self.to, self.times, self.plus
