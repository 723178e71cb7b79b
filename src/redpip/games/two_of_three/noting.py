"""A game of which its end alone is known: how many lines each has won."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

from redpip.core.dice import Faces, shown
from redpip.core.game import Seat
from redpip.core.noting import BaseNoting, Column, Note, NoteLine, Spot, Way
from redpip.core.problem import Refusal, Refused
from redpip.core.words import N_
from redpip.games.two_of_three.board import SQUARES, lines_within
from redpip.games.two_of_three.rules import State, TwoOfThreeRules, lines_won

LINE = NoteLine("lines", N_("The game is over; lines won"), None, each=True)


class TwoOfThreeNoting(BaseNoting):
    witnessed = True
    some = True
    passes = True
    chosen: ClassVar[tuple[str, ...]] = ("place",)
    without: ClassVar[Mapping[Way, str]] = {
        "final": N_("Where the dice lie matters, and what they show does not tell it.")
    }

    def lines(self, rules: TwoOfThreeRules, state: State, seat: Seat) -> Sequence[NoteLine]:
        return (LINE,) if state.phase == "roll" else ()

    def line_of(self, rules: TwoOfThreeRules, what: str) -> NoteLine:
        return LINE

    def worth(self, rules: TwoOfThreeRules, state: State, seat: Seat, what: str, dice: Faces) -> int | None:
        return None

    def noted(self, rules: TwoOfThreeRules, state: State, seat: Seat, note: Note) -> State:
        most = len(lines_within(len(state.board)))
        if len(note.points) != len(state.hands):
            raise Refused(Refusal("points_needed"))
        if sum(note.points) > most:
            raise Refused(Refusal("impossible_points", {"points": sum(note.points), "possible": f"0–{most}"}))
        return rules.ended(state, note.points)

    def columns(self, rules: TwoOfThreeRules, state: State) -> Sequence[Column]:
        return [Column(won) for won in lines_won(state)]

    def turn_of(self, rules: TwoOfThreeRules, state: State, seat: Seat) -> State:
        return replace(state, seat=seat, phase="roll")

    def places(self, rules: TwoOfThreeRules) -> Sequence[Spot]:
        squares = enumerate(SQUARES[: 2 * rules.dice], 1)
        return [Spot(str(square), "{number}", row, column, square) for square, (row, column) in squares]

    def lying(self, rules: TwoOfThreeRules, state: State, seat: Seat, lies: Faces) -> Mapping[int, str]:
        return dict.fromkeys(shown(state.faces) if state.seat == seat else (), "")
