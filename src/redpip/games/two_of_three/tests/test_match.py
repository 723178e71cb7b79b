"""A match: what a game is worth, and who says who starts the next."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from moves import moved
from redpip.core.game import Choose, Over, act
from redpip.core.match import Begin, MatchRules, MatchState
from redpip.games.two_of_three.match import GrowingStakes
from redpip.games.two_of_three.notation import Place
from redpip.games.two_of_three.rules import State, TwoOfThreeRules

from .test_rules import ALMOST, TIED, position

COURSE = GrowingStakes()
RULES = COURSE.inside(TwoOfThreeRules())
MATCH: Any = MatchRules(RULES, 3, COURSE)


def before_the_end(cells: str, **facts: Any) -> MatchState[State]:
    """A game whose last die is about to be placed."""
    start: MatchState[State] = MATCH.start(2, 0)
    return replace(start, game=moved(RULES, position(cells), "roll 6", "-----3"), **facts)


def ended(state: MatchState[State]) -> MatchState[State]:
    return act(MATCH, state, 0, Place(6, 12))


def test_winner_gets_the_stake_and_the_loser_the_choice() -> None:
    state = ended(before_the_end(ALMOST, stake=2))
    assert (state.points, state.stake, state.chooser) == ((2, 0), 1, 1)
    assert MATCH.next(state) == Choose({1: [Begin(0), Begin(1)]})
    assert act(MATCH, state, 1, Begin(0)).game == RULES.start(2, 0)


@pytest.mark.parametrize("chooser", [0, 1])
def test_tie_raises_the_stake_and_the_choice_goes_to_the_other(chooser: int) -> None:
    state = ended(before_the_end(TIED, chooser=chooser))
    assert (state.points, state.stake, state.chooser) == ((0, 0), 2, 1 - chooser)
    again = ended(replace(before_the_end(TIED), stake=state.stake, chooser=state.chooser))
    assert (again.stake, again.chooser) == (3, chooser)


def test_more_than_three_points_win_too() -> None:
    assert MATCH.next(ended(before_the_end(ALMOST, points=(2, 2), stake=2))) == Over((4, 2), (4.0, 2.0), (0,))
