"""The solver of Spicy Dice against the rules: a slow oracle on shrunken games, Bellman's equation on the whole one."""

from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from redpip.core.advice import Advisor, Point
from redpip.core.catalog import find_game
from redpip.core.effort import QUIET, Effort
from redpip.core.options import make_rules
from redpip.core.problem import Problem
from redpip.games.spicy.advisor import SpicyAdvisor
from redpip.games.spicy.extra import ExtraSolver
from redpip.games.spicy.kinds import all_scores, all_wholes, stored
from redpip.games.spicy.positions import position
from redpip.games.spicy.rules import Sheet, SpicyRules, State
from redpip.games.spicy.solver import SHIPPED, solver
from redpip.solve.oracle import Oracle
from redpip.solve.pool.holding import HoldingBackward
from redpip.solve.verify import verify

from .conftest import solved, worth

SIGNATURE = Path(__file__).parents[5] / "tests" / "signature.txt"

SHRUNKEN: list[dict[str, Any]] = [
    {"boxes": ("1", "RUN"), "dice": 2, "rolls": 3},
    {"boxes": ("2", "SET", "RED"), "dice": 2, "rolls": 3},
    {"boxes": ("3", "SUM"), "dice": 3, "rolls": 2},
    {"boxes": ("1", "2"), "dice": 2, "rolls": 4, "flips": False},
    {"boxes": ("1", "2"), "dice": 2, "rolls": 4, "junior": (True,)},
    {"boxes": ("1", "2", "RED"), "dice": 2, "rolls": 3, "zero_roll_turns": True, "bonus": 9},
    {"boxes": ("1", "2"), "dice": 2, "rolls": 5, "zero_roll_turns": True, "junior": (True,)},
    {"extra": True, "boxes": ("1", "2", "RED"), "dice": 2, "rolls": 3},
    {"extra": True, "boxes": ("SUM", "RED"), "dice": 2, "rolls": 3},
    {"extra": True, "boxes": ("1", "2"), "dice": 2, "rolls": 4, "flips": False},
    {"extra": True, "boxes": ("1", "RUN"), "dice": 2, "rolls": 3, "hold_all": True},
    {"extra": True, "boxes": ("1", "SUM"), "dice": 2, "rolls": 3, "zero_frees_dice": False},
    {"extra": True, "boxes": ("2", "RED"), "dice": 2, "rolls": 4, "junior": (True,)},
    {"extra": True, "boxes": ("1", "RED"), "dice": 2, "rolls": 3, "zero_roll_turns": True, "hold_all": True},
]


@pytest.mark.parametrize("options", SHRUNKEN, ids=str)
def test_agrees_with_the_oracle(options: dict[str, Any]) -> None:
    rules = SpicyRules(**options)
    start = rules.start(1, 0)
    ready = solved(rules)
    assert ready.summary()["value"] == pytest.approx(Oracle(rules).value(start), abs=1e-9)
    assert ready.start_value(ready.pool.full, rules.rolls) == ready.summary()["value"]


def signature() -> dict[str, float]:
    lines = [line.split() for line in SIGNATURE.read_text("utf-8").splitlines() if not line.startswith("#")]
    return {preset: float(value) for game, preset, value in lines if game == "spicy"}


@pytest.mark.parametrize("preset", ["classic", "chili", "junior"])
def test_the_signature_holds(preset: str) -> None:
    game, _ = find_game("spicy")
    rules = make_rules(SpicyRules, game.presets[preset].options, 1)
    assert worth(SpicyAdvisor(rules, 0), rules.start(1, 0)) == pytest.approx(signature()[preset], abs=1e-9)


@pytest.mark.slow
@pytest.mark.parametrize("preset", ["extra", "extra-junior"])
def test_the_signature_of_extra_spicy_holds(preset: str) -> None:
    rules = make_rules(SpicyRules, find_game("spicy")[0].presets[preset].options, 1)
    ready = solver(rules)
    ready.solve(again=True)
    assert ready.summary()["value"] == pytest.approx(signature()[preset], abs=1e-9)


@pytest.mark.parametrize("rules", SHIPPED, ids=SHIPPED.get)
def test_shipped_tables_are_what_the_solver_gives(rules: SpicyRules) -> None:
    shipped, fresh = solved(rules), solver(rules)
    fresh.solve(again=True)
    assert np.allclose(shipped.table, fresh.table, rtol=0, atol=1e-9, equal_nan=True)


def test_stored_scores_are_what_the_rules_give() -> None:
    for name, derived in (("scores", all_scores(6)), ("wholes", all_wholes(6))):
        kept = stored(name, 6)
        assert kept is not None
        vectors, kinds = kept
        assert np.array_equal(vectors[kinds], derived)


@pytest.mark.parametrize("rules", [*SHIPPED, SpicyRules(extra=True, boxes=("2", "RUN", "RED"), rolls=5)], ids=str)
def test_sampled_states_agree_with_the_rules(rules: SpicyRules) -> None:
    states = solver(rules).sample(Random(6), 10)
    assert max(check.difference for check in verify(rules, partial(SpicyAdvisor, rules), states)) < 1e-9


def test_values_rise_with_the_rolls_left_and_with_freedom() -> None:
    classic, junior = (solved(rules).table for rules in SHIPPED)
    for table in (classic, junior):
        steps = np.diff(table[1:, 1:], axis=1)
        assert np.nanmin(steps) >= -1e-9
    assert np.nanmin(classic - junior) >= -1e-9


def test_advice_ranks_every_option() -> None:
    game, _ = find_game("spicy")
    rules = SpicyRules()
    state = position(rules, "424425")
    options = rules.next(state).options[0]  # type: ignore[union-attr]
    assert game.advisor is not None
    advisor: Advisor[Any] = game.advisor(rules, 0, QUIET)
    advice = advisor.advise(Point(state), options)
    assert {valued.action for valued in advice.ranked} == set(options)
    assert (advice.exact, advice.unit) == (True, "points")
    assert str(advice.best) == "flip 2>4"
    assert advice.ranked[0].value == pytest.approx(advisor.value(Point(state)).value, abs=1e-9)


@pytest.mark.parametrize("extra", [False, True])
def test_work_that_was_stopped_goes_on(extra: bool) -> None:
    rules = SpicyRules(boxes=("1", "2", "3"), rolls=6, extra=extra)

    def stop(part: float) -> None:
        if part > 0.5:
            raise KeyboardInterrupt

    stopped = solver(rules, Effort(stop, 1))
    with pytest.raises(KeyboardInterrupt):
        stopped.solve()
    assert stopped.unfinished.path.exists()
    parts: list[float] = []
    again = solver(rules, Effort(parts.append, 1))
    again.solve()
    assert min(parts) > 0.4
    assert not again.unfinished.path.exists()
    assert again.stored.path.exists()
    kept = again.kept(again.pool.full).load() if isinstance(again, ExtraSolver) else {}
    fresh = solver(rules)
    fresh.solve(again=True)
    assert np.array_equal(fresh.table, again.table, equal_nan=True)
    if isinstance(fresh, ExtraSolver):
        assert same_arrays(kept, fresh.kept(fresh.pool.full).load())


def same_arrays(some: Any, others: Any) -> bool:
    return some.keys() == others.keys() and all(
        np.array_equal(array, others[name], equal_nan=True) for name, array in some.items()
    )


def test_a_turn_of_extra_spicy_is_solved_once(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = SpicyRules(extra=True, boxes=("1", "2", "3", "4", "5", "SUM", "RED"), dice=2, rolls=8)
    state = State((Sheet((None,) * 6 + (0,), (None,) * 6 + (1,), 1),), 0, "start")
    first = worth(SpicyAdvisor(rules, 0), state)

    def again(*_: object) -> None:
        raise AssertionError("solved again")

    monkeypatch.setattr(HoldingBackward, "solve", again)
    assert worth(SpicyAdvisor(rules, 0), state) == first


@pytest.mark.parametrize("text", ["424425_29_1", "-_0_1", "424425_30", "424425_12_9", "42442_12", "4-4425_29", "-_x"])
def test_positions_that_cannot_occur_are_refused(text: str) -> None:
    with pytest.raises(Problem):
        position(SpicyRules(), text)
