"""The solver of Hot Dice against the rules: a slow oracle on shrunken games, Bellman's equation, and play itself."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from redpip.core.advice import Point
from redpip.core.dice import DICE
from redpip.core.effort import Effort
from redpip.core.game import Choose, Next, Over, Roll
from redpip.core.problem import Problem
from redpip.games.hot import GAME
from redpip.games.hot.advisor import HotAdvisor
from redpip.games.hot.goals import STEP
from redpip.games.hot.notation import Action
from redpip.games.hot.positions import at_table
from redpip.games.hot.rules import HotRules, State
from redpip.games.hot.solver import SHIPPED, TABLES, HotSolver
from redpip.games.hot.tests.capped import CappedRules, present
from redpip.games.hot.ways import turns_of
from redpip.solve.oracle import Oracle
from redpip.solve.push.race import Between, Race, reach_chance
from redpip.solve.push.turn import solve_points
from redpip.solve.push.ways import Floats
from redpip.solve.verify import verify

SIGNATURE = Path(__file__).parents[5] / "tests" / "signature.txt"
SMALL: list[dict[str, Any]] = [
    {"dice": 2, "target": 100, "opening": 100},
    {"dice": 2, "target": 100, "opening": 0, "final_tie": "shared"},
    {"dice": 2, "target": 100, "opening": 150, "inclusive": True, "opening_stop": "zero"},
]


@pytest.fixture(autouse=True, scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> Any:
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
    assert all((TABLES / f"{name}.npz").stat().st_size < 1_000_000 for name in SHIPPED.values())


def test_the_guided_game_waits_for_no_compiler() -> None:
    lesson = tomllib.loads((TABLES.parent / "lesson.toml").read_text("utf-8"))
    assert HotRules(**lesson["options"]) in SHIPPED


@pytest.mark.parametrize(("ahead", "apart"), [(60, 1e-2), (600, 1e-12)])
def test_what_lies_beyond_the_totals_that_are_looked_at_is_bounded(ahead: int, apart: float) -> None:
    """The table in the package looks further, and lies between the bounds of somebody who does not."""
    race = Between(turns_of(HotRules()).ways, 6, 3, ahead=ahead)
    race.solve()
    known, least, most = HotSolver(HotRules()).arrays["table"][1:6, 1:6], race.table[1:, 1:], race.hopeful[1:, 1:]
    assert ((least <= known + 1e-12) & (known <= most + 1e-12)).all()
    assert np.nanmax(race.hopeful - race.table) < apart
    assert (ahead == 60) == bool((most - least > 1e-4).any())


@pytest.mark.slow
def test_the_whole_game_is_solved_anew() -> None:
    """And to look further than 75,000 points would change next to nothing."""
    race = Between(turns_of(HotRules()).ways, 201, 20)
    race.solve()
    assert float(race.table[0, 0]) <= signature()["win_chance_first"] <= float(race.hopeful[0, 0])
    assert float(race.hopeful[0, 0] - race.table[0, 0]) < 1e-8
    assert float(np.nanmax(race.hopeful - race.table)) < 1e-7


# ---- played through the rules

SHORT = HotRules(target=450, opening=300)


def played(rules: HotRules, games: int, seats: int) -> Floats:
    """Turns of one alone, or whether the first of two won, when everybody does what is ranked first."""
    luck, best = Random("played"), cache(partial(choice, rules, [HotAdvisor(rules, seat) for seat in range(seats)]))
    found = []
    for _ in range(games):
        state = rules.start(seats, 0)
        while not isinstance(due := rules.next(state), Over):
            state = step(rules, state, due, best, luck)
        found.append(-due.returns[0] if seats == 1 else due.returns[0])
    return np.array(found)


def step(rules: HotRules, state: State, due: Next[Action], best: Callable[[State], Action], luck: Random) -> State:
    if isinstance(due, Roll):
        return rules.rolled(state, tuple(luck.randint(1, 6) if die in due.dice else 0 for die in DICE))
    return rules.play(state, state.seat, best(replace(state, turns=0, last=None)))


def choice(rules: HotRules, advisors: list[HotAdvisor], state: State) -> Action:
    due = rules.next(state)
    assert isinstance(due, Choose)
    options = due.options[state.seat]
    return advisors[state.seat].advise(Point(state), options).best if len(options) > 1 else options[0]


def agrees(found: Floats, wanted: float) -> None:
    """Within three standard errors."""
    error = float(found.std(ddof=1)) / len(found) ** 0.5
    print(f"{len(found)} played: {found.mean():.5f} ± {error:.5f}, solved {wanted:.5f}")
    assert abs(found.mean() - wanted) < 3 * error


def expect(rules: HotRules, games: int, seats: int) -> None:
    agrees(played(rules, games, seats), abs(HotAdvisor(rules, 0).value(Point(rules.start(seats, 0))).value))


@pytest.mark.parametrize("totals", [(0,), (0, 0), (3000, 4500), (9500, 0), (8000, 10_500)], ids=str)
@pytest.mark.parametrize("turns", [50, pytest.param(20_000, marks=pytest.mark.slow)])
def test_turns_of_the_whole_game_are_played_as_they_are_valued(totals: tuple[int, ...], turns: int) -> None:
    """A hundred thousand in all; each is worth what the position after it is."""
    rules, luck = HotRules(), Random("turns")
    begun = State(totals, 0, "start", trigger=1 if totals[-1] > rules.target else None)
    advisor, after = HotAdvisor(rules, 0), HotAdvisor(rules, 0)  # another one, so that each remembers its turns
    best = cache(partial(choice, rules, [advisor]))
    worth = cache(lambda state: after.value(Point(state)).value)
    found = []
    for _ in range(turns):
        state = begun
        while not state.turns:
            state = step(rules, state, rules.next(state), best, luck)
        found.append(worth(replace(state, last=None)))
    agrees(np.array(found), advisor.value(Point(begun)).value)


@pytest.mark.parametrize("seats", [1, 2])
def test_a_short_game_is_played_as_it_is_valued(seats: int) -> None:
    expect(SHORT, 150, seats)


@pytest.mark.slow
@pytest.mark.parametrize("seats", [1, 2])
def test_a_hundred_thousand_games_are_played_as_they_are_valued(seats: int) -> None:
    """To more than 950 with an opening of 1000 one turn that opens ends a game alone: the chance to open."""
    expect(SHORT, 100_000, seats)
    if seats == 1:
        expect(HotRules(target=950), 100_000, 1)
        start = HotRules(target=950).start(1, 0)
        alone = HotAdvisor(HotRules(target=950), 0).value(Point(start)).value
        assert alone == pytest.approx(-1 / signature()["open_chance"], abs=1e-6)


@pytest.mark.slow
def test_solved_against_solved_comes_out_at_the_first_players_chance() -> None:
    expect(HotRules(), 400, 2)


WITHOUT_COMPILER = """
import json
from redpip.games.hot.rules import HotRules
from redpip.games.hot.ways import turns_of
from redpip.solve.push.race import Race
race = Race(turns_of(HotRules(dice=2)).ways, 3, 2, ahead=20)
race.solve()
print(json.dumps(race.table.tolist()))
"""


def test_kernels_find_the_same_without_the_compiler() -> None:
    tables = []
    for without in ("0", "1"):
        environment = {**os.environ, "NUMBA_DISABLE_JIT": without}
        done = subprocess.run(
            [sys.executable, "-c", WITHOUT_COMPILER], env=environment, capture_output=True, text=True, check=True
        )
        tables.append(np.array(json.loads(done.stdout)))
    assert np.allclose(tables[0], tables[1], rtol=0, atol=1e-12, equal_nan=True)


def test_the_best_bot_is_refused_where_nothing_is_solved() -> None:
    for solved in (HotRules(target=20_000), HotRules(opening=20_000)):
        GAME.check_bot("best", solved)
    for unsolved in (HotRules(target=100_000), HotRules(opening=100_000)):
        with pytest.raises(Problem, match="solved for targets"):
            GAME.check_bot("best", unsolved)
        GAME.check_bot("expert", unsolved)
