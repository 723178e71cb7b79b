"""Diangle solved for the fewest turns alone, and the race of players who play so (docs/solving.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from random import Random
from typing import Any

from redpip.core.effort import QUIET, Effort
from redpip.core.words import N_
from redpip.games.diangle.numbers import rows_of
from redpip.games.diangle.rules import DiangleRules, State
from redpip.games.diangle.samples import samples
from redpip.solve.files import fingerprint
from redpip.solve.rows.backward import Backward
from redpip.solve.rows.facts import Floats
from redpip.solve.rows.hands import Hands
from redpip.solve.rows.race import chance_before, paces
from redpip.solve.store import Kept

TABLES = Path(__file__).parent / "tables"
SHIPPED = {DiangleRules(): "usual", DiangleRules(reuse_removed=True): "reuse"}
NAMES = (  # what a summary is made of, for the translators
    N_("expected turns"),
    N_("expected turns counted"),
    N_("win chance first"),
    N_("table"),
    N_("turns by level"),
)
PARTS = ("free", "counted")  # further turns cost nothing, or count like all others
PACES = "paces"


class DiangleSolver(Kept):
    def __init__(self, rules: DiangleRules, effort: Effort = QUIET) -> None:
        self.rules, self.effort = rules, effort
        self._solved = DiangleRules(reuse_removed=rules.reuse_removed, top=rules.top, rows=rules.rows)
        self.facts = {"game": "diangle", "rules": rules.version, "options": _options(self._solved)}
        self.rows = rows_of(rules)

    # ---- where the values are

    @property
    def packaged(self) -> Path | None:
        return TABLES / f"{SHIPPED[self._solved]}.npz" if self._solved in SHIPPED else None

    @cached_property
    def table(self) -> Mapping[str, Floats]:
        return self.known() or self._work()

    @cached_property
    def hands(self) -> Hands:
        """What dice on the table come to, by the way these rules count turns."""
        return self.backward(free=not self.rules.count_extra_turns).hands

    def backward(self, free: bool) -> Backward:
        """Backward induction at its end."""
        return _taken_up(Backward(self.rows, free), self.table)

    def solve(self, again: bool = False) -> None:
        if again:
            self.table = self._work()
        else:
            self.table  # noqa: B018

    def _work(self) -> dict[str, Floats]:
        """Solves, from where an earlier try was stopped."""
        begun = self.unfinished.load() or {}
        parts = [_taken_up(Backward(self.rows, free=name == "free"), begun) for name in PARTS]
        try:
            for number, part in enumerate(parts):
                part.solve(lambda done, at=number: self.effort.progress((at + done) / 3))  # type: ignore[misc]
            pace = paces(parts[0], lambda done: self.effort.progress((2 + done) / 3))
        except BaseException:
            self.unfinished.save(_arrays(parts), compressed=False)
            raise
        self.effort.progress(1.0)
        self.unfinished.remove()
        found = {**_arrays(parts), PACES: pace}
        if self.shipped is None:
            self.stored.save(found)
        return found

    # ---- what is told of them

    def turns(self, free: bool, level: int = 0) -> float:
        """What a level takes to the end, without a die on the board."""
        ends = self.table[f"{PARTS[not free]}.{level}.0"]
        return 1.0 - float(ends[self.rows.place(level, self.rows.all_out)])

    def summary(self) -> Mapping[str, Any]:
        pace = self.table[PACES]
        levels = {_level_name(self.rules, level): self.turns(True, level) for level in range(len(self.rules.track))}
        return {
            "expected_turns": self.turns(free=True),
            "expected_turns_counted": self.turns(free=False),
            "win_chance_first": chance_before(pace, pace),
            "table": fingerprint(self.facts),
            "turns_by_level": levels,
        }

    def sample(self, luck: Random, count: int) -> Sequence[State]:
        return samples(self.rules, self.rows, luck, count)


def _options(rules: DiangleRules) -> dict[str, Any]:
    return {"reuse_removed": rules.reuse_removed, "top": rules.top, "rows": list(rules.rows)}


def _taken_up(backward: Backward, arrays: Mapping[str, Floats]) -> Backward:
    prefix = f"{PARTS[not backward.free]}."
    backward.resume({name.removeprefix(prefix): a for name, a in arrays.items() if name.startswith(prefix)})
    return backward


def _arrays(parts: Sequence[Backward]) -> dict[str, Floats]:
    return {f"{PARTS[not part.free]}.{name}": values for part in parts for name, values in part.arrays().items()}


def _level_name(rules: DiangleRules, level: int) -> str:
    arrow = "" if level == rules.top - 1 else "↑" if level < rules.top else "↓"
    return f"{rules.track[level]}{arrow}"


def solver(rules: DiangleRules, effort: Effort = QUIET) -> DiangleSolver:
    """Seats and questions share what is worked out."""
    shared = _shared(rules)
    shared.effort = effort
    return shared


@lru_cache(maxsize=8)
def _shared(rules: DiangleRules) -> DiangleSolver:
    return DiangleSolver(rules)


def make_tables() -> None:
    """Writes the tables that are part of the package: ``make tables``."""
    for rules in SHIPPED:
        made = DiangleSolver(rules)
        made.solve(again=True)
        assert made.shipped
        made.shipped.save(made.table, replace=True)
