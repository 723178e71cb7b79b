"""The six dice.

Die *i* shows 1 to 6 and its face *i* is red, so colour is never stored: it follows from which die shows what.
``Faces`` holds one entry a die, in die order; 0 stands for a die that is not in the group (``-`` in text).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from redpip.core.problem import Problem

Faces = tuple[int, ...]

DICE = (1, 2, 3, 4, 5, 6)
NO_FACES: Faces = (0,) * 6

_FACE_OF = {"-": 0} | {str(face): face for face in range(1, 7)}
_TEXT_OF = "-123456"


def parse_faces(text: str) -> Faces:
    """The faces written as six characters in die order: ``424425``, or ``4--4--`` for dice 1 and 4 alone."""
    if len(text) != 6 or any(char not in _FACE_OF for char in text):
        raise Problem(
            "bad_dice",
            "Dice are six characters in die order, 1 to 6 or '-' for a die left out, such as 424425; got {given!r}.",
            given=text[:40],
        )
    return tuple(_FACE_OF[char] for char in text)


def faces_text(faces: Faces) -> str:
    return "".join(_TEXT_OF[face] for face in faces)


def is_red(die: int, face: int) -> bool:
    return die == face


@cache  # a throw has at most 7^6 forms, and this is asked of each again and again
def red_dice(faces: Faces) -> tuple[int, ...]:
    """The dice that show their red face."""
    return tuple(die for die, face in enumerate(faces, 1) if face == die)


@cache
def shown(faces: Faces) -> tuple[int, ...]:
    """The dice that are in the group."""
    return tuple(die for die, face in enumerate(faces, 1) if face)


def lay(faces: Faces, thrown: Faces) -> Faces:
    """The faces on the table after some of the dice were thrown."""
    return tuple(new or old for old, new in zip(faces, thrown, strict=True))


def turn_die(faces: Faces, die: int, face: int) -> Faces:
    return (*faces[: die - 1], face, *faces[die:])


def without(dice: Iterable[int], removed: Iterable[int]) -> tuple[int, ...]:
    gone = set(removed)
    return tuple(die for die in dice if die not in gone)
