"""What the guide thinks of each option: how far one stands up when the turn is over, in turns."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from random import Random

from redpip.core.advice import Advice, Point, Unit
from redpip.core.dice import Faces
from redpip.core.game import Seat
from redpip.core.level import Judge, Weigher
from redpip.games.diangle.bots import LEVEL, TRIES, GuideBot
from redpip.games.diangle.notation import Action, EndTurn, Lift
from redpip.games.diangle.rules import DiangleRules, State

TURN = 1.2 * LEVEL  # what an ordinary turn brings
DITHER = 0.2  # what is lifted has to be placed again


class DiangleJudge(GuideBot, Weigher[Action]):
    unit: Unit = "turns"

    def advise(self, point: Point, options: Sequence[Action]) -> Advice[Action]:
        """Of equal options the guide's own comes first, and leads on."""
        view: State = point.view
        lead = self._arrange(view) if view.phase == "arrange" else None
        return super().advise(point, sorted(options, key=lambda action: action != lead))

    def weigh(self, view: State, action: Action) -> float:
        state = State((view.climber,), 0, view.phase, view.cast, view.spent, view.extra, view.is_extra)
        return (self._reached(state, action) - DITHER * isinstance(action, Lift)) / TURN

    def _reached(self, state: State, action: Action) -> float:
        if isinstance(action, EndTurn):
            return self._standing(state)
        after = self._rules.play(state, 0, action)
        match after.phase:
            case "arrange":
                return self._laid_out(after)
            case "rerolling":
                throws = (self._rules.rolled(after, faces) for faces in imagined(after.cast))
                return sum(map(self._laid_out, throws)) / TRIES
        return self._standing(after)

    def _laid_out(self, state: State) -> float:
        """Where the guide's own steps lead from here."""
        while state.phase == "arrange" and not isinstance(action := self._arrange(state), EndTurn):
            state = self._rules.play(state, 0, action)
        return self._standing(state)


@lru_cache(maxsize=64)
def imagined(dice: tuple[int, ...]) -> tuple[Faces, ...]:
    """Ways in which these dice might fall, the same whenever somebody asks."""
    luck = Random(str(dice))
    return tuple(tuple(luck.randint(1, 6) if die in dice else 0 for die in range(1, 7)) for _ in range(TRIES))


def judge(rules: DiangleRules, seat: Seat) -> Judge[Action]:
    return DiangleJudge(rules, seat, Random())  # it draws nothing
