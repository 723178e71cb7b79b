"""Why it is better to write this box than that one, or these dice than those: typed facts, and how they are said."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from redpip.core.showing import number
from redpip.core.words import Words
from redpip.games.spicy.notation import Flip
from redpip.games.spicy.phrases import sentence, the_box, the_dice, with_reds, with_turned


@dataclass(frozen=True, slots=True)
class SamePoints:
    kind: ClassVar[str] = "same_points"

    box: str
    other: str
    points: int
    gain: float  # what the other box is worth more, left open

    def say(self, words: Words) -> str:
        return words.say(
            "Both boxes get {points} now, and {other} left open is worth {gain} points more than {box}.",
            box=the_box(self.box, words),
            other=the_box(self.other, words),
            points=self.points,
            gain=number(self.gain, words),
        )


@dataclass(frozen=True, slots=True)
class ZeroSomewhere:
    kind: ClassVar[str] = "zero_somewhere"

    box: str
    other: str
    gain: float

    def say(self, words: Words) -> str:
        return words.say(
            "A zero has to go somewhere: {other} left open is worth {gain} points more than {box}.",
            box=the_box(self.box, words),
            other=the_box(self.other, words),
            gain=number(self.gain, words),
        )


@dataclass(frozen=True, slots=True)
class KeepsOpen:
    """Fewer points now, and a better box for later."""

    kind: ClassVar[str] = "keeps_open"

    box: str
    points: int
    other: str
    other_points: int
    gain: float

    def say(self, words: Words) -> str:
        return sentence(
            words.say(
                "{other} would get {other_points} now and {box} gets {points}, but {other} left open is worth "
                "{gain} points more than {box}.",
                box=the_box(self.box, words),
                points=self.points,
                other=the_box(self.other, words),
                other_points=self.other_points,
                gain=number(self.gain, words),
            )
        )


@dataclass(frozen=True, slots=True)
class MoreNow:
    """More points now; the other box is no better later, or not by as much."""

    kind: ClassVar[str] = "more_now"

    box: str
    points: int
    other: str
    other_points: int
    loss: float  # what the box is worth more, left open, than the other

    def say(self, words: Words) -> str:
        return words.say(
            "{points} in {box} are {more} more than {other} gets, and {box} left open would be worth only "
            "{loss} points more than {other}.",
            box=the_box(self.box, words),
            points=self.points,
            other=the_box(self.other, words),
            more=self.points - self.other_points,
            loss=number(self.loss, words),
        )


@dataclass(frozen=True, slots=True)
class MoreNowAndLater:
    kind: ClassVar[str] = "more_now_and_later"

    box: str
    points: int
    other: str
    other_points: int
    gain: float

    def say(self, words: Words) -> str:
        return words.say(
            "{points} in {box} are {more} more than {other} gets, and {other} left open is also worth "
            "{gain} points more.",
            box=the_box(self.box, words),
            points=self.points,
            other=the_box(self.other, words),
            more=self.points - self.other_points,
            gain=number(self.gain, words),
        )


@dataclass(frozen=True, slots=True)
class LastWrite:
    kind: ClassVar[str] = "last_write"

    box: str
    points: int
    other: str
    other_points: int

    def say(self, words: Words) -> str:
        return words.say(
            "No roll is left and empty boxes get 0, so only this counts: {points} in {box}, {other_points} in {other}.",
            box=the_box(self.box, words),
            points=self.points,
            other=the_box(self.other, words),
            other_points=self.other_points,
        )


@dataclass(frozen=True, slots=True)
class Turned:
    """The same box, with reds turned otherwise."""

    kind: ClassVar[str] = "turned"

    box: str
    flips: tuple[Flip, ...]
    points: int
    other_points: int

    def say(self, words: Words) -> str:
        return sentence(
            words.say(
                "{box} gets {points} instead of {other_points} with {reds}.",
                reds=with_turned(self.flips, words),
                box=the_box(self.box, words),
                points=self.points,
                other_points=self.other_points,
            )
        )


@dataclass(frozen=True, slots=True)
class StaysRed:
    kind: ClassVar[str] = "stays_red"

    box: str
    reds: tuple[int, ...]  # to be left
    points: int
    other_points: int

    def say(self, words: Words) -> str:
        return sentence(
            words.say(
                "{box} gets {points} instead of {other_points} with {reds}.",
                reds=with_reds(self.reds, words),
                box=the_box(self.box, words),
                points=self.points,
                other_points=self.other_points,
            )
        )


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Extra Spicy: dice that do not score now, to be held."""

    kind: ClassVar[str] = "left_out"

    box: str
    dice: tuple[int, ...]
    points: int  # what they would bring now
    gain: float  # what holding them is worth

    def say(self, words: Words) -> str:
        return words.say(
            "To leave out {dice} for the next turn is worth {gain} points; to use the same in {box} brings {points}.",
            dice=the_dice(self.dice, words),
            box=the_box(self.box, words),
            points=self.points,
            gain=number(self.gain, words),
        )


@dataclass(frozen=True, slots=True)
class CountedNow:
    """Extra Spicy: dice that bring more now than held."""

    kind: ClassVar[str] = "counted_now"

    box: str
    dice: tuple[int, ...]
    points: int
    gain: float

    def say(self, words: Words) -> str:
        return words.say(
            "To use {dice} in {box} brings {points} points more; "
            "to hold the same for the next turn is worth only {gain}.",
            dice=the_dice(self.dice, words),
            box=the_box(self.box, words),
            points=self.points,
            gain=number(self.gain, words),
        )


@dataclass(frozen=True, slots=True)
class HeldAfter:
    """Extra Spicy: what each box leaves to be held decides between them."""

    kind: ClassVar[str] = "held_after"

    box: str
    points: int
    held: float
    other: str
    other_points: int
    other_held: float

    def say(self, words: Words) -> str:
        return sentence(
            words.say(
                "{box} gets {points} and leaves dice worth {held} points to hold; {other} gets {other_points} and "
                "leaves {other_held}.",
                box=the_box(self.box, words),
                points=self.points,
                held=number(self.held, words),
                other=the_box(self.other, words),
                other_points=self.other_points,
                other_held=number(self.other_held, words),
            )
        )


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
