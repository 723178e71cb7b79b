"""Two games with the same dice: how far they went together, and where they parted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from redpip.core.advice import Unit
from redpip.core.coaching import SAME
from redpip.core.dice import Faces
from redpip.core.game import Event, Seat, Thrown
from redpip.core.history import History
from redpip.core.telling import tell
from redpip.core.words import Words
from redpip.play.amounts import amount
from redpip.play.coach import game_state
from redpip.play.review import Decision, Review
from redpip.play.review_told import Moment, Retelling, own_dice


@dataclass(frozen=True, slots=True)
class Parting:
    """The first thing that was chosen otherwise."""

    seat: Seat
    alike: int  # throws of this seat before it
    events: tuple[int, int]  # its number in the one game and in the other, from 1


@dataclass(frozen=True, slots=True)
class Side:
    """What one of the two did there."""

    event: int
    where: str
    dice: Faces
    told: str
    cost: str | None  # what it gave away; empty where nothing, None where nobody knows
    best: bool


def parting(one: History, other: History) -> Parting | None:
    """None where they went the same way to the end."""
    for mine, theirs in zip(one.standing, other.standing, strict=False):
        event = one.events[mine]
        if event != other.events[theirs]:
            seat = getattr(event, "seat", None)
            return Parting(seat if seat is not None else 0, _thrown(one, mine, seat), (mine + 1, theirs + 1))
    return None


def _thrown(history: History, until: int, seat: Seat | None) -> int:
    before: list[Event[Any]] = [history.events[number] for number in history.standing if number < until]
    return sum(isinstance(event, Thrown) and event.seat == seat for event in before)


def side(history: History, review: Review | None, event: int, seat: Seat, words: Words) -> Side:
    """What was done there, all that belongs to it, and what it cost where the review knows."""
    decision = _decision(review, event, seat) if review else None
    if review is None or decision is None:
        return _untold(history, event, seat, words)
    moment: Moment = Retelling(review, history, words).decision(decision)
    best = decision.cost <= SAME
    cost = "" if best else _cost(decision.cost, review.unit, words)
    return Side(moment.event, moment.where, moment.dice, moment.told, cost, best)


def _cost(value: float, unit: Unit, words: Words) -> str:
    if unit == "win chance":  # a chance is a mean already
        return words.say("costs {amount}", amount=amount(value, unit, words))
    return words.say("costs {amount} on average", amount=amount(value, unit, words))


def _decision(review: Review, event: int, seat: Seat) -> Decision | None:
    return next((one for one in review.of(seat) if one.event <= event <= one.last), None)


def _untold(history: History, event: int, seat: Seat, words: Words) -> Side:
    setup, happened = history.setup, history.events[event - 1]
    rules, view = setup.game_rules, setup.game_rules.view(game_state(history.states[event - 1]), seat)
    scene = setup.game.scene(rules, view, seat, words, ())
    dice = own_dice(scene, history.events[:event], seat)
    return Side(event, str(scene["about"]), dice, tell(setup, happened, history.states[event], words), None, False)
