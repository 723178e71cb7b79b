"""How dice and numbers are written for people: a red face always carries its word or its letter, never colour alone."""

from __future__ import annotations

from collections.abc import Callable

from redpip.core.dice import Faces, red_dice, shown
from redpip.core.words import Span, Words


def face_name(die: int, face: int, words: Words) -> str:
    return words.say("red {face}", face=face) if face == die else str(face)


def dice_text(faces: Faces) -> str:
    """The dice in order, a red one with its r."""
    return " ".join(f"{faces[die - 1]}r" if faces[die - 1] == die else str(faces[die - 1]) for die in shown(faces))


def dice_told(faces: Faces, words: Words) -> str:
    """The same in a sentence: on a page a red one has its word."""
    if not words.read_out:
        return dice_text(faces)
    return ", ".join(face_name(die, faces[die - 1], words) for die in shown(faces))


def number(value: float, words: Words, places: int = 1) -> str:
    """A number as people write it: 12.3, 12,3, and never -0.0."""
    rounded = round(value, places)
    return pointed(f"{rounded + 0.0:.{places}f}".replace("-", "−"), words)


def pointed(text: str, words: Words) -> str:
    """Numbers that were written with a point, as this language writes them."""
    return text.replace(".", ",") if words.language == "de" else text


def percent(chance: float, places: int = 0) -> str:
    """A chance in per cent, in whole ones unless told; 0 and 100 are only said of what is certain."""
    least = 10**-places
    if 0 < 100 * chance < least / 2:
        return f"<{least:.{places}f}"
    if 100 - least / 2 < 100 * chance < 100:
        return f">{100 - least:.{places}f}"
    return f"{100 * chance:.{places}f}"


def percent_text(chance: float) -> str:
    return f"{percent(chance)} %"


def finer_percent_text(chance: float, words: Words, places: int) -> str:
    return pointed(f"{percent(chance, places)} %", words)


def places_apart(told: Callable[[float, int], object], one: float, other: float, least: int, most: int) -> int | None:
    """The fewest decimals with which two numbers read differently; None if even the most do not tell them apart."""
    return next((places for places in range(least, most + 1) if told(one, places) != told(other, places)), None)


def roll_told(name: str, faces: Faces, all_dice: int, words: Words) -> str:
    """What somebody rolled, and with which dice where it was not all of them; a page shows no numbers of dice."""
    rolled = shown(faces)
    if len(rolled) == all_dice:
        return words.say("{name} rolls {faces}", name=name, faces=dice_told(faces, words))
    facts = {"name": name, "faces": dice_told(faces, words)}
    number = len(rolled)
    if words.read_out:
        return words.count("{name} rolls {number} die: {faces}", "{name} rolls {number} dice: {faces}", number, **facts)
    facts["dice"] = words.numbers(rolled)
    return words.count("{name} rolls die {dice}: {faces}", "{name} rolls dice {dice}: {faces}", number, **facts)


def face_column(die: int, faces: Faces) -> Span:
    """A face under the number of its die."""
    face = faces[die - 1]
    return (f"{face}r".rjust(5), "red") if face == die else (f"{face:>5}", "plain")


def red_legend(faces: Faces, words: Words) -> tuple[Span, ...]:
    reds = " ".join(map(str, red_dice(faces)))
    return (("   " + words.say("(r = red: {dice})", dice=reds), "faint"),) if reds else ()
