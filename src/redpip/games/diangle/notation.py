"""The actions of Diangle and their text: ``select 1 2``, ``accept``, ``reroll``, ``place 3>1``, ``lift 3``,
``advance 2``, ``end``. Rows are counted from the bottom, and verbs may be shortened while they stay different."""

from __future__ import annotations

from dataclasses import dataclass

from redpip.core.notation import bad_action, joined, read_dice, split_command

VERBS = ("select", "accept", "reroll", "place", "lift", "advance", "end")


@dataclass(frozen=True, slots=True)
class Select:
    """Roll these dice in this turn; those that lie on the board leave it."""

    dice: tuple[int, ...]

    def __str__(self) -> str:
        return joined("select", self.dice)


@dataclass(frozen=True, slots=True)
class Accept:
    """Be content with the first roll."""

    def __str__(self) -> str:
        return "accept"


@dataclass(frozen=True, slots=True)
class Reroll:
    """Roll the same dice once more. Nobody needs to name them; other dice are refused."""

    dice: tuple[int, ...] = ()

    def __str__(self) -> str:
        return joined("reroll", self.dice)


@dataclass(frozen=True, slots=True)
class Place:
    """Put a loose die into a row; row 1 is the bottom one."""

    die: int
    row: int

    def __str__(self) -> str:
        return f"place {self.die}>{self.row}"


@dataclass(frozen=True, slots=True)
class Lift:
    """Take a die off the board."""

    die: int

    def __str__(self) -> str:
        return f"lift {self.die}"


@dataclass(frozen=True, slots=True)
class Advance:
    """Go past so many filled rows."""

    rows: int

    def __str__(self) -> str:
        return f"advance {self.rows}"


@dataclass(frozen=True, slots=True)
class EndTurn:
    def __str__(self) -> str:
        return "end"


Action = Select | Accept | Reroll | Place | Lift | Advance | EndTurn


def parse(text: str) -> Action:
    verb, words = split_command(text, VERBS)
    match verb, words:
        case "select", _:
            return Select(read_dice(words))
        case "reroll", _:
            return Reroll(read_dice(words))
        case "accept", []:
            return Accept()
        case "end", []:
            return EndTurn()
        case "place", [where] if ">" in where:
            return Place(*_numbers(text, *where.split(">", 1)))
        case "place", [die, row]:
            return Place(*_numbers(text, die, row))
        case "lift", [die]:
            return Lift(*_numbers(text, die))
        case "advance", [rows]:
            return Advance(*_numbers(text, rows))
    raise bad_action(text)


def _numbers(text: str, *words: str) -> tuple[int, ...]:
    if not all(word.isdecimal() and word.isascii() and len(word) < 4 for word in words):
        raise bad_action(text)
    return tuple(map(int, words))
