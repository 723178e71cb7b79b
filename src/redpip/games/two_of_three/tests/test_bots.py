"""The planner chooses what it should, and beats chance by far."""

from __future__ import annotations

from random import Random

import pytest

from duels import lower_bound, wins
from moves import moved
from redpip.core.game import Choose
from redpip.games.two_of_three import GAME
from redpip.games.two_of_three.bots import PlannerBot
from redpip.games.two_of_three.rules import State, TwoOfThreeRules

from .test_rules import position

RULES = TwoOfThreeRules()


def choice(state: State) -> str:
    due = RULES.next(state)
    assert isinstance(due, Choose)
    action = PlannerBot(RULES, state.seat, Random(1)).choose(state, due.options[state.seat])
    assert action in due.options[state.seat]
    return str(action)


def test_it_rolls_a_single_die_or_what_it_must() -> None:
    assert choice(RULES.start(2, 0)) == "roll 1"
    assert choice(position("1:12 1:24 1:36 1:41 1:53 1:65")) == "roll 1 2 3 4 5 6"


@pytest.mark.parametrize(
    ("faces", "best"), [("----16", "place 6 10"), ("----45", "place 5 12"), ("----26", "place 5 12")]
)
def test_it_takes_the_squares_that_win(faces: str, best: str) -> None:
    two_left = position("0:12 0:22 1:16 1:21 0:33 1:36 1:44 0:46 1:54 . 1:61")
    assert choice(moved(RULES, two_left, "roll 5 6", faces)) == best  # the other way round is a tie


def test_its_red_pushes_where_it_takes_a_line_away() -> None:
    # the other has the first row with a pair; pushing square 1 breaks it and makes it ours
    state = moved(RULES, position("1:12 1:22 0:13"), "roll 3", "--3---")
    assert choice(state) in ("place 3 1", "place 3 2")


def test_it_beats_chance_in_a_few_games() -> None:
    assert wins(GAME, "planner", 60) > 48


@pytest.mark.slow
def test_it_beats_chance() -> None:
    assert lower_bound(GAME, "planner") >= 0.8
