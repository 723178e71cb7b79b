"""The page offers each number once, in its best way, and says what lies on the table."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from moves import any_game
from redpip.core.dice import parse_faces
from redpip.core.game import legal
from redpip.core.scene import offered
from redpip.games.catch6 import GAME
from redpip.games.catch6.rules import Catch6Rules, State

RULES = replace(Catch6Rules(target=9), carryover=True)
few_games = settings(deadline=None, max_examples=10, derandomize=True)


def shortened(action: str) -> tuple[str, ...]:
    """A catch without its way."""
    return tuple(word for word in action.split() if word not in ("red", "fullhouse", "raffle"))


@few_games
@given(st.integers(0, 2**32))
def test_each_number_is_offered_once_in_its_best_way(seed: int) -> None:
    words = GAME.words(None, "de")
    for state in any_game(RULES, 2, seed):
        for seat in (None, 0, 1):
            actions = legal(RULES.next(state), seat)
            texts = {str(action) for action in actions}
            found = list(offered(GAME.scene(RULES, state, seat, words, actions)))
            assert set(found) <= texts
            # which dice are rolled is put together by the page from the dice named in the scene
            chosen = {action for action in texts if not action.startswith("roll ")}
            assert {shortened(action) for action in chosen} == {shortened(action) for action in found}
            assert len(found) == len({shortened(action) for action in found})


def sentence(dice: str, owners: str = "......") -> str:
    owned = tuple(None if char == "." else int(char) for char in owners)
    state = State((parse_faces(dice), parse_faces("112346")), owned, (False, False), 0, "catch")
    said: str = GAME.scene(RULES, state, 0, GAME.words(None, "en"), legal(RULES.next(state), 0))["say"]
    return said


def test_it_is_said_what_can_be_caught() -> None:
    assert sentence("551552") == "Red 5 and 3 white: catch 5."
    assert sentence("666226") == "Red 6 and 3 white, full house: catch 2, 6."
    assert sentence("551552", "....1.") == "Nothing to catch: those numbers are gone."
    assert sentence("123456") == "Nothing to catch yet."
