"""The steady bot is sensible: it beats chance, takes what is sure and never gives the game away."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from duels import lower_bound, wins
from redpip.core.dice import NO_FACES, parse_faces
from redpip.games.rolling import GAME
from redpip.games.rolling.bots import SteadyBot
from redpip.games.rolling.judge import TURN, RollingJudge
from redpip.games.rolling.notation import Aside, RollDice, Stop
from redpip.games.rolling.rules import RollingRules, State, Turn
from redpip.games.rolling.scoring import is_bust, points, unmatched

RULES = RollingRules()


def test_it_beats_chance_in_a_few_games() -> None:
    assert wins(GAME, "steady", 20) >= 18


@pytest.mark.slow
def test_it_beats_chance() -> None:
    assert lower_bound(GAME, "steady") >= 0.9


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


def test_a_roll_of_six_is_hoped_for_as_all_throws_say() -> None:
    """After a fill-up with 39 points: every throw, scored one by one."""
    throws = list(product(range(1, 7), repeat=6))
    kept = [throw for throw in throws if not is_bust(NO_FACES, throw)]
    mean = sum((39 + points(throw)) * (1 if unmatched(throw) else 2) for throw in kept) / len(throws)
    filled = State((0, 0), 0, "chosen", Turn(0, parse_faces("555444")))
    assert points(filled.turn.aside) == 39
    assert RollingJudge(RULES, 0, Random(0)).weigh(filled, RollDice()) == pytest.approx(mean / TURN, abs=1e-12)
