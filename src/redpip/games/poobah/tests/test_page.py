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
from redpip.games.poobah import GAME
from redpip.games.poobah.rules import PoobahRules, State

RULES = PoobahRules(target=30)
few_games = settings(deadline=None, max_examples=10, derandomize=True)


def any_game(seats: int, seed: int) -> Iterator[tuple[Event[Any] | None, State]]:
    """Each position of a game by chance, and what led to it."""
    shaker, luck = SeededShaker(seed), Random(seed)
    event: Event[Any] | None = None
    state = RULES.start(seats, seed % seats)
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


def offered(value: Any) -> Iterator[str]:
    """Every action anywhere in a scene."""
    if isinstance(value, dict):
        yield from (value[name] for name in ("action", "lift", "none") if isinstance(value.get(name), str))
        yield from (action for part in value.values() for action in offered(part))
    elif isinstance(value, list | tuple):
        yield from (action for part in value for action in offered(part))


@few_games
@given(st.integers(2, 4), st.integers(0, 2**32))
def test_the_scene_offers_what_is_legal(seats: int, seed: int) -> None:
    words = GAME.words(None, "de")
    for _, state in any_game(seats, seed):
        due = RULES.next(state)
        for seat in (None, *range(seats)):
            scene = GAME.scene(RULES, state, seat, words)
            json.dumps(scene)
            legal = {str(action) for action in due.options.get(seat, ())} if isinstance(due, Choose) else set()
            found = set(offered(scene))
            assert found <= legal
            # which dice are rolled is put together by the page from the dice named in the scene
            assert {action for action in legal if not action.startswith(("roll ", "select "))} <= found


@few_games
@given(st.integers(2, 4), st.integers(0, 2**32), st.sampled_from(["en", "de"]))
def test_screen_and_story_never_stumble(seats: int, seed: int, language: str) -> None:
    words, names = GAME.words(None, language), ("Ada", "Ben", "Cleo", "Dan")[:seats]
    for event, state in any_game(seats, seed):
        assert GAME.screen(RULES, state, names, words)
        told = GAME.story(RULES, event, state, names, words) if event else ""
        assert "{" not in told
        if isinstance(event, Thrown):
            assert told
