"""The solver of Catch 6 against the rules: a slow oracle on shrunken games, Bellman's equation, advice."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from redpip.core.advice import Point
from redpip.core.dice import NO_FACES
from redpip.core.game import Choose
from redpip.core.match import MatchRules, MatchState
from redpip.core.problem import Problem
from redpip.games.catch6 import GAME
from redpip.games.catch6.advisor import Catch6Advisor
from redpip.games.catch6.alone import Alone
from redpip.games.catch6.carrying import Carrying
from redpip.games.catch6.endings import ending
from redpip.games.catch6.notation import Catch
from redpip.games.catch6.positions import at_table
from redpip.games.catch6.rules import Catch6Rules, State
from redpip.games.catch6.scoring import catches
from redpip.games.catch6.sides import catching
from redpip.games.catch6.solver import Catch6Solver
from redpip.games.catch6.tests.lone import LoneRules, in_air, less
from redpip.solve.keeps.shape import shape_of
from redpip.solve.oracle import Less, Oracle
from redpip.solve.verify import verify

SIGNATURE = Path(__file__).parents[5] / "tests" / "signature.txt"
EXACT = 1e-9
RULES = Catch6Rules()
PAIR = Catch6Rules(dice=2, target=6)


@pytest.fixture(autouse=True)
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REDPIP_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("REDPIP_STATE_DIR", str(tmp_path / "state"))


def at(text: str, rules: Catch6Rules = RULES) -> State:
    return at_table(lambda _: rules, text, None)[1]


@cache
def advisor(seat: int) -> Catch6Advisor:
    """Shared, since what it knows is made when it is asked for the first time."""
    return Catch6Advisor(RULES, seat)


def signature() -> dict[str, float]:
    lines = [line.split() for line in SIGNATURE.read_text("utf-8").splitlines() if line.startswith("catch6 ")]
    return {name: float(value) for _, name, value in lines}


# ---- alone


def test_turns_alone_are_those_of_the_oracle() -> None:
    alone = Alone(PAIR)
    assert alone.to_target() == pytest.approx(oracle_turns(), abs=EXACT)
    assert alone.to_number(2) == pytest.approx(oracle_turns(2), abs=EXACT)


def oracle_turns(*wanted: int) -> float:
    rules: Any = LoneRules(PAIR, frozenset(wanted))
    return -Oracle(rules, less=less).value(rules.start())


def test_any_number_of_two_dice() -> None:
    """Two alike catch anything; one die stays, and the other is rolled until it shows the same."""
    assert Alone(PAIR).to_any() == pytest.approx(6.0, abs=EXACT)


def test_the_package_has_the_turns() -> None:
    summary, known = Catch6Solver(RULES).summary(), signature()
    for name in ("expected_turns", "turns_to_any_number"):
        assert summary[name] == pytest.approx(known[name], abs=EXACT)
    assert list(summary["turns_to_number"].values()) == pytest.approx([known["turns_to_number"]] * 6, abs=EXACT)


@pytest.mark.slow
def test_the_turns_come_out_again() -> None:
    alone, known = Alone(RULES), signature()
    assert alone.to_target() == pytest.approx(known["expected_turns"], abs=EXACT)
    assert alone.to_any() == pytest.approx(known["turns_to_any_number"], abs=EXACT)
    assert alone.to_number(3) == pytest.approx(known["turns_to_number"], abs=EXACT)


# ---- two


def test_an_ending_is_that_of_the_oracle() -> None:
    """One number is left, two dice each: every pair of hands."""
    rules, owners = Catch6Rules(dice=2), (0, None, 1, 1, 1, 0)
    begun = replace(rules.start(2, 0), owners=owners)
    assert max(begun.scores) < rules.target
    oracle, values = Oracle(rules, 2, less=lambda state: Less(in_air(state))), ending(2, 2)
    assert values[-1, -1] == pytest.approx(oracle.value(begun), abs=EXACT)
    shape, luck = shape_of(2, frozenset([2])), Random("hands")
    for _ in range(40):
        mine, theirs = ((luck.randint(1, 6), luck.randint(1, 6), 0, 0, 0, 0) for _ in range(2))
        state = replace(begun, hands=(mine, theirs), must_all=(False, False))
        assert values[shape.at(mine), shape.at(theirs)] == pytest.approx(oracle.value(state), abs=EXACT)


def test_endings_keep_to_the_rules() -> None:
    """Each sampled position with one number left is worth what those after it say; throws of many dice take long."""
    states = [one for one in Catch6Solver(RULES).sample(Random("endings"), 30) if len(one.cast) < 4]
    assert len({state.phase for state in states}) > 2
    checks = list(verify(RULES, advisor, states))
    assert max(check.difference for check in checks) < EXACT


@pytest.mark.slow
def test_a_shrunken_game_is_nearly_that_of_the_oracle() -> None:
    """With groups the value is an estimate; here two hands are hardly worth more than their groups."""
    rules = Catch6Rules(dice=2, target=1)
    oracle = Oracle(rules, 2, less=lambda state: Less(in_air(state)))
    exact = oracle.value(rules.start(2, 0))
    assert Catch6Solver(rules).summary()["win_chance_first"] == pytest.approx(exact, abs=0.002)
    for seat in (0, 1):
        value = Catch6Advisor(rules, seat).value(Point(rules.start(2, 0))).value
        assert value == pytest.approx(exact if seat == 0 else 1 - exact, abs=0.002)


# ---- advice


POSITIONS = (
    "424425_551235_1_56",
    "424425_551235_16_5",
    "424425_551235_16_5_roll",
    "-_551235_6_5_roll",
    "666126_-_5_3_roll",
)


@pytest.mark.parametrize("text", POSITIONS)
def test_advice_says_what_positions_are_worth(text: str) -> None:
    state = at(text)
    due = RULES.next(state)
    assert isinstance(due, Choose)
    advisors = [advisor(seat) for seat in (0, 1)]
    advice = advisors[0].advise(Point(state), due.options[0])
    values = [one.value(Point(state)) for one in advisors]
    assert values[0].value == pytest.approx(advice.ranked[0].value, abs=1e-12)
    assert values[0].value + values[1].value == pytest.approx(1, abs=1e-12)
    assert (values[0].error > 0) == (len(state.free) > 1)


@pytest.mark.parametrize(
    ("text", "best"),
    [
        ("661234_551235_15_4", "pass"),  # nothing to catch
        ("666166_551235_1_5", "catch 6"),  # by its red, and it does not win yet
        ("555355_551235_16_-", "catch 5"),  # wins
        ("555355_551235_-_16", "catch 5"),  # or the other wins with it
        ("666121_551235_15_4_roll", "roll 5"),  # three 6s and two 1s: a full house
    ],
)
def test_the_best_is_found(text: str, best: str) -> None:
    state = at(text)
    due = RULES.next(state)
    assert isinstance(due, Choose)
    assert str(advisor(0).advise(Point(state), due.options[0]).best).startswith(best)


# ---- matches


def test_a_number_is_carried_over_where_the_game_is_lost_and_the_match_is_not() -> None:
    rules = MatchRules(GAME.course.inside(RULES), 5, GAME.course)
    bot = GAME.bot("best").seat(rules.rules, 0, Random(1))
    lost, open_still = at("333313_551235_-_16"), at("666166_551235_-_5")
    for game, points, carries in ((lost, (0, 0), True), (lost, (0, 4), False), (open_still, (0, 0), False)):
        chosen = choose(rules, bot, replace(rules.start(2, 0), game=game, points=points))
        assert isinstance(chosen, Catch)
        assert chosen.carry == carries


def choose(rules: MatchRules[State], bot: Any, match: MatchState[State]) -> Any:
    due = rules.next(match)
    assert isinstance(due, Choose)
    return bot.choose_in_match(match, rules.target, due.options[0])


def test_what_a_carried_number_is_worth() -> None:
    carrying = Carrying(0.54, {1: 0.8, 2: 0.5})
    assert carrying.worth(1, 5, 1) == 0  # it would lose the match
    assert carrying.worth(2, 5, 5) == 0
    far = carrying.worth(1, 9, 9)
    assert far == pytest.approx(0.8 - 0.54, abs=0.02)  # in a long match a start ahead instead of a start
    assert carrying.worth(1, 5, 2) != pytest.approx(far, abs=0.001)


# ---- positions as text


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("42442", "impossible_position"),
        ("42442x", "bad_position"),
        ("424425_-_1_1", "bad_position"),
        ("424425_-_126", "impossible_position"),
        ("-", "impossible_position"),
        ("424425_-_-_-_roll_1", "bad_position"),
        ("424425_-_-_-_later", "bad_position"),
        ("424425_-_x", "bad_position"),
    ],
)
def test_bad_positions_are_told(text: str, code: str) -> None:
    with pytest.raises(Problem) as told:
        at(text)
    assert told.value.code == code


def test_what_is_caught_is_told_of_all_hands_at_once() -> None:
    for dice, free in ((5, frozenset({2, 3, 5})), (3, frozenset({1, 4}))):
        shape = shape_of(dice, free)
        for number, (red, other) in catching(dice, free).items():
            ways = [dict(reversed(catches((*faces, *NO_FACES[dice:])))).get(number) for faces in shape.lying.tolist()]
            assert red.tolist() == [way == "red" for way in ways]
            assert other.tolist() == [way not in (None, "red") for way in ways]
