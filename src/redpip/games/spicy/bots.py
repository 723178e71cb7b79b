"""Bots for Spicy Dice. The greedy one keeps what fits the box it likes best and knows what a roll is worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from random import Random
from typing import Any

from redpip.core.advice import Bot, BotKind, RandomBot
from redpip.core.dice import DICE, Faces, red_dice, shown, turn_die, without
from redpip.core.game import Rules, Seat
from redpip.core.words import N_
from redpip.games.spicy.notation import Action, Flip, Hold, RollDice, Score
from redpip.games.spicy.rules import Sheet, SpicyRules, State
from redpip.games.spicy.scoring import NUMBERS, value

# What a box brings in an ordinary game: writing more than this is good, less is a waste of the box.
PAR = {"1": 6, "2": 12, "3": 18, "4": 26, "5": 34, "6": 42, "RUN": 21, "SET": 22, "SUM": 26, "RED": 30}
ROLLS_A_BOX = 3  # what is left in the pool for each box still open


class GreedyBot:
    """Aims at the open box that its dice suit best, rolls the rest about three times, then writes."""

    def __init__(self, rules: SpicyRules, seat: Seat, luck: Random) -> None:
        self._rules = rules
        self._seat = seat

    def choose(self, view: State, options: Sequence[Action]) -> Action:
        sheet = view.sheet
        boxes = self._rules.open_boxes(sheet)
        if view.phase != "rolled":
            return self._opening(sheet, boxes, options)
        flip = self._best_flip(view, boxes)
        if flip:
            return flip
        loose = without(self._rules.all_dice, kept_for(sheet.dice, _aim(sheet.dice, boxes)))
        best = max(boxes, key=lambda box: value(sheet.dice, box) - PAR[box])
        if loose and value(sheet.dice, best) < PAR[best] and self._may_spend(sheet, boxes):
            return RollDice(loose)
        return Score(best)

    def _opening(self, sheet: Sheet, boxes: tuple[str, ...], options: Sequence[Action]) -> Action:
        """Extra Spicy: hold what suits a box; otherwise just roll."""
        if not sheet.unused:
            return options[0]
        keep = kept_for(sheet.dice, _aim(sheet.dice, boxes))
        hold = Hold(tuple(die for die in keep if die in sheet.unused))
        return hold if hold in options else options[0]

    def _may_spend(self, sheet: Sheet, boxes: tuple[str, ...]) -> bool:
        reserve = ROLLS_A_BOX * (len(boxes) - 1)
        return sheet.used + reserve < self._rules.rolls and self._rules.rolls_allowed(sheet, self._seat) > 0

    def _best_flip(self, view: State, boxes: tuple[str, ...]) -> Flip | None:
        """The flip that brings the dice nearest to a box, if any brings them nearer at all."""
        faces = view.sheet.dice
        best, promise = None, _promise(faces, boxes)
        for die in self._rules.flippable(view):
            for face in without(DICE, (die,)):
                turned = _promise(turn_die(faces, die, face), boxes)
                if turned > promise:
                    best, promise = Flip(die, face), turned
        return best


def _promise(faces: Faces, boxes: tuple[str, ...]) -> float:
    outlook = _outlook(faces)
    return max(outlook[box] for box in boxes)


def _aim(faces: Faces, boxes: tuple[str, ...]) -> str:
    outlook = _outlook(faces)
    return max(boxes, key=outlook.__getitem__)


@cache
def _outlook(faces: Faces) -> Mapping[str, float]:
    """A guess at what two more rolls make of these dice in each box, against the box's par."""
    return {box: max(value(faces, box), _hope(faces, box)) - par for box, par in PAR.items()}


def _hope(faces: Faces, box: str) -> float:
    dice = shown(faces)
    loose = len(dice) - len(kept_for(faces, box))
    if box in NUMBERS:
        number = int(box)
        return number * (len(dice) - loose * 0.5) * (1.9 if number in red_dice(faces) else 1.2)
    if box == "RED":
        return value(faces, box) + loose * 3
    if box == "SUM":
        return sum(faces) + loose * 2
    return 21 - 4 * loose


def kept_for(faces: Faces, box: str) -> tuple[int, ...]:
    """The dice a beginner would keep for this box."""
    dice = shown(faces)
    if box in NUMBERS:
        return tuple(die for die in dice if str(faces[die - 1]) == box)
    if box == "RED":
        return red_dice(faces)
    if box == "SUM":
        return tuple(die for die in dice if faces[die - 1] >= 4)
    if box == "RUN":
        return tuple(die for die in dice if faces.index(faces[die - 1]) == die - 1)
    return tuple(die for die in dice if faces.count(faces[die - 1]) >= 2)


def _greedy(rules: Rules[Any, Any], seat: Seat, luck: Random) -> Bot[Any]:
    assert isinstance(rules, SpicyRules)
    return GreedyBot(rules, seat, luck)


BOTS = {
    "greedy": BotKind(
        N_("aims at the box its dice suit best and rolls about three times for it"), _greedy, strength="fair"
    ),
    "random": BotKind(N_("any legal move, each as likely"), RandomBot, strength="easy"),
}
