"""The hunter chooses what it should, knows its chances, and beats chance by far."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from duels import lower_bound, wins
from redpip.core.dice import DICE, parse_faces
from redpip.core.game import Choose
from redpip.games.catch6 import GAME
from redpip.games.catch6.bots import HunterBot
from redpip.games.catch6.chances import hand_of, house_after, house_chance, red_after, red_chance
from redpip.games.catch6.rules import Catch6Rules, State
from redpip.games.catch6.scoring import catches

RULES = Catch6Rules()
THROWS = list(product(DICE, repeat=6))


def choice(dice: str, phase: str, owners: str = "......") -> str:
    owned = tuple(None if char == "." else int(char) for char in owners)
    state = State((parse_faces(dice), parse_faces("112346")), owned, (False, False), 0, phase)  # type: ignore[arg-type]
    due = RULES.next(state)
    assert isinstance(due, Choose)
    return str(HunterBot(RULES, 0, Random(1)).choose(state, due.options[0]))


# ---- chances


def test_chances_of_one_roll_are_those_of_counting() -> None:
    red = sum(1 for faces in THROWS if (5, "red") in catches(faces))
    assert red_after(6, False, 0, True, 5, 1) == pytest.approx(red / 6**6)
    houses = [faces for faces in THROWS if any(way == "fullhouse" for _, way in catches(faces))]
    assert house_after(hand_of((), DICE), 6, 1) == pytest.approx(len(houses) / 6**6)
    showing = sum(1 for faces in houses if 1 in faces or 2 in faces)
    assert house_after(hand_of((), (1, 2)), 6, 1) == pytest.approx(showing / 6**6)


def test_chances_of_two_rolls_are_known_by_hand() -> None:
    # one die is missing, and only it is rolled again
    assert red_chance(6, False, 5, 2) == pytest.approx(1 - (5 / 6) ** 2)
    assert house_chance(hand_of((6, 6, 6, 6, 3, 2), DICE), 1) == pytest.approx(1 / 6)
    # two pairs and two others, which are rolled: they come up equal, or one more for each pair
    assert house_chance(hand_of((6, 6, 3, 3, 2, 1), DICE), 1) == pytest.approx(8 / 36)


def test_full_house_of_caught_numbers_is_none() -> None:
    assert house_chance(hand_of((3, 3, 3, 2, 2, 2), (2, 5)), 0) == 1.0
    assert house_chance(hand_of((3, 3, 3, 2, 2, 2), (1, 5)), 0) == 0.0


# ---- choices


def test_it_keeps_what_it_collects() -> None:
    assert choice("661426", "roll") == "roll 3 4 5"
    assert choice("115522", "catch", "1.....") == "catch 5"


def test_it_takes_the_catch_that_wins() -> None:
    assert choice("332223", "catch", "0.110.") == "catch 2"


def test_it_prefers_the_red() -> None:
    assert choice("666226", "catch") in ("catch 6", "catch 6 red")


# ---- against chance


def test_it_beats_chance_in_a_few_games() -> None:
    assert wins(GAME, "hunter", 40) >= 36


@pytest.mark.slow
def test_it_beats_chance() -> None:
    assert lower_bound(GAME, "hunter") >= 0.9
