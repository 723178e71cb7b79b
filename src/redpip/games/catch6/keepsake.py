"""A finished game of Catch 6 as a picture shows it: who caught what, and the dice as they lie."""

from __future__ import annotations

from collections.abc import Sequence

from redpip.core.dice import DICE
from redpip.core.keepsake import Cell, Keepsake, Row, Token, face_of, hand_of
from redpip.core.words import Words
from redpip.games.catch6.rules import SEATS, Catch6Rules, State


def keepsake(_rules: Catch6Rules, view: State, _names: Sequence[str], words: Words) -> Keepsake:
    caught = [(Token(seat), *_numbers(view.caught(seat))) for seat in SEATS]
    free = [(words.say("free"), *_numbers(view.free))] if view.free else []
    return Keepsake([(words.say("Caught"),), *caught, *free, *_hands(view, words)])


def _numbers(numbers: Sequence[int]) -> Row:
    """Each in the column of its own."""
    return [face_of(number) if number in numbers else None for number in DICE]


def _hands(view: State, words: Words) -> Sequence[Row]:
    """Real dice may lie as nobody told."""
    hands: list[Sequence[Cell]] = [
        (Token(seat), *hand_of(view.hands[seat], seat)) for seat in SEATS if any(view.hands[seat])
    ]
    return [(words.say("The dice at the end"),), *hands] if hands else []
