"""Bots among themselves, as fast as the contract allows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from redpip.core.advice import Bot
from redpip.core.game import Choose, Over, Roll, Rules, Seat, act
from redpip.core.shaker import Shaker


def play_out(rules: Rules[Any, Any], state: Any, bots: Mapping[Seat, Bot[Any]], shaker: Shaker) -> Over:
    """Plays to the end with a bot in every seat."""
    while True:
        match rules.next(state):
            case Roll() as roll:
                state = rules.rolled(state, shaker.throw(roll))
            case Choose(options):
                for seat, actions in options.items():
                    state = act(rules, state, seat, bots[seat].choose(rules.view(state, seat), actions))
            case Over() as over:
                return over
