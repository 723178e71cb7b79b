"""How best play of Spicy Dice goes: spread, peppers, boxes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from redpip.core.dice import DICE
from redpip.core.effort import QUIET, Effort
from redpip.core.problem import Problem
from redpip.core.words import N_
from redpip.games.spicy.classic import ClassicSolver
from redpip.games.spicy.rules import SpicyRules
from redpip.games.spicy.scoring import BOXES, pepper
from redpip.games.spicy.solver import solver
from redpip.solve.files import cache_folder, state_folder
from redpip.solve.pool.flow import Flow
from redpip.solve.pool.holding_flow import HoldingFlow
from redpip.solve.pool.layout import CONFIGS
from redpip.solve.store import Table

NAMES = (  # what the figures are called, for the translators
    N_("mean"),
    N_("standard deviation"),
    N_("bonus"),
    N_("rolls left over"),
    N_("peppers"),
    N_("chance"),
    N_("a game"),
    N_("boxes"),
    N_("little"),
    N_("big"),
    N_("hot"),
    N_("written"),
    N_("points when written"),
)


class SpicyFigures:
    def __init__(self, rules: SpicyRules, effort: Effort = QUIET) -> None:
        self._solver = solver(rules, effort)
        self._rules, self._effort = self._solver.rules, effort

    @property
    def stored(self) -> Table:
        return self._solver.file(cache_folder(), ".stats")

    @property
    def unfinished(self) -> Table:
        return self._solver.file(state_folder(), ".stats")

    def check(self) -> None:
        """A turn without a roll would take games back to boxes whose share is done (see holding_flow)."""
        without_a_roll = [name for name in ("hold_all", "zero_roll_turns") if getattr(self._rules, name)]
        if self._rules.extra and without_a_roll:
            options = ", ".join(without_a_roll)
            raise Problem("no_stats", "Extra Spicy has no figures of best play with {options}.", options=options)

    def find(self, again: bool) -> Mapping[str, Any]:
        known = None if again else self.stored.load()
        if known is None:
            known = {"figures": np.array(json.dumps(self._found()))}
            self.stored.save(known)
            self.unfinished.remove()
        figures: Mapping[str, Any] = json.loads(str(known["figures"]))
        return figures

    def _found(self) -> dict[str, Any]:
        """Peppers count when they are written: the chance of any in a game, and how many."""
        peppers = self._peppers()
        flow = self._flow(np.array([*peppers.values()]).reshape(len(peppers), CONFIGS))
        begun = self.unfinished.load()
        if begun is not None:
            flow.resume(begun)
        keep = partial(self.unfinished.save, compressed=False, replace=True)
        figures = flow.run(self._effort.progress, self._effort.threads, keep)
        tally, bonus = figures.tally, self._rules.bonus * figures.left_over
        return {
            "mean": float(tally.brought.sum() + bonus),
            "standard_deviation": float(np.sqrt(figures.variance)),
            "bonus": bonus,
            "rolls_left_over": figures.left_over,
            "peppers": {
                name: {"chance": 1 - float(none), "a_game": float(count)}
                for name, none, count in zip(peppers, figures.without, tally.marks, strict=True)
            },
            "boxes": {
                box: {"written": float(count), "points_when_written": float(points / count) if count else 0.0}
                for box, count, points in zip(self._rules.boxes, tally.written, tally.brought, strict=True)
            },
        }

    def _flow(self, marked: NDArray[np.bool_]) -> Flow | HoldingFlow:
        if self._rules.extra:
            return HoldingFlow(self._solver.pool, marked, cache_folder())
        assert isinstance(self._solver, ClassicSolver)
        return Flow(self._solver.filled, marked)

    def _peppers(self) -> dict[str, NDArray[np.bool_]]:
        """Which configurations are each pepper, on the whole card."""
        if self._rules.boxes != BOXES or self._rules.dice != 6:
            return {}
        found = {name: np.zeros(CONFIGS, np.bool_) for name in ("little", "big", "hot")}
        for faces in (DICE, *((face,) * 6 for face in DICE)):
            found[str(pepper(faces))][np.ravel_multi_index([face - 1 for face in faces], (6,) * 6)] = True
        return found
