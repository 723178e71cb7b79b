"""What positions of Catch 6 are worth: the chance to win, of two who both play for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import copy

import numpy as np

from redpip.core.advice import Advice, OpenAdvisor, Point, Valued, Worth
from redpip.core.dice import NO_FACES
from redpip.core.effort import QUIET, Effort
from redpip.core.game import Choose, Over, Seat
from redpip.core.match import MatchState
from redpip.games.catch6.notation import Action, RollDice
from redpip.games.catch6.outlook import Outlook
from redpip.games.catch6.rules import Catch6Rules, State, other
from redpip.games.catch6.sides import Key
from redpip.games.catch6.solver import Catch6Solver
from redpip.solve.keeps.plain import Floats
from redpip.solve.keeps.shape import shape_of

ERROR = 0.005


class Catch6Advisor(OpenAdvisor[Action]):
    unit = "win chance"
    exact = False

    def __init__(self, rules: Catch6Rules, seat: Seat, effort: Effort = QUIET) -> None:
        super().__init__(rules, seat)
        self._catch, self._solver = rules, Catch6Solver(rules, effort)
        self._carried: Mapping[int, float] = {}  # what a number that the seat carries over is worth

    def in_match(self, match: MatchState[State], target: int) -> Catch6Advisor:
        """The same where this score makes it wise, or not, to give a game up."""
        mine, theirs = (target - match.points[seat] for seat in (self._seat, other(self._seat)))
        found, carrying = copy(self), self._solver.carrying
        found._carried = {number: carrying.worth(number, mine, theirs) for number in carrying.ahead}
        return found

    def ready(self, *points: Point) -> None:
        self._solver.solve()

    @property
    def _outlook(self) -> Outlook:
        return self._solver.outlook

    def value(self, point: Point) -> Worth:
        state: State = point.view
        due = self._catch.next(state)
        if isinstance(due, Over):
            return Worth(self._brought(state, due, self._seat))
        chance = self._chance(state)
        return Worth(chance if state.seat == self._seat else 1.0 - chance, self._error(state))

    def advise(self, point: Point, options: Sequence[Action]) -> Advice[Action]:
        """All throws of a turn are found at once."""
        state: State = point.view
        if state.phase != "roll":
            return super().advise(point, options)
        throws, error = self._throws(state), self._error(state)
        rolls = (one for one in options if isinstance(one, RollDice))
        valued: Iterator[Valued[Action]] = (Valued(one, float(throws[self._thrown(one.dice)]), error) for one in rolls)
        return Advice.of(valued, self.unit, self.exact)

    @staticmethod
    def _error(state: State) -> float:
        return ERROR if len(state.free) > 1 else 0.0

    def _throws(self, state: State) -> Floats:
        return self._outlook.throws(self._key(state), state.hand, self._hand(state, other(state.seat)))

    def _chance(self, state: State) -> float:
        """Of whoever is to move."""
        if state.phase == "catch":
            return max(self._after(state, action) for action in self._options(state))
        throws = self._throws(state)
        if state.phase == "rolling":
            return float(throws[self._thrown(state.cast)])
        if len(self._options(state)) == 1:
            return float(throws[self._thrown(self._catch.all_dice)])
        return float(np.delete(throws, 0).max())  # without the one that throws nothing

    def _thrown(self, dice: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(int(die in dice) for die in self._catch.all_dice)

    def _after(self, state: State, action: Action) -> float:
        """What a catch, or none, leaves to whoever chooses."""
        after = self._catch.play(state, state.seat, action)
        due = self._catch.next(after)
        return self._brought(after, due, state.seat) if isinstance(due, Over) else 1.0 - self._chance(after)

    def _brought(self, state: State, over: Over, seat: Seat) -> float:
        if seat == self._seat and state.seat == seat and state.carried is not None:
            return self._carried.get(state.carried, 0.0)
        return over.returns[seat]

    def _options(self, state: State) -> tuple[Action, ...]:
        due = self._catch.next(state)
        assert isinstance(due, Choose)
        return tuple(due.options[state.seat])

    def _key(self, state: State) -> Key:
        missing = [self._catch.target - score for score in state.scores]
        return Key(frozenset(state.free), missing[state.seat], missing[other(state.seat)])

    def _hand(self, state: State, seat: Seat) -> int:
        hand, shape = state.hands[seat], shape_of(self._catch.dice, frozenset(state.free))
        return shape.hands if state.must_all[seat] or hand == NO_FACES else shape.at(hand)
