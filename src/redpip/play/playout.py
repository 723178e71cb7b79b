"""Bots among themselves, as fast as the contract allows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from redpip.core.advice import Bot, ear_of
from redpip.core.game import Acted, Choose, Event, Over, Roll, Rules, Seat, Thrown, act
from redpip.core.problem import Problem, Refused
from redpip.core.seated import SeatedBot
from redpip.core.shaker import Shaker


def play_out(rules: Rules[Any, Any], state: Any, bots: Mapping[Seat, Bot[Any]], shaker: Shaker) -> Over:
    """Plays to the end with a bot in every seat; where none listens, nothing is told but how often each has acted."""
    seated = {seat: bot for seat, bot in bots.items() if isinstance(bot, SeatedBot)}
    ears = {seat: ear for seat, bot in bots.items() if (ear := ear_of(bot))}
    audience = ears if any(seat not in seated or seated[seat].listens for seat in ears) else {}

    def tell(event: Event[Any]) -> None:
        for seat, heard in audience.items():
            heard(rules.seen(event, seat))

    while True:
        match rules.next(state):
            case Roll() as roll:
                faces = shaker.throw(roll)
                state = rules.rolled(state, faces)
                if audience:
                    tell(Thrown(roll.seat, faces, len(roll.dice)))
            case Choose(options):
                for seat, actions in options.items():
                    choice = _chosen(rules, state, seat, bots[seat], actions)
                    state = _played(rules, state, seat, choice)
                    if audience:
                        tell(Acted(seat, choice))
                    elif seat in seated:
                        seated[seat].acted += 1
            case Over() as over:
                return over


def _chosen(rules: Rules[Any, Any], state: Any, seat: Seat, bot: Bot[Any], actions: Sequence[Any]) -> Any:
    try:
        return bot.choose(rules.view(state, seat), actions)
    except Problem:
        raise
    except Exception as error:  # a bot is anybody's code
        reason = f"{type(error).__name__}: {error}"
        raise Problem(
            "bot_failed", "The bot of player {player} failed: {reason}", player=seat + 1, reason=reason
        ) from error


def _played(rules: Rules[Any, Any], state: Any, seat: Seat, choice: Any) -> Any:
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
