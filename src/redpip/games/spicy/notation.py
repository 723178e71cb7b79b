"""The actions of Spicy Dice and their text: ``roll 1 4``, ``flip 4>2``, ``score RUN``, ``score SUM 1 2``,
``hold 4 6``, ``waive 1``. Verbs may be shortened to their first letter."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from redpip.core.notation import bad_action, joined, read_dice, split_command

# boxes by the names that other editions and languages print on their sheets
OTHER_NAMES = {
    "STR": "RUN",
    "STRAIGHT": "RUN",
    "STRASSE": "RUN",
    "PAS": "SET",
    "PASCH": "SET",
    "CHANCE": "SUM",
    "ROT": "RED",
}
VERBS = ("roll", "flip", "score", "hold", "waive")


@dataclass(frozen=True, slots=True)
class RollDice:
    dice: tuple[int, ...]

    def __str__(self) -> str:
        return joined("roll", self.dice)


@dataclass(frozen=True, slots=True)
class Flip:
    """Turn a red die that was just rolled to another face."""

    die: int
    face: int

    def __str__(self) -> str:
        return f"flip {self.die}>{self.face}"


@dataclass(frozen=True, slots=True)
class Score:
    """Write the dice into a box. Extra Spicy: ``used`` declares the dice; None takes the best."""

    box: str
    used: tuple[int, ...] | None = None

    def __str__(self) -> str:
        if self.used is None:
            return f"score {self.box}"
        return joined(f"score {self.box}", self.used) if self.used else f"score {self.box} none"


@dataclass(frozen=True, slots=True)
class Hold:
    """Extra Spicy: start the turn with these dice kept from the last one."""

    dice: tuple[int, ...]

    def __str__(self) -> str:
        return joined("hold", self.dice)


@dataclass(frozen=True, slots=True)
class Waive:
    """Option zero_roll_turns: write 0 into a box instead of rolling."""

    box: str

    def __str__(self) -> str:
        return f"waive {self.box}"


Action = RollDice | Flip | Score | Hold | Waive


@lru_cache(maxsize=1000)  # most of what is typed or tapped was so before
def parse(text: str) -> Action:
    verb, words = split_command(text, VERBS)
    match verb, words:
        case "roll", _:
            return RollDice(read_dice(words))
        case "hold", _:
            return Hold(read_dice(words))
        case "flip", [turn] if ">" in turn:
            return _flip(text, *turn.split(">", 1))
        case "flip", [die, face]:
            return _flip(text, die, face)
        case "score", [box]:
            return Score(_box(box))
        case "score", [box, none] if none.lower() == "none":
            return Score(_box(box), ())
        case "score", [box, *dice]:
            return Score(_box(box), read_dice(dice))
        case "waive", [box]:
            return Waive(_box(box))
    raise bad_action(text)


def _box(text: str) -> str:
    return OTHER_NAMES.get(text.upper(), text.upper())


def _flip(text: str, die: str, face: str) -> Flip:
    if not (die.isdecimal() and face.isdecimal()) or len(die + face) > 6:
        raise bad_action(text)
    return Flip(int(die), int(face))
