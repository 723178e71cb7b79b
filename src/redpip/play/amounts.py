"""Values of advice in words: points, turns, chances to win."""

from __future__ import annotations

from redpip.core.advice import Unit
from redpip.core.showing import number
from redpip.core.words import Words


def amount(value: float, unit: Unit, words: Words, places: int = 1) -> str:
    """A value or a cost with its unit."""
    if unit == "points":
        return words.say("{points} points", points=number(value, words, places))
    if unit == "turns":
        return words.say("{turns} turns", turns=number(abs(value), words, places))
    return words.say("{percent} % to win", percent=number(100 * value, words, places))


def scaled(value: float, unit: Unit) -> float:
    """The number that people read: per cent of a chance, and turns that count upwards."""
    if unit == "win chance":
        return 100 * value
    return -value if unit == "turns" else value


def figure(value: float, unit: Unit, words: Words, places: int = 1) -> str:
    """A value as a bare number, where its unit stands elsewhere."""
    return number(scaled(value, unit), words, places)


def size(value: float, unit: Unit, words: Words, places: int = 1) -> str:
    """How much it is, whichever way."""
    return number(abs(scaled(value, unit)), words, places)


def signed(value: float, unit: Unit, words: Words, places: int = 1) -> str:
    """What came to a value: +1.2 or −1.2."""
    text = figure(value, unit, words, places)
    return f"+{text}" if round(scaled(value, unit), places) > 0 else text
