"""The actions of 2 Out of 3 Ain't Bad and their text: ``roll 1 4``, ``place 4 11``, ``done``.

Squares are numbered 1 to 12, row by row. Verbs may be shortened.
"""

from __future__ import annotations

from dataclasses import dataclass

from redpip.core.notation import bad_action, joined, read_dice, split_command

VERBS = ("roll", "place", "done")


@dataclass(frozen=True, slots=True)
class RollDice:
    """Throw these dice from your hand."""

    dice: tuple[int, ...]

    def __str__(self) -> str:
        return joined("roll", self.dice)


@dataclass(frozen=True, slots=True)
class Place:
    """Put a rolled die on a square."""

    die: int
    square: int

    def __str__(self) -> str:
        return f"place {self.die} {self.square}"


@dataclass(frozen=True, slots=True)
class Done:
    """Be done with placing. Nobody needs to say so: a turn ends with its last die, and not before."""

    def __str__(self) -> str:
        return "done"


Action = RollDice | Place | Done


def parse(text: str) -> Action:
    verb, words = split_command(text.replace(">", " "), VERBS)
    match verb, words:
        case "roll", _:
            return RollDice(read_dice(words))
        case "place", [die, square] if _is_number(die) and _is_number(square):
            return Place(int(die), int(square))
        case "done", []:
            return Done()
    raise bad_action(text)


def _is_number(word: str) -> bool:
    return word.isdecimal() and word.isascii() and len(word) < 4
