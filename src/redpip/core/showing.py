"""How dice and numbers are written for people: a red face always carries its word or its letter, never colour alone."""

from __future__ import annotations

from redpip.core.dice import Faces, red_dice, shown
from redpip.core.words import Span, Words


def face_name(die: int, face: int, words: Words) -> str:
    return words.say("red {face}", face=face) if face == die else str(face)


def dice_text(faces: Faces) -> str:
    """The dice in order, a red one with its r."""
    return " ".join(f"{faces[die - 1]}r" if faces[die - 1] == die else str(faces[die - 1]) for die in shown(faces))


def number(value: float, words: Words, places: int = 1) -> str:
    """A number as people write it: 12.3, 12,3, and never -0.0."""
    rounded = round(value, places)
    text = f"{rounded + 0.0:.{places}f}".replace("-", "−")
    return text.replace(".", ",") if words.language == "de" else text


def percent(chance: float) -> str:
    """A chance in whole per cent; 0 and 100 are only said of what is certain."""
    if 0 < chance < 0.005:
        return "<1"
    return ">99" if 0.995 < chance < 1 else str(round(100 * chance))


def percent_text(chance: float) -> str:
    return f"{percent(chance)} %"


def roll_told(name: str, faces: Faces, all_dice: int, words: Words) -> str:
    """What somebody rolled, and with which dice where it was not all of them."""
    rolled = shown(faces)
    if len(rolled) == all_dice:
        return words.say("{name} rolls {faces}", name=name, faces=dice_text(faces))
    return words.count(
        "{name} rolls die {dice}: {faces}",
        "{name} rolls dice {dice}: {faces}",
        len(rolled),
        name=name,
        dice=" ".join(map(str, rolled)),
        faces=dice_text(faces),
    )


def face_column(die: int, faces: Faces) -> Span:
    """A face under the number of its die."""
    face = faces[die - 1]
    return (f"{face}r".rjust(5), "red") if face == die else (f"{face:>5}", "plain")


def red_legend(faces: Faces, words: Words) -> tuple[Span, ...]:
    reds = " ".join(map(str, red_dice(faces)))
    return (("   " + words.say("(r = red: {dice})", dice=reds), "faint"),) if reds else ()
