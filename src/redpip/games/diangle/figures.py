"""How play for the fewest turns goes: how many turns it takes, and how far from the best race it can be."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from redpip.core.effort import QUIET, Effort
from redpip.core.words import N_
from redpip.games.diangle.rules import DiangleRules
from redpip.games.diangle.solver import PACES, DiangleSolver, solver
from redpip.solve.files import cache_folder
from redpip.solve.rows.facts import Floats
from redpip.solve.rows.race import best_chances, best_reply, bounds
from redpip.solve.store import Arrays, Table

NAMES = (  # what the figures are called, for the translators
    N_("mean"),
    N_("standard deviation"),
    N_("win chance first at least"),
    N_("win chance first at most"),
    N_("best reply first"),
    N_("best reply second"),
    N_("chance to take so many turns"),
)
SHOWN = 0.0005  # chances below this are not shown


class DiangleFigures:
    def __init__(self, rules: DiangleRules, effort: Effort = QUIET) -> None:
        self._solver: DiangleSolver = solver(rules, effort)
        self._effort = effort

    @property
    def stored(self) -> Table:
        return self._solver.file(cache_folder(), ".stats")

    def check(self) -> None:
        pass

    def find(self, again: bool) -> Mapping[str, Any]:
        pace = self._solver.table[PACES]
        stored = None if again else self.stored.load()
        found = stored if stored and "replies" in stored else self._found(pace)
        least, most = bounds(pace, found["best"])
        first, second = found["replies"]
        share, turns = np.diff(pace), np.arange(1, pace.size)
        mean = float(np.dot(share, turns))
        return {
            "mean": mean,
            "standard_deviation": float(np.sqrt(np.dot(share, (turns - mean) ** 2))),
            "win_chance_first_at_least": least,
            "win_chance_first_at_most": most,
            "best_reply_first": float(first),
            "best_reply_second": float(second),
            "chance_to_take_so_many_turns": {
                str(turn): float(chance) for turn, chance in zip(turns, share, strict=True) if chance >= SHOWN
            },
        }

    def _found(self, pace: Floats) -> Arrays:
        backward, told = self._solver.backward(free=True), self._effort.progress
        best = best_chances(self._solver.rows, backward, lambda part: told(part / 3))
        replies = [
            best_reply(backward, pace, ahead, lambda part, at=at: told((at + part) / 3))  # type: ignore[misc]
            for at, ahead in ((1, 1), (2, 0))
        ]
        told(1.0)
        found = {"best": best, "replies": np.array(replies)}
        self.stored.save(found, replace=True)
        return found
