"""Values of advice in words: points, turns, chances to win."""

from __future__ import annotations

from redpip.core.advice import Unit
from redpip.core.coaching import FINEST
from redpip.core.showing import number, places_apart
from redpip.core.words import Words


def amount(value: float, unit: Unit, words: Words, places: int = 1) -> str:
    """A value or a cost with its unit. What is too little for a figure is said to be less than the least one."""
    shown = number(scaled(value, unit) if unit != "turns" else abs(value), words, places)
    if value and not round(abs(scaled(value, unit)), places):
        shown = words.say("less than {number}", number=number(10**-places, words, places))
    if unit == "points":
        return words.say("{points} points", points=shown)
    if unit == "turns":
        return words.say("{turns} turns", turns=shown)
    return words.say("{percent} winning chance", percent=f"{shown}\N{NO-BREAK SPACE}%")


def scaled(value: float, unit: Unit) -> float:
    """The number that people read: per cent of a chance, and turns that count upwards."""
    if unit == "win chance":
        return 100 * value
    return -value if unit == "turns" else value


def figure(value: float, unit: Unit, words: Words, places: int = 1) -> str:
    """A value as a bare number, where its unit stands elsewhere."""
    return number(scaled(value, unit), words, places)


def places_to_tell(one: float, other: float, unit: Unit) -> int | None:
    """With how many decimals two values read differently; None where they are as good as the same."""
    return places_apart(lambda value, places: round(scaled(value, unit), places), one, other, 1, FINEST)


def size(value: float, unit: Unit, words: Words, places: int = 1) -> str:
    """How much it is, whichever way."""
    return number(abs(scaled(value, unit)), words, places)


def signed(value: float, unit: Unit, words: Words, places: int = 1) -> str:
    """What came to a value: +1.2 or −1.2."""
    text = figure(value, unit, words, places)
    return f"+{text}" if round(scaled(value, unit), places) > 0 else text
