"""The cool bot is sensible: it beats chance, banks what is sure and never gives the game away."""

from __future__ import annotations

from math import sqrt
from random import Random
from typing import Any

import pytest

from redpip.core.advice import Bot, RandomBot
from redpip.core.dice import parse_faces
from redpip.core.game import Choose, Over, Roll, act
from redpip.core.shaker import SeededShaker
from redpip.games.hot.bots import CoolBot
from redpip.games.hot.notation import Bank, Hold, RollDice
from redpip.games.hot.rules import HotRules, State, Turn

RULES = HotRules()


def play_out(state: State, bots: dict[int, Bot[Any]], shaker: SeededShaker) -> Over:
    while True:
        match RULES.next(state):
            case Roll() as roll:
                state = RULES.rolled(state, shaker.throw(roll))
            case Choose(options):
                state = act(RULES, state, state.seat, bots[state.seat].choose(state, options[state.seat]))
            case Over() as over:
                return over


def wins(games: int) -> int:
    """Games of two that the cool bot wins against chance."""
    won = 0
    for seed in range(games):
        bots: dict[int, Bot[Any]] = {0: CoolBot(RULES, 0, Random(seed)), 1: RandomBot(RULES, 1, Random(seed))}
        won += play_out(RULES.start(2, seed % 2), bots, SeededShaker(seed)).winners == (0,)
    return won


def lower_bound(won: int, games: int) -> float:
    """The lower end of the 95 % interval."""
    rate = won / games
    return rate - 1.96 * sqrt(rate * (1 - rate) / games)


def test_beats_chance() -> None:
    assert wins(20) >= 17


@pytest.mark.slow
def test_beats_chance_in_four_of_five() -> None:
    assert lower_bound(wins(2000), 2000) >= 0.8


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
