"""Classic and Junior: every turn begins with all dice, so a table of starts is enough to solve any turn at once."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from redpip.core.effort import Effort
from redpip.games.spicy.rules import SpicyRules
from redpip.games.spicy.solver import SpicySolver
from redpip.solve.pool.facts import Floats
from redpip.solve.pool.plain import Kernels, plain_turn
from redpip.solve.pool.turn import Turn

if TYPE_CHECKING:
    from redpip.solve.pool.backward import Backward

TURNS_KEPT = 8  # 11 MB each
KERNELS = Kernels()


class ClassicSolver(SpicySolver):
    def __init__(self, rules: SpicyRules, effort: Effort) -> None:
        super().__init__(rules, effort)
        self._turns: dict[int, Turn] = {}

    def _begun(self) -> Backward:
        from redpip.solve.pool.backward import Backward

        return Backward(self.pool)

    @cached_property
    def filled(self) -> Backward:
        """Backward induction at its end, to look into turns."""
        backward = self._begun()
        backward.table[:] = self.table
        return backward

    def ready(self, *open_sets: int) -> None:
        self.solve()

    def turn(self, open_set: int, left: int) -> Turn:
        known = self._turns.get(open_set)
        if known is None or known.most < left:
            while len(self._turns) >= TURNS_KEPT:
                del self._turns[next(iter(self._turns))]
            self._turns[open_set] = Turn(self._levels(open_set, left), self.rules.flips)
        return self._turns[open_set]

    def _levels(self, open_set: int, left: int) -> Floats:
        if KERNELS.at_hand():
            return self.filled.turn(open_set, left)
        return plain_turn(self.pool, self.table, open_set, left)
