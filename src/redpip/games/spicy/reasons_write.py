"""Why it is better to write this box than that one, or these dice than those: typed facts, and how they are said."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from redpip.core.by_faces import by_faces
from redpip.core.dice import Faces
from redpip.core.words import N_, Words
from redpip.games.spicy.notation import Flip
from redpip.games.spicy.reasons_spoken import Spoken


@dataclass(frozen=True, slots=True)
class SamePoints(Spoken):
    kind: ClassVar[str] = "same_points"
    text: ClassVar[str] = N_(
        "Both boxes get {points} now, and {other} left open is worth {gain} points more than {box}."
    )

    box: str
    other: str
    points: int
    gain: float  # what the other box is worth more, left open


@dataclass(frozen=True, slots=True)
class ZeroSomewhere(Spoken):
    kind: ClassVar[str] = "zero_somewhere"
    text: ClassVar[str] = N_("A zero has to go somewhere: {other} left open is worth {gain} points more than {box}.")

    box: str
    other: str
    gain: float


@dataclass(frozen=True, slots=True)
class KeepsOpen(Spoken):
    """Fewer points now, and a better box for later."""

    kind: ClassVar[str] = "keeps_open"
    text: ClassVar[str] = N_(
        "{other} would get {other_points} now and {box} gets {points}, but {other} left open is worth {gain} "
        "points more than {box}."
    )

    box: str
    points: int
    other: str
    other_points: int
    gain: float


@dataclass(frozen=True, slots=True)
class More(Spoken):
    """The box gets more points now than the other one."""

    box: str
    points: int
    other: str
    other_points: int

    @property
    def more(self) -> int:
        return self.points - self.other_points

    def facts(self, words: Words) -> dict[str, object]:
        return {**Spoken.facts(self, words), "more": self.more}


@dataclass(frozen=True, slots=True)
class MoreNow(More):
    """More points now; the other box is no better later, or not by as much."""

    kind: ClassVar[str] = "more_now"
    text: ClassVar[str] = N_(
        "{points} in {box} are {more} more than {other} gets, and {box} left open would be worth only {loss} "
        "points more than {other}."
    )
    against: ClassVar[Mapping[str, str]] = {"more": "loss"}

    loss: float  # what the box is worth more, left open, than the other


@dataclass(frozen=True, slots=True)
class MoreNowAndLater(More):
    kind: ClassVar[str] = "more_now_and_later"
    text: ClassVar[str] = N_(
        "{points} in {box} are {more} more than {other} gets, and {other} left open is also worth {gain} points more."
    )

    gain: float


@dataclass(frozen=True, slots=True)
class LastWrite(Spoken):
    kind: ClassVar[str] = "last_write"
    text: ClassVar[str] = N_(
        "No roll is left and empty boxes get 0, so only this counts: {points} in {box}, {other_points} in {other}."
    )

    box: str
    points: int
    other: str
    other_points: int


GETS_WITH = N_("{box} gets {points} instead of {other_points} with {reds}.")


@dataclass(frozen=True, slots=True)
class Turned(Spoken):
    """The same box, with reds turned otherwise."""

    kind: ClassVar[str] = "turned"
    text: ClassVar[str] = GETS_WITH

    box: str
    flips: tuple[Flip, ...]
    points: int
    other_points: int


@dataclass(frozen=True, slots=True)
class StaysRed(Spoken):
    kind: ClassVar[str] = "stays_red"
    text: ClassVar[str] = GETS_WITH

    box: str
    reds: tuple[int, ...]  # to be left
    points: int
    other_points: int


@dataclass(frozen=True, slots=True)
class _Use(Spoken):
    """Extra Spicy: dice that one use of a box has more than another."""

    box: str
    dice: tuple[int, ...]
    faces: Faces  # of all that lie there
    points: int  # what those dice bring now
    gain: float  # what holding them is worth

    def facts(self, words: Words) -> dict[str, object]:
        return {**Spoken.facts(self, words), "dice": by_faces(self.dice, self.faces, words)}


@dataclass(frozen=True, slots=True)
class LeftOut(_Use):
    """Extra Spicy: dice that do not score now, to be held."""

    kind: ClassVar[str] = "left_out"
    text: ClassVar[str] = N_(
        "To leave out {dice} for the next turn is worth {gain} points; to use the same in {box} brings {points}."
    )
    against: ClassVar[Mapping[str, str]] = {"gain": "points"}


@dataclass(frozen=True, slots=True)
class CountedNow(_Use):
    """Extra Spicy: dice that bring more now than held."""

    kind: ClassVar[str] = "counted_now"
    text: ClassVar[str] = N_(
        "To use {dice} in {box} brings {points} points more; to hold the same for the next turn is worth only {gain}."
    )
    against: ClassVar[Mapping[str, str]] = {"points": "gain"}


@dataclass(frozen=True, slots=True)
class HeldAfter(Spoken):
    """Extra Spicy: what each box leaves to be held decides between them."""

    kind: ClassVar[str] = "held_after"
    text: ClassVar[str] = N_(
        "{box} gets {points} and leaves dice worth {held} points to hold; {other} gets {other_points} and leaves "
        "{other_held}."
    )
    against: ClassVar[Mapping[str, str]] = {"held": "other_held"}

    box: str
    points: int
    held: float
    other: str
    other_points: int
    other_held: float


KINDS = (
    SamePoints,
    ZeroSomewhere,
    KeepsOpen,
    MoreNow,
    MoreNowAndLater,
    LastWrite,
    Turned,
    StaysRed,
    LeftOut,
    CountedNow,
    HeldAfter,
)
