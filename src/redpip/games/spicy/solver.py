"""Spicy Dice solved for one player's expected score.

A start of a turn is worth T(B, r) with the boxes B open and r rolls left. T(no box, r) is the bonus, T(B, 0) is 0,
and every other value comes from the values of fewer boxes and fewer rolls (docs/solving.md).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np

from redpip.core.effort import QUIET, Effort
from redpip.core.game import Seat
from redpip.core.options import changed_options
from redpip.core.problem import Problem
from redpip.core.words import N_
from redpip.games.spicy.kinds import TABLES, make_kinds
from redpip.games.spicy.pools import pool_of, solo
from redpip.games.spicy.rules import SpicyRules, State
from redpip.games.spicy.samples import samples
from redpip.solve.files import fingerprint
from redpip.solve.pool.facts import Floats, Pool
from redpip.solve.store import Kept

if TYPE_CHECKING:
    from redpip.solve.pool.backward import Backward
    from redpip.solve.pool.holding import HoldingBackward
    from redpip.solve.pool.turn import Turn

SHIPPED = {SpicyRules(): "classic", SpicyRules(junior=(True,)): "junior"}
NAMES = (N_("value"), N_("table"), N_("by rolls left"))  # what a summary is made of, for the translators


class SpicySolver(Kept, ABC):
    """What the variants share: where their values are, and what is told of them."""

    def __init__(self, rules: SpicyRules, effort: Effort) -> None:
        self.rules, self._effort = rules, effort
        self.facts = {"game": "spicy", "rules": rules.version, "options": changed_options(rules)}

    @cached_property
    def pool(self) -> Pool:
        return pool_of(self.rules)

    @abstractmethod
    def ready(self, *open_sets: int) -> None:
        """Makes the values of turns with these boxes open, and of those after them, ready."""

    @abstractmethod
    def turn(self, open_set: int, left: int) -> Turn:
        """All values of the turns with these boxes open and so many rolls left or fewer."""

    @abstractmethod
    def _begun(self) -> Backward | HoldingBackward:
        """Backward induction from its beginning."""

    # ---- where the values are

    @property
    def packaged(self) -> Path | None:
        return TABLES / f"{SHIPPED[self.rules]}.npz" if self.rules in SHIPPED else None

    @cached_property
    def table(self) -> Floats:
        """[open set, rolls left]: the starts of turns; in Extra Spicy, those without a die to hold."""
        known = self.known()
        return known["values"] if known else self._solved().table

    def solve(self, again: bool = False) -> None:
        if again:
            self.table = self._solved().table
        else:
            self.start_value(self.pool.full, self.rules.rolls)

    def _solved(self) -> Backward | HoldingBackward:
        """Solves, from where an earlier try was stopped."""
        backward, begun = self._begun(), self.unfinished.load()
        if begun is not None:
            backward.resume(begun)
        try:
            backward.solve(self._effort.progress, self._effort.threads)
        except BaseException:
            self.unfinished.save(backward.unfinished(), compressed=False)
            raise
        self.unfinished.remove()
        if self.shipped is None:
            self.stored.save({"values": backward.table})
        return backward

    # ---- what is told of them

    def start_value(self, open_set: int, left: int) -> float:
        value = float(self.table[open_set, left])
        if np.isnan(value):
            raise Problem("impossible_position", "No game comes to {left} rolls left with these boxes open.", left=left)
        return value

    def summary(self) -> Mapping[str, Any]:
        full, rolls = self.pool.full, self.rules.rolls
        lefts = [left for left in range(1, rolls + 1) if not np.isnan(self.table[full, left])]
        values = {str(left): self.start_value(full, left) for left in lefts}
        return {"value": values[str(rolls)], "table": fingerprint(self.facts), "by_rolls_left": values}

    def sample(self, luck: Random, count: int) -> list[State]:
        return samples(self.rules, self.pool, luck, count)


def solver(rules: SpicyRules, effort: Effort = QUIET, seat: Seat = 0) -> SpicySolver:
    """Extra Spicy needs kernels from the start, so its module is not even looked at before somebody plays it."""
    alone = solo(rules, seat)
    if rules.extra:
        from redpip.games.spicy.extra import ExtraSolver

        return ExtraSolver(alone, effort)
    from redpip.games.spicy.classic import ClassicSolver

    return ClassicSolver(alone, effort)


def make_tables(threads: int = 2) -> None:
    """Writes the tables that are part of the package: ``make tables``."""
    make_kinds()
    for rules in SHIPPED:
        made = solver(rules, Effort(threads=threads))
        made.solve(again=True)
        assert made.shipped
        made.shipped.save({"values": made.table}, replace=True)
