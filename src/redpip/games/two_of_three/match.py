"""A match: a tied game makes the next one worth more, and a player names who starts it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from redpip.core.match import Course, MatchState
from redpip.games.two_of_three.rules import State, TwoOfThreeRules


class GrowingStakes(Course[State]):
    good_to_start = True  # 51 % of games among planners: docs/games/two_of_three.md

    def inside(self, rules: TwoOfThreeRules) -> TwoOfThreeRules:
        return replace(rules, ties_end=True)

    def following(self, rules: Any, state: MatchState[State]) -> MatchState[State]:
        """The loser names who starts; after a tie, whoever did not name it last time."""
        winners = state.results[-1].winners
        tied = len(winners) > 1
        chooser = 1 - (state.chooser if tied else winners[0])
        return replace(state, stake=state.stake + 1 if tied else 1, chooser=chooser, choosing=True)
