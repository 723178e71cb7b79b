"""The collector chooses what it should, and beats chance by far."""

from __future__ import annotations

from math import sqrt
from random import Random

import pytest

from redpip.core.dice import parse_faces
from redpip.core.game import Choose
from redpip.games.poobah import GAME
from redpip.games.poobah.bots import CollectorBot, outlook_against
from redpip.games.poobah.rules import PoobahRules, State
from redpip.play.seating import arrange, read_guests
from redpip.play.simulate import Plan, new_progress, simulate

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
    assert choice("543216 123451", "change") == "done"


def rate(games: int, processes: int | None = None) -> tuple[float, float]:
    """How often the collector wins against chance, and the lower end of the 95 % interval."""
    setup = arrange(GAME, None, {}, read_guests(GAME, "bot:collector,bot:random"), seed="1")
    plan = Plan(setup, games)
    tallies = simulate(plan, processes, new_progress(plan), lambda _: None, None)
    won = tallies[0].wins / games
    return won, won - 1.96 * sqrt(won * (1 - won) / games)


def test_it_beats_chance_in_a_few_games() -> None:
    assert rate(40, processes=1)[0] > 0.8


@pytest.mark.slow
def test_it_beats_chance() -> None:
    assert rate(2000)[1] >= 0.8
