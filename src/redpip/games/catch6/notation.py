"""The actions of Catch 6 and their text: ``roll 1 4``, ``catch 5``, ``catch 6 fullhouse``, ``catch 5 red carry``,
``pass``. Words may be shortened while they stay clear: ``c 6 f``."""

from __future__ import annotations

from dataclasses import dataclass

from redpip.core.notation import bad_action, joined, read_dice, split_command
from redpip.games.catch6.scoring import WAYS, Way

VERBS = ("roll", "catch", "pass")


@dataclass(frozen=True, slots=True)
class RollDice:
    dice: tuple[int, ...]

    def __str__(self) -> str:
        return joined("roll", self.dice) if self.dice else "roll none"


@dataclass(frozen=True, slots=True)
class Catch:
    """Take this number: in this way, or in the first one that there is."""

    number: int
    way: Way | None = None
    carry: bool = False  # give up this game and begin the next one of the match with the number

    def __str__(self) -> str:
        return " ".join(
            ["catch", str(self.number), *([self.way] if self.way else []), *(["carry"] if self.carry else [])]
        )


@dataclass(frozen=True, slots=True)
class Pass:
    """Catch nothing; the turn is over."""

    def __str__(self) -> str:
        return "pass"


Action = RollDice | Catch | Pass


def parse(text: str) -> Action:
    verb, words = split_command(text, VERBS)
    match verb, [word.lower() for word in words]:
        case "roll", ["none"]:
            return RollDice(())
        case "roll", [_, *_]:
            return RollDice(read_dice(words))
        case "catch", [number, *how] if _is_number(number):
            return _catch(text, int(number), how)
        case "pass", []:
            return Pass()
    raise bad_action(text)


def _is_number(word: str) -> bool:
    return word.isdecimal() and word.isascii() and len(word) < 4


def _catch(text: str, number: int, how: list[str]) -> Catch:
    carry = bool(how) and "carry".startswith(how[-1])
    match how[:-1] if carry else how:
        case []:
            return Catch(number, None, carry)
        case [word]:
            fitting = [way for way in WAYS if way.startswith(word)]
            if len(fitting) == 1:
                return Catch(number, fitting[0], carry)
    raise bad_action(text)
