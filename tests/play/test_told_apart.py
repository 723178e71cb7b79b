"""Two figures side by side, or two choices, never read alike: they would explain nothing."""

from __future__ import annotations

from typing import Any

import pytest

from redpip.core.catalog import Game
from redpip.core.coaching import USUAL_BANDS, Case, Coaching, Line, Reason
from redpip.core.setup import Player, Setup
from redpip.core.words import LANGUAGES, common_words
from redpip.games.catch6.reasons import BetterLater
from redpip.games.hot import GAME as HOT
from redpip.games.hot.positions import at_table as hot_at_table
from redpip.games.hot.reasons import NearlyEqual
from redpip.games.hot.rules import HotRules
from redpip.games.rolling import GAME as ROLLING
from redpip.games.rolling.positions import at_table
from redpip.games.rolling.reasons import SaferShelf
from redpip.games.rolling.rules import RollingRules
from redpip.games.spicy.reasons_roll import BetterChance, HigherMean, TooLittle
from redpip.games.spicy.reasons_write import MoreNow
from redpip.play.coach import Coach
from redpip.play.reasons import reason_for

ENGLISH, GERMAN = (common_words(language) for language in ("en", "de"))


def usual_reason(best: float, other: float, unit: Any = "turns", error: float = 0.0) -> Reason:
    lines = Line((), None, best, error), Line((), None, other, error)
    return reason_for(Coaching(USUAL_BANDS[unit]), Case(None, None, 0, unit, not error, *lines, lambda _: 0.0))


@pytest.mark.parametrize(
    ("best", "other", "told"),
    [
        (-8.61, -8.72, "In the end you can expect 8.6 turns with it, and 8.7 turns with the other."),
        (-8.612, -8.634, "In the end you can expect 8.61 turns with it, and 8.63 turns with the other."),
        (-8.6123, -8.6131, "In the end you can expect 8.612 turns with it, and 8.613 turns with the other."),
        (-8.61231, -8.61232, "Both come to nearly the same in the end: 8.6 turns."),
        (-8.6, -8.6, "Both come to nearly the same in the end: 8.6 turns."),
    ],
)
def test_what_two_lines_come_to(best: float, other: float, told: str) -> None:
    assert usual_reason(best, other).say(ENGLISH) == told


def test_finer_decimals_are_not_made_up_of_an_estimate() -> None:
    assert usual_reason(0.5231, 0.5228, "win chance", error=0.01).kind == "as_good"
    assert usual_reason(0.5231, 0.4731, "win chance", error=0.01).kind == "worth_more"
    assert "52.31" in usual_reason(0.5231, 0.5228, "win chance", error=1e-5).say(ENGLISH)


@pytest.mark.parametrize(
    ("other", "error", "kind"), [(0.5, 0.01, "as_good"), (0.45, 0.01, "better_later"), (0.5, 0.0, "better_later")]
)
def test_no_game_argues_with_less_than_its_error(other: float, error: float, kind: str) -> None:
    coaching = Coaching(USUAL_BANDS["win chance"], reasons=lambda _: [BetterLater(0.4, 0.5)])
    lines = Line((), None, 0.52, error), Line((), None, other, error)
    assert reason_for(coaching, Case(None, None, 0, "win chance", not error, *lines, lambda _: 0.0)).kind == kind


def test_keep_on_rolling_alone() -> None:
    setup = Setup(ROLLING, "2018", ROLLING.presets["2018"].options, (Player("1"),), 0, "1")
    _, state = at_table(lambda _: RollingRules(), "464214_-_0", 1)
    counsel = Coach(setup).counsel_at(state, 0)
    assert counsel.reason.kind == "worth_more"
    best, other = (part.split(" turns")[0].split()[-1] for part in counsel.reason.say(ENGLISH).split("with it"))
    assert best != other


@pytest.mark.parametrize(
    ("reason", "facts"),
    [
        (SaferShelf(0.1231, 0.1249, 0.05, 0.05), ("12,3 %", "12,5 %", " 5 %")),
        (BetterLater(0.4012, 0.4031), ("40,1 %", "40,3 %")),
        (HigherMean("SUM", 1, (1,), 22.34, (2,), 22.31), ("22,34", "22,31")),
        (TooLittle("SUM", 14, 14.04), (" 14,04",)),
        (MoreNow("SUM", 20, "RUN", 17, 2.96), ("3 ", " 2,96 ")),
        (BetterChance("SUM", 20, 1, (1,), 0.3141, (2,), 0.3092), ("314 times in 1000", "309 times in 1000")),
    ],
)
def test_facts_that_are_held_against_each_other(reason: Reason, facts: tuple[str, ...]) -> None:
    assert not [fact for fact in facts if fact not in reason.say(GERMAN)], reason.say(GERMAN)


def test_the_same_points_are_told_once() -> None:
    assert NearlyEqual(300, 300).say(ENGLISH).count("300") == 1
    assert NearlyEqual(300, 350).say(ENGLISH).count("350") == 1


@pytest.mark.parametrize(
    ("game", "preset", "position"),
    [
        (ROLLING, "2018", at_table(lambda _: RollingRules(), "455542_-_0.0", None)),
        (HOT, "classic", hot_at_table(lambda _: HotRules(), "112233_0_0.0", None)),
    ],
    ids=["rolling", "hot"],
)
def test_what_comes_next_reads_otherwise_than_the_best(game: Game, preset: str, position: tuple[int, Any]) -> None:
    """Dice are named by what they show, so the same with other dice reads alike."""
    _, state = position
    coach = Coach(Setup(game, preset, game.presets[preset].options, (Player("1"), Player("2")), 0, "1"))
    counsel = coach.counsel_at(state, 0)
    assert counsel.runner_up
    for language in LANGUAGES:
        words = game.words(preset, language).aloud()
        best, other = (
            coach.coaching.line(coach.rules, state, 0, line.actions, words)
            for line in (counsel.best, counsel.runner_up)
        )
        assert best != other
