"""What the cool bot thinks of each option: the part of an ordinary turn that it brings."""

from __future__ import annotations

from random import Random

from redpip.core.advice import Unit
from redpip.core.game import Seat
from redpip.core.level import Judge, Weigher
from redpip.games.hot.bots import CoolBot
from redpip.games.hot.notation import Action, Bank, Hold
from redpip.games.hot.rules import HotRules, State

TURN = 500.0  # points
DIE = 1e-6  # of equal ways to hold the one with fewer dice comes first


class HotJudge(CoolBot, Weigher[Action]):
    unit: Unit = "turns"

    def weigh(self, view: State, action: Action) -> float:
        match action:
            case Hold(dice=dice):
                return self._worth(view, action)[0] / TURN - DIE * len(dice)
            case Bank():
                return view.turn.total / TURN if self._enough(view, view.turn.total) else 0.0
        return self._hope(view.turn) / TURN


def judge(rules: HotRules, seat: Seat) -> Judge[Action]:
    return HotJudge(rules, seat, Random())  # it draws nothing
