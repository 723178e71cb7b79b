"""Catch 6 solved: the fewest turns alone, exactly, and the chance to win of two (docs/solving.md)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from redpip.core.dice import DICE
from redpip.core.effort import QUIET, Effort
from redpip.core.words import N_
from redpip.games.catch6.carrying import Carrying
from redpip.games.catch6.outlook import Outlook
from redpip.games.catch6.rules import Catch6Rules, State
from redpip.games.catch6.samples import samples
from redpip.games.catch6.sides import start_of
from redpip.games.catch6.table import unpacked
from redpip.solve.files import fingerprint
from redpip.solve.store import Arrays, Kept

TABLES = Path(__file__).parent / "tables"
NAMES = (  # what a summary is made of, for the translators
    N_("expected turns"),
    N_("turns to any number"),
    N_("turns to number"),
    N_("win chance first"),
    N_("win chance ahead"),
    N_("exact"),
    N_("table"),
)


class Catch6Solver(Kept):
    def __init__(self, rules: Catch6Rules, effort: Effort = QUIET) -> None:
        self.rules, self._effort = rules, effort
        self.facts = {"game": "catch6", "rules": rules.version, "target": rules.target, "dice": rules.dice}

    @property
    def packaged(self) -> Path | None:
        usual = Catch6Rules()
        same = (self.rules.target, self.rules.dice) == (usual.target, usual.dice)
        return TABLES / "usual.npz" if same else None

    @cached_property
    def arrays(self) -> Arrays:
        return self.known() or self._solved()

    @cached_property
    def outlook(self) -> Outlook:
        return Outlook(unpacked(self.rules, self.arrays))

    @cached_property
    def carrying(self) -> Carrying:
        start, sides = start_of(self.rules), self.outlook.sides
        ahead = {number: 1 - sides[start.lost(number)].begun for number in start.free - start.wins}
        return Carrying(sides[start].begun, ahead)

    def solve(self, again: bool = False) -> None:
        if again:
            self.arrays = self._solved()
            self.__dict__.pop("outlook", None)
        _ = self.outlook

    def _solved(self) -> Arrays:
        from redpip.games.catch6.alone import Alone
        from redpip.games.catch6.duel import Duel
        from redpip.games.catch6.table import packed

        duel, alone = Duel(self.rules, self._effort), Alone(self.rules)
        turns = [*map(alone.to_number, DICE), alone.to_any(), alone.to_target()]
        duel.solve()
        found = {"turns": np.array(turns), **packed(self.rules, duel)}
        if self.shipped is None:
            self.stored.save(found)
        return found

    def summary(self) -> Mapping[str, Any]:
        *numbers, any_number, target = map(float, self.arrays["turns"])
        return {
            "expected_turns": target,
            "turns_to_any_number": any_number,
            "win_chance_first": self.carrying.first,
            "exact": "all but win_chance_first and win_chance_ahead",
            "turns_to_number": dict(zip(map(str, DICE), numbers, strict=True)),
            "win_chance_ahead": {str(number): chance for number, chance in sorted(self.carrying.ahead.items())},
            "table": fingerprint(self.facts),
        }

    def sample(self, luck: Random, count: int) -> list[State]:
        return samples(self.rules, luck, count)


def make_tables(threads: int = 2) -> None:
    """Writes the table that is part of the package: ``make tables``."""
    made = Catch6Solver(Catch6Rules(), Effort(threads=threads))
    made.solve(again=True)
    assert made.shipped
    made.shipped.save(made.arrays, replace=True)
