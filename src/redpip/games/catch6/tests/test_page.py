"""The page is told all that is legal, each number in its best way; screen and story have words for every position."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from redpip.core.dice import parse_faces
from redpip.core.game import Acted, Choose, Event, Over, Roll, Thrown, act, throw
from redpip.core.shaker import SeededShaker
from redpip.games.catch6 import GAME
from redpip.games.catch6.rules import Catch6Rules, State

RULES = replace(Catch6Rules(target=9), carryover=True)
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


def offered(value: Any) -> Iterator[str]:
    """Every action anywhere in a scene."""
    if isinstance(value, dict):
        if isinstance(value.get("action"), str):
            yield value["action"]
        yield from (action for part in value.values() for action in offered(part))
    elif isinstance(value, list | tuple):
        yield from (action for part in value for action in offered(part))


def shortened(action: str) -> tuple[str, ...]:
    """A catch without its way."""
    return tuple(word for word in action.split() if word not in ("red", "fullhouse", "raffle"))


@few_games
@given(st.integers(0, 2**32))
def test_the_scene_offers_what_is_legal(seed: int) -> None:
    words = GAME.words(None, "de")
    for _, state in any_game(seed):
        due = RULES.next(state)
        for seat in (None, 0, 1):
            scene = GAME.scene(RULES, state, seat, words)
            json.dumps(scene)
            options: Any = due.options if isinstance(due, Choose) else {}
            legal = {str(action) for action in options.get(seat, ())}
            found = list(offered(scene))
            assert set(found) <= legal
            # which dice are rolled is put together by the page from the dice named in the scene
            chosen = {action for action in legal if not action.startswith("roll ")}
            assert {shortened(action) for action in chosen} == {shortened(action) for action in found}
            assert len(found) == len({shortened(action) for action in found})


@few_games
@given(st.integers(0, 2**32), st.sampled_from(["en", "de"]))
def test_screen_and_story_never_stumble(seed: int, language: str) -> None:
    words, names = GAME.words(None, language), ("Ada", "Ben")
    for event, state in any_game(seed):
        assert GAME.screen(RULES, state, names, words)
        told = GAME.story(RULES, event, state, names, words) if event else ""
        assert "{" not in told
        if isinstance(event, Thrown):
            assert told


def sentence(dice: str, owners: str = "......") -> str:
    owned = tuple(None if char == "." else int(char) for char in owners)
    state = State((parse_faces(dice), parse_faces("112346")), owned, (False, False), 0, "catch")
    said: str = GAME.scene(RULES, state, 0, GAME.words(None, "en"))["say"]
    return said


def test_it_is_said_what_can_be_caught() -> None:
    assert sentence("551552") == "Red 5 and 3 white: catch 5."
    assert sentence("666226") == "Red 6 and 3 white, full house: catch 2, 6."
    assert sentence("551552", "....1.") == "Nothing to catch: those numbers are gone."
    assert sentence("123456") == "Nothing to catch yet."
