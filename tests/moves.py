"""Rules played by hand: moves as people write them, throws as six characters."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, TypeVar

import pytest

from redpip.core.dice import parse_faces
from redpip.core.game import Choose, Over, Roll, Rules, act, throw
from redpip.core.problem import Refused
from redpip.core.shaker import SeededShaker

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
    """Why whoever is next may not do this."""
    with pytest.raises(Refused) as caught:
        _acted(rules, state, move)
    return caught.value.code


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
