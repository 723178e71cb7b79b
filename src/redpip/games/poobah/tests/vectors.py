"""What the words of the test vectors mean in Grand Poobah. There are no rules here: everything is asked of the game.

``tests/conformance.py`` says what it looks for in this file.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from redpip.core.dice import DICE, Faces
from redpip.core.game import Over, Roll, Seat, act, throw
from redpip.core.options import make_rules
from redpip.core.problem import Refusal, Refused
from redpip.games.poobah.notation import Action, Change, Done, RollDice
from redpip.games.poobah.rules import Phase, PoobahRules, State
from redpip.games.poobah.scoring import gains

Fields = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class PoobahTable:
    rules: PoobahRules
    state: State

    steps: ClassVar[Mapping[str, Callable[..., PoobahTable]]]

    @classmethod
    def begin(
        cls,
        options: Fields,
        n: int,
        hands: Sequence[Sequence[int]],
        scores: Sequence[int],
        turns: Sequence[int],
        turn: Seat,
        phase: Phase,
        active: Sequence[Seat],
        overtime: bool,
        target: int,
        winner: Seat | None,
    ) -> PoobahTable:
        rules = make_rules(PoobahRules, {**options, "target": target}, seats=n)
        dice = tuple(map(tuple, hands))
        state = State(dice, tuple(scores), tuple(turns), turn, phase, tuple(active), overtime)
        if not n == len(hands) == len(scores) == len(turns) or state.winner != winner:
            raise ValueError("the position contradicts itself")
        return cls(rules, state)

    def act(self, action: Action, by: Seat | None) -> PoobahTable:
        seat = self.state.seat if by is None else by
        return replace(self, state=act(self.rules, self.state, seat, action))

    def roll(self, dice: Sequence[int], result: Mapping[str, int], by: Seat | None = None) -> PoobahTable:
        rolling = self.act(RollDice(tuple(sorted(dice))), by)
        return rolling.fall(tuple(result.get(str(die), 0) for die in DICE)) if dice else rolling

    def change(self, set: Mapping[str, int], by: Seat | None = None) -> PoobahTable:  # noqa: A002  the vectors' word
        """One action a die, then the end of the turn; the table is a value, so a refusal leaves it as it was."""
        table = self
        for die, face in set.items():
            table = table.act(Change(int(die), face), by)
        return table.act(Done(), by)

    def score(self, result: Sequence[int], by: Seat | None = None) -> PoobahTable:
        match self.rules.next(self.state):
            case Roll(seat=None):
                return self.fall(tuple(result))
            case Over():
                raise Refused(Refusal("game_over"))
        raise Refused(Refusal("wrong_phase"))

    def fall(self, faces: Faces) -> PoobahTable:
        return replace(self, state=throw(self.rules, self.state, faces))

    def look(self) -> Fields:
        state = self.state
        position = {
            "n": len(state.hands),
            "hands": state.hands,
            "scores": state.scores,
            "turns": state.turns,
            "turn": state.seat,
            "phase": state.phase,
            "active": state.active,
            "overtime": state.overtime,
            "target": self.rules.target,
            "winner": state.winner,
        }
        return {"position": position}


PoobahTable.steps = {"roll": PoobahTable.roll, "change": PoobahTable.change, "score": PoobahTable.score}


def gain(table: PoobahTable, result: Sequence[int]) -> Sequence[int]:
    return gains(table.state.hands, table.state.active, tuple(result))


BOOKLET = PoobahTable
QUERIES = {"gain": gain}
