"""What the planner thinks of each option: the lines to expect."""

from __future__ import annotations

from random import Random

from redpip.core.advice import Unit
from redpip.core.game import Seat
from redpip.core.level import Judge, Weigher
from redpip.games.two_of_three.bots import PlannerBot
from redpip.games.two_of_three.notation import Action, RollDice
from redpip.games.two_of_three.rules import State, TwoOfThreeRules

DIE = 0.3  # lines that it costs to throw one more before the others are placed


class TwoOfThreeJudge(PlannerBot, Weigher[Action]):
    unit: Unit = "points"

    def weigh(self, view: State, action: Action) -> float:
        return -DIE * len(action.dice) if isinstance(action, RollDice) else self._promise(view, action)


def judge(rules: TwoOfThreeRules, seat: Seat) -> Judge[Action]:
    return TwoOfThreeJudge(rules, seat, Random())  # it draws nothing
