"""What positions of Hot Dice are worth: turns alone, the chance to win among several."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from redpip.core.advice import OpenAdvisor, Point, Scale, Worth
from redpip.core.effort import QUIET, Effort
from redpip.core.game import Choose, Over, Seat
from redpip.games.hot.goals import STEP
from redpip.games.hot.notation import Action
from redpip.games.hot.outlook import Outlook
from redpip.games.hot.rules import HotRules, State
from redpip.games.hot.solver import HotSolver
from redpip.solve.push.turn import certain, solve_turn
from redpip.solve.push.ways import Floats

TURNS_KEPT = 16  # a few MB each at most
ERROR = 0.01  # of a chance to win that is estimated


class Solved(NamedTuple):
    """A turn from its start, for the player whose turn it is."""

    values: Floats  # [total, situation]
    lost: float
    start: float
    throws: dict[tuple[int, int, tuple[int, ...]], float]  # what throws were found to be worth, their dice in any order


class HotAdvisor(OpenAdvisor[Action]):
    def __init__(self, rules: HotRules, seat: Seat, effort: Effort = QUIET) -> None:
        super().__init__(rules, seat)
        self._hot, self._solver = rules, HotSolver(rules, effort)
        self._outlook = Outlook(self._solver)
        self._solved = lru_cache(maxsize=TURNS_KEPT)(self._solve)

    def scale(self, view: State) -> Scale:
        seats = len(view.totals)
        return Scale("turns" if seats == 1 else "win chance", seats == 1 or (seats == 2 and self._solver.exact))

    def ready(self, *points: Point) -> None:
        self._solver.solve()

    def value(self, point: Point) -> Worth:
        state: State = point.view
        due = self._hot.next(state)
        if isinstance(due, Over):
            return Worth(due.returns[self._seat])
        mine = state.seat == self._seat
        value = self._movers(state) if mine else self._others(state)
        exact = self.scale(state).exact
        return Worth(value, 0.0 if exact else ERROR)

    def _others(self, state: State) -> float:
        """While another seat plays, what it wins is lost to the rest, as they had it when its turn began."""
        if len(state.totals) == 2:
            return 1.0 - self._movers(state)
        begun = self._begun(state)
        theirs = self._solved(begun).start
        left = (1.0 - self._movers(state)) / (1.0 - theirs) if theirs < 1 else 0.0
        return self._outlook.share(begun, self._seat) * left

    def _movers(self, state: State) -> float:
        """To the player whose turn it is."""
        past = -float(state.turns) if len(state.totals) == 1 else 0.0
        solved = self._solved(self._begun(state))
        return past + self._in_turn(state, solved)

    def _in_turn(self, state: State, solved: Solved) -> float:
        if state.phase == "start":
            return solved.start
        if state.phase == "rolled":
            return self._thrown(state, solved)
        turns, total = self._solver.turns, min(state.turn.total // STEP, self._outlook.furthest)
        at = turns.at(state.turn)
        if state.phase == "held":
            return float(solved.values[total, at])
        return float(turns.ways.rolled(solved.values, total, solved.lost)[at])

    def _thrown(self, state: State, solved: Solved) -> float:
        thrown = (state.turn.total, self._solver.turns.at(state.turn), tuple(sorted(state.turn.loose)))
        if thrown not in solved.throws:
            due = self._hot.next(state)
            assert isinstance(due, Choose)
            after = (self._hot.play(state, state.seat, action) for action in due.options[state.seat])
            solved.throws[thrown] = max(self._in_turn(one, solved) for one in after)
        return solved.throws[thrown]

    @staticmethod
    def _begun(state: State) -> State:
        """The start of the turn that is under way, whenever it was."""
        return State(state.totals, state.seat, "start", trigger=state.trigger)

    def _solve(self, begun: State) -> Solved:
        ways, outlook = self._solver.turns.ways, self._outlook
        bank, lost, passing = outlook.banked(begun)
        until = certain(ways, bank, passing, lost)
        size = ways.reach(outlook.furthest + 1)
        bank = np.concatenate([bank, np.full(size - len(bank), bank[-1])])
        values = solve_turn(ways, bank, lost, until)
        return Solved(values, lost, float(ways.rolled(values, 0, lost)[0]), {})
