"""What the hunter thinks of each option: the part of a game that it promises."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from redpip.core.advice import Advice, Point, Valued
from redpip.core.game import Seat
from redpip.core.level import Judge
from redpip.games.catch6.bots import HunterBot
from redpip.games.catch6.notation import Action
from redpip.games.catch6.rules import Catch6Rules

ALL = 9.0  # what wins for certain, and below zero what loses


class Catch6Judge(HunterBot):
    def advise(self, point: Point, options: Sequence[Action]) -> Advice[Action]:
        hunt = self._hunt(point.view)
        valued = (Valued(one, min(max(self._value(point.view, hunt, one), -ALL), ALL)) for one in options)
        return Advice.of(valued, "win chance", exact=False)


def judge(rules: Catch6Rules, seat: Seat) -> Judge[Action]:
    return Catch6Judge(rules, seat, Random())  # it draws nothing
