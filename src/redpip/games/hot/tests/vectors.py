"""What the words of the test vectors mean in Hot Dice. There are no rules here: everything is asked of the game.

The vectors write plain faces; here they fall on the dice in order. ``tests/conformance.py`` says what it looks for in
this file.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any, ClassVar

from redpip.core.dice import DICE, Faces, red_dice, shown
from redpip.core.game import Over, Roll, act, throw
from redpip.core.options import make_rules
from redpip.core.problem import Problem, Refusal, Refused
from redpip.games.hot.notation import Action, Bank, Hold, RollDice
from redpip.games.hot.rules import HotRules, State, Turn

Fields = Mapping[str, Any]

SEAT = 0  # whose turn a script tells; the other seat never moves
NO_DIE = 0  # a die that nobody rolled
PHASES = {"start": "start", "rolled": "hold", "held": "choose"}


@dataclass(frozen=True, slots=True)
class OneTurn:
    rules: HotRules
    state: State

    steps: ClassVar[Mapping[str, Callable[..., OneTurn]]]

    @classmethod
    def begin(cls, options: Fields, config: Fields | None = None) -> OneTurn:
        chosen = dict(config or {})
        opened = chosen.pop("opened", False)
        rules = rules_of(options, **chosen)
        return cls(rules, replace(rules.start(2, SEAT), totals=(max(1, rules.opening) if opened else 0, 0)))

    def act(self, action: Action) -> OneTurn:
        try:
            return replace(self, state=act(self.rules, self.state, SEAT, action))
        except Refused as refused:
            # in the vectors the turn is all there is
            raise Refused(Refusal("turn_over")) if refused.code == "not_your_turn" else refused from None

    def roll(self, faces: str) -> OneTurn:
        rolling = self.act(RollDice())
        due = self.rules.next(rolling.state)
        assert isinstance(due, Roll)
        try:
            return replace(self, state=throw(self.rules, rolling.state, laid(due.dice, faces)))
        except Problem as problem:
            raise Refused(Refusal(problem.code)) from None

    def hold(self, faces: str) -> OneTurn:
        return self.act(Hold(dice_with(self.state.turn.loose, faces)))

    def bank(self) -> OneTurn:
        return self.act(Bank())

    def flip(self, die: int, face: int) -> OneTurn:
        return self.act(self.rules.parse(f"flip {die}>{face}"))

    def look(self) -> Fields:
        ended = self.state.last
        turn = ended.turn if ended else self.state.turn
        return {
            "phase": "end" if ended else PHASES[self.state.phase],
            "score": ended.score if ended else None,
            "bust": ended is not None and ended.how == "bust",
            "turn_total": turn.total,
            "sets": turn.sets,
            "held": len(shown(turn.held)),
            "hot": self.rules.is_hot(turn),
            "opened": self.rules.on_board(self.state, SEAT),
        }


OneTurn.steps = {
    "roll": OneTurn.roll,
    "hold": OneTurn.hold,
    "bank": OneTurn.bank,
    "flip": OneTurn.flip,
}


def rules_of(options: Fields, **chosen: Any) -> HotRules:
    rules: HotRules = make_rules(HotRules, {**options, **chosen}, seats=2)
    return rules


def laid(dice: Sequence[int], faces: str) -> Faces:
    """These faces on these dice in order; what is too many or too few is for the game to refuse."""
    fallen = dict(zip(dice, map(int, faces), strict=False))
    return tuple(fallen.get(die, 0) for die in DICE) + tuple(map(int, faces[len(dice) :]))


def dice_with(loose: Faces, faces: str) -> tuple[int, ...]:
    """Loose dice that show these faces."""
    free = list(shown(loose))
    found = []
    for face in map(int, faces):
        die = next((die for die in free if loose[die - 1] == face), NO_DIE)
        found.append(die)
        free = [other for other in free if other != die]
    return tuple(sorted(found))


def lying(dice: int, sets: Sequence[int]) -> Faces:
    """So many dice held, showing sets where there are any; the vectors do not say what they show."""
    faces = ([face for face in sets for _ in range(3)] + [0] * 6)[:dice]
    return tuple([face or 2 for face in faces] + [0] * (6 - dice))


def hot_hold(
    given: Fields,
    turn_total: int,
    sets: Sequence[int],
    held_before: int,
    roll: str,
    hold: str,
    options: Fields | None = None,
) -> Fields:
    rules = rules_of(given, **(options or {}))
    turn = Turn(turn_total, tuple(sets), lying(held_before, sets))
    free = rules.all_dice[held_before:]
    turn = replace(turn, loose=laid(free, roll))
    state = replace(rules.start(2, SEAT), phase="rolled", turn=turn)
    after = OneTurn(rules, state).hold(hold)
    return {name: value for name, value in after.look().items() if name in ("turn_total", "sets", "hot", "held")}


def hot_bust(options: Fields, sets: Sequence[int], roll: str) -> Fields:
    rules = rules_of(options)
    turn = Turn(sets=tuple(sets), held=lying(rules.dice - len(roll), sets))
    rolling = replace(rules.start(2, SEAT), phase="rolling", turn=turn)
    after = throw(rules, rolling, laid(rules.to_roll(turn), roll))
    return {"bust": after.last is not None and after.last.how == "bust"}


def hot_game(options: Fields, players: int, turn_scores: Sequence[int], **house: Any) -> Fields:
    rules = rules_of(options, **house)
    state = rules.start(players, SEAT)
    order = []
    for score in turn_scores:
        if isinstance(rules.next(state), Over):
            break
        order.append(state.seat)
        state = rules.ended(state, score, "banked" if score else "bust")
    over = rules.next(state)
    return {
        "totals": state.totals,
        "trigger": state.trigger,
        "over": isinstance(over, Over),
        "winners": over.winners if isinstance(over, Over) else (),
        "order": order,
        "turns_consumed": len(order),
    }


def busts(faces: Faces) -> bool:
    return HotRules().rolled(State((0, 0), SEAT, "rolling"), faces).last is not None


def fills_up(faces: Faces) -> bool:
    """All six may be held at once."""
    rules = HotRules()
    after = rules.rolled(State((0, 0), SEAT, "rolling"), faces)
    due = rules.next(after)
    return after.last is None and not isinstance(due, Roll | Over) and Hold(DICE) in due.options[SEAT]


def shows_reds(number: int) -> Callable[[Faces], bool]:
    return lambda faces: len(red_dice(faces)) == number


PREDICATES: dict[str, Callable[[Faces], bool]] = {
    "run": lambda faces: len(set(faces)) == len(DICE),
    "set": lambda faces: all(faces.count(face) > 1 for face in faces),
    "six_of_a_kind": lambda faces: len(set(faces)) == 1,
    "hot_pepper": lambda faces: faces == DICE,
    **{f"reds={number}": shows_reds(number) for number in range(7)},
    "first_roll_bust": busts,
    "first_roll_fill_up": fills_up,
}


def count(_options: Fields, predicate: str) -> Fields:
    tests = [PREDICATES[part.strip()] for part in predicate.split(",")]
    return {"count": sum(all(test(faces) for test in tests) for faces in product(DICE, repeat=6))}


OPS = {"hot_hold": hot_hold, "hot_bust": hot_bust, "hot_game": hot_game, "count": count}
SCRIPTS = {"hot_turn": OneTurn}
