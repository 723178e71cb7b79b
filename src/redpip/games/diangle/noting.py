"""The result of a turn of which no more is known: how many levels it climbed, and whether a Diangle was among it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from redpip.core.dice import Faces
from redpip.core.game import Seat
from redpip.core.noting import Column, Note, NoteLine
from redpip.games.diangle.rules import DiangleRules, State

DIANGLE = "+"


class DiangleNoting:
    def lines(self, rules: DiangleRules, state: State, seat: Seat) -> Sequence[NoteLine]:
        if state.phase != "select":
            return ()
        left = len(rules.track) - state.climber.level
        plain = [NoteLine(str(levels), str(levels)) for levels in range(min(left, len(rules.all_dice)) + 1)]
        rows = len(rules.rows)
        # all rows at once are a Diangle, and it earns another turn
        return (*plain, *(NoteLine(f"{line.what}{DIANGLE}", f"{line.what} (Diangle)") for line in plain[rows:]))

    def worth(self, rules: DiangleRules, state: State, seat: Seat, what: str, dice: Faces) -> int | None:
        return None  # where they were put matters too

    def noted(self, rules: DiangleRules, state: State, seat: Seat, note: Note) -> State:
        return rules.climbed(state, int(note.what.rstrip(DIANGLE)), diangle=note.what.endswith(DIANGLE))

    def unknown(self, rules: DiangleRules, state: State) -> bool:
        return False

    def columns(self, rules: DiangleRules, state: State) -> Sequence[Column]:
        return [Column(climber.level) for climber in state.climbers]

    def turn_of(self, rules: DiangleRules, state: State, seat: Seat) -> State:
        return replace(state, seat=seat, phase="select")
