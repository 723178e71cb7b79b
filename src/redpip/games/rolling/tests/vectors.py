"""What the words of the test vectors mean in Keep on Rolling. There are no rules here: everything is asked of the game.

``tests/conformance.py`` says what it looks for in this file.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any, ClassVar

from redpip.core.dice import DICE, NO_FACES, Faces, faces_text, parse_faces, red_dice
from redpip.core.game import Over, act, throw
from redpip.core.options import make_rules
from redpip.core.problem import Problem, Refusal, Refused
from redpip.games.rolling.notation import Action, Aside, RollDice, Stop
from redpip.games.rolling.rules import RollingRules, State, Turn
from redpip.games.rolling.scoring import is_bust, points, unmatched

Fields = Mapping[str, Any]

SEAT = 0  # whose turn a script tells; the other seat never moves
PHASES = {"start": "start", "rolled": "set", "chosen": "choose"}


@dataclass(frozen=True, slots=True)
class OneTurn:
    rules: RollingRules
    state: State

    steps: ClassVar[Mapping[str, Callable[..., OneTurn]]]

    @classmethod
    def begin(cls, options: Fields, config: Fields | None = None) -> OneTurn:
        rules = rules_of(options, **(config or {}))
        return cls(rules, rules.start(2, SEAT))

    def act(self, action: Action) -> OneTurn:
        try:
            return replace(self, state=act(self.rules, self.state, SEAT, action))
        except Refused as refused:
            # in the vectors the turn is all there is
            raise Refused(Refusal("turn_over")) if refused.code == "not_your_turn" else refused from None

    def roll(self, faces: str) -> OneTurn:
        rolling = self.act(RollDice())
        try:
            return replace(self, state=throw(self.rules, rolling.state, parse_faces(faces)))
        except Problem as problem:
            raise Refused(Refusal(problem.code)) from None

    def aside(self, dice: Sequence[int]) -> OneTurn:
        return self.act(Aside(tuple(sorted(dice))))

    def stop(self) -> OneTurn:
        return self.act(Stop())

    def flip(self, die: int, face: int) -> OneTurn:
        return self.act(self.rules.parse(f"flip {die}>{face}"))

    def look(self) -> Fields:
        ended = self.state.last
        turn = ended.turn if ended else self.state.turn
        return {
            "phase": "end" if ended else PHASES[self.state.phase],
            "score": ended.score if ended else None,
            "bust": ended is not None and ended.how == "bust",
            "turn_points": turn.points,
            "carried": turn.carried,
            "aside": faces_text(turn.aside),
            "filled": self.rules.filled(turn.aside),
            "unmatched": unmatched(turn.aside),
            "totals": self.state.totals,
        }


OneTurn.steps = {"roll": OneTurn.roll, "aside": OneTurn.aside, "stop": OneTurn.stop, "flip": OneTurn.flip}


def rules_of(options: Fields, **chosen: Any) -> RollingRules:
    rules: RollingRules = make_rules(RollingRules, {**options, **chosen}, seats=2)
    return rules


def rolling_points(options: Fields, aside: str) -> Fields:
    faces = parse_faces(aside)
    return {"points": points(faces), "unmatched": unmatched(faces), "filled": rules_of(options).filled(faces)}


def rolling_bust(options: Fields, aside: str, roll: str) -> Fields:
    rules = rules_of(options)
    rolling = replace(rules.start(2, SEAT), phase="rolling", turn=Turn(aside=parse_faces(aside)))
    after = throw(rules, rolling, parse_faces(roll))
    return {"bust": after.last is not None and after.last.how == "bust"}


def rolling_game(
    options: Fields,
    players: int,
    turn_scores: Sequence[int],
    target: int | None = None,
    start_totals: Sequence[int] | None = None,
) -> Fields:
    rules = rules_of(options, **({} if target is None else {"target": target}))
    state = replace(rules.start(players, SEAT), totals=tuple(start_totals or (0,) * players))
    order = []
    for score in turn_scores:
        if isinstance(rules.next(state), Over):
            break
        order.append(state.seat)
        state = rules.ended(state, score, "stopped" if score else "bust")
    over = rules.next(state)
    return {
        "totals": state.totals,
        "out": state.out,
        "winner": over.winners[0] if isinstance(over, Over) else None,
        "over": isinstance(over, Over),
        "endgame": max(state.totals) >= rules.target,
        "turns_consumed": len(order),
        "order": order,
        "next": None if isinstance(over, Over) else state.seat,
    }


def first_roll(faces: Faces) -> State:
    rules = RollingRules()
    return rules.rolled(State((0, 0), SEAT, "rolling"), faces)


def busts(faces: Faces) -> bool:
    return first_roll(faces).last is not None


def fills_up(faces: Faces) -> bool:
    rules = RollingRules()
    after = first_roll(faces)
    return after.phase == "rolled" and rules.filled(rules.play(after, SEAT, Aside(DICE)).turn.aside)


def shows_reds(number: int) -> Callable[[Faces], bool]:
    return lambda faces: len(red_dice(faces)) == number


PREDICATES: dict[str, Callable[[Faces], bool]] = {
    "run": lambda faces: is_bust(NO_FACES, faces),
    "set": lambda faces: not unmatched(faces),
    "six_of_a_kind": lambda faces: len(set(faces)) == 1,
    "hot_pepper": lambda faces: faces == DICE,
    **{f"reds={number}": shows_reds(number) for number in range(7)},
    "first_roll_bust": busts,
    "first_roll_fill_up": fills_up,
}


def count(_options: Fields, predicate: str) -> Fields:
    tests = [PREDICATES[part.strip()] for part in predicate.split(",")]
    return {"count": sum(all(test(faces) for test in tests) for faces in product(DICE, repeat=6))}


OPS = {
    "rolling_points": rolling_points,
    "rolling_bust": rolling_bust,
    "rolling_game": rolling_game,
    "count": count,
}
SCRIPTS = {"rolling_turn": OneTurn}
