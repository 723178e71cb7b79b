"""What the page can do with one press."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from moves import any_game, moved
from redpip.core.game import legal
from redpip.games.diangle import GAME
from redpip.games.diangle.notation import Advance, Place, Select
from redpip.games.diangle.rules import DiangleRules

few_games = settings(deadline=None, max_examples=3, derandomize=True)


@few_games
@given(st.integers(0, 2**32), st.booleans())
def test_the_page_offers_what_the_rules_allow(seed: int, anytime: bool) -> None:
    rules, words = DiangleRules(top=3, advance_anytime=anytime), GAME.words(None, "en")
    for state in any_game(rules, 2, seed):
        options = legal(rules.next(state), state.seat)
        scene = GAME.scene(rules, state, state.seat, words, options)
        offered = [place for die in scene["loose"] for place in die["places"]] + scene["advance"]
        allowed = [str(option) for option in options if isinstance(option, Advance | Place)]
        assert sorted(offer["action"] for offer in offered) == sorted(allowed)
        assert bool(scene["select"]) == any(isinstance(option, Select) for option in options)
        others = GAME.scene(rules, state, 1 - state.seat, words, ())
        assert (others["advance"], others["select"]) == ([], None)
        assert not any(die["places"] for die in others["loose"])


@few_games
@given(st.integers(0, 2**32))
def test_all_that_fits_is_placed_at_once(seed: int) -> None:
    rules, words = DiangleRules(top=3), GAME.words(None, "en")
    for state in any_game(rules, 2, seed):
        scene = GAME.scene(rules, state, state.seat, words, legal(rules.next(state), state.seat))
        fitting = sum(bool(die["places"]) for die in scene["loose"])
        assert bool(scene["fill"]) == (fitting > 0)
        if scene["fill"]:
            placed = moved(rules, state, *scene["fill"]["actions"])
            after = GAME.scene(rules, placed, state.seat, words, legal(rules.next(placed), state.seat))
            assert not any(die["places"] for die in after["loose"])
