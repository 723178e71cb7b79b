"""The coach of Hot Dice: luck and cost add up in its units, and what it says."""

from __future__ import annotations

from typing import Any

import pytest

from redpip.core.advice import Point
from redpip.core.coaching import LONGEST
from redpip.core.history import History
from redpip.core.setup import Player, Setup
from redpip.games.hot import GAME
from redpip.games.hot.advisor import HotAdvisor
from redpip.games.hot.coaching import coaching
from redpip.games.hot.positions import at_table
from redpip.games.hot.reasons import MISTAKES
from redpip.games.hot.rules import HotRules
from redpip.play.coach import Coach
from redpip.play.review import review_of
from redpip.testing.bots import play_by

RULES = HotRules()
CLASSIC = GAME.presets["classic"]


def played(seats: int, seed: str) -> History:
    players = tuple(Player(f"P{number}") for number in range(seats))
    return play_by("cool", Setup(GAME, "classic", CLASSIC.options, players, 0, seed), 10_000).history


@pytest.mark.parametrize(
    ("seats", "unit", "exact"),
    [(1, "turns", True), (2, "win chance", True), pytest.param(3, "win chance", False, marks=pytest.mark.slow)],
)
def test_start_and_luck_less_cost_make_the_result(seats: int, unit: str, exact: bool) -> None:
    history = played(seats, "7")
    review = review_of(history)
    assert (review.unit, review.exact) == (unit, exact)
    over: Any = history.next
    for seat, found in enumerate(review.seats):
        sums = found.sums
        assert sums is not None
        total = sums.start + sums.luck - sums.cost + sums.others
        assert total == pytest.approx(over.returns[seat], abs=1e-6)
        assert sums.cost >= 0
    for decision in review.decisions:
        if decision.mark:
            assert decision.mistake in MISTAKES
            assert decision.reason is not None
            for language in ("en", "de"):
                assert 0 < len(decision.reason.say(GAME.words("classic", language))) <= LONGEST


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("-_2000_3000.3000_511---", "bank_is_safe"),
        ("-_400_3000.3000_444---_4", "doubles_on"),
        ("-_2000_3000.10500_511---", "must_beat"),
    ],
)
def test_reasons(text: str, kind: str) -> None:
    _, state = at_table(lambda _: RULES, text, None)
    setup = Setup(GAME, "classic", CLASSIC.options, (Player("1"), Player("2")), 0, "1")
    assert Coach(setup).counsel_at(state, 0).reason.kind == kind


def test_lines_in_both_languages() -> None:
    _, state = at_table(lambda _: RULES, "115234_0_3000.3000", None)
    actions = [RULES.parse("hold 1 2 3"), RULES.parse("bank")]
    told = [coaching("win chance").line(RULES, state, 0, actions, GAME.words("classic", lang)) for lang in ("en", "de")]
    assert told == ["hold 1 1 5, bank 250", "1 1 5 behalten, 250 sichern"]


def test_chances_of_both_seats_make_one() -> None:
    for text in ("115234_0_3000.3000", "-_400_0.0_444---_4", "-_2000_3000.10500_511---"):
        _, state = at_table(lambda _: RULES, text, None)
        values = [HotAdvisor(RULES, seat).value(Point(state)).value for seat in (0, 1)]
        assert sum(values) == pytest.approx(1, abs=1e-12)
