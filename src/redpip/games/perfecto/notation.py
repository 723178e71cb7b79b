"""The actions of Perfecto and their text: ``bid 5x4`` (five 4s), ``roll 1 3``, ``challenge``, ``perfecto``, ``side
caller``, and with the advanced calls ``double``, ``redouble``, ``surrender``, ``pass``, ``sidestep 3 6x2``. Verbs may
be shortened while only one begins so."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from redpip.core.notation import bad_action, joined, read_dice, split_command
from redpip.core.problem import Refusal, Refused

Party = Literal["bidder", "caller"]
PARTIES: tuple[Party, ...] = ("bidder", "caller")
CallName = Literal["challenge", "perfecto", "double", "redouble", "surrender"]
CALLS: tuple[CallName, ...] = ("challenge", "perfecto", "double", "redouble", "surrender")
VERBS = ("bid", "roll", *CALLS, "pass", "sidestep", "side")
UNSEEN = "rolling"  # never shortened: that would be ``roll``

_BID = re.compile(r"(\d{1,3})[x*](\d{1,3})", re.ASCII)


@dataclass(frozen=True, slots=True)
class MakeBid:
    """At least so many dice count for this number."""

    quantity: int
    rank: int

    def __str__(self) -> str:
        return f"bid {self.quantity}x{self.rank}"


@dataclass(frozen=True, slots=True)
class RollDice:
    """Roll these dice in secret, then bid."""

    dice: tuple[int, ...]

    def __str__(self) -> str:
        return joined("roll", self.dice)


@dataclass(frozen=True, slots=True)
class MakeCall:
    name: CallName

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Pass:
    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class Sidestep:
    """Freeze this die for all to see, and bid instead of facing the call."""

    die: int
    quantity: int
    rank: int

    def __str__(self) -> str:
        return f"sidestep {self.die} {self.quantity}x{self.rank}"


@dataclass(frozen=True, slots=True)
class TakeSide:
    party: Party

    def __str__(self) -> str:
        return f"side {self.party}"


@dataclass(frozen=True, slots=True)
class Rolling:
    """All that others hear of ``RollDice``: how many. Whoever has a real cup says no more."""

    count: int

    def __str__(self) -> str:
        return f"rolling {self.count}"


@dataclass(frozen=True, slots=True)
class SideTaken:
    """All that others hear of ``TakeSide``. Nobody can choose this."""

    def __str__(self) -> str:
        return "side taken"


Action = MakeBid | RollDice | Rolling | MakeCall | Pass | Sidestep | TakeSide


def parse(text: str) -> Action:
    verb, words = split_command(text, (*VERBS, UNSEEN) if text.lower().split()[:1] == [UNSEEN] else VERBS)
    match verb, [word.lower() for word in words]:
        case "bid", [*bid]:
            return MakeBid(*_read_bid(text, bid))
        case "roll", _:
            return RollDice(read_dice(words))
        case "rolling", [number] if number in ("1", "2", "3", "4", "5", "6"):
            return Rolling(int(number))
        case "pass", []:
            return Pass()
        case "sidestep", [die, *bid] if die.isdecimal() and die.isascii() and len(die) < 4:
            return Sidestep(int(die), *_read_bid(text, bid))
        case "side", [given]:
            return TakeSide(_read_party(given))
        case ("challenge" | "perfecto" | "double" | "redouble" | "surrender") as name, []:
            return MakeCall(name)
    raise bad_action(text)


def _read_bid(text: str, words: list[str]) -> tuple[int, int]:
    """``5x4``, ``5 x 4`` or ``5 4``."""
    written = "".join(words) if "x" in "".join(words) or "*" in "".join(words) else "x".join(words)
    found = _BID.fullmatch(written)
    if found is None:
        raise bad_action(text)
    return int(found[1]), int(found[2])


def _read_party(given: str) -> Party:
    fitting = [party for party in PARTIES if party.startswith(given)]
    if not fitting:
        raise Refused(Refusal("bad_side", {"given": given[:40]}))
    return fitting[0]
