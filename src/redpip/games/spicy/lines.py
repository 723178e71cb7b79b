"""A line of Spicy Dice as people say it: "turn the red 2 into a 6, roll the 1"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from redpip.core.game import Seat
from redpip.core.words import Words
from redpip.games.spicy.notation import Action, Hold, RollDice, Score, Waive
from redpip.games.spicy.phrases import by_faces, the_box, the_dice, thrown_dice, turning
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
            yield _rolling(plan, words)
        case Hold(dice=()):
            yield words.say("hold nothing")
            yield words.say("roll {dice}", dice=thrown_dice(plan.thrown, words))
        case Hold(dice=dice):
            told = by_faces(dice, plan.faces, words) or the_dice(dice, words)
            yield words.say("hold {dice}, roll the rest", dice=told)
        case Score(box=box, used=used):
            yield _writing(rules, plan, box, used, words)
        case Waive(box=box):
            yield words.say("write 0 in {box} without rolling", box=the_box(box, words))


def _rolling(plan: Plan, words: Words) -> str:
    """By what the dice show, as a page has no numbers on them; by numbers where that could mean others too."""
    kept, thrown = (by_faces(dice, plan.faces, words) for dice in (plan.kept, plan.thrown))
    if kept and not (thrown and (plan.flips or _kinds(plan, plan.kept) > _kinds(plan, plan.thrown))):
        return words.say("keep {dice}, roll the rest", dice=kept)
    if not (thrown and plan.kept):
        thrown = thrown_dice(plan.thrown, words)
    return words.say("roll {dice}", dice=thrown)


def _kinds(plan: Plan, dice: Sequence[int]) -> int:
    """How many numbers they show: the fewer, the shorter they are told."""
    return len({plan.faces[die - 1] for die in dice})


def _writing(rules: SpicyRules, plan: Plan, box: str, used: tuple[int, ...] | None, words: Words) -> str:
    """Dice are named where others are used than a player who names none would use."""
    points, _ = rules.score_used(plan.faces, box, used)
    facts = {"points": points, "box": the_box(box, words)}
    if used is None or used == default_use(plan.faces, box):
        return words.say("write {points} in {box}", **facts)
    if not used:
        return words.say("write {points} in {box} and use no dice", **facts)
    told = by_faces(used, plan.faces, words) or the_dice(used, words)
    return words.say("write {points} in {box} with {dice}", dice=told, **facts)
