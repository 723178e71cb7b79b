"""The actions of Hot Dice and their text: ``roll``, ``hold 1 2``, ``bank``. Verbs may be shortened."""

from __future__ import annotations

from dataclasses import dataclass

from redpip.core.notation import bad_action, joined, read_dice, split_command
from redpip.core.problem import Refusal, Refused

VERBS = ("roll", "hold", "bank", "flip")


@dataclass(frozen=True, slots=True)
class RollDice:
    """Roll all the dice that are not held; when all are held, all of them."""

    def __str__(self) -> str:
        return "roll"


@dataclass(frozen=True, slots=True)
class Hold:
    """Hold these dice, out of those just rolled."""

    dice: tuple[int, ...]

    def __str__(self) -> str:
        return joined("hold", self.dice)


@dataclass(frozen=True, slots=True)
class Bank:
    """End the turn and write its total."""

    def __str__(self) -> str:
        return "bank"


Action = RollDice | Hold | Bank


def parse(text: str) -> Action:
    verb, words = split_command(text, VERBS)
    match verb, words:
        case "roll", []:
            return RollDice()
        case "hold", _:
            return Hold(read_dice(words))
        case "bank", []:
            return Bank()
        case "flip", _:  # players of Spicy Dice will try it
            raise Refused(Refusal("no_flip"))
    raise bad_action(text)
