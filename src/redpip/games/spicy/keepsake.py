"""A finished game of Spicy Dice as a picture shows it: the score card."""

from __future__ import annotations

from collections.abc import Sequence

from redpip.core.keepsake import Cell, Die, Keepsake, Token
from redpip.core.words import Words
from redpip.games.spicy.rules import SpicyRules, State
from redpip.games.spicy.scoring import NUMBERS
from redpip.games.spicy.screen import box_name


def keepsake(rules: SpicyRules, view: State, names: Sequence[str], words: Words) -> Keepsake:
    sheets = view.sheets
    boxes = [
        (_label(box, words), *(_written(sheet.card[at]) for sheet in sheets)) for at, box in enumerate(rules.boxes)
    ]
    return Keepsake(
        [
            (None, *map(Token, range(len(names)))),
            *boxes,
            (words.say("Bonus"), *(str(rules.bonus_of(sheet)) for sheet in sheets)),
            (words.say("Total"), *(str(rules.total(sheet)) for sheet in sheets)),
        ]
    )


def _label(box: str, words: Words) -> Cell:
    """A number by its red face, as on the page: that doubles there."""
    return Die(int(box), int(box)) if box in NUMBERS else box_name(box, words)


def _written(points: int | None) -> str:
    return "–" if points is None else str(points)
