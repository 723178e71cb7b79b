"""The result of a turn of which no more is known: how many levels it climbed, and whether a Diangle was among it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

from redpip.core.dice import Faces, shown
from redpip.core.game import Seat
from redpip.core.noting import BaseNoting, Column, Move, Note, NoteLine, Spot, Way
from redpip.core.words import N_
from redpip.games.diangle.rules import DiangleRules, State

DIANGLE = "+"
BESIDE = "0"  # the board


class DiangleNoting(BaseNoting):
    witnessed = True
    passes = True
    chosen: ClassVar[tuple[str, ...]] = ("place", "lift", "advance")
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

    def stays(self, rules: DiangleRules) -> bool:
        return True

    def places(self, rules: DiangleRules) -> Sequence[Spot]:
        rows = [Spot(str(row), N_("Row {number}"), 1, row, row) for row, _ in enumerate(rules.rows, 1)]
        return [*rows, Spot(BESIDE, N_("Beside"), 1, len(rows) + 1)]

    def put(self, die: int, place: str) -> str:
        return f"lift {die}" if place == BESIDE else super().put(die, place)

    def moves(self, rules: DiangleRules) -> Sequence[Move]:
        """The dice of rows that are passed leave the board, and those above drop."""
        last = len(rules.rows)
        found = []
        for rows in range(1, last + 1):
            drop = {str(row): str(row - rows) for row in range(rows + 1, last + 1)}
            found.append(Move(f"advance {rows}", N_("Up by {number}"), rows, drop))
        return found

    def lying(self, rules: DiangleRules, state: State, seat: Seat, lies: Faces) -> Mapping[int, str]:
        rows = state.climbers[seat].rows
        placed = {die: str(row) for row, dice in enumerate(rows, 1) for die in dice}
        return {die: placed.get(die, "") for die in shown(lies)}
