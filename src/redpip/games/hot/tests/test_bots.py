"""The cool bot is sensible: it beats chance, banks what is sure and never gives the game away."""

from __future__ import annotations

from random import Random

import pytest

from duels import lower_bound, wins
from redpip.core.dice import parse_faces
from redpip.games.hot import GAME
from redpip.games.hot.bots import CoolBot
from redpip.games.hot.notation import Bank, Hold, RollDice
from redpip.games.hot.rules import HotRules, State, Turn

RULES = HotRules()


def test_it_beats_chance_in_a_few_games() -> None:
    assert wins(GAME, "cool", 40) >= 32


@pytest.mark.slow
def test_it_beats_chance() -> None:
    assert lower_bound(GAME, "cool") >= 0.8


def choice(state: State) -> object:
    due = RULES.next(state)
    return CoolBot(RULES, state.seat, Random(0)).choose(state, due.options[state.seat])  # type: ignore[union-attr]


def test_holds_all_six_when_they_count() -> None:
    state = State((1000, 0), 0, "rolled", Turn(loose=parse_faces("151551")))
    assert choice(state) == Hold((1, 2, 3, 4, 5, 6))


def test_banks_much_and_rolls_with_little() -> None:
    much = State((1000, 0), 0, "held", Turn(1200, (), parse_faces("15115-")))
    little = State((1000, 0), 0, "held", Turn(50, (), parse_faces("5-----")))
    assert (choice(much), choice(little)) == (Bank(), RollDice())


def test_rolls_on_where_banking_would_not_win() -> None:
    turn = Turn(1200, (), parse_faces("15115-"))
    assert choice(State((1000, 10_500), 0, "held", turn, trigger=1)) == RollDice()
