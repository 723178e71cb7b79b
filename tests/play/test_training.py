"""Training: the same five for everybody, questions from marked decisions, and a schedule that follows the answers."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from redpip.core.catalog import all_games
from redpip.core.coaching import MARKS, Mark
from redpip.core.codec import from_json, to_json
from redpip.core.game import Over
from redpip.core.history import History
from redpip.core.problem import Problem
from redpip.core.setup import Player, Setup
from redpip.games.spicy import GAME
from redpip.play import schedule, training
from redpip.play.daily import daily_game, daily_set
from redpip.play.progress import Progress, answer_entries, game_entries, session
from redpip.play.review import Review, review_of
from redpip.play.schedule import Answer, days_until, due_after
from redpip.play.statistics import standings
from redpip.play.training import CHOICES, Card, Trainer, cards_of
from redpip.testing.bots import play_by

NOON = datetime(2026, 11, 16, 12, tzinfo=UTC)
SMALL = {"boxes": ("1", "2", "SUM"), "rolls": 6, "dice": 3}


def looked_at(seed: str, players: int = 2) -> tuple[Review, History]:
    setup = Setup(GAME, "classic", SMALL, tuple(Player(f"P{n}") for n in range(players)), 0, seed)
    history = play_by("random", setup, 10_000).history
    assert isinstance(history.next, Over)
    return review_of(history), history


def some_cards(count: int = 1) -> list[Card]:
    review, history = looked_at("7")
    found = list(islice(cards_of(review, history, 0, "game"), count))
    assert len(found) == count
    return found


def test_nobody_is_laid_out_for_more_seats_than_the_game_has(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a file that somebody made it could be any number."""
    (card,) = some_cards()
    assert card.still_asked
    monkeypatch.setattr(training, "Player", lambda name: pytest.fail(name))
    assert not replace(card, seats=1_000).still_asked


# ---- the daily set


DAY = date(2026, 11, 16)


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Path]:
    """Another machine, on which nothing was drawn yet."""

    def move(name: str) -> Path:
        monkeypatch.setenv("REDPIP_CACHE_DIR", str(tmp_path / name))
        return tmp_path / name

    move("first")
    return move


def test_the_daily_set_is_a_function_of_the_day(elsewhere: Callable[[str], Path]) -> None:
    first = list(islice(daily_set(DAY), 2))
    assert [card.game for card in first] == ["spicy", "rolling"]
    elsewhere("second")
    assert next(daily_set(DAY, [GAME])).id == first[0].id
    assert next(daily_set(DAY + timedelta(days=1), [GAME])).id != first[0].id
    trainer = Trainer()
    for card in first:
        verdict = trainer.judge(card, card.actions(card.played))
        assert verdict.mark
        assert verdict.counsel.exact
        assert trainer.judge(card, verdict.counsel.best.actions).cost == 0


def test_what_was_drawn_is_kept_and_drawn_again_if_it_cannot_be_read(
    elsewhere: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    card = next(daily_set(DAY, [GAME]))
    monkeypatch.setattr("redpip.play.daily.Play", pytest.fail)
    assert next(daily_set(DAY, [GAME])) == card
    monkeypatch.undo()
    kept, *others = elsewhere("first").iterdir()
    assert not others
    for damaged in ("", "[]", json.dumps(to_json(card) | {"game": "hot"})):
        kept.write_text(damaged, "utf-8")
        assert next(daily_set(DAY, [GAME])) == card
    elsewhere("a file").write_text("in the way", "utf-8")
    assert next(daily_set(DAY, [GAME])) == card


def test_a_game_without_a_solution_has_no_daily_set() -> None:
    unsolved = next(game for game in all_games().values() if game.solver is None)
    with pytest.raises(Problem, match="no daily set"):
        daily_game(unsolved)


# ---- cards


def test_a_card_is_a_marked_decision_and_survives_being_written() -> None:
    review, history = looked_at("7")
    cards = list(cards_of(review, history, 1, "game"))
    marked = [decision for decision in review.of(1) if decision.mark]
    assert [(card.event, card.played, card.seat) for card in cards] == [(d.event, d.played, 1) for d in marked]
    trainer = Trainer()
    for card, decision in zip(cards, marked, strict=True):
        again = from_json(Card, json.loads(json.dumps(to_json(card))))
        assert again == card
        assert again.id == card.id
        assert again.position == history.states[card.event - 1]
        assert trainer.judge(again, again.actions(card.played)).cost == pytest.approx(decision.cost, abs=1e-9)


def test_choices_have_the_best_and_the_played_and_tell_nothing_by_their_order() -> None:
    cards, trainer = some_cards(4), Trainer()
    places = set()
    for card in cards:
        lines = trainer.choices(card)
        values = [line.value for line in lines]
        best = trainer.judge(card, card.actions(card.played)).counsel.best
        assert 2 <= len(lines) <= CHOICES
        assert max(values) == pytest.approx(best.value)
        assert any(line.text == card.played for line in lines)
        assert len({str(line.view) for line in lines}) == len(lines)
        places.add(values.index(max(values)))
    assert len(places) > 1


def test_cards_of_other_rules_are_kept_but_not_asked() -> None:
    (card,) = some_cards()
    old = from_json(Card, to_json(card) | {"rules": "0" * 16})
    assert card.still_asked
    assert not old.still_asked
    progress = Progress.of([{"card": to_json(old)}])
    assert progress.waiting(NOON) == []


def test_an_answer_is_an_action() -> None:
    (card,) = some_cards()
    with pytest.raises(Problem, match="at least one action"):
        Trainer().judge(card, ())


# ---- the schedule

RATINGS: list[tuple[float, Mark | None]] = [(0.0, None), (0.1, None), (0.7, "inaccuracy"), (2.0, "mistake")]


def answers(rated: list[tuple[int, int]], last: int) -> list[Answer]:
    """Answers by their rating, best first, and the days between them."""
    at, given = NOON, []
    for rating, days in [*rated, (last, 0)]:
        given.append(Answer("x", at.isoformat(), "roll 1", *RATINGS[rating]))
        at += timedelta(days=days)
    return given


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(1, 60)), max_size=6))
def test_a_better_answer_never_comes_back_sooner(before: list[tuple[int, int]]) -> None:
    dues = [due_after(answers(before, rating)) for rating in range(4)]
    assert dues == sorted(dues, reverse=True)
    assert dues[0] > dues[3]
    asked = answers(before, 0)[-1].time
    assert all(due - asked >= timedelta(days=1) for due in dues)


def test_a_blunder_comes_back_like_a_mistake() -> None:
    dues = {due_after([Answer("x", NOON.isoformat(), "roll 1", 9.0, mark)]) for mark in MARKS[1:]}
    assert len(dues) == 1


def test_days_are_those_of_the_player() -> None:
    late = NOON.replace(hour=23)
    assert days_until(late + timedelta(hours=2), late) == 1
    assert days_until(late, late + timedelta(days=3)) == 0


# ---- progress


def test_five_for_today_are_due_ones_then_new_ones_then_the_daily_set() -> None:
    cards = some_cards(4)
    known, new, daily = cards[:2], cards[2], cards[3]
    progress = Progress.of({"card": to_json(card)} for card in (*known, new))
    for card, rating in zip(known, (3, 0), strict=True):
        answer = Answer(card.id, NOON.isoformat(), card.played, *RATINGS[rating])
        for entry in answer_entries(progress, card, answer):
            progress.add(entry)
    assert list(session(progress, NOON, [daily])) == [new, daily]
    tomorrow = NOON + timedelta(days=1)
    assert list(session(progress, tomorrow, [daily, known[0]])) == [known[0], new, daily]
    assert list(session(progress, tomorrow, [daily], own=False)) == [daily]
    assert list(session(progress, tomorrow, [], "another game")) == []
    assert [card for card, _ in progress.answered_on(NOON)] == known
    assert progress.answered_on(tomorrow) == []


def test_of_many_answers_each_is_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever has answered thousands of times waits no longer than others."""
    looked = Counter[str]()

    def rating(answer: Answer) -> Any:
        looked[answer.at] += 1
        return rated(answer)

    rated = schedule.rating
    monkeypatch.setattr(schedule, "rating", rating)
    (card,) = some_cards()
    progress = Progress.of([{"card": to_json(card)}])
    for number in range(50):
        answer = Answer(card.id, (NOON + timedelta(days=number)).isoformat(), card.played, *RATINGS[3])
        assert progress.lacks({"answer": to_json(answer)})
        progress.add({"answer": to_json(answer)})
        assert not progress.lacks({"answer": to_json(answer)})
        assert progress.due_at(card) == progress.due_at(card) > NOON
    assert set(looked.values()) == {1}
    assert len(progress.days) == len(looked) == 50
    assert progress.due_at(card) == schedule.due_after(progress.answers[card.id])


def test_an_answer_is_not_compared_with_all_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file taken over twice held the service up for minutes."""
    compared = 0

    def equal(one: Answer, other: object) -> bool:
        nonlocal compared
        compared += 1
        return same(one, other)

    same = Answer.__eq__
    (card,) = some_cards()
    entries: list[dict[str, Any]] = [{"card": to_json(card)}]
    for number in range(50):
        at = (NOON + timedelta(days=number)).isoformat()
        entries.append({"answer": to_json(Answer(card.id, at, card.played, *RATINGS[3]))})
    progress = Progress.of(entries)
    monkeypatch.setattr(Answer, "__eq__", equal)
    assert not any(map(progress.lacks, entries))
    assert compared <= 50


@pytest.mark.parametrize(
    "entry",
    [
        {},
        {"card": 1},
        {"answer": {"card": "unknown"}},
        {"game": {}},
        {"card": {}, "more": 1},
        {"answer": {"card": "CARD", "at": "2026-11-16T12:00:00", "line": "", "cost": 0.0, "mark": None}},
        {"answer": {"card": "CARD", "at": "noon", "line": "", "cost": 0.0, "mark": None}},
        {"answer": {"card": "CARD", "at": "0001-01-01T00:00:00+14:00", "line": "", "cost": 0.0, "mark": None}},
    ],
)
def test_what_is_no_entry_is_refused_and_changes_nothing(entry: dict[str, Any]) -> None:
    (card,) = some_cards()
    progress = Progress.of([{"card": to_json(card)}])
    with pytest.raises(Problem):
        progress.add(json.loads(json.dumps(entry).replace("CARD", card.id)))
    assert not progress.answers
    assert not progress.games
    assert list(progress.cards) == [card.id]


def test_statistics_add_up() -> None:
    progress = Progress()
    reviews = {}
    for number, seed in enumerate(("1", "2", "3")):
        review, history = looked_at(seed)
        reviews[seed] = review
        at = NOON + timedelta(days=20 * number)
        for entry in game_entries(review, history, 0, seed, f"game {seed}", at):
            progress.add(json.loads(json.dumps(entry)))
    (standing,) = standings(progress)
    means = standing.means
    assert means.games == 3
    assert (standing.game, standing.exact, standing.unit) == ("spicy", True, "points")
    assert means.result == pytest.approx(sum(review.seats[0].result or 0 for review in reviews.values()) / 3)
    assert means.expected is not None
    assert means.luck is not None
    assert means.cost is not None
    assert means.result == pytest.approx(means.expected + means.luck - means.cost)
    assert [(month.month, month.means.games) for month in standing.months] == [("2026-11", 1), ("2026-12", 2)]
    decisions = [decision for review in reviews.values() for decision in review.of(0)]
    assert standing.decisions == len(decisions)
    assert standing.marks == tuple(sum(d.mark == mark for d in decisions) for mark in MARKS)
    assert sum(kind.times for kind in standing.mistakes) == sum(standing.marks)
    assert sum(kind.cost for kind in standing.mistakes) == pytest.approx(sum(d.cost for d in decisions if d.mark))
