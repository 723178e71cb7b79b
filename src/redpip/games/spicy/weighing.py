"""The numbers from which reasons are found: what a line brings now, what a roll is worth, what a box is worth open."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import Any

from redpip.core.coaching import Case, Line
from redpip.core.dice import NO_FACES
from redpip.games.spicy.notation import Score
from redpip.games.spicy.outlook import Outlook
from redpip.games.spicy.plans import Plan, plan_of, with_roll_spent
from redpip.games.spicy.rules import SpicyRules, State


class Weighing:
    def __init__(self, case: Case) -> None:
        assert case.other
        self.rules: SpicyRules = case.rules
        self.view: State = case.view
        self.cost, self._case, self._seat = case.cost, case, case.seat
        self.best_line, self.other_line = case.best, case.other
        self.best, self.other = self._plan(case.best), self._plan(case.other)

    def _plan(self, line: Line) -> Plan:
        return plan_of(self.rules, self.view, self._seat, line.actions)

    # ---- the position

    @property
    def left(self) -> int:
        return self.rules.rolls - self.view.sheet.used

    @property
    def allowed(self) -> int:
        """Rolls that this turn may still have."""
        return self.rules.rolls_allowed(self.view.sheet, self._seat)

    @property
    def boxes(self) -> tuple[str, ...]:
        return self.rules.open_boxes(self.view.sheet)

    # ---- writing

    def points(self, plan: Plan) -> int:
        end = plan.end
        return self.rules.score_used(plan.faces, end.box, end.used)[0] if isinstance(end, Score) else 0

    def held(self, line: Line) -> float:
        """Extra Spicy: what the dice are worth that may be held after this line."""
        return line.value - self._worth(self._cleared(line.view)) if self.rules.extra else 0.0

    def rest(self, box: str) -> float:
        """What all but this box is worth once it is written, with no die held."""
        written = self.rules.play(replace(self.view, phase="rolled"), self._seat, Score(box))
        sheet = written.sheets[self._seat]
        points = sheet.card[self.rules.boxes.index(box)]
        assert points is not None
        return self._worth(self._cleared(written)) - points

    def open_gain(self) -> float:
        """How much more the other line's box is worth left open than the best line's."""
        assert self.best.box is not None
        assert self.other.box is not None
        return self.rest(self.best.box) - self.rest(self.other.box)

    def worth_open(self, box: str) -> float:
        """What a box is worth that is left open: all dice thrown anew, against the same without the box."""
        return self._anew - self.rest(box)

    @cached_property
    def _anew(self) -> float:
        return self._worth(State(self.view.sheets, self.view.seat, "rolling", self.rules.all_dice))

    def _cleared(self, view: State) -> State:
        sheet = replace(view.sheets[self._seat], dice=NO_FACES, unused=())
        return replace(view, sheets=(*view.sheets[: self._seat], sheet, *view.sheets[self._seat + 1 :]))

    # ---- rolling

    def spent(self, plan: Plan) -> float:
        """What a plan that writes comes to with one roll less."""
        assert plan.end
        state = with_roll_spent(self.view)
        for action in (*plan.flips, plan.end):
            state = self.rules.play(state, self._seat, action)
        return self._worth(state)

    @cached_property
    def best_outlook(self) -> Outlook:
        return Outlook(self.rules, self.best.faces, self.best.thrown)

    @cached_property
    def other_outlook(self) -> Outlook:
        return Outlook(self.rules, self.other.faces, self.other.thrown)

    def aim(self, outlook: Outlook, throws: int) -> tuple[str, float]:
        """The box to which these throws bring most above what it is worth open, and how much that is."""
        above = {box: outlook.mean(box, throws) - self.worth_open(box) for box in self.boxes}
        return max(above.items(), key=lambda one: one[1])

    def _worth(self, view: Any) -> float:
        return self._case.worth(view)
