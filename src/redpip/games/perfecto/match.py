"""Matches of Perfecto: knock-outs are points, so a match can end in the middle of a game."""

from __future__ import annotations

from collections.abc import Mapping

from redpip.core.game import Over, Seat
from redpip.core.match import Course, MatchState, next_game
from redpip.games.perfecto.rules import PerfectoRules
from redpip.games.perfecto.scoring import partner_of
from redpip.games.perfecto.state import State


class PerfectoCourse(Course[State]):
    """Whoever is left gets a point for each player who is knocked out; of teams, the winners one for the game."""

    def usual(self, sides: int) -> int:
        return 2 * sides - 1

    def side(self, rules: PerfectoRules, seat: Seat) -> int:
        return min(seat, partner_of(seat)) if rules.teams else seat

    def gains(
        self, rules: PerfectoRules, before: State, after: State, over: Over | None, stake: int
    ) -> Mapping[Seat, int]:
        if rules.teams:
            return dict.fromkeys(rules.winners(after), 1)
        knocked_out = len(before.active) - len(after.active)
        return dict.fromkeys(after.active, knocked_out) if knocked_out else {}

    def following(self, rules: PerfectoRules, state: MatchState[State]) -> MatchState[State]:
        """Whoever won leads the next game; of a team, who won its last round."""
        return next_game(rules, state, state.game.leader)
