"""A line of Spicy Dice as people say it: "turn the red 2 into a 6, roll the 1"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from redpip.core.by_faces import by_faces, rolling
from redpip.core.game import Seat
from redpip.core.words import Words
from redpip.games.spicy.notation import Action, Hold, RollDice, Score, Waive
from redpip.games.spicy.phrases import the_box, turning
from redpip.games.spicy.plans import Plan, plan_of
from redpip.games.spicy.rules import SpicyRules, State
from redpip.games.spicy.scoring import default_use


def line(rules: SpicyRules, view: State, seat: Seat, actions: Sequence[Action], words: Words) -> str:
    plan = plan_of(rules, view, seat, actions)
    said = [*turning(plan.flips, words), *_ending(rules, plan, words)]
    return ", ".join([*said, line(rules, plan.after, seat, plan.rest, words)] if plan.rest else said)


def _ending(rules: SpicyRules, plan: Plan, words: Words) -> Iterator[str]:
    match plan.end:
        case RollDice():
            yield rolling(plan.thrown, plan.faces, words, lean=not plan.flips)
        case Hold(dice=()):
            yield words.say("hold nothing")
            yield rolling(plan.thrown, plan.faces, words)
        case Hold(dice=dice):
            yield words.say("hold {dice}, roll the rest", dice=by_faces(dice, plan.faces, words))
        case Score(box=box, used=used):
            yield _writing(rules, plan, box, used, words)
        case Waive(box=box):
            yield words.say("write 0 in {box} without rolling", box=the_box(box, words))


def _writing(rules: SpicyRules, plan: Plan, box: str, used: tuple[int, ...] | None, words: Words) -> str:
    """Dice are named where others are used than a player who names none would use."""
    points, _ = rules.score_used(plan.faces, box, used)
    facts = {"points": points, "box": the_box(box, words)}
    if used is None or used == default_use(plan.faces, box):
        return words.say("write {points} in {box}", **facts)
    if not used:
        return words.say("write {points} in {box} and use no dice", **facts)
    return words.say("write {points} in {box} with {dice}", dice=by_faces(used, plan.faces, words), **facts)
