"""What the words of the test vectors mean in Diangle. There are no rules here: everything is asked of the game.

``tests/conformance.py`` says what it looks for in this file.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from redpip.core.dice import DICE
from redpip.core.game import Over, Seat, act, throw
from redpip.core.options import make_rules
from redpip.core.problem import Refusal, Refused
from redpip.games.diangle.notation import Accept, Action, Advance, EndTurn, Lift, Place, Reroll, Select
from redpip.games.diangle.rules import Climber, DiangleRules, Phase, State

Fields = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class DiangleTable:
    rules: DiangleRules
    state: State

    steps: ClassVar[Mapping[str, Callable[..., DiangleTable]]]

    @classmethod
    def begin(
        cls,
        options: Fields,
        n: int,
        players: Sequence[Fields],
        turn: Seat,
        phase: Phase,
        rollset: Sequence[int],
        spent: Sequence[int],
        extra: int,
        is_extra: bool,
        winner: Seat | None,
    ) -> DiangleTable:
        rules = make_rules(DiangleRules, options, seats=n)
        climbers = tuple(_climber(**player) for player in players)
        table = cls(rules, State(climbers, turn, phase, tuple(rollset), tuple(spent), extra, is_extra))
        if n != len(players) or table.winner != winner:
            raise ValueError("the position contradicts itself")
        return table

    @property
    def winner(self) -> Seat | None:
        match self.rules.next(self.state):
            case Over(winners=(seat,)):
                return seat
        return None

    def act(self, action: Action, by: Seat | None) -> DiangleTable:
        seat = self.state.seat if by is None else by
        return replace(self, state=act(self.rules, self.state, seat, action))

    def select(self, dice: Sequence[int], result: Mapping[str, int], by: Seat | None = None) -> DiangleTable:
        return self.act(Select(tuple(sorted(dice))), by).fall(result)

    def accept(self, by: Seat | None = None) -> DiangleTable:
        return self.act(Accept(), by)

    def reroll(
        self, result: Mapping[str, int], dice: Sequence[int] | None = None, by: Seat | None = None
    ) -> DiangleTable:
        """Naming the dice that are due says no more than naming none."""
        named = tuple(sorted(dice or ()))
        return self.act(Reroll(() if named == self.state.cast else named), by).fall(result)

    def arrange(self, rows: Sequence[Sequence[int]], by: Seat | None = None) -> DiangleTable:
        """Takes off what is to lie elsewhere, then places die by die. A refusal leaves the table as it was."""
        named = [die for row in rows for die in row]
        if len(set(named)) < len(named):
            raise Refused(Refusal("bad_die", {"given": tuple(named)}))
        table = self._to_arrange(by)
        for die, _ in sorted(_places(self.state.climber.rows) - _places(rows)):
            table = table.act(Lift(die), by)
        for die, row in sorted(_places(rows) - _places(self.state.climber.rows)):
            table = table.act(Place(die, row), by)
        return table

    def _to_arrange(self, by: Seat | None) -> DiangleTable:
        """A layout may change nothing at all, and is still refused at the wrong time or to the wrong player."""
        try:
            self.act(Advance(0), by)
        except Refused as refused:
            if refused.code != "bad_count":
                raise
        return self

    def advance(self, k: int, by: Seat | None = None) -> DiangleTable:
        return self.act(Advance(k), by)

    def end_turn(self, by: Seat | None = None) -> DiangleTable:
        return self.act(EndTurn(), by)

    def fall(self, result: Mapping[str, int]) -> DiangleTable:
        faces = tuple(result.get(str(die), 0) for die in DICE)
        return replace(self, state=throw(self.rules, self.state, faces))

    def look(self) -> Fields:
        state = self.state
        players = [
            {"idx": one.level, "faces": one.faces, "rows": one.rows, "turns": one.turns} for one in state.climbers
        ]
        position = {
            "n": len(players),
            "players": players,
            "turn": state.seat,
            "phase": state.phase,
            "rollset": state.cast,
            "spent": state.spent,
            "extra": state.extra,
            "is_extra": state.is_extra,
            "winner": self.winner,
        }
        return {"position": position}


DiangleTable.steps = {
    "select": DiangleTable.select,
    "accept": DiangleTable.accept,
    "reroll": DiangleTable.reroll,
    "arrange": DiangleTable.arrange,
    "advance": DiangleTable.advance,
    "end_turn": DiangleTable.end_turn,
}


def _climber(idx: int, faces: Sequence[int], rows: Sequence[Sequence[int]], turns: int) -> Climber:
    return Climber(idx, tuple(map(tuple, rows)), tuple(faces), turns)


def _places(rows: Sequence[Sequence[int]]) -> set[tuple[int, int]]:
    return {(die, row) for row, dice in enumerate(rows, 1) for die in dice}


def row_values(_table: DiangleTable | None, idx: int) -> Sequence[int | None]:
    return DiangleRules().row_values(idx)


def filled(table: DiangleTable) -> Sequence[bool]:
    return table.rules.filled(table.state.climber)


def max_advance(table: DiangleTable) -> int:
    return table.rules.most_rows(table.state.climber)


def must_roll(table: DiangleTable) -> Sequence[int]:
    return table.rules.must_roll(table.state.climber)


BOOKLET = DiangleTable
QUERIES = {"row_values": row_values, "filled": filled, "max_advance": max_advance, "must_roll": must_roll}
