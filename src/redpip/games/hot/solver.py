"""Hot Dice solved: for the fewest turns alone, and for the chance to win of two.

A player is known by the steps it still needs, so a table to some target answers every smaller one among players who
have opened; only what concerns the opening is found anew (redpip/solve/push/race.py, docs/solving.md).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from redpip.core.effort import QUIET, Effort
from redpip.core.options import changed_options
from redpip.core.problem import Problem
from redpip.core.words import N_
from redpip.games.hot.goals import STEP, check_solvable, goal_of, least_of
from redpip.games.hot.rules import HotRules, State
from redpip.games.hot.samples import samples
from redpip.games.hot.ways import Turns, turns_of
from redpip.solve.files import fingerprint
from redpip.solve.push.race import Race, reach_chance
from redpip.solve.push.turn import solve_points
from redpip.solve.push.ways import Floats
from redpip.solve.store import Kept

TABLES = Path(__file__).parent / "tables"
SHIPPED = {HotRules(): "classic", HotRules(target=2500): "lesson"}
NAMES = (  # what a summary is made of, for the translators
    N_("turn value"),
    N_("opening value"),
    N_("open chance"),
    N_("expected turns"),
    N_("win chance first"),
    N_("exact"),
    N_("no bound"),
)


class HotSolver(Kept):
    def __init__(self, rules: HotRules, effort: Effort = QUIET) -> None:
        self.rules, self._effort = rules, effort
        self.facts = {"game": "hot", "rules": rules.version, "options": changed_options(rules)}
        self.goal, self.least = goal_of(rules), least_of(rules)

    @cached_property
    def turns(self) -> Turns:
        return turns_of(self.rules)

    @property
    def exact(self) -> bool:
        """Two are solved exactly. Where sets persist, a turn can come to where it never busts, and what comes after a
        turn is taken from the rules in which they do not."""
        return not self.rules.persist

    # ---- where the values are

    @property
    def packaged(self) -> Path | None:
        return TABLES / f"{SHIPPED[self.rules]}.npz" if self.rules in SHIPPED else None

    @cached_property
    def arrays(self) -> Mapping[str, Floats]:
        """``alone`` [need], ``table`` [need, need] and ``last`` [steps behind]."""
        return self.known() or self._solved()

    def replies(self, fresh: bool) -> Floats:
        """[steps behind] what the last turn is worth; ``fresh`` to a player who has to open in it."""
        return self._fresh if fresh else self.arrays["last"]

    @cached_property
    def _fresh(self) -> Floats:
        race = self._race()
        race.last = self.arrays["last"]
        return race.fresh

    def solve(self, again: bool = False) -> None:
        if again:
            self.arrays = self._solved()
        else:
            _ = self.arrays

    def _solved(self) -> Mapping[str, Floats]:
        check_solvable(self.rules)
        if self.rules.persist:
            lasting = HotSolver(replace(self.rules, persist=False), self._effort).arrays
            return self._kept({**lasting, "alone": self._alone()})
        race = self._race()
        begun = self.unfinished.load()
        if begun is not None:
            race.resume(begun)
        try:
            race.solve()
        except BaseException:
            self.unfinished.save(race.unfinished(), compressed=False)
            raise
        self.unfinished.remove()
        return self._kept({"alone": self._alone(), "table": race.table, "last": race.last})

    def _race(self) -> Race:
        tie = 0.5 if self.rules.final_tie == "shared" else 0.0
        race = Race(self.turns.ways, self.goal, self.least, tie, self._effort)
        larger = HotSolver(HotRules()).known() if self.rules != HotRules() and _answers(self.rules) else None
        if larger:
            opened = larger["table"][1 : self.goal, 1 : self.goal]
            race.take(opened, larger["last"])
        return race

    def _alone(self) -> Floats:
        from redpip.solve.push.kernels import solve_alone

        ways = self.turns.ways
        return np.asarray(solve_alone(ways.arrays, self.goal, self.least, ways.reach(max(self.goal, self.least))))

    def _kept(self, arrays: Mapping[str, Floats]) -> Mapping[str, Floats]:
        if self.shipped is None:
            self.stored.save(arrays)
        return arrays

    # ---- what is told of them

    def summary(self) -> Mapping[str, Any]:
        ways = self.turns.ways
        return {
            "turn_value": self._points(1),
            "opening_value": self._points(self.least),
            "open_chance": reach_chance(ways, self.least),
            "expected_turns": -float(self.arrays["alone"][0]),
            "win_chance_first": float(self.arrays["table"][0, 0]),
            "exact": "yes" if self.exact else "all but win_chance_first",
            "table": fingerprint(self.facts),
        }

    def _points(self, least: int) -> float | str:
        try:
            values = solve_points(self.turns.ways, least)
        except Problem:
            return "no bound"
        return STEP * float(self.turns.ways.rolled(values, 0, 0.0)[0])

    def sample(self, luck: Random, count: int) -> list[State]:
        return samples(self.rules, luck, count)


def _answers(rules: HotRules) -> bool:
    """Whether the shipped table knows all of these rules but the opening."""
    alike = replace(HotRules(), target=rules.target, opening=rules.opening, inclusive=rules.inclusive)
    same = replace(rules, opening_stop=alike.opening_stop) == alike
    return same and goal_of(rules) <= goal_of(HotRules())


def make_tables(threads: int = 2) -> None:
    """Writes the tables that are part of the package: ``make tables``."""
    for rules in SHIPPED:
        made = HotSolver(rules, Effort(threads=threads))
        made.solve(again=True)
        assert made.shipped
        made.shipped.save(made.arrays, replace=True)
