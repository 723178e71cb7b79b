"""Solving, advising and verifying for whoever asks: plain arguments in, values for JSON out."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from random import Random
from types import MappingProxyType
from typing import Any

from redpip.core.advice import Advice, Advisor, MakeAdvisor, Point, no_advice
from redpip.core.catalog import chosen_preset, find_at_once
from redpip.core.codec import to_json
from redpip.core.effort import QUIET, Effort, Progress
from redpip.core.game import Choose, Rules, Seat
from redpip.core.options import changed_options, make_rules
from redpip.core.problem import Problem, unknown
from redpip.core.solution import Figures, Solver
from redpip.play.seating import read_options


class Question:
    """A game with its preset and options, about which somebody wants to know more."""

    def __init__(
        self,
        game: str,
        preset: str | None,
        options: Sequence[str] = (),
        asked: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self.game, edition = find_at_once(game)
        self.preset, chosen = self.game.preset(chosen_preset(edition, preset))
        self._values = {**chosen.options, **read_options(self.game, options)}
        self._asked = asked
        for name in asked:
            if name not in self.game.questions:
                raise unknown("question", name, list(self.game.questions))

    def rules(self, seats: int = 1) -> Rules[Any, Any]:
        rules: Rules[Any, Any] = make_rules(self.game.rules, self._values, seats)
        return rules

    @property
    def make_advisor(self) -> MakeAdvisor:
        if self.game.advisor is None:
            raise no_advice(self.game.name)
        return self.game.advisor

    def solver(self, effort: Effort) -> Solver:
        if self.game.solver is None:
            raise Problem("not_solved", "{game} has no solver yet.", game=self.game.name)
        return self.game.solver(self.rules(), effort, **self._asked)

    def figures(self, effort: Effort) -> Figures:
        if self.game.figures is None:
            raise Problem("no_stats", "{game} has no figures of best play.", game=self.game.name)
        figures = self.game.figures(self.rules(), effort)
        figures.check()
        return figures

    def position(self, text: str) -> tuple[int, Any]:
        """How many sit at the table, and the state that they are in."""
        if self.game.position is None:
            raise Problem("bad_position", "{game} has no text for positions.", game=self.game.name)
        return self.game.position(self.rules, *_read_position(text))

    def about(self) -> dict[str, Any]:
        return {"game": self.game.id, "preset": self.preset, "options": changed_options(self.rules()), **self._asked}


def solve(question: Question, effort: Effort, stats: bool, again: bool) -> dict[str, Any]:
    """The solver's summary, and the figures of best play if they are wanted."""
    solver, figures = question.solver(effort), question.figures(effort) if stats else None
    begin = time.perf_counter()
    solver.solve(again)
    found = {**solver.summary(), "seconds": round(time.perf_counter() - begin, 3)}
    return found | ({"stats": figures.find(again)} if figures else {})


def advise(question: Question, position: str, effort: Effort) -> tuple[Seat, Advice[Any]]:
    """Who may act in the position, and every action of that seat, best first."""
    make_advisor = question.make_advisor
    seats, state = question.position(position)
    rules = question.rules(seats)
    match rules.next(state):
        case Choose(options):
            seat, actions = min(options.items())
        case _:
            raise Problem("nothing_to_choose", "Nobody has anything to choose in this position.")
    return seat, make_advisor(rules, seat, effort).advise(Point(rules.view(state, seat)), actions)


def _read_position(text: str) -> tuple[Any, int | None]:
    """A line of text stands for itself; JSON is {"seats": …, "state": …} or the state alone."""
    if not text.lstrip().startswith("{"):
        return text, None
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise Problem("bad_position", "This is not JSON.") from None
    seats = data.get("seats") if "state" in data else None
    if seats is not None and (not isinstance(seats, int) or seats < 1):
        raise Problem("bad_position", "The number of seats is a whole number.")
    return data.get("state", data), seats


def verify(question: Question, sample: int, seed: str, tolerance: float, progress: Progress) -> dict[str, Any]:
    """Derives sampled positions from the rules and compares them with what the advisor says."""
    from redpip.solve.verify import verify as checks

    solver, make_advisor = question.solver(QUIET), question.make_advisor
    states = solver.sample(Random(seed), sample)
    wrong: list[Mapping[str, Any]] = []
    largest = 0.0

    def advisor_of(seat: Seat) -> Advisor[Any]:
        return make_advisor(solver.rules, seat, QUIET)

    for number, check in enumerate(checks(solver.rules, advisor_of, states), 1):
        largest = max(largest, check.difference)
        if not check.difference <= tolerance:
            wrong.append({"state": to_json(check.state), "value": check.value, "rules": check.rules})
        progress(number / sample)
    return {"checked": sample, "largest_difference": largest, "wrong": wrong}
