"""Bots for Perfecto. The odds bot trusts nobody: it counts the dice it sees and reckons with the rest."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from redpip.core.advice import Bot, BotKind, RandomBot
from redpip.core.game import Rules, Seat
from redpip.core.words import N_
from redpip.games.perfecto.notation import Action, MakeBid, MakeCall, Pass, Sidestep, TakeSide
from redpip.games.perfecto.odds import Odds, odds_of
from redpip.games.perfecto.rules import PerfectoRules
from redpip.games.perfecto.state import Bid, Call, State

SURE = 0.75  # raises the stake from this chance on, and gives up below the rest


class OddsBot:
    def __init__(self, rules: PerfectoRules, seat: Seat, luck: Random) -> None:
        self._rules = rules
        self._seat = seat

    def choose(self, view: State, options: Sequence[Action]) -> Action:
        odds, bid, call = odds_of(self._rules, view), view.bid, view.call
        if bid is None or view.phase == "rolled":
            return likeliest(odds, options) or options[0]
        if call is None:
            return _answer(odds, bid, options)
        holds = odds.at_least(*bid.order) if call.kind == "challenge" else 1 - odds.exactly(*bid.order)
        if view.phase == "sides":
            return TakeSide("bidder" if holds >= 0.5 else "caller")
        return _stand(odds, options, self._chance(bid, call, holds))

    def _chance(self, bid: Bid, call: Call, holds: float) -> float | None:
        """That this seat's side wins if all pass; None: it has nothing to lose yet."""
        partners = self._rules.teams and self._seat % 2 == bid.seat % 2
        if self._seat == bid.seat or partners:
            return holds
        return 1 - holds if self._seat == call.seat or self._rules.teams else None


def _answer(odds: Odds, bid: Bid, options: Sequence[Action]) -> Action:
    """Doubt what is less likely than not, by the likelier of the two calls; else the likeliest higher bid."""
    too_high, exact = 1 - odds.at_least(*bid.order), odds.exactly(*bid.order)
    call = MakeCall("perfecto" if exact > too_high else "challenge")
    higher = likeliest(odds, options)
    if higher is not None and max(too_high, exact) <= 0.5:
        return higher
    double = MakeCall("double")
    return double if too_high >= SURE and double in options else call


def _stand(odds: Odds, options: Sequence[Action], chance: float | None) -> Action:
    """What to do about a call: raise it, evade it, give up, or let it stand."""
    if chance is None:
        return Pass()
    calls = [option for option in options if isinstance(option, MakeCall)]
    raised = [option for option in calls if option.name != "surrender"]
    if raised and chance >= SURE:
        return raised[0]
    higher = likeliest(odds, options)
    if chance < 0.5 and higher is not None and odds.at_least(higher.quantity, higher.rank) >= 0.5:
        return higher
    given_up = MakeCall("surrender")
    return given_up if given_up in calls and chance <= 1 - SURE else Pass()


def likeliest(odds: Odds, options: Sequence[Action]) -> MakeBid | Sidestep | None:
    """Of equal bids the lowest, and of dice to freeze the first."""
    bids = [option for option in options if isinstance(option, MakeBid | Sidestep)]
    return max(bids, key=lambda bid: odds.at_least(bid.quantity, bid.rank), default=None)


def _odds_bot(rules: Rules[Any, Any], seat: Seat, luck: Random) -> Bot[Any]:
    assert isinstance(rules, PerfectoRules)
    return OddsBot(rules, seat, luck)


def _best_bot(rules: Rules[Any, Any], seat: Seat, luck: Random) -> Bot[Any]:
    from redpip.games.perfecto.best import BestBot

    assert isinstance(rules, PerfectoRules)
    return BestBot(rules, seat, luck)


BOTS = {
    "best": BotKind(
        N_("has practised millions of rounds, reads every bid, and bluffs as often as it should"),
        _best_bot,
        strength="strong",
    ),
    "odds": BotKind(
        N_("doubts what is unlikely by the dice it sees, else bids what is likeliest"), _odds_bot, strength="fair"
    ),
    "random": BotKind(N_("any legal move, each as likely"), RandomBot, strength="easy"),
}
