"""What one does in Perfecto as people say it: "bid five 4s", "keep the two 5s, roll the rest", "challenge"."""

from __future__ import annotations

from collections.abc import Sequence

from redpip.core.by_faces import rolling
from redpip.core.game import Seat
from redpip.core.showing import face_name
from redpip.core.words import N_, Words
from redpip.games.perfecto.names import of_rank
from redpip.games.perfecto.notation import (
    Action,
    CallName,
    MakeBid,
    MakeCall,
    Party,
    Pass,
    RollDice,
    Rolling,
    Sidestep,
    TakeSide,
)
from redpip.games.perfecto.rules import PerfectoRules
from redpip.games.perfecto.state import State

CALLS: dict[CallName, str] = {
    "challenge": N_("challenge the bid"),
    "perfecto": N_("call Perfecto"),
    "double": N_("double the stake"),
    "redouble": N_("redouble the stake"),
    "surrender": N_("surrender"),
}
SIDES: dict[Party, str] = {"bidder": N_("side with the bidder"), "caller": N_("side with the caller")}


def line(_rules: PerfectoRules, view: State, seat: Seat, actions: Sequence[Action], words: Words) -> str:
    return ", ".join(_said(view, seat, action, words) for action in actions)


def _said(view: State, seat: Seat, action: Action, words: Words) -> str:
    match action:
        case MakeBid(quantity=quantity, rank=rank):
            told = words.say("Bid {bid}", bid=of_rank(quantity, rank, words))  # as the button says
            return told[:1].lower() + told[1:]
        case RollDice(dice=dice):
            return rolling(dice, view.hands[seat], words)
        case Rolling(count=number):
            return words.count("roll {number} die", "roll {number} dice", number)
        case MakeCall(name=name):
            return words.say(CALLS[name])
        case TakeSide(party=party):
            return words.say(SIDES[party])
        case Sidestep(die=die, quantity=quantity, rank=rank):
            facts = {"face": face_name(die, view.hands[seat][die - 1], words), "bid": of_rank(quantity, rank, words)}
            return words.say("freeze the {face} and bid {bid}", **facts)
        case Pass():
            return words.say("pass")
