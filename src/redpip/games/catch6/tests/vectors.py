"""What the words of the test vectors mean in Catch 6. There are no rules here: everything is asked of the game.

``tests/conformance.py`` says what it looks for in this file.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal

from redpip.core.dice import DICE
from redpip.core.game import Over, Seat, act, throw
from redpip.core.match import MatchRules, MatchState
from redpip.core.options import make_rules
from redpip.games.catch6 import GAME
from redpip.games.catch6.notation import Action, Catch, Pass, RollDice
from redpip.games.catch6.rules import Catch6Rules, Phase, State
from redpip.games.catch6.scoring import Way

Fields = Mapping[str, Any]
Mode = Literal["single", "match"]


@dataclass(frozen=True, slots=True)
class Catch6Table:
    rules: Any  # of a single game or of a match
    state: Any

    steps: ClassVar[Mapping[str, Callable[..., Catch6Table]]]

    @classmethod
    def begin(
        cls,
        options: Fields,
        mode: Mode,
        faces: Sequence[Sequence[int]],
        owner: Sequence[int],
        must_all: Sequence[bool],
        turn: Seat,
        phase: Phase,
        target: int,
        games: Sequence[int],
        match_target: int | None,
        winner: Seat | None,
        match_winner: Seat | None,
    ) -> Catch6Table:
        # a vector may well ask for a target that no option offers
        rules: Catch6Rules = replace(make_rules(Catch6Rules, options, seats=2), target=target)
        (mine, yours), (first, second) = faces, must_all
        owners = tuple(None if seat < 0 else seat for seat in owner)
        game = State((tuple(mine), tuple(yours)), owners, (first, second), turn, phase)
        if winner not in (None, turn):
            game = replace(game, carried=game.caught(turn)[0])
        table = cls(rules, game)
        if mode == "match":
            assert match_target is not None
            match = MatchState(game, turn, tuple(games), (), 1, turn)
            table = cls(MatchRules(GAME.course.inside(rules), match_target, GAME.course), match)
        told = table.look()["position"]
        if (told["winner"], told["match_winner"]) != (winner, match_winner):
            raise ValueError("the position contradicts itself")
        return table

    @property
    def game(self) -> State:
        state: State = self.state.game if isinstance(self.state, MatchState) else self.state
        return state

    @property
    def game_rules(self) -> Catch6Rules:
        rules: Any = self.rules.rules if isinstance(self.rules, MatchRules) else self.rules
        assert isinstance(rules, Catch6Rules)
        return rules

    def act(self, action: Action, by: Seat | None) -> Catch6Table:
        seat = self.game.seat if by is None else by
        return replace(self, state=act(self.rules, self.state, seat, action))

    def roll(self, dice: Sequence[int], result: Mapping[str, int], by: Seat | None = None) -> Catch6Table:
        rolling = self.act(RollDice(tuple(sorted(dice))), by)
        faces = tuple(result.get(str(die), 0) for die in DICE)
        return replace(rolling, state=throw(rolling.rules, rolling.state, faces))

    def catch(
        self, number: int, method: Way | None = None, carryover: bool = False, by: Seat | None = None
    ) -> Catch6Table:
        return self.act(Catch(number, method, carryover), by)

    def give_up(self, by: Seat | None = None) -> Catch6Table:
        return self.act(Pass(), by)

    def look(self) -> Fields:
        match = self.state if isinstance(self.state, MatchState) else None
        game, outcome = self.game, self.rules.next(self.state)
        position = {
            "mode": "match" if match else "single",
            "faces": game.hands,
            "owner": [-1 if seat is None else seat for seat in game.owners],
            "must_all": game.must_all,
            "turn": game.seat,
            "phase": game.phase,
            "target": self.game_rules.target,
            "games": match.points if match else (0, 0),
            "match_target": self.rules.target if match else None,
            "winner": game.winner,
            "match_winner": outcome.winners[0] if match and isinstance(outcome, Over) else None,
        }
        return {"position": position}


Catch6Table.steps = {"roll": Catch6Table.roll, "catch": Catch6Table.catch, "pass": Catch6Table.give_up}


def options(table: Catch6Table) -> Sequence[tuple[int, Way]]:
    return table.game_rules.catchable(table.game)


def score(table: Catch6Table) -> Sequence[int]:
    return table.game.scores


BOOKLET = Catch6Table
QUERIES = {"options": options, "score": score}
