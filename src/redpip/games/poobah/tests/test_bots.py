"""The collector chooses what it should, and beats chance by far."""

from __future__ import annotations

from random import Random

import pytest

from duels import lower_bound, wins
from redpip.core.dice import parse_faces
from redpip.core.game import Choose
from redpip.games.poobah import GAME
from redpip.games.poobah.bots import CollectorBot, outlook_against
from redpip.games.poobah.rules import PoobahRules, State

RULES = PoobahRules()


def choice(hands: str, phase: str) -> str:
    dice = tuple(map(parse_faces, hands.split()))
    state = State(dice, (0, 0), (5, 5), 0, phase, (0, 1))  # type: ignore[arg-type]
    due = RULES.next(state)
    assert isinstance(due, Choose)
    return str(CollectorBot(RULES, 0, Random(1)).choose(state, due.options[0]))


def test_outlook_of_a_hand_is_known_by_hand() -> None:
    outlook = outlook_against(((0, 0, 0, 0, 1, 1),))
    assert outlook.after((0, 0, 0, 0, 0, 2), 0) == 6 - 5
    assert outlook.after((1, 0, 0, 0, 1, 1), 0) == 1
    # one loose die: white 1 to 4 and a red bring 4, 3, 2, 1; a 5 or 6 ties and takes that number's lead away
    assert outlook.after((0, 0, 0, 0, 1, 1), 1) == pytest.approx(5 / 36 * (1 + 2 + 3 + 4 + 5 + 6) + 6 / 6)


def test_it_keeps_as_many_as_it_needs_and_rolls_the_rest() -> None:
    """One 6 and one 5 lead where nobody else has any."""
    assert choice("656511 123411", "roll") == "roll 1 2 5 6"


def test_it_turns_a_red_that_earns_more_elsewhere() -> None:
    assert choice("122222 666666", "change") == "change 2>5"
    assert choice("454546 111111", "change") == "done"


def test_it_beats_chance_in_a_few_games() -> None:
    assert wins(GAME, "collector", 40) >= 32


@pytest.mark.slow
def test_it_beats_chance() -> None:
    assert lower_bound(GAME, "collector") >= 0.8
