"""The solver of Keep on Rolling against the rules: turns by the slow oracle, whole games by Bellman's equation."""

import os
import subprocess
import sys
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from redpip.core.advice import Point
from redpip.core.dice import Faces
from redpip.core.effort import Effort
from redpip.core.game import Choose, Next, Over
from redpip.core.problem import Problem
from redpip.games.rolling.advisor import RollingAdvisor
from redpip.games.rolling.chances import FAR_ERROR, Chances, rough_behind, rough_wins
from redpip.games.rolling.classes import shelf_of
from redpip.games.rolling.notation import Action, Stop
from redpip.games.rolling.rules import RollingRules, State
from redpip.games.rolling.samples import samples
from redpip.games.rolling.solver import SOLVED_RACE, RaceWork, RollingSolver
from redpip.games.rolling.tests.best_play import BestTurn, played_out
from redpip.solve.aside import plain
from redpip.solve.aside.bounds import BUSTS, margins, prospects
from redpip.solve.aside.facts import Floats, Shelf
from redpip.solve.aside.race import open_levels
from redpip.solve.aside.turn import LANES, Turn, Turns
from redpip.solve.oracle import Oracle
from redpip.solve.verify import verify

SMALL = RollingRules(target=4, dice=2)
SIGNATURE = Path(__file__).parents[5] / "tests" / "signature.txt"


@pytest.fixture
def apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Tables of their own."""
    monkeypatch.setenv("REDPIP_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("REDPIP_STATE_DIR", str(tmp_path / "state"))
    return tmp_path


@dataclass(frozen=True)
class OneTurn:
    """A turn by the rules that ends with what its score is worth. So many points as are worth the most are taken."""

    rules: RollingRules
    uses: tuple[float, ...]
    bust: float

    def next(self, state: State) -> Next[Action]:
        if state.turns:
            assert state.last
            score = state.last.score
            return Over((score,), (self.uses[min(score, len(self.uses) - 1)] if score else self.bust,), (0,))
        due = self.rules.next(state)
        if isinstance(due, Choose) and state.phase == "chosen" and self.rules.score(state.turn) >= len(self.uses) - 1:
            return Choose({0: (Stop(),)})
        return due

    def rolled(self, state: State, faces: Faces) -> State:
        return self.rules.rolled(state, faces)

    def play(self, state: State, seat: int, action: Action) -> State:
        return self.rules.play(state, seat, action)


def some_uses(luck: Random, most: int) -> Floats:
    """Anything, rising here and falling there; the most points are worth the most."""
    steps = np.array([luck.choice((0.0, luck.random(), 2.0 * luck.random(), -0.3)) for _ in range(most)])
    uses = np.cumsum(steps)
    return np.append(uses, uses.max() + luck.random())


@cache
def known_prospects(dice: int) -> Floats:
    return prospects(shelf_of(dice), plain.roll_all)


def turn_of(dice: int, uses: Floats, bust: float) -> Turn:
    shelf = shelf_of(dice)
    levels = open_levels(shelf, margins(uses, bust, known_prospects(dice)))
    return Turn(shelf, uses, bust, levels, plain.roll_all)


@pytest.mark.parametrize(("dice", "seed", "most"), [(2, 1, 30), (2, 2, 60), (3, 3, 25), (3, 4, 40)])
def test_a_turn_is_worth_what_the_rules_say_for_any_use_of_its_score(dice: int, seed: int, most: int) -> None:
    luck = Random(seed)
    uses, rules = some_uses(luck, most), RollingRules(dice=dice, target=100_000)
    bust = luck.uniform(-1.0, 0.5) * float(uses[-1])
    oracle: Any = Oracle(OneTurn(rules, tuple(uses), bust))  # type: ignore[arg-type]
    assert turn_of(dice, uses, bust).start() == pytest.approx(oracle.value(rules.start(1, 0)), abs=1e-9)


@pytest.mark.slow
def test_a_turn_with_four_dice_too() -> None:
    uses, rules = some_uses(Random(5), 30), RollingRules(dice=4, target=100_000)
    oracle: Any = Oracle(OneTurn(rules, tuple(uses), 0.5))  # type: ignore[arg-type]
    assert turn_of(4, uses, 0.5).start() == pytest.approx(oracle.value(rules.start(1, 0)), abs=1e-9)


@pytest.mark.parametrize("behind", [0, 60])
@pytest.mark.parametrize("dice", [3, pytest.param(6, marks=pytest.mark.slow)])
def test_what_is_skipped_would_change_nothing(dice: int, behind: int) -> None:
    """Rolling on is looked at everywhere, and found worth less wherever the bounds or higher levels say so; also where
    uses fall now and then, and by whoever is behind and has to roll on."""
    shelf, left, looked = shelf_of(dice), 0, 0

    def roll(shelf: Shelf, values: Floats) -> None:
        nonlocal looked
        looked += 1
        plain.roll_all(shelf, values)

    scores = np.arange(80)
    some = [some_uses(Random(seed), 80) for seed in range(6 if dice == 3 else 1)]
    for ahead in (1 - np.exp(-scores / 20), np.exp(-(((scores - 40) / 6) ** 2)), *some):
        uses = np.append(np.full(behind, min(ahead[0], 0.0)), ahead)
        bust, every = float(uses[0]), range((len(uses) - 1) // 2, shelf.least_filled - 1, -1)
        skipping = open_levels(shelf, margins(uses, bust, known_prospects(dice)))
        assert len(skipping) < len(every)
        whole = Turns(shelf, uses[None], np.array([bust]), plain.roll_all)
        whole.solve([every])
        turn, asked = Turn(shelf, uses, bust, skipping, roll), (0, every[-1], every[0], every[len(every) // 2])
        for carried in (*asked, *asked):
            found = turn.level(carried)[shelf.start], turn.start(carried)
            assert found == pytest.approx((whole.starts[carried, 0],) * 2, abs=1e-12)
        left += len(skipping) + len(asked)
    assert looked < left


def worth_by_kernels(solver: RollingSolver, uses: Floats) -> float:
    """What a turn is worth, which takes NumPy alone many times as long."""
    from redpip.solve.aside.kernel import roll_all

    bust = float(uses[0])
    levels = open_levels(solver.shelf, margins(uses, bust, solver.table["prospects"]))
    return Turn(solver.shelf, uses, bust, levels, roll_all, LANES).start()


def signature() -> dict[str, float]:
    lines = [line.split() for line in SIGNATURE.read_text("utf-8").splitlines() if line.startswith("rolling ")]
    return {name: float(value) for _, name, value in lines}


def test_the_signature_holds() -> None:
    """About nine thousand classes; the best expected score of a turn is found anew, the rest is in the package."""
    from redpip.solve.aside.kernel import roll_all

    shelf, solver = shelf_of(6), RollingSolver(RollingRules())
    assert 8_000 < shelf.size < 11_000
    found = prospects(shelf, roll_all)
    assert found[0, list(BUSTS).index(0.0)] == pytest.approx(signature()["turn_value"], abs=1e-9)
    assert solver.turn_value == pytest.approx(signature()["turn_value"], abs=1e-9)
    assert solver.summary()["expected_turns"] == pytest.approx(signature()["expected_turns"], abs=1e-9)
    for target in (16, 120, 180, SOLVED_RACE):
        short = RollingSolver(RollingRules(target=target)).summary()
        assert short["exact"] == "yes"
        assert short["win_chance_first"] == pytest.approx(signature()[f"win_chance_first_to_{target}"], abs=1e-9)


@pytest.mark.slow
@pytest.mark.usefixtures("apart")
def test_a_short_race_of_six_dice_is_solved_anew() -> None:
    rules = RollingRules(target=8)
    shipped = RollingSolver(rules).table
    work = RaceWork(shelf_of(6), 8, None)
    work.solve(Effort(threads=2))
    assert np.abs(work.arrays()["wins"][1:, 1:] - shipped["wins"][1:9, 1:9]).max() < 1e-7
    assert np.abs(work.arrays()["behind"][:250] - shipped["behind"][:250]).max() < 1e-7


def test_the_end_is_worth_what_the_rules_say_with_six_dice() -> None:
    """Whoever is far behind is valued by a turn of somebody further behind; here the turn itself is solved."""
    solver = RollingSolver(RollingRules())
    for difference in (0, 37, 300, 411):
        uses = solver.chances.end_uses(difference)
        assert worth_by_kernels(solver, uses) == pytest.approx(solver.table["behind"][difference], abs=1e-8)


KERNELS = """
import numpy as np
from redpip.games.rolling.classes import shelf_of
from redpip.solve.aside import kernel, plain
shelf = shelf_of(3)
values = np.random.default_rng(1).random((shelf.size, 8))
values[0] = -np.inf
other = values.copy()
plain.roll_all(shelf, values)
kernel.roll_all(shelf, other)
assert np.abs(values[1:] - other[1:]).max() < 1e-12
"""


@pytest.mark.parametrize("compiled", [True, False])
def test_kernels_and_numpy_agree_with_and_without_the_compiler(compiled: bool) -> None:
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "0" if compiled else "1"}
    subprocess.run([sys.executable, "-c", KERNELS], env=environment, check=True)


@pytest.mark.usefixtures("apart")
def test_a_small_race_is_solved_stored_and_agrees_with_the_rules() -> None:
    solver = RollingSolver(SMALL)
    solver.solve()
    found = solver.summary()
    assert list(found) == ["turn_value", "win_chance_first", "expected_turns", "exact", "table"]
    assert found["win_chance_first"] == pytest.approx(signature()["win_chance_first_to_4_with_2_dice"], abs=1e-9)
    checks = list(verify(SMALL, partial(RollingAdvisor, SMALL), solver.sample(Random(1), 25)))
    assert max(check.difference for check in checks) < 1e-9
    assert solver.stored.path.exists()
    lower = RollingSolver(replace(SMALL, target=3))
    assert lower.covers(3)
    assert lower.summary()["win_chance_first"] == solver.table["wins"][3, 3]


# ---- played through the rules


def agrees(found: Floats, wanted: float) -> None:
    """Within three standard errors."""
    error = float(found.std(ddof=1)) / len(found) ** 0.5
    print(f"{len(found)} played: {found.mean():.5f} ± {error:.5f}, solved {wanted:.5f}")
    assert abs(found.mean() - wanted) < 3 * error


@pytest.mark.parametrize("turns", [300, pytest.param(100_000, marks=pytest.mark.slow)])
def test_turns_played_for_points_bring_what_a_turn_is_worth(turns: int) -> None:
    rules, luck, uses = RollingRules(), Random(5), np.arange(400.0)
    best, start = BestTurn(rules, RollingSolver(rules).turn(uses, 0.0), uses), rules.start(1, 0)
    ended = [best.play(start, luck).last for _ in range(turns)]
    agrees(np.array([one.score for one in ended if one], np.float64), signature()["turn_value"])


def best_turn(advisor: RollingAdvisor, totals: tuple[int, ...], seat: int) -> BestTurn:
    begun = State(totals, seat, "start")
    return BestTurn(advisor.rules, advisor.turn_of(begun), advisor.uses(begun))


@pytest.mark.parametrize("totals", [(0, 0), (60, 190), (200, 120), (243, 251)])
@pytest.mark.parametrize("turns", [50, pytest.param(25_000, marks=pytest.mark.slow)])
def test_turns_of_the_whole_game_are_played_as_they_are_valued(totals: tuple[int, int], turns: int) -> None:
    """A hundred thousand in all; each is worth what the position after it is."""
    luck, advisor = Random(5), RollingAdvisor(RollingRules(), 0)
    start = State(totals, 0, "start")
    best = best_turn(advisor, totals, 0)
    worth = cache(lambda totals, seat, phase, out: advisor.value(Point(State(totals, seat, phase, out=out))).value)
    ended = [best.play(start, luck) for _ in range(turns)]
    found = [worth(one.totals, one.seat, one.phase, one.out) for one in ended]
    agrees(np.array(found), advisor.value(Point(start)).value)


@pytest.mark.usefixtures("apart")
@pytest.mark.parametrize(
    ("rules", "games"),
    [
        (SMALL, 300),
        pytest.param(SMALL, 100_000, marks=pytest.mark.slow),
        pytest.param(RollingRules(target=16), 10_000, marks=pytest.mark.slow),
        pytest.param(RollingRules(), 500, marks=pytest.mark.slow),
    ],
    ids=str,
)
def test_best_play_against_itself_comes_out_as_solved(rules: RollingRules, games: int) -> None:
    advisor = RollingAdvisor(rules, 0)
    won = played_out(rules, games, partial(best_turn, advisor), Random(3))
    agrees(np.repeat((1.0, 0.0), (won, games - won)), advisor.value(Point(rules.start(2, 0))).value)


@pytest.mark.usefixtures("apart")
def test_what_is_played_there_is_what_the_advisor_ranks_first() -> None:
    luck = Random(8)
    for rules in (SMALL, RollingRules()):
        advisor = RollingAdvisor(rules, 0)
        for state in samples(rules, luck, 12):
            due = rules.next(state)
            if isinstance(due, Choose):
                action = best_turn(advisor, state.totals, 0).best(state, due.options[0])
                assert advisor.advise(Point(state), due.options[0]).loss(action) < 1e-12


@pytest.mark.usefixtures("apart")
def test_a_damaged_cache_stops_nothing_that_the_package_has() -> None:
    stored = RollingSolver(RollingRules()).stored.path
    stored.parent.mkdir(parents=True)
    stored.write_bytes(b"PK and nothing more")
    for target in (250, 100_000):
        known = RollingSolver(RollingRules(target=target)).known()
        assert known
        assert len(known["wins"]) > SOLVED_RACE
    with pytest.raises(Problem, match=rf"{stored.name}.*move it away") as raised:
        RollingSolver(RollingRules(target=SOLVED_RACE + 1)).known()
    assert raised.value.code == "bad_table"
    assert stored.read_bytes() == b"PK and nothing more"


def test_a_target_too_far_says_what_is_possible(apart: Path) -> None:
    with pytest.raises(Problem) as raised:
        RollingSolver(RollingRules(target=5000)).solve()
    assert raised.value.code == "too_far"
    assert not list(apart.rglob("*.npz"))


def test_estimates_say_so() -> None:
    rules = RollingRules(target=400)
    advisor = RollingAdvisor(rules, 0)
    state = State((10, 20, 30), 0, "chosen")
    assert not advisor.scale(state).exact
    assert not advisor.scale(rules.start(2, 0)).exact
    assert advisor.scale(State((400, 390), 1, "start")).exact  # once the end is on nothing is estimated
    assert not advisor.scale(rules.start(1, 0)).exact
    assert RollingAdvisor(replace(rules, target=100), 0).scale(rules.start(1, 0)).exact


def test_advice_is_exact_from_where_the_race_is_solved() -> None:
    """Only what both still need matters, so the rest of a long race may be a shorter one."""
    long, begun = RollingRules(target=SOLVED_RACE + 50), 50
    advisor = RollingAdvisor(long, 0)
    assert advisor.scale(State((begun, 249), 0, "start")).exact
    assert advisor.value(Point(State((begun, 160), 0, "start"))).error == 0
    assert not advisor.scale(State((begun - 1, 249), 0, "start")).exact
    short = RollingAdvisor(RollingRules(target=SOLVED_RACE), 1)
    assert short.scale(State((0, 0), 0, "start")).exact
    for totals in ((0, 0), (40, 7)):
        whole = State((totals[0] + begun, totals[1] + begun), 0, "start")
        assert short.value(Point(State(totals, 0, "start"))) == RollingAdvisor(long, 1).value(Point(whole))


@pytest.mark.usefixtures("apart")
def test_of_each_part_the_farthest_counts() -> None:
    """Somebody has solved a little further; what it takes alone is still that of the package."""
    shipped = RollingSolver(RollingRules()).table
    further = np.full((SOLVED_RACE + 11,) * 2, 0.25)
    stored = {"wins": further, "turns": shipped["turns"][:130], "behind": shipped["behind"]}
    RollingSolver(RollingRules()).stored.save(stored)
    solver = RollingSolver(RollingRules())
    assert solver.covers(SOLVED_RACE + 10)
    assert not solver.covers(SOLVED_RACE + 11)
    assert solver.chances.win(np.array([SOLVED_RACE + 10]), np.array([SOLVED_RACE + 10])) == 0.25
    assert len(solver.chances.turns) == 251


@pytest.mark.usefixtures("apart")
def test_beyond_a_race_that_is_solved_chances_follow_it() -> None:
    shipped = RollingSolver(RollingRules()).table
    RollingSolver(RollingRules()).stored.save({**shipped, "wins": np.full((261, 261), 0.25)})
    solver = RollingSolver(RollingRules(target=400))
    assert not solver.covers(400)
    assert solver.chances.win(np.array([400]), np.array([400])) == 0.25


def test_chances_among_three_add_up_to_one() -> None:
    chances = Chances(rough_wins(250), rough_behind(250), np.zeros(1))
    for totals in ((0, 0, 0), (249, 100, 3), (260, 240, 255)):
        assert chances.among(np.array([totals]), (1, 2, 0), 250).sum() == pytest.approx(1)


def test_nothing_is_verified_before_it_is_solved() -> None:
    with pytest.raises(Problem) as raised:
        RollingSolver(RollingRules(target=499)).sample(Random(1), 1)
    assert raised.value.code == "not_solved"
    assert f"--option target={SOLVED_RACE}" in raised.value.message


def test_what_is_not_solved_names_its_error() -> None:
    solver = RollingSolver(RollingRules(target=SOLVED_RACE + 1))
    assert (solver.error(SOLVED_RACE), solver.error(SOLVED_RACE + 1)) == (0, FAR_ERROR)


def test_the_race_in_the_package_is_as_near_as_it_says() -> None:
    """A turn by the values around it is worth what is told."""
    solver, luck = RollingSolver(RollingRules()), Random(7)
    assert solver.covers(SOLVED_RACE)
    for _ in range(4):
        told, found = race_by_turns(solver, luck.randint(1, SOLVED_RACE), luck.randint(1, SOLVED_RACE))
        assert found == pytest.approx(told, abs=1e-9)


@pytest.mark.slow
def test_every_thirtieth_value_of_the_race_is_what_its_turn_is_worth() -> None:
    solver, worst = RollingSolver(RollingRules()), 0.0
    for need, other in list(product(range(1, SOLVED_RACE + 1), repeat=2))[3::31]:
        told, found = race_by_turns(solver, need, other)
        worst = max(worst, abs(found - told))
    print(f"largest difference {worst:.1e}")
    assert worst < 1e-9


def race_by_turns(solver: RollingSolver, need: int, other: int) -> tuple[float, float]:
    """What the tables say, and what a turn by the values around is worth."""
    told = float(solver.chances.win(np.array([need]), np.array([other]))[0])
    return told, worth_by_kernels(solver, solver.chances.race_uses(need, other))


@pytest.mark.usefixtures("apart")
def test_work_that_is_stopped_goes_on_to_the_same_values() -> None:
    """Stopped within the end, which is then as unknown as before, and again within the race."""
    rules = replace(SMALL, target=6)
    for words, end_unknown in ((8, True), (16, False)):
        with pytest.raises(KeyboardInterrupt):
            RollingSolver(rules, Effort(Impatience(words))).solve()
        begun = RollingSolver(rules).unfinished.load()
        assert begun
        assert np.isnan(begun["behind"]).all() == end_unknown
        assert np.isnan(begun["wins"][1:, 1:]).any()
    stopped, whole = RollingSolver(rules), RaceWork(shelf_of(2), 6, None)
    stopped.solve()
    whole.solve(Effort())
    for name, values in whole.arrays().items():
        assert stopped.table[name] == pytest.approx(values, abs=1e-9, nan_ok=True)
    assert not stopped.unfinished.path.exists()


@pytest.mark.usefixtures("apart")
def test_again_goes_on_from_a_shorter_race_and_solves_a_whole_one_anew() -> None:
    first = RollingSolver(SMALL)
    first.solve()
    exact = first.table["wins"][1, 1]
    marked = first.table["wins"].copy()
    marked[1, 1] += 0.001
    first.stored.save({**first.table, "wins": marked}, replace=True)
    longer, whole = RollingSolver(replace(SMALL, target=6)), RollingSolver(SMALL)
    longer.solve(again=True)
    assert longer.table["wins"].shape == (7, 7)
    assert longer.table["wins"][1, 1] == marked[1, 1]
    whole.solve(again=True)
    assert whole.table["wins"][1, 1] == pytest.approx(exact, abs=1e-9)


@pytest.mark.usefixtures("apart")
def test_a_shorter_race_serves_a_longer_one_that_was_stopped() -> None:
    """What it finds is there when the longer one goes on, even if the shorter one is stopped as well."""
    longer = RollingSolver(replace(SMALL, target=8), Effort(Impatience(13)))
    for work in (longer, RollingSolver(SMALL, Effort(Impatience(2)))):
        with pytest.raises(KeyboardInterrupt):
            work.solve()
        begun = longer.unfinished.load()
        assert begun
        assert begun["wins"].shape == (9, 9)
        assert np.isnan(begun["wins"][4, 4])
    shorter = RollingSolver(SMALL)
    shorter.solve()
    assert shorter.table["wins"].shape == (5, 5)
    assert not np.isnan(shorter.table["wins"][1:, 1:]).any()
    begun = longer.unfinished.load()
    assert begun
    assert np.array_equal(begun["wins"][1:5, 1:5], shorter.table["wins"][1:, 1:])
    assert np.isnan(begun["wins"][8, 8])


class Impatience:
    """Stops the work after so many words about how far it is."""

    def __init__(self, words: int) -> None:
        self._left = words

    def __call__(self, part: float) -> None:
        self._left -= 1
        if not self._left:
            raise KeyboardInterrupt
