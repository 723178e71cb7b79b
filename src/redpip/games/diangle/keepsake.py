"""A finished game of Diangle as a picture shows it: the mountain of levels, and how far everybody has come."""

from __future__ import annotations

from collections.abc import Sequence

from redpip.core.keepsake import Cell, Keepsake, Token, face_of
from redpip.core.words import Words
from redpip.games.diangle.rules import DiangleRules, State


def keepsake(rules: DiangleRules, view: State, _names: Sequence[str], words: Words) -> Keepsake:
    """Each level is a column as high as its number, with those who stand there on top; the last is beyond the end."""
    columns = [_column(level) for level in (*rules.track, 0)]
    for seat, climber in enumerate(view.climbers):
        columns[min(climber.level, len(rules.track))].append(Token(seat))
    height = max(map(len, columns))
    padded = [[*column, *[None] * (height - len(column))] for column in columns]
    rows = [[column[at] for column in padded] for at in reversed(range(height))]
    return Keepsake(rows, [words.say("Up the mountain and down again: who came how far.")])


def _column(level: int) -> list[Cell]:
    return [*[None] * (level - 1), face_of(level)] if level else []
