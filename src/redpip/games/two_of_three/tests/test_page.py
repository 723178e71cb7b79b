"""The page is told all that is legal and nothing else; screen and story have words for every position."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from redpip.core.game import Acted, Choose, Event, Over, Roll, Thrown, act, throw
from redpip.core.shaker import SeededShaker
from redpip.core.words import plain
from redpip.games.two_of_three import GAME
from redpip.games.two_of_three.rules import State, TwoOfThreeRules
from redpip.games.two_of_three.scoring import score

from .test_rules import TIED, played, position

RULES = TwoOfThreeRules()
NAMES = ("Ada", "Ben")
few_games = settings(deadline=None, max_examples=10, derandomize=True)


def any_game(seed: int) -> Iterator[tuple[Event[Any] | None, State]]:
    """Each position of a game by chance, and what led to it."""
    shaker, luck = SeededShaker(seed), Random(seed)
    event: Event[Any] | None = None
    state = RULES.start(2, seed % 2)
    while True:
        yield event, state
        match RULES.next(state):
            case Roll() as roll:
                faces = shaker.throw(roll)
                event, state = Thrown(roll.seat, faces, len(roll.dice)), throw(RULES, state, faces)
            case Choose(options):
                action = luck.choice(options[state.seat])
                event, state = Acted(state.seat, action), act(RULES, state, state.seat, action)
            case Over():
                return


@few_games
@given(st.integers(0, 2**32))
def test_the_scene_offers_what_is_legal_and_foretells_it(seed: int) -> None:
    words = GAME.words(None, "de")
    for _, state in any_game(seed):
        due = RULES.next(state)
        for seat in (None, 0, 1):
            scene = GAME.scene(RULES, state, seat, words)
            json.dumps(scene)
            options_now = due.options if isinstance(due, Choose) and seat == state.seat else {}
            legal = {str(action) for actions in options_now.values() for action in actions}
            options = [option for die in scene["place"] for option in die["squares"]]
            # which dice are rolled is put together by the page from the hand named in the scene
            assert {option["action"] for option in options} == {text for text in legal if text.startswith("place")}
            assert bool(scene["roll"]) == any(text.startswith("roll") for text in legal)
            for option in options:
                assert option["net"] == net_gain(state, option["action"])


def net_gain(state: State, action: str) -> int:
    after = RULES.play(state, state.seat, RULES.parse(action))
    now, was = score(after.tied or after.board), score(state.board)
    gains = [now[seat] - was[seat] for seat in (0, 1)]
    return gains[state.seat] - gains[1 - state.seat]


@few_games
@given(st.integers(0, 2**32), st.sampled_from(["en", "de"]))
def test_screen_and_story_never_stumble(seed: int, language: str) -> None:
    words = GAME.words(None, language)
    for event, state in any_game(seed):
        assert GAME.screen(RULES, state, NAMES, words)
        told = GAME.story(RULES, event, state, NAMES, words) if event else ""
        assert "{" not in told
        if isinstance(event, Thrown) or (isinstance(event, Acted) and str(event.action).startswith("place")):
            assert told


def test_a_push_and_a_tie_are_told() -> None:
    words = GAME.words(None, "en")
    state = played(RULES, position("1:24"), "roll 3", "--3---", "place 3 1")
    told = GAME.story(RULES, Acted(0, RULES.parse("place 3 1")), state, NAMES, words)
    assert told == "Ada's red 3 pushes Ben's 4 off square 1"
    again = played(RULES, position(TIED), "roll 6", "-----3", "place 6 12")
    told = GAME.story(RULES, Acted(0, RULES.parse("place 6 12")), again, NAMES, words)
    assert told == ("Ada places the 3 on square 12. The board is full: Ada 2, Ben 2, a tie. Once more, and Ben starts")
    assert GAME.scene(RULES, again, 1, words)["tied"]["score"] == "2 : 2"


def test_names_that_begin_alike_get_numbers() -> None:
    words = GAME.words(None, "en")
    state = position("0:15 1:24")
    told = "\n".join(map(plain, GAME.screen(RULES, state, ("Mia", "Max"), words)))
    assert "1:5" in told
    assert "2:4" in told
