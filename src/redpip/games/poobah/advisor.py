"""What positions of Grand Poobah are worth: the chance to win, estimated.

A turn's dice and the throw that pays for it are weighed exactly; what comes after, by the stored outlook. Hands of
fewer than six dice, which nobody stored, are weighed by what the next pay brings.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, Protocol

import numpy as np

from redpip.core.advice import Advice, OpenAdvisor, Point, Unit, Valued, Worth
from redpip.core.dice import DICE, Faces
from redpip.core.effort import QUIET, Effort
from redpip.core.game import Choose, Seat
from redpip.games.poobah.bots import promise
from redpip.games.poobah.hands import Floats
from redpip.games.poobah.notation import Action, Done, RollDice
from redpip.games.poobah.outlook import outlook
from redpip.games.poobah.rules import PoobahRules, State
from redpip.games.poobah.strategist import Ending, Plan, among

ERROR: Final = 0.02  # of a chance between two; among more they are multiplied as if they did not hang together
MANY_ERROR: Final = 0.05
TURNS_KEPT: Final = 16


class TurnPlan(Protocol):
    def value(self, hand: Faces, action: Action) -> float:
        """What the player whose turn it is can expect with this choice."""


class PoobahAdvisor(OpenAdvisor[Action]):
    unit: Unit = "win chance"
    exact = False

    def __init__(self, rules: PoobahRules, seat: Seat, effort: Effort = QUIET) -> None:
        super().__init__(rules, seat)
        self._poobah = rules
        self._plan = lru_cache(TURNS_KEPT)(self._new_plan)

    def value(self, point: Point) -> Worth:
        state: State = point.view
        if state.phase == "over":
            return Worth(float(state.winner == self._seat))
        mover = self._movers(state)
        error = ERROR if len(state.active) == 2 else MANY_ERROR
        if state.seat == self._seat:
            return Worth(mover, error)
        return Worth((1 - mover) * shares(self._poobah, state)[self._seat], error)

    def advise(self, point: Point, options: Sequence[Action]) -> Advice[Action]:
        """Of equal choices the first is best: roll fewer dice, and turn no red without need."""
        state: State = point.view
        plan, hand = self._plan_of(state), state.hands[self._seat]
        error = ERROR if len(state.active) == 2 else MANY_ERROR
        known = reversed(options) if state.phase == "change" else options
        return Advice.of((Valued(one, plan.value(hand, one), error) for one in known), self.unit, self.exact)

    def _movers(self, state: State) -> float:
        """To the player whose turn it is, or was while the scoring dice fall."""
        plan = self._plan_of(state)
        match state.phase:
            case "score":
                return plan.value(state.hand, Done())
            case "rolling":
                return plan.value(state.hand, RollDice(state.cast))
        due = self._poobah.next(state)
        assert isinstance(due, Choose)
        return max(plan.value(state.hand, action) for action in due.options[state.seat])

    def _plan_of(self, state: State) -> TurnPlan:
        """One for a whole turn: the player's own hand, the only thing that changes in it, is asked for later."""
        others = tuple(() if seat == state.seat else hand for seat, hand in enumerate(state.hands))
        turns = tuple(
            number - (state.phase == "score" and seat == state.seat) for seat, number in enumerate(state.turns)
        )
        return self._plan(others, state.scores, turns, state.seat, state.active, state.overtime)

    def _new_plan(
        self,
        others: tuple[Faces, ...],
        scores: tuple[int, ...],
        turns: tuple[int, ...],
        seat: Seat,
        active: tuple[Seat, ...],
        overtime: bool,
    ) -> TurnPlan:
        state = State(others, scores, turns, seat, "roll", active, overtime)
        return Plan(Ending(self._poobah, state, seat).values()) if self._poobah.dice == len(DICE) else _Few(self, state)

    def ahead(self, state: State, margin: float) -> float:
        """The chance to come out ahead of everybody, being so many points better than each after the next pay."""
        target, scores = self._poobah.target, state.scores
        rivals = [rival for rival in state.active if rival != state.seat]
        mine = target - scores[state.seat] - margin
        return float(among([np.asarray(_before(mine, target - scores[rival])) for rival in rivals]))


class _Few:
    """A turn with fewer dice than the outlook knows."""

    def __init__(self, advisor: PoobahAdvisor, state: State) -> None:
        self._advisor, self._state = advisor, state
        self._rivals = tuple(state.hands[seat] for seat in state.active if seat != state.seat)

    def value(self, hand: Faces, action: Action) -> float:
        return self._advisor.ahead(self._state, promise(self._rivals, hand, action))


def shares(rules: PoobahRules, state: State) -> Mapping[Seat, float]:
    """Of what the player to move does not win, how much each other one has: more, the fewer points are missing."""
    need = [rules.target - score for score in state.scores]
    others = [seat for seat in state.active if seat != state.seat]
    weights = {
        seat: np.prod([_before(need[seat], need[rival]) for rival in others if rival != seat]) for seat in others
    }
    total = sum(weights.values())
    return {seat: float(weights.get(seat, 0.0) / total) for seat in range(len(state.hands))}


def _before(need: float, others: float) -> float:
    """The chance to be ahead of somebody in the end, whoever moves first."""
    known = outlook()
    mine, theirs = np.array([max(need, 0.0)]), np.array([max(others, 0.0)])
    both: Floats = (known.ahead(mine, theirs) + 1 - known.ahead(theirs, mine)) / 2
    return float(np.clip(both[0], 1e-6, 1 - 1e-6))
