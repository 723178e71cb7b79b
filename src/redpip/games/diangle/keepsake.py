"""A finished game of Diangle as a picture shows it: the levels up and down, and how far everybody has come."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from redpip.core.keepsake import Cell, Keepsake, Token, face_of
from redpip.core.words import Words
from redpip.games.diangle.rules import DiangleRules, State


def keepsake(rules: DiangleRules, view: State, _names: Sequence[str], words: Words) -> Keepsake:
    """The way up on the left, down on the right: beside each level who stands there, below the last who is done."""
    places: list[list[Cell]] = [[face_of(level)] for level in rules.track]
    places.append([])
    for seat, climber in enumerate(view.climbers):
        places[min(climber.level, len(rules.track))].append(Token(seat))
    width = max(map(len, places))
    sides = zip_longest(reversed(places[: rules.top]), [[], *places[rules.top :]], fillvalue=())
    rows = [[*_padded(up, width), None, *_padded(down, width)] for up, down in sides]
    return Keepsake(rows, [words.say("Up on the left, down on the right: how far each one got.")])


def _padded(cells: Sequence[Cell], width: int) -> list[Cell]:
    return [*cells, *[None] * (width - len(cells))]
