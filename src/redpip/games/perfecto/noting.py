"""A round with real cups of which its end alone is known: who won it, and the lives that it cost each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from redpip.core.dice import NO_FACES, Faces
from redpip.core.game import Seat
from redpip.core.noting import Column, Note, NoteLine
from redpip.core.problem import Refusal, Refused
from redpip.core.words import N_
from redpip.games.perfecto.rules import PerfectoRules
from redpip.games.perfecto.scoring import partner_of
from redpip.games.perfecto.state import State

ROUND, GAME = "won", "beat"


class PerfectoNoting:
    def lines(self, rules: PerfectoRules, state: State, seat: Seat) -> Sequence[NoteLine]:
        """Before the cups are thrown. Partners who have no life left to give are beaten, and still have two."""
        if state.phase != "deal" or any(map(any, state.hands)):
            return ()
        won = N_("{name} won; lives lost")
        lines = [NoteLine(f"{ROUND}-{one + 1}", won, None, each=True, who=one) for one in state.active]
        if rules.teams:
            lines += [NoteLine(f"{GAME}-{one + 1}", N_("{name} won the game"), who=one) for one in state.active]
        return tuple(lines)

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

    def unknown(self, rules: PerfectoRules, state: State) -> bool:
        return False

    def columns(self, rules: PerfectoRules, state: State) -> Sequence[Column]:
        return [Column(lives) for lives in state.lives]

    def turn_of(self, rules: PerfectoRules, state: State, seat: Seat) -> State:
        return replace(state, phase="deal", hands=(NO_FACES,) * len(state.lives))
