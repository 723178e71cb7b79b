"""The result of a turn of which no more is known: how many levels it climbed, and whether a Diangle was among it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

from redpip.core.dice import Faces
from redpip.core.game import Seat
from redpip.core.noting import BaseNoting, Column, Note, NoteLine, Way
from redpip.core.words import N_
from redpip.games.diangle.rules import DiangleRules, State

DIANGLE = "+"


class DiangleNoting(BaseNoting):
    without: ClassVar[Mapping[Way, str]] = {
        "final": N_("Where the dice were put matters, and what they show does not tell it.")
    }

    def lines(self, rules: DiangleRules, state: State, seat: Seat) -> Sequence[NoteLine]:
        if state.phase != "select":
            return ()
        left = len(rules.track) - state.climber.level
        plain = [NoteLine(str(levels), str(levels)) for levels in range(min(left, len(rules.all_dice)) + 1)]
        rows = len(rules.rows)
        # all rows at once are a Diangle, and it earns another turn
        return (*plain, *(self.line_of(rules, f"{line.what}{DIANGLE}") for line in plain[rows:]))

    def line_of(self, rules: DiangleRules, what: str) -> NoteLine:
        return NoteLine(what, what.replace(DIANGLE, " (Diangle)"))

    def worth(self, rules: DiangleRules, state: State, seat: Seat, what: str, dice: Faces) -> int | None:
        return None  # where they were put matters too

    def noted(self, rules: DiangleRules, state: State, seat: Seat, note: Note) -> State:
        return rules.climbed(state, int(note.what.rstrip(DIANGLE)), diangle=note.what.endswith(DIANGLE))

    def columns(self, rules: DiangleRules, state: State) -> Sequence[Column]:
        return [Column(climber.level) for climber in state.climbers]

    def turn_of(self, rules: DiangleRules, state: State, seat: Seat) -> State:
        return replace(state, seat=seat, phase="select")
