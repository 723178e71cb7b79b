"""What a finished game leaves to look at: rows of words, dice and players' tokens, which a picture draws for everybody,
also for who has never played it. ``Game.keepsake(rules, view, names, words)`` makes it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from redpip.core.dice import Faces
from redpip.core.game import Seat


@dataclass(frozen=True, slots=True)
class Die:
    number: int  # 0: only the face matters, and none is red
    face: int
    seat: Seat | None = None  # in whose colours
    faint: bool = False  # did not count


@dataclass(frozen=True, slots=True)
class Token:
    """The sign of a player: a shape with the first letter of the name."""

    seat: Seat | None  # None: an empty place for one


Cell = str | Die | Token | None
Row = Sequence[Cell]


@dataclass(frozen=True, slots=True)
class Keepsake:
    """The rows share their columns; a row of one text is a heading."""

    rows: Sequence[Row]
    said: Sequence[str] = ()  # sentences below


def face_of(number: int) -> Die:
    """A number as the face of any die."""
    return Die(0, number)


def hand_of(faces: Faces, seat: Seat | None = None) -> Iterator[Die]:
    """The dice that lie there."""
    return (Die(number, face, seat) for number, face in enumerate(faces, 1) if face)
