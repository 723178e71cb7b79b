"""What a seat got is what it could expect, its luck, and what it gave away; and each of these is what we say it is."""

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from redpip.core.catalog import all_games, find_game
from redpip.core.dice import DICE
from redpip.core.effort import Effort
from redpip.core.game import Acted, Choose, Over, Roll, Thrown
from redpip.core.history import History
from redpip.core.setup import Player, Setup
from redpip.games.spicy import GAME
from redpip.play.coach import Coach
from redpip.play.parting import side
from redpip.play.review import Decision, Review, review_of
from redpip.play.review_told import Retelling
from redpip.solve.oracle import throws
from redpip.testing.bots import play_by

EXACT = 1e-6
LARGE = [pytest.param(name, marks=pytest.mark.slow) for name in ("extra", "extra-junior")]  # minutes, and a gigabyte
WHOLE = ["classic", "junior", "chili", *LARGE]
SMALL: list[dict[str, Any]] = [
    {"boxes": ("1", "RUN", "RED"), "rolls": 4},
    {"boxes": ("2", "SUM"), "rolls": 5, "junior": (False, True)},
    {"boxes": ("1", "2", "SUM"), "rolls": 4, "extra": True},
    {"boxes": ("1", "RED"), "rolls": 3, "extra": True, "junior": (True, False), "hold_all": True},
    {"boxes": ("2", "SET"), "rolls": 3, "zero_roll_turns": True},
]


def setup(options: Mapping[str, Any], players: int, seed: str, preset: str = "classic", first: int = 0) -> Setup:
    return Setup(GAME, preset, options, tuple(Player(f"P{n}") for n in range(players)), first, seed)


def small(facts: dict[str, Any], players: int, seed: str) -> Setup:
    facts = facts | ({"junior": facts["junior"][:players]} if "junior" in facts else {})
    return setup({"dice": 2, **facts}, players, seed)


def played(bot: str, of: Setup) -> History:
    history = play_by(bot, of, 10_000).history
    assert isinstance(history.next, Over)
    return history


def test_a_moment_says_which_turn_it_was_where_the_table_does_not() -> None:
    """Above a table of Keep on Rolling stands what the race is to, all the time."""
    rolling = all_games()["rolling"]
    history = played("steady", Setup(rolling, "2004", {"target": 60}, (Player("Mia"), Player("Ben")), 0, "words"))
    told = Retelling(review_of(history), history, rolling.words("2004", "en"))
    for seat in (0, 1):
        where = [moment.where for moment in told.moments() if moment.seat == seat]
        assert list(dict.fromkeys(where)) == [f"turn {number}" for number in range(1, len(set(where)) + 1)]
        assert len(set(where)) > 1


def check_identity(review: Review, history: History) -> None:
    """At every prefix: where a throw has fallen or a decision is made, and at the end."""
    made = {decision.last for decision in review.decisions} | {throw.event for throw in review.throws}
    for number, seat in enumerate(review.seats):
        sums = seat.sums
        assert sums
        assert seat.values[0][1] == sums.start
        for event, value in seat.values:
            if event in made:
                luck = sum(throw.luck for throw in review.throws if throw.seat == number and throw.event <= event)
                cost = sum(d.cost for d in review.decisions if d.seat == number and d.last <= event)
                assert value == pytest.approx(sums.start + luck - cost, abs=EXACT)
        assert seat.result == pytest.approx(sums.start + sums.luck - sums.cost, abs=EXACT)
        assert seat.result == history.next.returns[number]  # type: ignore[union-attr]


def check_terms(review: Review, history: History, most_throws: int) -> None:
    """Luck and cost by their definitions, through the rules: all throws, all options."""
    coach = Coach(history.setup)
    rules = coach.rules
    for throw in review.throws:
        before, after = history.states[throw.event - 1 : throw.event + 1]
        due = rules.next(before)
        assert isinstance(due, Roll)
        if 6 ** len(due.dice) <= most_throws:
            fallen = [coach.value(rules.rolled(before, faces), throw.seat).value for faces in throws(due.dice)]
            mean = sum(fallen) / len(fallen)
            assert throw.luck == pytest.approx(coach.value(after, throw.seat).value - mean, abs=EXACT)
    for decision in review.decisions:
        lost = 0.0
        for number in range(decision.event, decision.last + 1):
            event, before = history.events[number - 1], history.states[number - 1]
            assert isinstance(event, Acted)
            lost += coach.advise(before, decision.seat).loss(event.action)
        assert decision.cost == pytest.approx(lost, abs=EXACT)


@pytest.mark.parametrize("facts", SMALL, ids=str)
@pytest.mark.parametrize("bot", ["random", "greedy"])
@settings(max_examples=4, deadline=None)
@given(seed=st.integers(0, 10**6), players=st.integers(1, 2))
def test_small_games(facts: dict[str, Any], bot: str, seed: int, players: int) -> None:
    history = played(bot, small(facts, players, str(seed)))
    review = review_of(history)
    check_identity(review, history)
    check_terms(review, history, most_throws=36)


@pytest.mark.parametrize("preset", WHOLE)
@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_whole_games(preset: str, bot: str) -> None:
    history = played(bot, setup(GAME.presets[preset].options, 2, f"{preset} {bot}", preset, first=1))
    review = review_of(history)
    check_identity(review, history)
    check_terms(review, history, most_throws=6)
    if bot == "greedy":  # a beginner hears of the dear ones, and not of everything
        assert 0.05 <= sum(d.mark is not None for d in review.decisions) / len(review.decisions) <= 0.25


def test_decisions_are_what_was_chosen_and_not_forced() -> None:
    history = played("greedy", setup({}, 2, "decisions"))
    review = review_of(history)
    told = {n for d in review.decisions for n in range(d.event, d.last + 1)}
    for number, (event, before) in enumerate(zip(history.events, history.states, strict=False), 1):
        due = history.rules.next(before)
        forced = isinstance(due, Choose) and len(due.options[getattr(event, "seat", 0)]) == 1
        assert (number in told) == (isinstance(event, Acted) and not forced)
    assert len(review.throws) == sum(isinstance(event, Thrown) for event in history.events)


def test_how_far_it_is_is_told_to_the_end() -> None:
    told: list[float] = []
    review = review_of(played("greedy", small(SMALL[0], 1, "far")), effort=Effort(told.append))
    ahead = told[-len(review.throws) - len(review.decisions) :]
    assert ahead == sorted(set(ahead))
    assert ahead[-1] == 1


def test_best_play_costs_nothing() -> None:
    review = review_of(played("best", setup({}, 1, "best")))
    sums = review.seats[0].sums
    assert sums
    assert sums.cost == pytest.approx(0, abs=EXACT)
    assert not [decision for decision in review.decisions if decision.mark]


# ---- told


@pytest.mark.parametrize(
    ("name", "options"), [("catch6", {"target": 1}), ("two_of_three", {}), ("perfecto", {"dice": 2})]
)
def test_beside_a_decision_lie_the_dice_of_who_made_it(name: str, options: dict[str, Any]) -> None:
    game, _ = find_game(name)
    two = (Player("Mia"), Player("Ben"))
    history = play_by("novice", Setup(game, next(iter(game.presets)), options, two, 0, "one"), 10_000).history
    words = game.words(None, "en")
    acted = [(number, one) for number, one in enumerate(history.events, 1) if isinstance(one, Acted)]
    decisions = [Decision(n, n, one.seat, str(one.action), str(one.action), 0.0, 0.0, 0.0) for n, one in acted]
    review = Review(history.setup, "win chance", True, None, (), tuple(decisions))
    told = {one.event: one.dice for one in Retelling(review, history, words).moments()}
    fallen: dict[int, dict[int, int]] = {0: {}, 1: {}}
    for number, event in enumerate(history.events, 1):
        if isinstance(event, Acted):
            for dice in (side(history, None, number, event.seat, words).dice, told[number]):
                assert all(fallen[event.seat][die] == face for die, face in zip(DICE, dice, strict=False) if face)
        elif isinstance(event, Thrown) and event.seat is not None:
            fallen[event.seat] |= {die: face for die, face in zip(DICE, event.faces or (), strict=False) if face}
