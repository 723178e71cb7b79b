"""The actions and their text: ``roll``, ``stop``. Verbs may be shortened."""

from __future__ import annotations

from dataclasses import dataclass

from redpip.core.notation import bad_action, split_command


@dataclass(frozen=True, slots=True)
class RollDice:
    """Roll the dice, with the points of this turn at risk."""

    def __str__(self) -> str:
        return "roll"


@dataclass(frozen=True, slots=True)
class Stop:
    """End the turn and keep its points."""

    def __str__(self) -> str:
        return "stop"


Action = RollDice | Stop


def parse(text: str) -> Action:
    match split_command(text, ("roll", "stop")):
        case "roll", []:
            return RollDice()
        case "stop", []:
            return Stop()
    raise bad_action(text)
