"""Extra Spicy: what a turn is worth depends on the dice held from the last one, so turns are solved and kept whole."""

from __future__ import annotations

from collections.abc import Mapping

from redpip.core.effort import Effort
from redpip.games.spicy.rules import SpicyRules
from redpip.games.spicy.solver import SpicySolver
from redpip.solve.pool.facts import Floats, open_boxes
from redpip.solve.pool.holding import HoldingBackward
from redpip.solve.pool.turn import Turn
from redpip.solve.store import Table, cache_folder, fingerprint, keep_newest

WORTH_KEEPING, MOST_KEPT = 6, 50  # files: for so many boxes open or more; 4 to 9 MB each


class ExtraSolver(SpicySolver):
    def __init__(self, rules: SpicyRules, effort: Effort) -> None:
        super().__init__(rules, effort)
        self._turns: dict[int, Turn] = {}
        self._goal = 0  # the boxes for which turns are ready, and for those after them

    def _begun(self) -> HoldingBackward:
        return self._backward(self.pool.full)

    def _backward(self, goal: int) -> HoldingBackward:
        """Induction as far as these boxes, which remembers their turn and those after it."""
        watch = [goal, *(goal ^ 1 << box for box in open_boxes(goal))]
        return HoldingBackward(self.pool, goal=goal, watch=watch)

    def _solved(self) -> HoldingBackward:
        backward = super()._solved()
        assert isinstance(backward, HoldingBackward)
        self._keep(self.pool.full, backward.watched)
        return backward

    def kept(self, open_set: int) -> Table:
        """All values of the turn with these boxes open and of those after it."""
        return self.file(cache_folder(), f"-{open_set:03x}")

    def _keep(self, open_set: int, levels: Mapping[int, Floats]) -> None:
        kept = self.kept(open_set)
        kept.save({str(watched): array for watched, array in levels.items()})
        keep_newest(kept.path.parent, f"spicy-{fingerprint(self.facts)}-*.npz", MOST_KEPT)

    def ready(self, open_set: int) -> None:
        if open_set and open_set != self._goal:
            levels = self._levels(open_set)
            self._turns = {watched: Turn(array, self.rules.flips) for watched, array in levels.items()}
            self._goal = open_set

    def _levels(self, open_set: int) -> Mapping[int, Floats]:
        """From a file if they were solved once."""
        kept = self.kept(open_set).load()
        return self._solved_levels(open_set) if kept is None else {int(name): array for name, array in kept.items()}

    def _solved_levels(self, open_set: int) -> Mapping[int, Floats]:
        if open_set == self.pool.full:
            return self._solved().watched
        part = self._backward(open_set)
        part.solve(self._effort.progress, self._effort.threads)
        if open_set.bit_count() >= WORTH_KEEPING:
            self._keep(open_set, part.watched)
        return part.watched

    def turn(self, open_set: int) -> Turn:
        if open_set not in self._turns:
            self.ready(open_set)
        return self._turns[open_set]
