"""What positions of Diangle are worth to a seat that plays for the fewest turns, whatever others do."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from redpip.core.advice import Advice, OpenAdvisor, Point, Unit, Worth
from redpip.core.effort import QUIET, Effort
from redpip.core.game import Choose, Seat
from redpip.games.diangle.notation import Action, Advance, EndTurn
from redpip.games.diangle.numbers import hand, keep
from redpip.games.diangle.plan import SAME, next_step
from redpip.games.diangle.rules import DiangleRules, State
from redpip.games.diangle.solver import solver
from redpip.solve.rows.facts import BASE, OUT, Floats


class DiangleAdvisor(OpenAdvisor[Action]):
    unit: Unit = "turns"

    def __init__(self, rules: DiangleRules, seat: Seat, effort: Effort = QUIET) -> None:
        super().__init__(rules, seat)
        self._diangle, self._solver = rules, solver(rules, effort)
        self._means: dict[tuple[int, int, int], float] = {}

    def ready(self, *points: Point) -> None:
        self._solver.solve()

    def value(self, point: Point) -> Worth:
        """Minus the turns that the seat can expect to take in all."""
        state = self._lone(point.view)
        return Worth(self._to_come(state) - state.climber.turns)

    def advise(self, point: Point, options: Sequence[Action]) -> Advice[Action]:
        """Of actions worth the same, the one that leads on is first: dice could be placed and lifted for ever."""
        advice = super().advise(point, options)
        state = self._lone(point.view)
        best = [one.action for one in advice.ranked if advice.loss(one.action) <= SAME]
        lead = self._lead(state, best) if state.phase == "arrange" else None
        return Advice(tuple(sorted(advice.ranked, key=lambda one: one.action != lead)), advice.unit, advice.exact)

    def _lead(self, state: State, best: Sequence[Action]) -> Action | None:
        """To advance or to end the turn, as soon as that is best; else what brings it about."""
        on = [action for action in best if isinstance(action, Advance | EndTurn)]
        if on:
            return max(on, key=lambda action: action.rows if isinstance(action, Advance) else 0)
        return next_step(self._diangle, self._solver.hands, state, self._more(state))

    def _lone(self, state: State) -> State:
        """The same for this seat at a table of its own: while others play, its next turn is about to begin."""
        climber = state.climbers[self._seat]
        if self._diangle.finished(climber):
            return State((climber,), 0, "over")
        if state.seat == self._seat and state.phase != "over":
            return State((climber,), 0, state.phase, state.cast, state.spent, state.extra, state.is_extra)
        return State((climber,), 0, "select", spent=climber.resting)

    def _to_come(self, state: State) -> float:
        match state.phase:
            case "over":
                return 0.0
            case "select" if not self._diangle.advance_anytime:
                return self._start(state)
            case "select" | "advanced":
                return self._opening(state)
            case "rolling":
                return self._turn(state, keep(self._diangle, state.climber))
            case "decide":
                return max(self._arranged(state), self._thrown(state))
            case "rerolling":
                return self._thrown(state)
            case "arrange":
                return self._arranged(state)

    def _start(self, state: State) -> float:
        """The best of the dice to keep; the turn is counted when its dice are taken up."""
        rules, climber = self._diangle, state.climber
        placed = climber.placed
        groups = (group for size in range(len(placed) + 1) for group in combinations(placed, size))
        beside = rules.must_roll(climber)
        values = (self._turn(state, hand(rules, climber.faces, (*beside, *group))) for group in groups)
        return max(values) - float(not state.is_extra or rules.count_extra_turns)

    def _opening(self, state: State) -> float:
        """Where one may advance before the roll: the best of what the rules allow."""
        due = self._rules.next(state)
        assert isinstance(due, Choose)
        before = state.climber.turns
        after = (self._rules.play(state, 0, action) for action in due.options[0])
        values: list[float] = [self._to_come(one) - (one.climber.turns - before) for one in after]
        return max(values)

    # ---- what the tables say

    def _more(self, state: State) -> int:
        return 0 if self._diangle.count_extra_turns else state.extra

    def _turn(self, state: State, kept: int) -> float:
        level, more = state.climber.level, self._more(state)
        ends = self._solver.hands.ends[level, more]
        return float(ends[self._solver.rows.place(level, kept)])

    def _best(self, state: State) -> Floats:
        return self._solver.hands.best(state.climber.level, self._more(state))

    def _arranged(self, state: State) -> float:
        return float(self._best(state).reshape(-1)[hand(self._diangle, state.climber.faces, state.spent)])

    def _thrown(self, state: State) -> float:
        """The mean over all ways that the dice of this turn can fall."""
        kept = hand(self._diangle, state.climber.faces, state.cast)
        key = (state.climber.level, self._more(state), kept)
        if key not in self._means:
            dice = range(self._solver.rows.dice)
            digits = [kept // BASE**die % BASE for die in reversed(dice)]
            fallen = self._best(state)[tuple(slice(OUT) if digit == OUT else digit for digit in digits)]
            self._means[key] = float(np.mean(fallen))
        return self._means[key]
