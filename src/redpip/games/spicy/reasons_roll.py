"""Why to roll or not to roll, and which dice: typed facts, and how they are said."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from redpip.core.showing import number
from redpip.core.words import N_, Words
from redpip.games.spicy.notation import Flip
from redpip.games.spicy.phrases import after, sentence, the_box, thrown_dice, times, with_reds, with_turned
from redpip.games.spicy.screen import PEPPERS

LITTLE, BIG = 50, 75  # what peppers bring in the box of their number


# ---- write, do not roll


@dataclass(frozen=True, slots=True)
class RollSaved:
    kind: ClassVar[str] = "roll_saved"

    price: float  # what a roll is worth that is kept for later
    gain: float  # what the throw would gain if it cost no roll

    def say(self, words: Words) -> str:
        return words.say(
            "A roll saved is worth {price} points here, and the throw would gain only {gain}.",
            price=number(self.price, words),
            gain=number(self.gain, words),
        )


@dataclass(frozen=True, slots=True)
class BreaksUp:
    kind: ClassVar[str] = "breaks_up"

    box: str
    points: int
    loss: float
    price: float

    def say(self, words: Words) -> str:
        return words.say(
            "{points} in {box} are sure; to roll again loses {loss} points on average, and a roll worth {price}.",
            points=self.points,
            box=the_box(self.box, words),
            loss=number(self.loss, words),
            price=number(self.price, words),
        )


@dataclass(frozen=True, slots=True)
class LastBoxStop:
    kind: ClassVar[str] = "last_box_stop"

    box: str
    gain: float
    bonus: int

    def say(self, words: Words) -> str:
        return sentence(
            words.say(
                "{box} is the last box: rolling on would add {gain} points, and a roll saved pays {bonus}.",
                box=the_box(self.box, words),
                gain=number(self.gain, words),
                bonus=self.bonus,
            )
        )


@dataclass(frozen=True, slots=True)
class FewRolls:
    kind: ClassVar[str] = "few_rolls"

    left: int  # after one more
    boxes: int  # still to be filled then
    price: float
    gain: float

    def say(self, words: Words) -> str:
        return words.say(
            "After one more throw the rolls reach for only {left} of the {boxes} other boxes, and a box without a roll "
            "gets 0: the roll is worth {price} points, the throw gains {gain}.",
            left=self.left,
            boxes=self.boxes,
            price=number(self.price, words),
            gain=number(self.gain, words),
        )


@dataclass(frozen=True, slots=True)
class RarelyBetter:
    kind: ClassVar[str] = "rarely_better"

    box: str
    points: int
    chance: float  # of more
    price: float

    def say(self, words: Words) -> str:
        return words.say(
            "The throw makes more than {points} in {box} only {times}, and a roll saved is worth {price} points.",
            points=self.points,
            box=the_box(self.box, words),
            times=times(self.chance, words),
            price=number(self.price, words),
        )


# ---- roll, do not write


@dataclass(frozen=True, slots=True)
class RollPays:
    kind: ClassVar[str] = "roll_pays"

    gain: float
    price: float

    def say(self, words: Words) -> str:
        return words.say(
            "To roll gains {gain} points, and a roll saved is worth only {price}.",
            gain=number(self.gain, words),
            price=number(self.price, words),
        )


@dataclass(frozen=True, slots=True)
class TooLittle:
    kind: ClassVar[str] = "too_little"

    box: str
    points: int
    worth: float

    def say(self, words: Words) -> str:
        return words.say(
            "{points} in {box} are too little: left open the box is worth {worth} points.",
            points=self.points,
            box=the_box(self.box, words),
            worth=number(self.worth, words),
        )


@dataclass(frozen=True, slots=True)
class BoxGrows:
    kind: ClassVar[str] = "box_grows"

    box: str
    points: int
    mean: float
    price: float

    def say(self, words: Words) -> str:
        return sentence(
            words.say(
                "{box} would get {points} now and gets {mean} on average after the throw; a roll saved is worth only "
                "{price} points.",
                points=self.points,
                box=the_box(self.box, words),
                mean=number(self.mean, words),
                price=number(self.price, words),
            )
        )


@dataclass(frozen=True, slots=True)
class LastBoxGo:
    kind: ClassVar[str] = "last_box_go"

    box: str
    gain: float
    bonus: int

    def say(self, words: Words) -> str:
        return sentence(
            words.say(
                "{box} is the last box: to roll adds {gain} points, and a roll saved pays only {bonus}.",
                box=the_box(self.box, words),
                gain=number(self.gain, words),
                bonus=self.bonus,
            )
        )


@dataclass(frozen=True, slots=True)
class Chance:
    """Some good result, and what the box gets for sure."""

    kind: ClassVar[str] = "chance"
    sentence: ClassVar[str] = N_("{after} {box} has {points} points or more {times}, and {safe} are safe.")

    box: str
    points: int
    throws: int
    chance: float
    safe: int

    def say(self, words: Words) -> str:
        return words.say(
            self.sentence,
            after=after(self.throws, words),
            box=the_box(self.box, words),
            points=self.points,
            times=times(self.chance, words),
            safe=self.safe,
        )


@dataclass(frozen=True, slots=True)
class ChanceOfAny(Chance):
    """Nothing is safe."""

    kind: ClassVar[str] = "chance_of_any"
    sentence: ClassVar[str] = N_("{after} {box} has {points} points or more {times}, and otherwise less or nothing.")


@dataclass(frozen=True, slots=True)
class ChanceOfPepper(Chance):
    """A pepper in its own box, so nothing is better there."""

    kind: ClassVar[str] = "chance_of_pepper"

    def say(self, words: Words) -> str:
        pepper = PEPPERS["big" if self.points == BIG else "little"]
        return words.say(
            "{after} there is a {pepper} {times}, {points} in {box}, and {safe} are safe.",
            after=after(self.throws, words),
            pepper=words.name(pepper),
            times=times(self.chance, words),
            points=self.points,
            box=the_box(self.box, words),
            safe=self.safe,
        )


# ---- roll these, not those


@dataclass(frozen=True, slots=True)
class HigherMean:
    """The same box in mind, and more for it."""

    kind: ClassVar[str] = "higher_mean"

    box: str
    throws: int
    dice: tuple[int, ...]
    mean: float
    other_dice: tuple[int, ...]
    other_mean: float

    def say(self, words: Words) -> str:
        return words.say(
            "{after} {box} has {mean} points on average with {dice} rolled now, {other_mean} with {other_dice}.",
            after=after(self.throws, words),
            box=the_box(self.box, words),
            dice=thrown_dice(self.dice, words),
            mean=number(self.mean, words),
            other_dice=thrown_dice(self.other_dice, words),
            other_mean=number(self.other_mean, words),
        )


@dataclass(frozen=True, slots=True)
class TurnedMean:
    """The same dice are thrown; turned reds among those that stay make the difference."""

    kind: ClassVar[str] = "turned_mean"

    box: str
    throws: int
    flips: tuple[Flip, ...]
    mean: float
    other_mean: float

    def say(self, words: Words) -> str:
        return _means_with(self, with_turned(self.flips, words), words)


@dataclass(frozen=True, slots=True)
class RedMean:
    """They had better stay red."""

    kind: ClassVar[str] = "red_mean"

    box: str
    throws: int
    reds: tuple[int, ...]
    mean: float
    other_mean: float

    def say(self, words: Words) -> str:
        return _means_with(self, with_reds(self.reds, words), words)


def _means_with(means: TurnedMean | RedMean, reds: str, words: Words) -> str:
    return words.say(
        "{after} {box} has {mean} points on average with {reds}, {other_mean} otherwise.",
        after=after(means.throws, words),
        box=the_box(means.box, words),
        reds=reds,
        mean=number(means.mean, words),
        other_mean=number(means.other_mean, words),
    )


@dataclass(frozen=True, slots=True)
class BetterChance:
    """The same points in mind, and sooner had."""

    kind: ClassVar[str] = "better_chance"

    box: str
    points: int
    throws: int
    dice: tuple[int, ...]
    chance: float
    other_dice: tuple[int, ...]
    other_chance: float

    def say(self, words: Words) -> str:
        return words.say(
            "{after} {box} has {points} points or more {times} "
            "with {dice} rolled now, {other_times} with {other_dice}.",
            after=after(self.throws, words),
            box=the_box(self.box, words),
            points=self.points,
            dice=thrown_dice(self.dice, words),
            times=times(self.chance, words),
            other_dice=thrown_dice(self.other_dice, words),
            other_times=times(self.other_chance, words),
        )


@dataclass(frozen=True, slots=True)
class OtherAim:
    """Each throw suits another box, and one of the boxes gains more over what it is worth open."""

    kind: ClassVar[str] = "other_aim"

    throws: int
    box: str
    mean: float
    worth: float
    other: str
    other_mean: float
    other_worth: float

    def say(self, words: Words) -> str:
        return words.say(
            "{after} {box} has {mean} points on average, and left open it is worth {worth}; "
            "the other throw suits {other} best, {other_mean} against {other_worth}.",
            after=after(self.throws, words),
            box=the_box(self.box, words),
            mean=number(self.mean, words),
            worth=number(self.worth, words),
            other=the_box(self.other, words),
            other_mean=number(self.other_mean, words),
            other_worth=number(self.other_worth, words),
        )


@dataclass(frozen=True, slots=True)
class MoreBoxes:
    """No box alone decides: the throw is better for most of those that are open."""

    kind: ClassVar[str] = "more_boxes"

    better: int
    boxes: int
    box: str
    mean: float
    other_mean: float

    def say(self, words: Words) -> str:
        return words.say(
            "On average the throw is better for {better} of the {boxes} open boxes, most of all for {box}: "
            "{mean} points instead of {other_mean}.",
            better=self.better,
            boxes=self.boxes,
            box=the_box(self.box, words),
            mean=number(self.mean, words),
            other_mean=number(self.other_mean, words),
        )


@dataclass(frozen=True, slots=True)
class NearlyEqual:
    kind: ClassVar[str] = "nearly_equal"

    cost: float

    def say(self, words: Words) -> str:
        return words.say("Both are nearly equal: {cost} points lie between them.", cost=number(self.cost, words, 2))


KINDS = (
    RollSaved,
    BreaksUp,
    LastBoxStop,
    FewRolls,
    RarelyBetter,
    RollPays,
    TooLittle,
    BoxGrows,
    LastBoxGo,
    Chance,
    ChanceOfAny,
    ChanceOfPepper,
    HigherMean,
    TurnedMean,
    RedMean,
    BetterChance,
    OtherAim,
    MoreBoxes,
    NearlyEqual,
)
