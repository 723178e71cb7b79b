"""Bots for Grand Poobah. The collector keeps exactly the dice that earn it something against the hands it faces."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import Any

from redpip.core.advice import Bot, BotKind, RandomBot
from redpip.core.dice import DICE, Faces, turn_die
from redpip.core.game import Rules, Seat
from redpip.core.words import N_
from redpip.games.poobah.notation import Action, Change, Done, RollDice
from redpip.games.poobah.rules import PoobahRules, State

Counts = tuple[int, ...]  # how many of each number 1 to 6


class CollectorBot:
    """Knows what each choice of dice is worth after one throw, against the hands as they lie."""

    def __init__(self, rules: PoobahRules, seat: Seat, luck: Random) -> None:
        self._rules = rules
        self._seat = seat

    def choose(self, view: State, options: Sequence[Action]) -> Action:
        if len(options) == 1:
            return options[0]
        hand, outlook = view.hands[self._seat], self.outlook(view)
        return max(in_order(view, options), key=lambda action: weighed(outlook, hand, action))

    def outlook(self, view: State) -> Outlook:
        others = [_counts(view.hands[seat]) for seat in view.active if seat != self._seat]
        return outlook_against(tuple(sorted(others)))


def in_order(view: State, options: Sequence[Action]) -> Sequence[Action]:
    """Of equal choices the first is taken: roll fewer dice, and turn no red without need."""
    return options[::-1] if view.phase == "change" else options


def promise(others: Sequence[Faces], hand: Faces, action: Action) -> float:
    """What the next pay brings on average with this choice, mine less the others'."""
    return weighed(outlook_against(tuple(sorted(map(_counts, others)))), hand, action)


def weighed(outlook: Outlook, hand: Faces, action: Action) -> float:
    match action:
        case RollDice(dice=dice):
            kept = tuple(face for die, face in enumerate(hand, 1) if die not in dice)
            return outlook.after(_counts(kept), len(dice))
        case Change(die=die, face=face):
            return outlook.after(_counts(turn_die(hand, die, face)), 0)
        case Done():
            return outlook.after(_counts(hand), 0)


class Outlook:
    """What a hand is worth against these other hands: points of a scoring throw, mine less the others' on average."""

    def __init__(self, others: tuple[Counts, ...]) -> None:
        self._rivals = [tuple(hand[at] for hand in others) for at in range(6)]
        self._known: dict[tuple[Counts, int], float] = {}

    def after(self, counts: Counts, loose: int) -> float:
        """The average after these dice and so many thrown ones, one of which in six is red and so what I like."""
        if (counts, loose) not in self._known:
            self._known[counts, loose] = self._mean(counts, loose) if loose else self._now(counts)
        return self._known[counts, loose]

    def _mean(self, counts: Counts, loose: int) -> float:
        added = [self.after((*counts[:at], counts[at] + 1, *counts[at + 1 :]), loose - 1) for at in range(6)]
        return sum(added) * 5 / 36 + max(added) / 6

    def _now(self, counts: Counts) -> float:
        total = 0.0
        for at, rivals in enumerate(self._rivals):
            most = max(counts[at], *rivals)
            if most:
                total += (at + 1) * ((counts[at] == most) - rivals.count(most) / len(rivals))
        return total


@lru_cache(maxsize=256)
def outlook_against(others: tuple[Counts, ...]) -> Outlook:
    return Outlook(others)


def _counts(hand: Faces) -> Counts:
    return tuple(map(hand.count, DICE))


def _collector(rules: Rules[Any, Any], seat: Seat, luck: Random) -> Bot[Any]:
    assert isinstance(rules, PoobahRules)
    return CollectorBot(rules, seat, luck)


BOTS = {
    "collector": BotKind(N_("keeps the dice that win a number and rolls all others"), _collector, strength="fair"),
    "random": BotKind(N_("any legal move, each as likely"), RandomBot, strength="easy"),
}
