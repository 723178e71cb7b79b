"""Solving, advising and verifying for whoever asks: plain arguments in, values for JSON out."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from redpip.core.advice import Progress, Solver
from redpip.core.catalog import find_game
from redpip.core.codec import to_json
from redpip.core.game import Choose, Rules
from redpip.core.options import changed_options, make_rules
from redpip.core.problem import Problem
from redpip.play.seating import read_options


class Question:
    """A game with its preset and options, for which a solver is wanted."""

    def __init__(self, game: str, preset: str | None, options: Sequence[str] = ()) -> None:
        self.game, edition = find_game(game)
        self.preset, chosen = self.game.preset(preset or edition)
        self._values = {**chosen.options, **read_options(self.game, options)}
        if self.game.solver is None:
            raise Problem("not_solved", "{game} has no solver yet.", game=self.game.name)

    def rules(self, seats: int = 1) -> Rules[Any, Any]:
        rules: Rules[Any, Any] = make_rules(self.game.rules, self._values, seats)
        return rules

    def solver(self, seats: int = 1, seat: int = 0) -> Solver[Any]:
        assert self.game.solver is not None
        return self.game.solver(self.rules(seats), seat)

    def position(self, text: str) -> tuple[int, Any]:
        """How many sit at the table, and the state that they are in."""
        if self.game.position is None:
            raise Problem("bad_position", "{game} has no text for positions.", game=self.game.name)
        given, seats = _read_position(text)
        return seats, self.game.position(self.rules(seats), given)

    def about(self) -> dict[str, Any]:
        return {"game": self.game.id, "preset": self.preset, "options": changed_options(self.rules())}


def solve(question: Question, progress: Progress, threads: int, stats: bool, again: bool) -> dict[str, Any]:
    solver = question.solver()
    if stats:
        solver.check_stats()
    begin = time.perf_counter()
    if again:
        solver.solve_again(progress, threads)
    else:
        solver.solve(progress, threads)
    seconds = round(time.perf_counter() - begin, 3)
    found = {**question.about(), **solver.summary(), "seconds": seconds}
    return found | ({"stats": solver.stats(progress, threads, again)} if stats else {})


def advise(question: Question, position: str, progress: Progress, threads: int) -> dict[str, Any]:
    """Every action of whoever may act in the position, best first."""
    seats, state = question.position(position)
    rules = question.rules(seats)
    match rules.next(state):
        case Choose(options):
            ((seat, actions),) = options.items()
        case _:
            raise Problem("nothing_to_choose", "Nobody has anything to choose in this position.")
    solver = question.solver(seats, seat)
    solver.ready(state, progress, threads)
    advice = solver.advise(rules.view(state, seat), actions)
    best = advice.ranked[0].value
    ranked = [{"action": str(one.action), "value": one.value, "loss": best - one.value} for one in advice.ranked]
    return {**question.about(), "seat": seat, "unit": advice.unit, "exact": advice.exact, "actions": ranked}


def _read_position(text: str) -> tuple[Any, int]:
    """A line of text stands for itself; JSON is {"seats": …, "state": …} or the state alone."""
    if not text.lstrip().startswith("{"):
        return text, 1
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise Problem("bad_position", "This is not JSON.") from None
    state = data.get("state", data)
    sheets = state.get("sheets") if isinstance(state, dict) else None
    seats = data.get("seats", len(sheets) if isinstance(sheets, list) else 1)
    if not isinstance(seats, int) or seats < 1:
        raise Problem("bad_position", "The number of seats is a whole number.")
    return state, seats


def verify(question: Question, sample: int, seed: str, tolerance: float, progress: Progress) -> dict[str, Any]:
    """Derives sampled positions from the rules and compares them with the solver's values."""
    from redpip.solve.verify import verify as checks

    solver = question.solver()
    wrong: list[Mapping[str, Any]] = []
    largest = 0.0
    for number, check in enumerate(checks(question.rules(), solver, sample, Random(seed)), 1):
        largest = max(largest, check.difference)
        if not check.difference <= tolerance:
            wrong.append({"state": to_json(check.state), "table": check.table, "rules": check.rules})
        progress(number / sample)
    return {**question.about(), "checked": sample, "largest_difference": largest, "wrong": wrong}
