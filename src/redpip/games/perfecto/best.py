"""bot:best for Perfecto: in basic rounds of two it does what practice has taught, mixed as it was learned. Elsewhere it
solves a sketch of each position from what all can know, and mixes as the solution does."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from redpip.core.dice import Faces
from redpip.core.game import Seat
from redpip.games.perfecto.advisor import PerfectoAdvisor
from redpip.games.perfecto.notation import Action, CallName, MakeBid, MakeCall, RollDice
from redpip.games.perfecto.rules import PerfectoRules
from redpip.games.perfecto.state import State

SELDOM = 0.1  # what is done less often than this need not be done at all


class BestBot:
    def __init__(self, rules: PerfectoRules, seat: Seat, luck: Random) -> None:
        self._rules, self._seat, self._luck = rules, seat, luck
        self._advisor = PerfectoAdvisor(rules, seat)

    def choose(self, view: State, options: Sequence[Action]) -> Action:
        if len(options) == 1:
            return options[0]
        mixed = self._by_heart(view) or self._solved(view, options)
        often = [(action, part) for action, part in mixed if part >= SELDOM] or mixed
        return self._luck.choices([action for action, _ in often], [part for _, part in often])[0]

    def _by_heart(self, view: State) -> list[tuple[Action, float]]:
        from redpip.games.perfecto.experience import learned

        hand = view.hands[self._seat]
        return [(_meant(one.choice, hand), one.often) for one in learned(self._rules, view, self._seat)]

    def _solved(self, view: State, options: Sequence[Action]) -> list[tuple[Action, float]]:
        """Where no solution says how often, what is worth most."""
        rated = self._advisor.rated(view, options)
        often = [(one.action, one.often) for one in rated if one.often]
        return often or [(max(rated, key=lambda one: one.value).action, 1.0)]


def _meant(choice: MakeBid | int | CallName, hand: Faces) -> Action:
    from redpip.games.perfecto.experience import idle_dice

    match choice:
        case MakeBid():
            return choice
        case int():
            return RollDice(idle_dice(hand, choice))
    return MakeCall(choice)
