"""Advice at a table of two: what a seat got is what it could expect, its luck, and what it gave away."""

from random import Random
from typing import Any

import pytest

from redpip.core.advice import Advice, Point
from redpip.core.game import Choose, Over, Roll
from redpip.games.spicy.advisor import SpicyAdvisor
from redpip.games.spicy.rules import SpicyRules
from redpip.solve.oracle import throws

from .conftest import worth

TABLES: list[dict[str, Any]] = [
    {"boxes": ("1", "RUN", "RED"), "rolls": 4},
    {"boxes": ("2", "SUM"), "rolls": 5, "junior": (False, True)},
    {"boxes": ("1", "2", "SUM"), "rolls": 4, "extra": True},
    {"boxes": ("1", "RED"), "rolls": 3, "extra": True, "junior": (True, False), "hold_all": True},
    {"boxes": ("2", "SET"), "rolls": 3, "zero_roll_turns": True},
]


@pytest.mark.parametrize("options", TABLES, ids=str)
def test_a_result_is_the_start_and_luck_and_costs(options: dict[str, Any]) -> None:
    rules = SpicyRules(dice=2, **options)
    advisors = [SpicyAdvisor(rules, seat) for seat in (0, 1)]
    state, luck = rules.start(2, 0), Random(6)
    expected = [worth(advisor, state) for advisor in advisors]
    while True:
        for advisor, value in zip(advisors, expected, strict=True):
            assert worth(advisor, state) == pytest.approx(value, abs=1e-9)
        match rules.next(state):
            case Over(returns=returns):
                assert returns == pytest.approx(expected, abs=1e-9)
                return
            case Roll(seat=int(seat), dice=dice):
                fallen = [rules.rolled(state, faces) for faces in throws(dice)]
                state = luck.choice(fallen)
                values = [worth(advisors[seat], one) for one in fallen]
                expected[seat] += worth(advisors[seat], state) - sum(values) / len(values)
            case Choose(options=choices):
                ((seat, actions),) = choices.items()
                advice: Advice[Any] = advisors[seat].advise(Point(state), actions)
                action = luck.choice(actions)
                expected[seat] -= advice.loss(action)
                state = rules.play(state, seat, action)
