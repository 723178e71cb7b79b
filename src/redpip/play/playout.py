"""Bots among themselves, as fast as the contract allows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from redpip.core.advice import Bot
from redpip.core.game import Choose, Over, Roll, Rules, Seat, act
from redpip.core.problem import Problem, Refused
from redpip.core.shaker import Shaker


def play_out(rules: Rules[Any, Any], state: Any, bots: Mapping[Seat, Bot[Any]], shaker: Shaker) -> Over:
    """Plays to the end with a bot in every seat."""
    while True:
        match rules.next(state):
            case Roll() as roll:
                state = rules.rolled(state, shaker.throw(roll))
            case Choose(options):
                for seat, actions in options.items():
                    state = _played(rules, state, seat, bots[seat], actions)
            case Over() as over:
                return over


def _played(rules: Rules[Any, Any], state: Any, seat: Seat, bot: Bot[Any], actions: Sequence[Any]) -> Any:
    try:
        choice = bot.choose(rules.view(state, seat), actions)
    except Problem:
        raise
    except Exception as error:  # a bot is anybody's code
        reason = f"{type(error).__name__}: {error}"
        raise Problem(
            "bot_failed", "The bot of player {player} failed: {reason}", player=seat + 1, reason=reason
        ) from error
    try:
        return act(rules, state, seat, choice)
    except Refused as refused:
        raise Problem(
            "bot_refused",
            "The bot of player {player} chose {action!r}, which is not allowed: {problem}",
            player=seat + 1,
            action=str(choice),
            problem=refused,
        ) from None
