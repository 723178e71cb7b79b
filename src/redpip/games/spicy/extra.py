"""Extra Spicy: what a turn is worth depends on the dice held from the last one, so turns are solved and kept whole."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from operator import or_

from redpip.core.effort import Effort
from redpip.games.spicy.rules import SpicyRules
from redpip.games.spicy.solver import SpicySolver
from redpip.solve.files import cache_folder, fingerprint, keep_newest
from redpip.solve.pool.facts import Floats, open_boxes
from redpip.solve.pool.holding import HoldingBackward
from redpip.solve.pool.turn import Turn
from redpip.solve.store import Table

WORTH_KEEPING, MOST_KEPT = 6, 50  # files: for so many boxes open or more; 4 to 9 MB each


class ExtraSolver(SpicySolver):
    def __init__(self, rules: SpicyRules, effort: Effort) -> None:
        super().__init__(rules, effort)
        self._turns: dict[int, Turn] = {}

    def _begun(self) -> HoldingBackward:
        return self._backward(self.pool.full)

    def _backward(self, *open_sets: int) -> HoldingBackward:
        """Induction as far as these boxes, which remembers their turns and those after them."""
        watch = dict.fromkeys(turn for open_set in open_sets for turn in _with_next(open_set))
        return HoldingBackward(self.pool, goal=reduce(or_, open_sets), watch=watch)

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

    def ready(self, *open_sets: int) -> None:
        wanted = [open_set for open_set in open_sets if open_set]
        if all(map(self._at_hand, wanted)):
            return
        needed = {turn for open_set in wanted for turn in _with_next(open_set)}
        self._turns = {open_set: turn for open_set, turn in self._turns.items() if open_set in needed}
        for open_set in wanted:
            if not self._at_hand(open_set):
                self._take(self._loaded(open_set))
        if missing := [open_set for open_set in wanted if not self._at_hand(open_set)]:
            self._take(self._solved_levels(missing))

    def _at_hand(self, open_set: int) -> bool:
        return all(turn in self._turns for turn in _with_next(open_set))

    def _take(self, levels: Mapping[int, Floats]) -> None:
        self._turns |= {open_set: Turn(array, self.rules.flips) for open_set, array in levels.items()}

    def _loaded(self, open_set: int) -> Mapping[int, Floats]:
        """From a file if they were solved once."""
        return {int(name): array for name, array in (self.kept(open_set).load() or {}).items()}

    def _solved_levels(self, open_sets: Sequence[int]) -> Mapping[int, Floats]:
        """Turns that follow each other, as those of one game do, are solved together."""
        levels: dict[int, Floats] = {}
        if self.pool.full in open_sets:
            levels |= self._solved().watched
        if rest := [open_set for open_set in open_sets if open_set != self.pool.full]:
            part = self._backward(*rest)
            part.solve(self._effort.progress, self._effort.threads)
            levels |= part.watched
            if len(rest) == 1 and rest[0].bit_count() >= WORTH_KEEPING:
                self._keep(rest[0], part.watched)
        return levels

    def turn(self, open_set: int, left: int) -> Turn:
        if open_set not in self._turns:
            self.ready(open_set)
        return self._turns[open_set]


def _with_next(open_set: int) -> list[int]:
    """A turn and those that can follow it."""
    return [open_set, *(open_set ^ 1 << box for box in open_boxes(open_set))]
