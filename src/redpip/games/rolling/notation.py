"""The actions of Keep on Rolling and their text: ``roll``, ``aside 1 2``, ``stop``. Verbs may be shortened."""

from __future__ import annotations

from dataclasses import dataclass

from redpip.core.notation import bad_action, joined, read_dice, split_command
from redpip.core.problem import Refusal, Refused

VERBS = ("roll", "aside", "stop", "flip")


@dataclass(frozen=True, slots=True)
class RollDice:
    """Roll all the dice that are not aside; after a fill-up, all of them."""

    def __str__(self) -> str:
        return "roll"


@dataclass(frozen=True, slots=True)
class Aside:
    """Set these dice aside, out of those just rolled."""

    dice: tuple[int, ...]

    def __str__(self) -> str:
        return joined("aside", self.dice)


@dataclass(frozen=True, slots=True)
class Stop:
    """End the turn and take its points."""

    def __str__(self) -> str:
        return "stop"


Action = RollDice | Aside | Stop


def parse(text: str) -> Action:
    verb, words = split_command(text, VERBS)
    match verb, words:
        case "roll", []:
            return RollDice()
        case "aside", _:
            return Aside(read_dice(words))
        case "stop", []:
            return Stop()
        case "flip", _:  # players of Spicy Dice will try it
            raise Refused(Refusal("no_flip"))
    raise bad_action(text)
