"""What the steady bot thinks of each option: the part of an ordinary turn that it brings."""

from __future__ import annotations

from random import Random

from redpip.core.advice import Unit
from redpip.core.game import Seat
from redpip.core.level import Judge, Weigher
from redpip.games.rolling.bots import SteadyBot
from redpip.games.rolling.notation import Action, Aside, Stop
from redpip.games.rolling.rules import RollingRules, State

TURN = 33.0  # points


class RollingJudge(SteadyBot, Weigher[Action]):
    unit: Unit = "turns"

    def weigh(self, view: State, action: Action) -> float:
        match action:
            case Aside():
                return self._worth(view, action) / TURN
            case Stop():
                score = self._rules.score(view.turn)
                return score / TURN if self._enough(view, score) else 0.0
        return self._hope(view.turn) / TURN


def judge(rules: RollingRules, seat: Seat) -> Judge[Action]:
    return RollingJudge(rules, seat, Random())  # it draws nothing
