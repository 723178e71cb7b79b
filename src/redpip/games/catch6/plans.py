"""A line of Catch 6 taken apart: which dice are rolled, or what is caught."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from redpip.core.by_faces import rolling
from redpip.core.dice import Faces, lay
from redpip.core.game import Seat
from redpip.core.words import Words
from redpip.games.catch6.notation import Action, Catch, Pass, RollDice
from redpip.games.catch6.rules import Catch6Rules, State
from redpip.games.catch6.scoring import Way, catches, first_way


@dataclass(frozen=True, slots=True)
class Plan:
    rolled: tuple[int, ...]  # the dice that are rolled; none where something is caught or left
    number: int | None  # what is caught
    way: Way | None
    carried: bool

    @property
    def rolls(self) -> bool:
        return bool(self.rolled)


def plan_of(view: State, actions: Sequence[Action]) -> Plan:
    match actions[0] if actions else None:
        case RollDice(dice=dice):
            return Plan(dice, None, None, False)
        case Catch(number=number, way=way, carry=carry):
            return Plan((), number, way or first_way(view.hand, number), carry)
        case Pass() | None:
            return Plan((), None, None, False)


def chance_now(view: State, rolled: tuple[int, ...]) -> float:
    """That the throw of these dice catches something that is free."""
    kept: Faces = tuple(0 if die in rolled else face for die, face in enumerate(view.hand, 1))
    free, found = set(view.free), 0
    for fallen in product(range(1, 7), repeat=len(rolled)):
        faces = dict(zip(rolled, fallen, strict=True))
        hand = lay(kept, tuple(faces.get(die, 0) for die in range(1, 7)))
        found += any(number in free for number, _ in catches(hand))
    return float(found / 6 ** len(rolled))


def line(_rules: Catch6Rules, view: State, _seat: Seat, actions: Sequence[Action], words: Words) -> str:
    """As people say it: "keep the three 5s, roll the rest"."""
    plan = plan_of(view, actions)
    if plan.rolls:
        return rolling(plan.rolled, view.hand, words)
    if plan.number is None:
        return words.say("catch nothing")
    if plan.carried:
        return words.say("catch the {number} and carry it over", number=plan.number)
    match plan.way:
        case "red":
            return words.say("catch the {number} by its red", number=plan.number)
        case "fullhouse":
            return words.say("catch the {number} by a full house", number=plan.number)
    return words.say("catch the {number} by a raffle", number=plan.number)
