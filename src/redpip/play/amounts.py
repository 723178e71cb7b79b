"""Values of advice in words: points, turns, chances to win."""

from __future__ import annotations

from redpip.core.advice import Unit
from redpip.core.words import Words


def number(value: float, words: Words, places: int = 1) -> str:
    """A number as people write it: 12.3, 12,3, and never -0.0."""
    rounded = round(value, places)
    text = f"{rounded + 0.0:.{places}f}".replace("-", "−")
    return text.replace(".", ",") if words.language == "de" else text


def amount(value: float, unit: Unit, words: Words, places: int = 1) -> str:
    """A value or a cost with its unit."""
    if unit == "points":
        return words.say("{points} points", points=number(value, words, places))
    if unit == "turns":
        return words.say("{turns} turns", turns=number(abs(value), words, places))
    return words.say("{percent} % to win", percent=number(100 * value, words, places))
