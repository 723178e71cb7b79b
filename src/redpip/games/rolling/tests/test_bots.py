"""The steady bot is sensible: it beats chance, takes what is sure and never gives the game away."""

from __future__ import annotations

from math import sqrt
from random import Random
from typing import Any

import pytest

from redpip.core.advice import Bot, RandomBot
from redpip.core.dice import parse_faces
from redpip.core.game import Choose, Over, Roll, act
from redpip.core.shaker import SeededShaker
from redpip.games.rolling.bots import SteadyBot
from redpip.games.rolling.notation import Aside, RollDice, Stop
from redpip.games.rolling.rules import RollingRules, State, Turn

RULES = RollingRules()


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
    """Games of two that the steady bot wins against chance."""
    won = 0
    for seed in range(games):
        bots: dict[int, Bot[Any]] = {0: SteadyBot(RULES, 0, Random(seed)), 1: RandomBot(RULES, 1, Random(seed))}
        won += play_out(RULES.start(2, seed % 2), bots, SeededShaker(seed)).winners == (0,)
    return won


def lower_bound(won: int, games: int) -> float:
    """The lower end of the 95 % interval."""
    rate = won / games
    return rate - 1.96 * sqrt(rate * (1 - rate) / games)


def test_beats_chance() -> None:
    assert wins(30) >= 27


@pytest.mark.slow
def test_beats_chance_in_nine_of_ten() -> None:
    assert lower_bound(wins(2000), 2000) >= 0.9


def choice(state: State) -> object:
    due = RULES.next(state)
    return SteadyBot(RULES, state.seat, Random(0)).choose(state, due.options[state.seat])  # type: ignore[union-attr]


def test_takes_all_six_when_they_fill_up() -> None:
    state = State((0, 0), 0, "rolled", Turn(loose=parse_faces("552252")))
    assert choice(state) == Aside((1, 2, 3, 4, 5, 6))


def test_stops_with_much_and_rolls_with_little() -> None:
    much = State((0, 0), 0, "chosen", Turn(60, parse_faces("66655-")))
    little = State((0, 0), 0, "chosen", Turn(0, parse_faces("1-1---")))
    assert (choice(much), choice(little)) == (Stop(), RollDice())


def test_rolls_on_rather_than_be_out() -> None:
    turn = Turn(40, parse_faces("66655-"))
    assert choice(State((100, 300), 0, "chosen", turn)) == RollDice()
