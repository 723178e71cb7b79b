"""The actions of Grand Poobah and their text: ``roll 1 4``, ``roll none``, ``change 2>5``, ``done``. Verbs may be
shortened to their first letter."""

from __future__ import annotations

from dataclasses import dataclass

from redpip.core.notation import bad_action, joined, read_dice, split_command

VERBS = ("roll", "change", "done")


@dataclass(frozen=True, slots=True)
class RollDice:
    """Roll these dice; none is a turn without a roll."""

    dice: tuple[int, ...]

    def __str__(self) -> str:
        return joined("roll", self.dice) if self.dice else "roll none"


@dataclass(frozen=True, slots=True)
class Change:
    """Turn a die that shows its red face to another number."""

    die: int
    face: int

    def __str__(self) -> str:
        return f"change {self.die}>{self.face}"


@dataclass(frozen=True, slots=True)
class Done:
    """The hand stays as it is; the turn is over."""

    def __str__(self) -> str:
        return "done"


Action = RollDice | Change | Done


def parse(text: str) -> Action:
    verb, words = split_command(text, VERBS)
    match verb, [word.lower() for word in words]:
        case "roll", ["none"]:
            return RollDice(())
        case "roll", [_, *_]:
            return RollDice(read_dice(words))
        case "change", [turn] if ">" in turn:
            return _change(text, *turn.split(">", 1))
        case "change", [die, face]:
            return _change(text, die, face)
        case "done", []:
            return Done()
    raise bad_action(text)


def _change(text: str, die: str, face: str) -> Change:
    if not all(word.isdecimal() and word.isascii() and len(word) < 4 for word in (die, face)):
        raise bad_action(text)
    return Change(int(die), int(face))
