"""What the words of the test vectors mean in Spicy Dice. There are no rules here: everything is asked of the game.

``tests/conformance.py`` says what it looks for in this file.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any, ClassVar

from redpip.core.dice import DICE, NO_FACES, Faces, faces_text, parse_faces, red_dice
from redpip.core.game import Choose, Over, act, throw
from redpip.core.options import make_rules
from redpip.games.spicy.notation import Action, Flip, Hold, RollDice, Score, Waive
from redpip.games.spicy.rules import Sheet, SpicyRules, State, next_seat
from redpip.games.spicy.scoring import is_run, is_set, pepper

Fields = Mapping[str, Any]

SEAT = 0  # scripts are solo games


@dataclass(frozen=True, slots=True)
class SoloGame:
    rules: SpicyRules
    state: State
    dice: Faces  # as they lay last; Classic puts them away between turns, the vectors do not

    steps: ClassVar[Mapping[str, Callable[..., SoloGame]]]

    @classmethod
    def begin(cls, options: Fields, config: Fields | None = None, state: Fields | None = None) -> SoloGame:
        rules = rules_of(options, config or {})
        position = _position(rules, **(state or {}))
        return cls(rules, position, position.sheet.dice)

    def act(self, action: Action) -> SoloGame:
        return self._now(act(self.rules, self.state, SEAT, action))

    def roll(self, *words: Any) -> SoloGame:
        """Words: the faces of all dice, or some dice and the faces of these in die order."""
        dice, faces = words if len(words) == 2 else (DICE, *words)
        rolling = self.act(RollDice(_sorted(dice)))
        fallen = dict(zip(_sorted(dice), faces, strict=True))
        thrown = parse_faces("".join(fallen.get(die, "-") for die in DICE))
        return self._now(throw(self.rules, rolling.state, thrown))

    def flip(self, die: int, face: int) -> SoloGame:
        return self.act(Flip(die, face))

    def hold(self, dice: Sequence[int]) -> SoloGame:
        return self.act(Hold(_sorted(dice)))

    def score(self, box: str, used: Sequence[int] | None = None) -> SoloGame:
        return self.act(Score(box, None if used is None else _sorted(used)))

    def waive(self, box: str) -> SoloGame:
        return self.act(Waive(box))

    def look(self) -> Fields:
        sheet = self.state.sheet
        return {
            "card": self.card,
            "dice": faces_text(self.dice),
            "flippable": self.rules.flippable(self.state),
            "holdable": self.holdable,
            "rolls_used": sheet.used,
            "rolls_allowed_now": self.rules.rolls_allowed(sheet, SEAT),
            "bonus": self.rules.bonus_of(sheet),
            "total": self.rules.total(sheet),
            "over": isinstance(self.rules.next(self.state), Over),
        }

    @property
    def card(self) -> dict[str, int]:
        """The boxes that are written."""
        boxes = zip(self.rules.boxes, self.state.sheet.card, strict=True)
        return {box: points for box, points in boxes if points is not None}

    @property
    def holdable(self) -> tuple[int, ...]:
        """The dice that some legal hold takes."""
        due = self.rules.next(self.state)
        options = due.options[SEAT] if isinstance(due, Choose) else ()
        return _sorted({die for action in options if isinstance(action, Hold) for die in action.dice})

    def _now(self, state: State) -> SoloGame:
        lying = state.sheet.dice
        return replace(self, state=state, dice=self.dice if lying == NO_FACES else lying)


SoloGame.steps = {
    "roll": SoloGame.roll,
    "flip": SoloGame.flip,
    "hold": SoloGame.hold,
    "score": SoloGame.score,
    "waive": SoloGame.waive,
}


def rules_of(options: Fields, config: Fields) -> SpicyRules:
    chosen = {name: tuple(value) if isinstance(value, list) else value for name, value in config.items()}
    rules: SpicyRules = make_rules(SpicyRules, {**options, **chosen}, seats=1)
    return rules


def _position(
    rules: SpicyRules, card: Mapping[str, int] | None = None, rolls_used: int = 0, dice: str | None = None
) -> State:
    """A turn begins here. The rolls are not told box by box, so the first written box stands for all of them."""
    written = {**card} if card else {}
    points = tuple(written.pop(box, None) for box in rules.boxes)
    if written:
        raise ValueError(f"unknown boxes {sorted(written)}")
    first = next((box for box, score in enumerate(points) if score is not None), None)
    marks = tuple(None if score is None else rolls_used * (box == first) for box, score in enumerate(points))
    lying = parse_faces(dice) if dice else NO_FACES
    # which of the lying dice were used is not told either, so none was
    sheet = Sheet(points, marks, rolls_used, lying, rules.all_dice if rules.extra and dice else ())
    return State((sheet,), SEAT, "over" if sheet.finished else "start")


def score(options: Fields, dice: str, box: str) -> Fields:
    return {"score": SoloGame.begin(options).roll(dice).score(box).card[box]}


def score_all(options: Fields, dice: str, boxes: Sequence[str]) -> Fields:
    return {"scores": [score(options, dice, box)["score"] for box in boxes]}


def score_used(options: Fields, dice: str, box: str, used: Sequence[int] | None) -> Fields:
    game = SoloGame.begin({**options, "extra": True}).roll(dice)
    scored = game.score(box, used)
    _, spent = game.rules.score_used(game.dice, box, None if used is None else _sorted(used))
    return {"score": scored.card[box], "used": spent, "holdable": scored.holdable}


def junior_cap(options: Fields, rolls_per_finished_turn: Sequence[int]) -> Fields:
    rules = rules_of(options, {"junior": True})
    empty = (None,) * (len(rules.boxes) - len(rolls_per_finished_turn))
    marks = (*rolls_per_finished_turn, *empty)
    card = (*(0 for _ in rolls_per_finished_turn), *empty)
    return {"rolls_allowed": rules.rolls_allowed(Sheet(card, marks, sum(rolls_per_finished_turn)), SEAT)}


def next_player(_options: Fields, players: int, last: int, over: Sequence[bool]) -> Fields:
    if len(over) != players:
        raise ValueError(f"over should say of each of the {players} players whether he is")
    return {"next": next_seat(last, over)}


def winners(options: Fields, totals: Sequence[int]) -> Fields:
    return {"winners": rules_of(options, {}).winners(totals, [0] * len(totals))}


def shows_reds(number: int) -> Callable[[Faces], bool]:
    return lambda faces: len(red_dice(faces)) == number


PREDICATES: dict[str, Callable[[Faces], object]] = {
    "run": is_run,
    "set": is_set,
    "six_of_a_kind": lambda faces: pepper(faces) in ("big", "little"),
    "hot_pepper": lambda faces: pepper(faces) == "hot",
    **{f"reds={number}": shows_reds(number) for number in range(7)},
}


def count(_options: Fields, predicate: str) -> Fields:
    tests = [PREDICATES[part.strip()] for part in predicate.split(",")]
    throws = product(DICE, repeat=6)
    return {"count": sum(all(test(faces) for test in tests) for faces in throws)}


def _sorted(dice: Sequence[int] | set[int]) -> tuple[int, ...]:
    return tuple(sorted(dice))


OPS = {
    "score": score,
    "score_all": score_all,
    "score_used": score_used,
    "junior_cap": junior_cap,
    "next_player": next_player,
    "winners": winners,
    "count": count,
}
SCRIPTS = {"play": SoloGame}
