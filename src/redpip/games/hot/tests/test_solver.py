"""The solver of Hot Dice against the rules: a slow oracle on shrunken games, Bellman's equation, and play itself."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from redpip.core.advice import Point
from redpip.core.effort import Effort
from redpip.core.problem import Problem
from redpip.games.hot.advisor import HotAdvisor
from redpip.games.hot.positions import at_table
from redpip.games.hot.rules import HotRules
from redpip.games.hot.solver import SHIPPED, HotSolver
from redpip.games.hot.tests.capped import CappedRules, present
from redpip.games.hot.ways import STEP, turns_of
from redpip.solve.oracle import Oracle
from redpip.solve.push.race import Race, reach_chance
from redpip.solve.push.turn import solve_points
from redpip.solve.verify import verify

SIGNATURE = Path(__file__).parents[5] / "tests" / "signature.txt"
SMALL: list[dict[str, Any]] = [
    {"dice": 2, "target": 100, "opening": 100},
    {"dice": 2, "target": 100, "opening": 0, "final_tie": "shared"},
    {"dice": 2, "target": 100, "opening": 150, "inclusive": True, "opening_stop": "zero"},
]


@pytest.fixture(autouse=True, scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Any:
    patch = pytest.MonkeyPatch()
    for name in ("REDPIP_CACHE_DIR", "REDPIP_STATE_DIR"):
        patch.setenv(name, str(tmp_path_factory.mktemp("hot")))
    yield
    patch.undo()


def signature() -> dict[str, float]:
    lines = [line.split() for line in SIGNATURE.read_text("utf-8").splitlines() if line.startswith("hot ")]
    return {name: float(value) for _, name, value in lines}


@pytest.mark.parametrize("options", SMALL, ids=str)
@pytest.mark.parametrize("seats", [1, 2])
def test_agrees_with_the_oracle(options: dict[str, Any], seats: int) -> None:
    rules, capped = HotRules(**options), CappedRules(**options)
    oracle, start = Oracle(capped, seats, present), rules.start(seats, 0)
    for seat in range(seats):
        advisor = HotAdvisor(rules, seat)
        assert advisor.value(Point(start)).value == pytest.approx(oracle.value(start, seat), abs=1e-9)


@pytest.mark.parametrize(
    "options", [{}, {"singles_make_set": True}, {"order": "add_first"}, {"multi": "whole_total"}], ids=str
)
def test_sampled_states_agree_with_the_rules(options: dict[str, Any]) -> None:
    rules = HotRules(dice=4, target=200, opening=150, **options)
    states = HotSolver(rules).sample(Random(6), 25)
    assert {len(state.totals) for state in states} == {1, 2}
    assert max(check.difference for check in verify(rules, partial(HotAdvisor, rules), states)) < 1e-9


def test_expected_points_of_a_turn_are_those_of_the_signature() -> None:
    ways = turns_of(HotRules()).ways
    for name, least in (("turn_value", 1), ("opening_value", 20)):
        value = STEP * float(ways.rolled(solve_points(ways, least), 0, 0.0)[0])
        assert value == pytest.approx(signature()[name], abs=1e-6)
    assert reach_chance(ways, 20) == pytest.approx(signature()["open_chance"], abs=1e-9)
    assert len(ways.bust) == 24
    assert ways.bust[0] == 1440 / 46656


def test_great_totals_lie_on_straight_lines() -> None:
    ways = turns_of(HotRules(multi="whole_total")).ways
    values = solve_points(ways, 1)
    for total in (200, 240, 250):
        assert np.allclose(np.maximum(ways.rolled(values, total, 0.0), total), values[total], rtol=1e-11)


def test_a_turn_without_end_has_no_bound() -> None:
    """With sets that persist somebody can come to hold sets of all faces, and never busts again."""
    ways = turns_of(HotRules(dice=3, persist=True)).ways
    with pytest.raises(Problem, match="no bound"):
        solve_points(ways, 1)


def test_work_that_was_stopped_goes_on() -> None:
    ways = turns_of(HotRules(dice=2)).ways
    whole = Race(ways, 4, 2, ahead=60)
    whole.solve()

    def stop(part: float) -> None:
        if part > 0.4:
            raise KeyboardInterrupt

    half = Race(ways, 4, 2, ahead=60, effort=Effort(stop, 1))
    with pytest.raises(KeyboardInterrupt):
        half.solve()
    rest = Race(ways, 4, 2, ahead=60)
    rest.resume(half.unfinished())
    assert rest.done > 0
    rest.solve()
    assert np.array_equal(rest.table, whole.table, equal_nan=True)


def test_a_table_answers_smaller_targets() -> None:
    ways = turns_of(HotRules(dice=2)).ways
    large, small = Race(ways, 6, 2, ahead=60), Race(ways, 4, 1, ahead=60)
    large.solve()
    small.solve()
    taken = Race(ways, 4, 1, ahead=60)
    taken.take(large.table[1:4, 1:4], large.last)
    taken.solve()
    assert np.allclose(taken.table, small.table, atol=1e-12)


@pytest.mark.parametrize("options", [{"target": 50_000}, {"opening": 50_000}], ids=str)
def test_what_is_too_large_is_said_before_any_work(options: dict[str, Any]) -> None:
    with pytest.raises(Problem) as caught:
        HotSolver(HotRules(**options)).solve()
    assert caught.value.code == "too_large"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("x", "bad_position"),
        ("1_2_3_4_5_6", "bad_position"),
        ("124455_0_3000.x", "bad_position"),
        ("124455_0_3010", "impossible_position"),
        ("124455_0_500", "impossible_position"),
        ("234462", "impossible_position"),
        ("124455_0_10050.3000", "impossible_position"),
        ("-_250_3000_511_4", "impossible_position"),
        ("-_0_3000_511", "impossible_position"),
    ],
)
def test_bad_positions_are_refused(text: str, code: str) -> None:
    with pytest.raises(Problem) as caught:
        at_table(lambda _: HotRules(), text, None)
    assert caught.value.code == code


def test_positions_in_text() -> None:
    seats, state = at_table(lambda _: HotRules(), "---235_250_3000.10100_511", None)
    assert (seats, state.totals, state.phase, state.trigger) == (2, (3000, 10100), "rolled", 1)
    assert (state.turn.total, state.turn.held[:3], state.turn.loose[3:]) == (250, (5, 1, 1), (2, 3, 5))


def test_the_shipped_table_is_that_of_the_signature() -> None:
    arrays = HotSolver(HotRules()).arrays
    assert -float(arrays["alone"][0]) == pytest.approx(signature()["expected_turns"], abs=1e-9)
    assert float(arrays["table"][0, 0]) == pytest.approx(signature()["win_chance_first"], abs=1e-9)
    assert SHIPPED.stat().st_size < 1_000_000


@pytest.mark.slow
def test_the_whole_game_is_solved_anew() -> None:
    rules = HotRules()
    race = Race(turns_of(rules).ways, 201, 20)
    race.solve()
    assert float(race.table[0, 0]) == pytest.approx(signature()["win_chance_first"], abs=1e-9)
