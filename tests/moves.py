"""Rules played by hand: moves as people write them, throws as six characters."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, TypeVar

import pytest

from redpip.core.catalog import Game, all_games
from redpip.core.dice import parse_faces
from redpip.core.game import Choose, Over, Roll, Rules, act, throw
from redpip.core.problem import Refusal, Refused
from redpip.core.shaker import SeededShaker
from redpip.testing.gate import has_sentence

S = TypeVar("S")


def moved(rules: Rules[S, Any], state: S, *moves: str) -> S:
    """The position after these moves of whoever is next; a move of six characters is a throw."""
    for move in moves:
        thrown = len(move) == 6 and move.replace("-", "1").isdigit()
        state = throw(rules, state, parse_faces(move)) if thrown else _acted(rules, state, move)
    return state


def _acted(rules: Rules[S, Any], state: S, move: str) -> S:
    due = rules.next(state)
    seat = min(due.options) if isinstance(due, Choose) else 0
    return act(rules, state, seat, rules.parse(move))


def code_of(rules: Rules[S, Any], state: S, move: str) -> str:
    """Why whoever is next may not do this; a sentence can be made of it."""
    refusal = _refusal(rules, state, move)
    assert has_sentence(_game_of(rules), refusal), refusal
    return refusal.code


def facts_of(rules: Rules[S, Any], state: S, move: str) -> dict[str, Any]:
    """What the sentence about it tells."""
    return dict(_refusal(rules, state, move).facts)


def _refusal(rules: Rules[S, Any], state: S, move: str) -> Refusal:
    with pytest.raises(Refused) as caught:
        _acted(rules, state, move)
    return caught.value.refusal


def _game_of(rules: Any) -> Game:
    alone = getattr(rules, "rules", rules)  # of a match: those of its games
    return next(game for game in all_games().values() if isinstance(alone, game.rules))


def any_game(rules: Rules[S, Any], seats: int, seed: int) -> Iterator[S]:
    """The positions of a game by chance, from start to end."""
    shaker, luck = SeededShaker(seed), Random(seed)
    state = rules.start(seats, seed % seats)
    while True:
        yield state
        match rules.next(state):
            case Roll() as roll:
                state = throw(rules, state, shaker.throw(roll))
            case Choose(options):
                seat = luck.choice(sorted(options))
                state = act(rules, state, seat, luck.choice(options[seat]))
            case Over():
                return
