"""Bots: each sees what its seat may see and names one of its options."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from redpip.core.advice import Bot, BotKind, RandomBot
from redpip.core.game import Rules, Seat
from redpip.core.words import N_
from redpip.template.notation import Action, RollDice, Stop
from redpip.template.rules import State, TemplateRules

ENOUGH = 15


class CarefulBot:
    """Stops as soon as it has enough, or has won."""

    def __init__(self, rules: TemplateRules) -> None:
        self._rules = rules

    def choose(self, view: State, options: Sequence[Action]) -> Action:
        wins = view.totals[view.seat] + view.turn >= self._rules.target
        return Stop() if Stop() in options and (wins or view.turn >= ENOUGH) else RollDice()


def _careful(rules: Rules[Any, Any], _seat: Seat, _luck: Random) -> Bot[Any]:
    assert isinstance(rules, TemplateRules)
    return CarefulBot(rules)


BOTS = {
    "careful": BotKind(N_("stops at fifteen points"), _careful, strength="fair"),
    "random": BotKind(N_("any legal move, each as likely"), RandomBot, strength="easy"),
}
