"""The result of a turn of which no more is known: the hand at its end, or what the scoring dice then paid to each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from redpip.core.dice import NO_FACES, Faces
from redpip.core.game import Seat
from redpip.core.noting import BaseNoting, Column, Note, NoteLine
from redpip.core.problem import Refusal, Refused
from redpip.core.words import N_
from redpip.games.poobah.rules import PoobahRules, State

HAND, PAID = "hand", "paid"
MOST = 12 * 6  # six red 6s


class PoobahNoting(BaseNoting):
    witnessed = True
    turns = True
    rests = True
    passes = True
    neutral = N_("The scoring dice")

    def lines(self, rules: PoobahRules, state: State, seat: Seat) -> Sequence[NoteLine]:
        if state.phase == "score":
            return (NoteLine(PAID, N_("What each was paid"), None, each=True),)
        if state.phase != "roll":
            return ()
        hand = NoteLine(HAND, N_("My hand now"), dice=rules.dice, needs_dice=not rules.pays_next(state))
        paid = NoteLine(PAID, N_("What each was paid"), None, each=True)
        return (hand, paid) if rules.pays_next(state) else (hand,)

    def worth(self, rules: PoobahRules, state: State, seat: Seat, what: str, dice: Faces) -> int | None:
        return 0 if what == HAND else None

    def noted(self, rules: PoobahRules, state: State, seat: Seat, note: Note) -> State:
        if note.what.lower() == HAND:
            if note.dice is None:
                raise Refused(Refusal("dice_needed", {"dice": rules.dice}))
            return rules.hand_told(state, note.dice)
        paid = note.points
        if len(paid) != len(state.scores):
            raise Refused(Refusal("points_needed"))
        if max(paid) > MOST or any(paid[seat] for seat in range(len(paid)) if seat not in state.active):
            raise Refused(Refusal("impossible_points", {"points": max(paid), "possible": f"0–{MOST}"}))
        ended = state if state.phase == "score" else rules.hand_told(state, NO_FACES)
        return rules.paid(ended, NO_FACES, paid)

    def unknown(self, rules: PoobahRules, state: State) -> bool:
        """The scoring dice pay by what lies in every hand."""
        return state.phase == "score" and any(state.hands[seat] == NO_FACES for seat in state.active)

    def columns(self, rules: PoobahRules, state: State) -> Sequence[Column]:
        return [Column(score) for score in state.scores]

    def turn_of(self, rules: PoobahRules, state: State, seat: Seat) -> State:
        return replace(state, seat=seat, phase="roll")

    def stays(self, rules: PoobahRules) -> bool:
        return True
