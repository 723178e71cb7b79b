"""What the collector thinks of each option: the points of a scoring throw."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from redpip.core.advice import Advice, Point, Valued
from redpip.core.game import Seat
from redpip.core.level import Judge
from redpip.games.poobah.bots import CollectorBot, in_order, weighed
from redpip.games.poobah.notation import Action
from redpip.games.poobah.rules import PoobahRules


class PoobahJudge(CollectorBot):
    def advise(self, point: Point, options: Sequence[Action]) -> Advice[Action]:
        hand, outlook = point.view.hands[self._seat], self.outlook(point.view)
        valued = (Valued(one, weighed(outlook, hand, one)) for one in in_order(point.view, options))
        return Advice.of(valued, "points", exact=False)


def judge(rules: PoobahRules, seat: Seat) -> Judge[Action]:
    return PoobahJudge(rules, seat, Random())  # it draws nothing
