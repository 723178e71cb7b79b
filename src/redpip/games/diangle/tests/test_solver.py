"""The solver of Diangle against the rules: a slow oracle on shrunken games, Bellman's equation on the whole one."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from redpip.core.advice import Point
from redpip.core.dice import Faces
from redpip.core.effort import QUIET, Effort
from redpip.core.game import Choose, Next, Over, Roll, act
from redpip.core.options import make_rules
from redpip.core.problem import Problem
from redpip.core.shaker import SeededShaker
from redpip.games.diangle import GAME
from redpip.games.diangle.advisor import DiangleAdvisor
from redpip.games.diangle.figures import DiangleFigures
from redpip.games.diangle.notation import Action
from redpip.games.diangle.positions import position
from redpip.games.diangle.rules import DiangleRules, State
from redpip.games.diangle.solver import PACES, SHIPPED, DiangleSolver
from redpip.solve.oracle import Less, Oracle
from redpip.solve.rows.facts import Floats
from redpip.solve.rows.race import best_reply, chance_before
from redpip.solve.verify import verify

SIGNATURE = Path(__file__).parents[5] / "tests" / "signature.txt"
FIGURES = ("expected_turns", "expected_turns_counted", "win_chance_first")

QUICK: list[dict[str, Any]] = [
    {"rows": (1,), "top": 2},
    {"rows": (1,), "top": 2, "count_extra_turns": True},
    {"rows": (1, 1), "top": 1, "advance_anytime": True},
]
SLOW: list[dict[str, Any]] = [
    {"rows": (1, 1), "top": 2},
    {"rows": (2,), "top": 2},
    {"rows": (2, 1), "top": 1},
    {"rows": (1, 1), "top": 3, "advance_anytime": True},
    {"rows": (1, 1), "top": 2, "reuse_removed": True},
    {"rows": (1, 1), "top": 2, "reuse_removed": True, "advance_anytime": True},
    {"rows": (1, 1), "top": 2, "count_extra_turns": True},
]


@pytest.fixture(autouse=True)
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REDPIP_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("REDPIP_STATE_DIR", str(tmp_path / "state"))


def less(rules: DiangleRules, state: State) -> Less:
    """Turns that are over, and before a throw what the dice beside the board show, unless they may yet be placed."""
    if state.phase == "over":
        return Less(state)
    climber, faces = state.climber, state.climber.faces
    if state.phase in ("select", "rolling") and not rules.advance_anytime:
        faces = tuple(face if die in climber.placed else 0 for die, face in enumerate(faces, 1))
    return Less(replace(state, climbers=(replace(climber, turns=0, faces=faces),)), -float(climber.turns))


def agrees(options: dict[str, Any]) -> None:
    """In every position that a game can come to."""
    rules = DiangleRules(**options)
    oracle = Oracle(rules, 1, lambda state: less(rules, state), at_first=-99.0)
    advisor = DiangleAdvisor(rules, 0)
    for state in reachable(rules):
        assert advisor.value(Point(state)).value == pytest.approx(oracle.value(state), abs=1e-9)


def reachable(rules: DiangleRules) -> Iterator[State]:
    """Some hundred positions of games played by chance."""
    luck = Random(1)
    state = rules.start(1, 0)
    for _ in range(300):
        yield state
        match rules.next(state):
            case Roll(dice=dice):
                state = rules.rolled(state, tuple(luck.randint(1, 6) if die in dice else 0 for die in range(1, 7)))
            case Choose(options):
                state = rules.play(state, 0, luck.choice(options[0]))
            case Over():
                state = rules.start(1, 0)


@pytest.mark.parametrize("options", QUICK, ids=str)
def test_agrees_with_the_oracle(options: dict[str, Any]) -> None:
    agrees(options)


@pytest.mark.slow
@pytest.mark.parametrize("options", SLOW, ids=str)
def test_agrees_with_the_oracle_in_larger_games(options: dict[str, Any]) -> None:
    agrees(options)


def signature() -> dict[str, float]:
    lines = [line.split() for line in SIGNATURE.read_text("utf-8").splitlines() if not line.startswith("#")]
    return {figure: float(value) for game, figure, value in lines if game == "diangle"}


def test_the_signature_holds() -> None:
    summary = DiangleSolver(DiangleRules()).summary()
    assert signature() == {figure: round(summary[figure], 9) for figure in FIGURES}


@pytest.mark.slow
@pytest.mark.parametrize("rules", SHIPPED, ids=SHIPPED.__getitem__)
def test_tables_in_the_package_are_what_the_solver_finds(rules: DiangleRules) -> None:
    shipped, again = DiangleSolver(rules), DiangleSolver(rules)
    again.solve(again=True)
    assert shipped.table.keys() == again.table.keys()
    for name, values in again.table.items():
        assert np.allclose(values, shipped.table[name], rtol=0, atol=1e-9)


def test_a_level_alone_is_a_sum_of_turns() -> None:
    """One die, one square: each turn it fills the row unless both throws fail, if the red and the white face agree."""
    solver = DiangleSolver(DiangleRules(rows=(1,), top=1))
    assert solver.turns(free=True) == pytest.approx(1 / (1 - (5 / 6) ** 2), abs=1e-12)
    pace = solver.table[PACES]
    assert pace[1] == pytest.approx(1 - (5 / 6) ** 2, abs=1e-12)
    assert chance_before(pace, pace) == pytest.approx(1 / (1 + (5 / 6) ** 2), abs=1e-9)


@pytest.mark.parametrize(
    "options",
    [{}, {"advance_anytime": True}, {"reuse_removed": True}, {"count_extra_turns": True}],
    ids=str,
)
def test_positions_are_worth_what_the_rules_say(options: dict[str, Any]) -> None:
    rules = make_rules(DiangleRules, options, 1)
    solver = DiangleSolver(rules)
    states = solver.sample(Random("redpip"), 40)
    assert {state.phase for state in states} >= {"select", "decide", "arrange"}
    checks = list(verify(rules, lambda seat: DiangleAdvisor(rules, seat), states))
    assert max(check.difference for check in checks) < 1e-9


Choice = Callable[[State, tuple[Action, ...]], Action]


def best_choice(rules: DiangleRules) -> Choice:
    """What the advisor ranks first, asked once for each position."""
    return cache(GAME.bot("best").seat(rules, 0, Random(0)).choose)


def step(rules: DiangleRules, state: State, due: Next[Action], best: Choice, shaker: SeededShaker) -> State:
    """Each seat plays as it would alone; turns that are over do not matter."""
    if isinstance(due, Roll):
        return rules.rolled(state, shaker.throw(due))
    assert isinstance(due, Choose)
    ((seat, actions),) = due.options.items()
    alone = replace(state, climbers=(replace(state.climber, turns=0),), seat=0)
    return act(rules, state, seat, best(alone, tuple(actions)))


def played(rules: DiangleRules, games: int, seats: int) -> Floats:
    """Who won and in how many turns: the advisors' choices, played through the rules."""
    best = best_choice(rules)
    overs = [play_out(rules, rules.start(seats, 0), best, SeededShaker(f"best/{game}")) for game in range(games)]
    return np.array([-over.returns[0] if seats == 1 else over.winners == (0,) for over in overs], dtype=float)


def play_out(rules: DiangleRules, state: State, best: Choice, shaker: SeededShaker) -> Over:
    while not isinstance(due := rules.next(state), Over):
        state = step(rules, state, due, best, shaker)
    return due


def agrees_with(found: Floats, wanted: float) -> None:
    """Within three standard errors."""
    error = float(found.std(ddof=1)) / len(found) ** 0.5
    print(f"{len(found)} played: {found.mean():.5f} ± {error:.5f}, solved {wanted:.5f}")
    assert abs(found.mean() - wanted) < 3 * error


@pytest.mark.parametrize("text", ["-", "-_4_15.2", "-_6", "-_9_3.5", "-_11"])
@pytest.mark.parametrize("turns", [40, pytest.param(20_000, marks=pytest.mark.slow)])
def test_turns_of_the_whole_game_are_played_as_they_are_valued(text: str, turns: int) -> None:
    """A hundred thousand in all, with the extra turns that they bring; each is worth what the position after it is."""
    rules, shaker = DiangleRules(), SeededShaker("turns")
    best, begun, advisor = best_choice(rules), position(rules, text), DiangleAdvisor(rules, 0)
    found = []
    for _ in range(turns):
        state = step(rules, begun, rules.next(begun), best, shaker)
        while state.phase not in ("select", "over") or state.is_extra:
            state = step(rules, state, rules.next(state), best, shaker)
        found.append(advisor.value(Point(state)).value)
    agrees_with(np.array(found), advisor.value(Point(begun)).value)


SMALL = DiangleRules(rows=(2, 1), top=2)


@pytest.mark.parametrize("seats", [1, 2])
def test_a_small_game_is_played_as_it_is_valued(seats: int) -> None:
    expect(SMALL, 150, seats)


@pytest.mark.slow
@pytest.mark.parametrize("seats", [1, 2])
def test_games_are_played_as_they_are_valued(seats: int) -> None:
    expect(SMALL, 100_000, seats)
    expect(DiangleRules(), 1_000, seats)


def expect(rules: DiangleRules, games: int, seats: int) -> None:
    summary = DiangleSolver(rules).summary()
    wanted = summary["expected_turns"] if seats == 1 else summary["win_chance_first"]
    agrees_with(played(rules, games, seats), wanted)


# ---- the race


@dataclass(frozen=True)
class Hurried:
    """A game of one by the rules that brings the chance that somebody else is not there yet."""

    rules: DiangleRules
    theirs: tuple[float, ...]  # the other's chance to be there within 0, 1, 2, ... turns; the last is 1
    ahead: int

    def next(self, state: State) -> Next[Action]:
        turns, due = state.climber.turns, self.rules.next(state)
        if isinstance(due, Over) or turns - self.ahead >= len(self.theirs):
            late = 1 - self.theirs[min(turns - self.ahead, len(self.theirs) - 1)]
            return Over((0,), (late,), (0,))
        return due

    def rolled(self, state: State, faces: Faces) -> State:
        return self.rules.rolled(state, faces)

    def play(self, state: State, seat: int, action: Action) -> State:
        return self.rules.play(state, seat, action)


@pytest.mark.parametrize("ahead", [1, 0])
def test_a_reply_is_worth_what_the_rules_say(ahead: int) -> None:
    rules, theirs = DiangleRules(rows=(1, 1), top=1), (0.0, 0.1, 0.5, 0.8, 1.0)
    oracle: Any = Oracle(Hurried(rules, theirs, ahead))  # type: ignore[arg-type]
    found = best_reply(DiangleSolver(rules).backward(free=True), np.array(theirs), ahead, QUIET.progress)
    assert found == pytest.approx(oracle.value(rules.start(1, 0)), abs=1e-9)


def test_the_race_lies_within_its_bounds() -> None:
    """With a die there is nothing to choose, so nobody can do better; with three there is."""
    for rules, choice in ((DiangleRules(rows=(1,), top=1), 0.0), (SMALL, 1e-4)):
        first = DiangleSolver(rules).summary()["win_chance_first"]
        told = DiangleFigures(rules).find(again=False)
        assert DiangleFigures(rules).find(again=False) == told
        assert told["win_chance_first_at_least"] + choice <= first + 1e-9
        assert first + choice <= told["best_reply_first"] + 1e-9
        assert told["best_reply_first"] + choice <= told["win_chance_first_at_most"] + 1e-9
        assert 1 - first + choice <= told["best_reply_second"] + 1e-9
        assert told["best_reply_second"] + choice <= 1 - told["win_chance_first_at_least"] + 1e-9


# ---- work that is stopped, without a compiler, in other people's hands


def test_work_that_is_stopped_is_taken_up_again() -> None:
    class Enough(Exception):
        pass

    rules = DiangleRules(rows=(1, 1), top=2)

    def stop(part: float) -> None:
        if part > 0.4:
            raise Enough

    stopped = DiangleSolver(rules, Effort(stop))
    with pytest.raises(Enough):
        stopped.solve()
    kept = stopped.unfinished.load()
    assert kept is not None
    assert "free.0.0" in kept
    resumed = DiangleSolver(rules)
    resumed.solve()
    assert resumed.unfinished.load() is None
    assert resumed.table["free.0.0"] == pytest.approx(kept["free.0.0"], abs=0)


def test_kernels_run_without_a_compiler(tmp_path: Path) -> None:
    code = (
        "from redpip.games.diangle.rules import DiangleRules\n"
        "from redpip.games.diangle.solver import DiangleSolver\n"
        "import json\n"
        "print(json.dumps(DiangleSolver(DiangleRules(rows=(1, 1), top=2)).summary()))"
    )
    folders = {"REDPIP_CACHE_DIR": str(tmp_path / "plain"), "REDPIP_STATE_DIR": str(tmp_path / "plain")}
    env = {**os.environ, **folders, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
    summary = DiangleSolver(DiangleRules(rows=(1, 1), top=2)).summary()
    for figure in FIGURES:
        assert json.loads(done.stdout)[figure] == pytest.approx(summary[figure], abs=1e-12)


def test_advice_needs_no_compiler() -> None:
    code = (
        "import sys\n"
        "from redpip.term.solving import advise\n"
        "advise('diangle', '424425_1')\n"
        "assert 'numba' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)


# ---- positions


@pytest.mark.parametrize(
    ("text", "phase"),
    [
        ("424425_1", "decide"),
        ("424425_1_-_2", "arrange"),
        ("-_4_15.2", "select"),
        ("-_4_15.2_x1", "select"),
        ("-", "select"),
    ],
)
def test_a_line_of_text_is_a_position(text: str, phase: str) -> None:
    state = position(DiangleRules(), text)
    assert state.phase == phase
    assert state.extra == text.endswith("x1")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("424425_1_2_3_4", "bad_position"),
        ("42442", "bad_position"),
        ("424425_x", "bad_position"),
        ("424425_1_9", "bad_position"),
        ("424425_12", "impossible_position"),
        ("424425_0", "impossible_position"),
        ("424425_1_1", "impossible_position"),
        ("-_4_123.45.6", "impossible_position"),
        ("-_4_1234", "impossible_position"),
        ("-_4_11", "impossible_position"),
        ("-_4_1_x2", "impossible_position"),
    ],
)
def test_what_is_no_position_is_refused(text: str, code: str) -> None:
    with pytest.raises(Problem) as refused:
        position(DiangleRules(), text)
    assert refused.value.code == code


def test_every_sampled_position_can_be_read_back() -> None:
    from redpip.core.codec import to_json

    rules = DiangleRules(advance_anytime=True)
    for state in DiangleSolver(rules, QUIET).sample(Random(2), 60):
        assert position(rules, to_json(state)) == state
