"""What somebody who counts dice thinks of each option: the chance to come out of it well."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from redpip.core.advice import Advice, Point, Valued
from redpip.core.dice import turn_die
from redpip.core.game import Seat
from redpip.core.level import Judge
from redpip.games.perfecto.bots import SURE, OddsBot
from redpip.games.perfecto.notation import Action, MakeBid, MakeCall, Pass, RollDice, Sidestep, TakeSide
from redpip.games.perfecto.odds import Odds, odds_of
from redpip.games.perfecto.rules import PerfectoRules
from redpip.games.perfecto.state import State

STANDS = 0.8  # how well one does with a bid that is certain to be true


class PerfectoJudge(OddsBot):
    def advise(self, point: Point, options: Sequence[Action]) -> Advice[Action]:
        view: State = point.view
        odds = odds_of(self._rules, view)
        valued = (Valued(option, self._weigh(view, odds, option)) for option in options)
        return Advice.of(valued, "win chance", exact=False)

    def _weigh(self, view: State, odds: Odds, action: Action) -> float:
        match action:
            case MakeBid(quantity=quantity, rank=rank) | Sidestep(quantity=quantity, rank=rank):
                return STANDS * odds.at_least(quantity, rank)
            case RollDice(dice=dice):
                return self._rolled(view, dice)
            case TakeSide(party=party):
                holds = self._holds(view, odds)
                return holds if party == "bidder" else 1 - holds
            case MakeCall(name=name):
                return self._called(view, odds, name)
            case Pass():
                return self._standing(view, odds)
        return 0.0

    def _rolled(self, view: State, dice: tuple[int, ...]) -> float:
        """As if the lowest of the higher bids had to be made before one looks."""
        hand = view.hands[self._seat]
        for die in dice:
            hand = turn_die(hand, die, 0)
        odds = odds_of(self._rules, replace(view, hands=view.with_hand(self._seat, hand).hands))
        lowest = {bid.rank: bid for bid in reversed(self._rules.higher_bids(view))}
        return STANDS * max(odds.at_least(bid.quantity, bid.rank) for bid in lowest.values())

    def _called(self, view: State, odds: Odds, name: str) -> float:
        if name == "surrender":
            return 1 - SURE
        if view.call is None:
            assert view.bid
            too_high = 1 - odds.at_least(*view.bid.order)
            chance = odds.exactly(*view.bid.order) if name == "perfecto" else too_high
        else:
            chance = self._standing(view, odds)
        return 2 * chance - SURE if name in ("double", "redouble") else chance

    def _standing(self, view: State, odds: Odds) -> float:
        """The chance of this seat's side if nobody says anything more; a bystander has nothing to lose."""
        assert view.bid
        assert view.call
        chance = self._chance(view.bid, view.call, self._holds(view, odds))
        return 1.0 if chance is None else chance

    @staticmethod
    def _holds(view: State, odds: Odds) -> float:
        assert view.bid
        assert view.call
        order = view.bid.order
        return odds.at_least(*order) if view.call.kind == "challenge" else 1 - odds.exactly(*order)


def judge(rules: PerfectoRules, seat: Seat) -> Judge[Action]:
    return PerfectoJudge(rules, seat, Random())  # it draws nothing
