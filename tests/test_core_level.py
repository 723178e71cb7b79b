"""A level errs as people do and never by more than its cap; what it sees, it takes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from redpip.core.advice import Advice, Point, Valued
from redpip.core.catalog import Game, all_games, find_game
from redpip.core.coaching import Bands
from redpip.core.level import LEVELS, Level, LevelBot
from redpip.core.luck import Luck
from redpip.core.options import make_rules
from redpip.core.setup import Player, Setup
from redpip.play.hints import strongest
from redpip.play.strengths import strengths_of
from redpip.testing.bots import play_by

BANDS = Bands(1.0, 2.0, 4.0)
SOUND = Level("", "fair", overlooks=0.0, misjudges=0.0, chases=0.0, cap=1.0)
WORTH = st.lists(st.floats(-20, 20), min_size=2, max_size=12)
PART = st.floats(0, 3)


@dataclass(frozen=True)
class Step:
    number: int


class Leap(Step):
    """Another kind of action."""


class Known:
    """A judge that knows what it was told."""

    def __init__(self, worth: dict[Any, float]) -> None:
        self._worth = worth

    def advise(self, point: Point, options: Sequence[Any]) -> Advice[Any]:
        return Advice.of((Valued(one, self._worth[one]) for one in options), "points", exact=False)


def chosen(level: Level, worth: dict[Any, float], luck: str = "1") -> Any:
    bot = LevelBot(level, lambda *_: Known(worth), lambda *_: BANDS, None, 0, Luck(luck), sees_all=False)
    return bot.choose(None, list(worth))


@settings(max_examples=50)
@given(WORTH, PART, PART, PART, st.text(max_size=3))
def test_no_error_is_dearer_than_the_cap(
    values: list[float], misjudges: float, overlooks: float, cap: float, luck: str
) -> None:
    worth: dict[Any, float] = dict(zip(map(Step, range(len(values))), values, strict=True))
    level = replace(SOUND, misjudges=misjudges, overlooks=min(overlooks, 1.0), cap=cap)
    assert max(values) - worth[chosen(level, worth, luck)] <= cap * BANDS.blunder


@settings(max_examples=20)
@given(WORTH)
def test_without_errors_it_takes_the_best(values: list[float]) -> None:
    worth: dict[Any, float] = dict(zip(map(Step, range(len(values))), values, strict=True))
    assert worth[chosen(SOUND, worth)] == max(values)


def test_of_many_alike_some_escape_it_but_never_the_only_one_of_its_kind() -> None:
    worth: dict[Any, float] = {Step(number): 3.0 - number / 10 for number in range(10)} | {Leap(0): 1.0}
    taken = {chosen(replace(SOUND, overlooks=0.9), worth, str(luck)) for luck in range(60)}
    assert Leap(0) in taken
    assert len(taken) > 3
    assert {chosen(replace(SOUND, overlooks=1.0), {Step(0): 1.0, Leap(0): 0.5}, str(n)) for n in range(9)} == {Step(0)}


def test_what_is_worth_the_same_looks_the_same() -> None:
    """Else a die would be placed and lifted for ever."""
    worth: dict[Any, float] = {Step(0): 1.0, Leap(0): 1.0}
    assert {chosen(replace(SOUND, misjudges=2.0), worth, str(luck)) for luck in range(20)} == {Step(0)}


def test_close_things_are_misjudged_more_often_than_clear_ones() -> None:
    def wrong(loss: float) -> int:
        worth: dict[Any, float] = {Step(0): 0.0, Leap(0): -loss}
        return sum(chosen(replace(SOUND, misjudges=1.0, cap=9.0), worth, str(luck)) == Leap(0) for luck in range(300))

    assert wrong(1.0) > 3 * wrong(20.0)


def test_another_throw_looks_better_than_it_is() -> None:
    game, _ = find_game("hot")
    rules = make_rules(game.rules, {}, 2)
    state = rules.start(2, 0)
    state = rules.rolled(rules.play(state, 0, rules.parse("roll")), (1, 1, 1, 5, 2, 3))
    state = rules.play(state, 0, rules.parse("hold 1 2 3 4"))
    options = rules.next(state).options[0]
    level = replace(SOUND, chases=4.0, cap=9.0)
    picks = [replace(game, levels={"club": one}).bots["club"].seat(rules, 0, Luck("1")) for one in (SOUND, level)]
    assert [str(bot.choose(state, options)) for bot in picks] == ["bank", "roll"]


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.id)
class TestEveryGame:
    def test_has_levels(self, game: Game) -> None:
        assert game.ladder[:3] == LEVELS[:3]
        caps = [game.levels[name].cap for name in game.ladder if name in game.levels]
        assert caps == sorted(caps, reverse=True)

    def test_strongest_is_none_of_those_that_err_on_purpose(self, game: Game) -> None:
        assert strongest(game) not in LEVELS[:3]
        assert strongest(game, but=game.ladder) not in LEVELS

    def test_levels_play_every_preset(self, game: Game) -> None:
        for name in game.presets:
            seats = max(2, game.seats(name)[0])
            players = tuple(Player(str(number)) for number in range(seats))
            play_by("novice", Setup(game, name, game.presets[name].options, players, 0, "1"), 12)

    def test_strengths_are_of_bots_that_exist_and_of_these_rules(self, game: Game) -> None:
        known = strengths_of(game)
        if known is None:  # python benchmarks/levels.py measures them
            return
        assert {*known.ratings} <= {*game.bots}
        assert {*LEVELS[:3]} <= {*known.ratings}
        players = (Player("1"), Player("2"))
        assert known.rules == Setup(game, known.preset, game.presets[known.preset].options, players, 0).hash
        for name in game.ladder[1:]:
            if name in known.ratings:
                below = known.below(game, name)
                assert below
                assert below.low < below.score < below.high
