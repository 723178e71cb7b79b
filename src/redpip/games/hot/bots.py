"""Bots for Hot Dice. The cool one asks what one more roll is worth and banks when it is worth less."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any

from redpip.core.advice import Bot, BotKind, RandomBot
from redpip.core.game import Rules, Seat
from redpip.core.words import N_
from redpip.games.hot.notation import Action, Bank, Hold, RollDice
from redpip.games.hot.rules import HotRules, State, Turn
from redpip.games.hot.scoring import SET, SINGLES, Sets, held_total, is_bust, is_straight, throws


@dataclass(frozen=True, slots=True)
class Hope:
    """What the next roll makes of a total on average, if everything that counts is held: ``share`` times it, plus."""

    share: float
    plus: float


class CoolBot:
    """Compares banking with rolling once more, for every way of holding."""

    def __init__(self, rules: HotRules, seat: Seat, luck: Random) -> None:
        self._rules = rules
        self._seat = seat

    def choose(self, view: State, options: Sequence[Action]) -> Action:
        if view.phase == "rolled":
            return max(options, key=lambda action: self._worth(view, action))
        if view.phase == "held" and Bank() in options and self._banks(view, view.turn):
            return Bank()
        return RollDice()

    def _worth(self, view: State, action: Action) -> tuple[float, int]:
        assert isinstance(action, Hold)
        turn = self._rules.holding(view.turn, action.dice)
        now = turn.total if self._enough(view, turn.total) else 0
        return max(now, self._hope(turn)), -len(action.dice)

    def _banks(self, view: State, turn: Turn) -> bool:
        return self._enough(view, turn.total) and turn.total >= self._hope(turn)

    def _enough(self, view: State, total: int) -> bool:
        """Whether banking this total is any use: it counts, and in the last round it leads."""
        bar = self._rules.to_beat(view)
        return self._rules.may_bank(view, total) and (bar is None or view.totals[self._seat] + total > bar)

    def _hope(self, turn: Turn) -> float:
        hoped = hope(self._rules, turn.sets, len(self._rules.to_roll(turn)))
        return hoped.share * turn.total + hoped.plus


@lru_cache(maxsize=10_000)
def hope(rules: HotRules, sets: Sets, dice: int) -> Hope:
    whole, add_first = rules.multi == "whole_total", rules.order == "add_first"
    share, plus = 0, 0
    for faces, orders in throws(dice):
        if not is_bust(faces, sets):
            held = [face for face in faces if _counts(faces, face, sets)]
            nothing = held_total(0, held, sets, whole=whole, add_first=add_first)
            share += orders * (held_total(1, held, sets, whole=whole, add_first=add_first) - nothing)
            plus += orders * nothing
    return Hope(share / 6**dice, plus / 6**dice)


def _counts(faces: Sequence[int], face: int, sets: Sets) -> bool:
    return face in sets or face in SINGLES or faces.count(face) >= SET or is_straight(faces)


def _cool(rules: Rules[Any, Any], seat: Seat, luck: Random) -> Bot[Any]:
    assert isinstance(rules, HotRules)
    return CoolBot(rules, seat, luck)


BOTS = {
    "cool": BotKind(N_("banks when one more roll risks more than it gains"), _cool, strength="fair"),
    "random": BotKind(N_("any legal move, each as likely"), RandomBot, strength="easy"),
}
