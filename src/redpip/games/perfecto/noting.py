"""A round with real cups of which its end alone is known: who won it, and the lives that it cost each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

from redpip.core.dice import Faces
from redpip.core.game import Seat
from redpip.core.noting import BaseNoting, Column, Note, NoteLine, Way
from redpip.core.problem import Refusal, Refused
from redpip.core.words import N_
from redpip.games.perfecto.rules import PerfectoRules
from redpip.games.perfecto.scoring import partner_of
from redpip.games.perfecto.state import State

ROUND, GAME = "won", "beat"


class PerfectoNoting(BaseNoting):
    without: ClassVar[Mapping[Way, str]] = {
        "final": N_("Dice lie under cups: every roll keeps bids and calls and asks for them at the showdown.")
    }
    later = N_(
        "Bids and calls wait for the connection. How the round ends can be told now; what was bid stays beside it."
    )

    def lines(self, rules: PerfectoRules, state: State, seat: Seat) -> Sequence[NoteLine]:
        """At any time, in place of what else would be said and of the dice at the showdown. Partners who have no life
        left to give are beaten, and still have two."""
        if state.phase != "show" and self._dealt(rules, state):
            return ()
        winners = self._may_win(state)
        lines = [self.line_of(rules, f"{ROUND}-{one + 1}") for one in winners]
        if rules.teams:
            lines += [self.line_of(rules, f"{GAME}-{one + 1}") for one in winners]
        return tuple(lines)

    def line_of(self, rules: PerfectoRules, what: str) -> NoteLine:
        how, _, number = what.partition("-")
        winner = int(number) - 1
        if how == GAME:
            return NoteLine(what, N_("{name} won the game"), who=winner)
        return NoteLine(what, N_("{name} won; lives lost"), None, each=True, who=winner, leads=winner)

    def _may_win(self, state: State) -> Sequence[Seat]:
        """Once a bid is called, the bidder or the caller."""
        if state.bid is None or state.call is None:
            return state.active
        return tuple(sorted((state.bid.seat, state.call.seat)))

    def _dealt(self, rules: PerfectoRules, state: State) -> bool:
        """Has a bot thrown its dice? Then it is to speak as well."""
        return state.phase == "over" or any(any(state.hands[seat]) for seat in state.active if seat not in rules.cups)

    def worth(self, rules: PerfectoRules, state: State, seat: Seat, what: str, dice: Faces) -> int | None:
        return None

    def noted(self, rules: PerfectoRules, state: State, seat: Seat, note: Note) -> State:
        how, _, number = note.what.lower().partition("-")
        winner = int(number) - 1
        if how == GAME:
            return rules.round_told(state, winner, (0,) * len(state.lives), beaten=True)
        if len(note.points) != len(state.lives):
            raise Refused(Refusal("points_needed"))
        self._check(rules, state, winner, note.points)
        return rules.round_told(state, winner, note.points)

    def _check(self, rules: PerfectoRules, state: State, winner: Seat, lost: Sequence[int]) -> None:
        """Whoever won loses nothing, and nobody more than was there or at stake."""
        side = {winner, partner_of(winner)} if rules.teams else {winner}
        least = 2 if rules.teams else 0  # partners keep their last lives until they are beaten
        for seat, lives in enumerate(lost):
            had = state.lives[seat]
            most = 0 if seat in side else min(had, 3 if rules.advanced else 1)
            if lives > most or (rules.teams and lives and had - lives < least - 1):
                raise Refused(Refusal("impossible_points", {"points": lives, "possible": f"0–{most}"}))
        if not any(lost):
            raise Refused(Refusal("points_needed"))

    def columns(self, rules: PerfectoRules, state: State) -> Sequence[Column]:
        return [Column(lives) for lives in state.lives]

    def turn_of(self, rules: PerfectoRules, state: State, seat: Seat) -> State:
        return replace(state, phase="bidding", bids=(), announced=0, call=None)
