"""The page is told all that can be placed and what that is worth; the screen has words for what is rare."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from moves import any_game, moved
from redpip.core.game import Acted, legal
from redpip.core.words import plain
from redpip.games.two_of_three import GAME
from redpip.games.two_of_three.rules import State, TwoOfThreeRules
from redpip.games.two_of_three.scoring import score

from .test_rules import TIED, position

RULES = TwoOfThreeRules()
NAMES = ("Ada", "Ben")
few_games = settings(deadline=None, max_examples=10, derandomize=True)


@few_games
@given(st.integers(0, 2**32))
def test_the_scene_offers_all_that_is_legal_and_foretells_it(seed: int) -> None:
    words = GAME.words(None, "de")
    for state in any_game(RULES, 2, seed):
        actions = legal(RULES.next(state), state.seat)
        texts = {str(action) for action in actions}
        scene = GAME.scene(RULES, state, state.seat, words, actions)
        options = [option for die in scene["place"] for option in die["squares"]]
        # which dice are rolled is put together by the page from the hand named in the scene
        assert {option["action"] for option in options} == {text for text in texts if text.startswith("place")}
        assert bool(scene["roll"]) == any(text.startswith("roll") for text in texts)
        for option in options:
            assert option["net"] == net_gain(state, option["action"])


def net_gain(state: State, action: str) -> int:
    after = RULES.play(state, state.seat, RULES.parse(action))
    now, was = score(after.tied or after.board), score(state.board)
    gains = [now[seat] - was[seat] for seat in (0, 1)]
    return gains[state.seat] - gains[1 - state.seat]


def test_a_push_and_a_tie_are_told() -> None:
    words = GAME.words(None, "en")
    state = moved(RULES, position("1:24"), "roll 3", "--3---", "place 3 1")
    told = GAME.story(RULES, Acted(0, RULES.parse("place 3 1")), state, NAMES, words)
    assert told == "Ada's red 3 pushes Ben's 4 off square 1"
    again = moved(RULES, position(TIED), "roll 6", "-----3", "place 6 12")
    told = GAME.story(RULES, Acted(0, RULES.parse("place 6 12")), again, NAMES, words)
    tie = "The board is full. Lines won: Ada 2, Ben 2. A tie: once more, and Ben starts"
    assert told == f"Ada places the 3 on square 12. {tie}"
    assert GAME.scene(RULES, again, 1, words, legal(RULES.next(again), 1))["tied"]["score"] == "2 : 2"


def test_names_that_begin_alike_get_letters_that_differ() -> None:
    words = GAME.words(None, "en")
    state = position("0:15 1:24")
    told = "\n".join(map(plain, GAME.screen(RULES, state, ("Mia", "Max"), words)))
    assert "X5" in told
    assert "O4" in told
