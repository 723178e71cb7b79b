"""The collector chooses what it should, and beats chance by far."""

from __future__ import annotations

from math import sqrt
from random import Random

import pytest

from redpip.core.dice import parse_faces
from redpip.core.game import Choose, Over, Roll, act
from redpip.core.shaker import SeededShaker
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


def rate(games: int) -> tuple[float, float]:
    """How often the collector wins against chance, and the lower end of the 95 % interval."""
    won = sum(wins(f"1/{number}") for number in range(games)) / games
    return won, won - 1.96 * sqrt(won * (1 - won) / games)


def wins(seed: str) -> bool:
    shaker = SeededShaker(seed)
    kinds = (GAME.bot("collector"), GAME.bot("random"))
    bots = [kind.seat(RULES, seat, Random(f"{seed}/bot/{seat}")) for seat, kind in enumerate(kinds)]
    state = RULES.start(2, shaker.first(2))
    while True:
        match RULES.next(state):
            case Roll() as roll:
                state = RULES.rolled(state, shaker.throw(roll))
            case Choose(options):
                state = act(RULES, state, state.seat, bots[state.seat].choose(state, options[state.seat]))
            case Over(winners=winners):
                return 0 in winners


def test_it_beats_chance_in_a_few_games() -> None:
    assert rate(40)[0] > 0.8


@pytest.mark.slow
def test_it_beats_chance() -> None:
    assert rate(2000)[1] >= 0.8
