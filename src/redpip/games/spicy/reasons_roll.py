"""Why to roll or not to roll, and which dice: typed facts, and how they are said."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from redpip.core.showing import number
from redpip.core.words import N_, Words
from redpip.games.spicy.notation import Flip
from redpip.games.spicy.reasons_spoken import Spoken
from redpip.games.spicy.screen import PEPPERS

LITTLE, BIG = 50, 75  # what peppers bring in the box of their number


# ---- write, do not roll


@dataclass(frozen=True, slots=True)
class RollSaved(Spoken):
    kind: ClassVar[str] = "roll_saved"
    text: ClassVar[str] = N_("A roll saved is worth {price} points here, and the throw would gain only {gain}.")
    against: ClassVar[Mapping[str, str]] = {"price": "gain"}

    price: float  # what a roll is worth that is kept for later
    gain: float  # what the throw would gain if it cost no roll


@dataclass(frozen=True, slots=True)
class BreaksUp(Spoken):
    kind: ClassVar[str] = "breaks_up"
    text: ClassVar[str] = N_(
        "{points} in {box} are sure; to roll again loses {loss} points on average, and a roll worth {price}."
    )

    box: str
    points: int
    loss: float
    price: float


@dataclass(frozen=True, slots=True)
class LastBoxStop(Spoken):
    kind: ClassVar[str] = "last_box_stop"
    text: ClassVar[str] = N_(
        "{box} is the last box: rolling on would add {gain} points, and a roll saved pays {bonus}."
    )
    against: ClassVar[Mapping[str, str]] = {"gain": "bonus"}

    box: str
    gain: float
    bonus: int


@dataclass(frozen=True, slots=True)
class FewRolls(Spoken):
    kind: ClassVar[str] = "few_rolls"
    text: ClassVar[str] = N_(
        "After one more throw the rolls reach for only {left} of the {boxes} other boxes, and a box without a "
        "roll gets 0: the roll is worth {price} points, the throw gains {gain}."
    )
    against: ClassVar[Mapping[str, str]] = {"price": "gain"}

    left: int  # after one more
    boxes: int  # still to be filled then
    price: float
    gain: float


@dataclass(frozen=True, slots=True)
class RarelyBetter(Spoken):
    kind: ClassVar[str] = "rarely_better"
    text: ClassVar[str] = N_(
        "The throw makes more than {points} in {box} only {times}, and a roll saved is worth {price} points."
    )

    box: str
    points: int
    chance: float  # of more
    price: float


# ---- roll, do not write


@dataclass(frozen=True, slots=True)
class RollPays(Spoken):
    kind: ClassVar[str] = "roll_pays"
    text: ClassVar[str] = N_("To roll gains {gain} points, and a roll saved is worth only {price}.")
    against: ClassVar[Mapping[str, str]] = {"gain": "price"}

    gain: float
    price: float


@dataclass(frozen=True, slots=True)
class TooLittle(Spoken):
    kind: ClassVar[str] = "too_little"
    text: ClassVar[str] = N_("{points} in {box} are too little: left open the box is worth {worth} points.")
    against: ClassVar[Mapping[str, str]] = {"points": "worth"}

    box: str
    points: int
    worth: float


@dataclass(frozen=True, slots=True)
class BoxGrows(Spoken):
    kind: ClassVar[str] = "box_grows"
    text: ClassVar[str] = N_(
        "{box} would get {points} now and gets {mean} on average after the throw; a roll saved is worth only "
        "{price} points."
    )
    against: ClassVar[Mapping[str, str]] = {"points": "mean"}

    box: str
    points: int
    mean: float
    price: float


@dataclass(frozen=True, slots=True)
class LastBoxGo(Spoken):
    kind: ClassVar[str] = "last_box_go"
    text: ClassVar[str] = N_("{box} is the last box: to roll adds {gain} points, and a roll saved pays only {bonus}.")
    against: ClassVar[Mapping[str, str]] = {"gain": "bonus"}

    box: str
    gain: float
    bonus: int


@dataclass(frozen=True, slots=True)
class Chance(Spoken):
    """Some good result, and what the box gets for sure."""

    kind: ClassVar[str] = "chance"
    text: ClassVar[str] = N_("{after} {box} has {points} points or more {times}, and {safe} are safe.")

    box: str
    points: int
    throws: int
    chance: float
    safe: int


@dataclass(frozen=True, slots=True)
class ChanceOfAny(Chance):
    """Nothing is safe."""

    kind: ClassVar[str] = "chance_of_any"
    text: ClassVar[str] = N_("{after} {box} has {points} points or more {times}, and otherwise less or nothing.")


@dataclass(frozen=True, slots=True)
class ChanceOfPepper(Chance):
    """A pepper in its own box, so nothing is better there."""

    kind: ClassVar[str] = "chance_of_pepper"
    text: ClassVar[str] = N_("{after} there is a {pepper} {times}, {points} in {box}, and {safe} are safe.")

    def facts(self, words: Words) -> dict[str, object]:
        pepper = PEPPERS["big" if self.points == BIG else "little"]
        return {**Spoken.facts(self, words), "pepper": words.name(pepper)}


# ---- roll these, not those


@dataclass(frozen=True, slots=True)
class HigherMean(Spoken):
    """The same box in mind, and more for it."""

    kind: ClassVar[str] = "higher_mean"
    text: ClassVar[str] = N_(
        "{after} {box} has {mean} points on average if you roll these dice now, {other_mean} with the other throw."
    )
    against: ClassVar[Mapping[str, str]] = {"mean": "other_mean"}

    box: str
    throws: int
    dice: tuple[int, ...]
    mean: float
    other_dice: tuple[int, ...]
    other_mean: float


MEANS_WITH = N_("{after} {box} has {mean} points on average with {reds}, {other_mean} otherwise.")


@dataclass(frozen=True, slots=True)
class TurnedMean(Spoken):
    """The same dice are thrown; turned reds among those that stay make the difference."""

    kind: ClassVar[str] = "turned_mean"
    text: ClassVar[str] = MEANS_WITH
    against: ClassVar[Mapping[str, str]] = {"mean": "other_mean"}

    box: str
    throws: int
    flips: tuple[Flip, ...]
    mean: float
    other_mean: float


@dataclass(frozen=True, slots=True)
class RedMean(Spoken):
    """They had better stay red."""

    kind: ClassVar[str] = "red_mean"
    text: ClassVar[str] = MEANS_WITH
    against: ClassVar[Mapping[str, str]] = {"mean": "other_mean"}

    box: str
    throws: int
    reds: tuple[int, ...]
    mean: float
    other_mean: float


@dataclass(frozen=True, slots=True)
class BetterChance(Spoken):
    """The same points in mind, and sooner had."""

    kind: ClassVar[str] = "better_chance"
    text: ClassVar[str] = N_(
        "{after} {box} has {points} points or more {times} if you roll these dice now, {other_times} with the other "
        "throw."
    )
    against: ClassVar[Mapping[str, str]] = {"chance": "other_chance"}

    box: str
    points: int
    throws: int
    dice: tuple[int, ...]
    chance: float
    other_dice: tuple[int, ...]
    other_chance: float


@dataclass(frozen=True, slots=True)
class OtherAim(Spoken):
    """Each throw suits another box, and one of the boxes gains more over what it is worth open."""

    kind: ClassVar[str] = "other_aim"
    text: ClassVar[str] = N_(
        "{after} {box} has {mean} points on average; kept for later it is worth {worth}. The other throw suits "
        "{other} best: {other_mean} points, kept for later {other_worth}."
    )
    against: ClassVar[Mapping[str, str]] = {"mean": "worth", "other_mean": "other_worth"}

    throws: int
    box: str
    mean: float
    worth: float
    other: str
    other_mean: float
    other_worth: float


@dataclass(frozen=True, slots=True)
class MoreBoxes(Spoken):
    """No box alone decides: the throw is better for most of those that are open."""

    kind: ClassVar[str] = "more_boxes"
    text: ClassVar[str] = N_(
        "On average the throw is better for {better} of the {boxes} open boxes, most of all for {box}: {mean} "
        "points instead of {other_mean}."
    )
    against: ClassVar[Mapping[str, str]] = {"mean": "other_mean"}

    better: int
    boxes: int
    box: str
    mean: float
    other_mean: float


@dataclass(frozen=True, slots=True)
class NearlyEqual(Spoken):
    kind: ClassVar[str] = "nearly_equal"
    text: ClassVar[str] = N_("Both are nearly equal: {cost} points lie between them.")

    cost: float

    def facts(self, words: Words) -> dict[str, object]:
        return {"cost": number(self.cost, words, 2)}


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
