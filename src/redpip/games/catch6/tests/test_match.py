"""Matches: rolls in turn throughout, and numbers that are carried over."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from moves import code_of
from redpip.core.dice import parse_faces
from redpip.core.game import Choose, Over, act
from redpip.core.match import MatchBot, MatchRules, MatchState
from redpip.core.setup import Player, Setup
from redpip.games.catch6 import GAME
from redpip.games.catch6.bots import HunterBot
from redpip.games.catch6.rules import Catch6Rules, State

INSIDE = GAME.course.inside(Catch6Rules())
RULES: Any = MatchRules(INSIDE, 5, GAME.course)


def position(owners: str, points: tuple[int, int] = (0, 0), dice: str = "551552", seat: int = 0) -> MatchState[State]:
    """This seat has these dice and is to catch; owners are written as 0, 1 or a dot."""
    owned = tuple(None if char == "." else int(char) for char in owners)
    other = parse_faces("112346")
    hands = (parse_faces(dice), other) if seat == 0 else (other, parse_faces(dice))
    return MatchState(State(hands, owned, (False, False), seat, "catch"), 0, points, (), 1, 0)


def after(state: MatchState[State], move: str) -> MatchState[State]:
    reached: MatchState[State] = act(RULES, state, state.game.seat, RULES.parse(move))
    return reached


def test_the_printed_example() -> None:
    """The opponent has the 1 and the 6; you catch the 5, give the game up and carry the 5 over."""
    state = after(position("1....1"), "catch 5 carry")
    assert state.points == (0, 1)
    assert state.game == replace(INSIDE.start(2, 1), owners=(None, None, None, None, 0, None))
    assert state.game.scores == (5, 0)
    assert state.results == (Over((5, 13), (0.0, 1.0), (1,)),)
    assert state.ended is not None
    assert (state.ended.carried, state.ended.winner) == (5, 1)


def test_without_a_carryover_the_game_goes_on() -> None:
    state = after(position("1....1"), "catch 5")
    assert (state.points, state.game.phase, state.game.seat) == ((0, 0), "roll", 1)


@pytest.mark.parametrize("seat", [0, 1])
def test_who_did_not_roll_last_rolls_first_though_the_other_has_won(seat: int) -> None:
    owners = "0....0" if seat == 0 else "1....1"
    state = after(position(owners, seat=seat), "catch 5")
    assert state.points == ((1, 0) if seat == 0 else (0, 1))
    assert (state.first, state.game.seat, state.game.must_all) == (1 - seat, 1 - seat, (True, True))
    assert state.game.free == (1, 2, 3, 4, 5, 6)


def test_only_the_number_just_caught_is_carried() -> None:
    state = after(position("01...."), "catch 5 carry")
    assert state.game.owners == (None, None, None, None, 0, None)


def test_carried_number_cannot_be_caught_again() -> None:
    assert code_of(RULES, position("....1."), "catch 5") == "already_caught"


def test_winning_catch_cannot_be_carried() -> None:
    assert code_of(RULES, position("0..0.."), "catch 5 carry") == "game_already_won"


def test_carryover_can_lose_the_match() -> None:
    state = after(position("1....1", points=(4, 4)), "catch 5 carry")
    assert RULES.next(state) == Over((4, 5), (4.0, 5.0), (1,))


def test_bot_gives_up_what_is_lost_but_not_the_match() -> None:
    bot = MatchBot(HunterBot(INSIDE, 0, Random(1)), GAME.course, 5)

    def choice(owners: str, points: tuple[int, int]) -> str:
        state = position(owners, points)
        due = RULES.next(state)
        assert isinstance(due, Choose)
        return str(bot.choose(state, due.options[0]))

    assert choice("1....1", (0, 3)) == "catch 5 carry"
    assert choice("1....1", (0, 4)) == "catch 5"
    assert choice("1.....", (0, 0)) == "catch 5"


def test_match_is_to_five_and_a_single_game_knows_no_carryover() -> None:
    players = (Player("Mia"), Player("Ben"))
    assert GAME.match_length("match", GAME.rules(), 2, None) == 5
    assert GAME.match_length("single", GAME.rules(), 2, None) is None
    assert Setup(GAME, "match", {}, players, 0, "1", 5).game_rules.carryover
    assert not Setup(GAME, "single", {}, players, 0, "1").game_rules.carryover
