"""The result of a turn of which no more is known: a bust, or the points that were banked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

from redpip.core.dice import Faces
from redpip.core.game import Seat
from redpip.core.noting import BaseNoting, Column, Note, NoteLine, Way, check_points
from redpip.core.problem import Refusal, Refused
from redpip.core.words import N_
from redpip.games.hot.rules import HotRules, State
from redpip.games.hot.scoring import SINGLES

BUST = NoteLine("bust", N_("Bust"))
STEP = min(SINGLES.values())  # everything that counts is a multiple of this


class HotNoting(BaseNoting):
    witnessed = True
    without: ClassVar[Mapping[Way, str]] = {
        "final": N_("What was held together in which roll matters, and the last dice do not tell it.")
    }

    def lines(self, rules: HotRules, state: State, seat: Seat) -> Sequence[NoteLine]:
        return (NoteLine("bank", N_("Bank points"), None), BUST) if state.phase == "start" else ()

    def worth(self, rules: HotRules, state: State, seat: Seat, what: str, dice: Faces) -> int | None:
        return None  # it depends on which dice were held together

    def noted(self, rules: HotRules, state: State, seat: Seat, note: Note) -> State:
        if note.what.lower() == BUST.what:
            return rules.ended(state, 0, "bust")
        points = note.points[0]
        below = points - points % STEP
        check_points(points, [one for one in (below, below + STEP) if one])
        if rules.may_bank(state, points):
            return rules.ended(state, points, "banked")
        if rules.opening_stop == "zero":
            return rules.ended(state, 0, "short")
        raise Refused(Refusal("opening", {"opening": rules.opening, "total": points}))

    def columns(self, rules: HotRules, state: State) -> Sequence[Column]:
        return [Column(total) for total in state.totals]

    def turn_of(self, rules: HotRules, state: State, seat: Seat) -> State:
        return replace(state, seat=seat, phase="start")
