"""bot:best for Perfecto: solves a sketch of each position from what all can know, and mixes as the solution does."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from random import Random

from redpip.core.game import Seat
from redpip.games.perfecto.advisor import PerfectoAdvisor
from redpip.games.perfecto.notation import Action
from redpip.games.perfecto.rules import PerfectoRules
from redpip.games.perfecto.state import State

SELDOM = 0.15  # what a solution does less often than this it need not do at all


class BestBot:
    def __init__(self, rules: PerfectoRules, seat: Seat, luck: Random) -> None:
        self._advisor, self._luck = PerfectoAdvisor(rules, seat), luck

    def choose(self, view: State, options: Sequence[Action]) -> Action:
        if len(options) == 1:
            return options[0]
        rated = self._advisor.rated(view, options)
        often = [(one.action, one.often) for one in rated if one.often >= SELDOM]
        if not often:
            return max(rated, key=lambda one: one.value).action
        sums = zip((action for action, _ in often), accumulate(part for _, part in often), strict=True)
        mark = self._luck.random() * sum(part for _, part in often)
        return next((action for action, upto in sums if mark <= upto), often[-1][0])
