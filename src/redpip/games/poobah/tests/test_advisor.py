"""What the advisor says holds together, for any number of seats and any options."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from moves import any_game
from redpip.core.advice import Point, Worth
from redpip.core.game import Choose
from redpip.games.poobah.advisor import ERROR, PoobahAdvisor
from redpip.games.poobah.notation import Done, RollDice
from redpip.games.poobah.rules import PoobahRules, State
from redpip.games.poobah.strategist import among
from redpip.solve.oracle import throws


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (2, {"target": 30}),
        (3, {"target": 30, "overtime_shrinks": True}),
        (5, {"target": 20, "opening_turns": 1}),
        (2, {"target": 10, "dice": 3}),
    ],
)
def test_all_seats_share_the_chance_and_every_option_has_one(seats: int, options: dict[str, Any]) -> None:
    rules = PoobahRules(**options)
    advisors = [PoobahAdvisor(rules, seat) for seat in range(seats)]
    for state in any_game(rules, seats, 3):
        chances = [advisor.value(Point(state)).value for advisor in advisors]
        assert sum(chances) == pytest.approx(1)
        assert min(chances) >= 0
        due = rules.next(state)
        if isinstance(due, Choose):
            advice = advisors[state.seat].advise(Point(state), due.options[state.seat])
            assert {one.action for one in advice.ranked} == set(due.options[state.seat])
            assert advice.ranked[0].value == pytest.approx(chances[state.seat])
    assert [advisor.value(Point(state)) for advisor in advisors] == [
        Worth(float(s == state.winner)) for s in range(seats)
    ]


def test_a_roll_is_worth_the_mean_over_its_throws() -> None:
    rules = PoobahRules()
    state = State(((6, 6, 1, 2, 3, 4), (6, 5, 5, 1, 3, 2)), (70, 80), (9, 9), 0, "roll", (0, 1))
    advisor = PoobahAdvisor(rules, 0)
    rolling = rules.play(state, 0, RollDice((3, 5)))
    fallen = [advisor.value(Point(rules.rolled(rolling, faces))).value for faces in throws((3, 5))]
    worth = advisor.value(Point(rolling))
    assert worth.value == pytest.approx(np.mean(fallen))
    assert worth.error == ERROR


def test_near_the_end_the_throw_that_pays_decides() -> None:
    """Whoever needs one point and is paid for everything has nearly won, and the other has nearly lost."""
    state = State(((6, 6, 5, 4, 3, 2), (1, 1, 1, 1, 1, 1)), (99, 50), (9, 9), 0, "score", (0, 1))
    mine, theirs = (PoobahAdvisor(PoobahRules(), seat).value(Point(state)).value for seat in (0, 1))
    assert mine > 0.99
    assert theirs == pytest.approx(1 - mine)


def test_equal_players_win_as_often() -> None:
    for seats in (2, 3, 5):
        assert among([np.array(0.5)] * (seats - 1)) == pytest.approx(1 / seats)


def test_nothing_is_turned_or_rolled_without_need() -> None:
    """Reds that win their numbers anyway stay as they lie."""
    rules = PoobahRules()
    state = State(((1, 2, 3, 4, 5, 6), (1, 2, 3, 4, 5, 6)), (99, 0), (9, 9), 0, "change", (0, 1))
    due = rules.next(state)
    assert isinstance(due, Choose)
    advice = PoobahAdvisor(rules, 0).advise(Point(state), due.options[0])
    assert advice.loss(Done()) < 0.05
