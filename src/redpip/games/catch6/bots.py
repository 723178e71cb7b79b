"""Bots for Catch 6. The hunter goes for what it is most likely to have within a few rolls, weighed by its worth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from random import Random
from typing import Any

from redpip.core.advice import Bot, BotKind, RandomBot
from redpip.core.dice import Faces
from redpip.core.game import Rules, Seat
from redpip.core.words import N_
from redpip.games.catch6.chances import hand_of, house_after, red_after
from redpip.games.catch6.notation import Action, Catch, RollDice
from redpip.games.catch6.rules import SEATS, Catch6Rules, State, dice_groups, other
from redpip.games.catch6.scoring import points

ROLLS = 3  # how far the hunter looks ahead


@dataclass(frozen=True, slots=True)
class Hunt:
    """Dice on the table, and what each free number is worth."""

    faces: Faces
    dice: int
    worth: Mapping[int, float]

    def best(self) -> float:
        return max(map(self.promise, dice_groups(self.dice)))

    def promise(self, rolled: tuple[int, ...]) -> float:
        """The pattern that promises most when these dice are rolled now: its worth times its chance."""
        return max(self._hopes(rolled), default=0.0)

    def _hopes(self, rolled: tuple[int, ...]) -> Iterator[float]:
        kept = [face for die, face in enumerate(self.faces, 1) if face and die not in rolled]
        for number, worth in self.worth.items():
            yield worth * self._red(number, rolled, kept.count(number))
        if self.worth:
            shown = [worth for number, worth in self.worth.items() if number in kept]
            worth = max(shown) if shown else sum(self.worth.values()) / len(self.worth)
            yield worth * house_after(hand_of(kept, self.worth), len(rolled), ROLLS)

    def _red(self, number: int, rolled: tuple[int, ...], kept: int) -> float:
        loose = number in rolled
        red = not loose and self.faces[number - 1] == number
        return red_after(self.dice, red, kept - red, loose, len(rolled) - loose, ROLLS)


class HunterBot:
    def __init__(self, rules: Catch6Rules, seat: Seat, luck: Random) -> None:
        self._rules = rules
        self._seat = seat

    def choose(self, view: State, options: Sequence[Action]) -> Action:
        if len(options) == 1:
            return options[0]
        hunt = self._hunt(view)
        return max(options, key=lambda action: self._value(view, hunt, action))

    def _value(self, view: State, hunt: Hunt, action: Action) -> float:
        match action:
            case RollDice(dice=dice):
                return hunt.promise(dice)
            case Catch(number=number, carry=False) if self._rules.wins(view, number):
                return inf
            case Catch(number=number, carry=True):
                return inf if self._is_lost(view, number) else -inf
            case Catch(number=number):
                return hunt.worth[number] + self._later(self._rules.play(view, self._seat, action))
        return hunt.best()

    def _later(self, after: State) -> float:
        """What the dice promise after a catch."""
        hunt = self._hunt(after)
        return hunt.promise(self._rules.all_dice) if after.must_all[self._seat] else hunt.best()

    def _hunt(self, view: State) -> Hunt:
        return Hunt(view.hands[self._seat], self._rules.dice, {n: self._worth(view, n) for n in view.free})

    def _worth(self, view: State, number: int) -> float:
        """The part of what I still need, and of what the opponent will not get any more."""
        return sum(min(1.0, points(number) / self._missing(view, seat)) for seat in SEATS)

    def _missing(self, view: State, seat: Seat) -> int:
        return self._rules.target - view.scores[seat]

    def _is_lost(self, view: State, number: int) -> bool:
        """After this catch, would any other one win for the opponent and none for me?"""
        left = [points(one) for one in view.free if one != number]
        mine = self._missing(view, self._seat) - points(number)
        return min(left) >= self._missing(view, other(self._seat)) and max(left) < mine


def _hunter(rules: Rules[Any, Any], seat: Seat, luck: Random) -> Bot[Any]:
    assert isinstance(rules, Catch6Rules)
    return HunterBot(rules, seat, luck)


BOTS = {
    "hunter": BotKind(
        N_("knows how likely each pattern is within three rolls, and goes for the best"), _hunter, strength="fair"
    ),
    "random": BotKind(N_("any legal move, each as likely"), RandomBot, strength="easy"),
}
