"""Bots for Keep on Rolling. The steady one asks what one more roll is worth and rolls while it is worth more."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from random import Random
from typing import Any

from redpip.core.advice import Bot, BotKind, RandomBot
from redpip.core.dice import NO_FACES, Faces, lay, shown
from redpip.core.game import Rules, Seat
from redpip.core.words import N_
from redpip.games.rolling.notation import Action, Aside, RollDice, Stop
from redpip.games.rolling.rules import RollingRules, State, Turn
from redpip.games.rolling.scoring import is_bust, joined, points, unmatched


@dataclass(frozen=True, slots=True)
class Hope:
    """What the next roll brings on average, if one stops after it."""

    share: float  # how much of the points already made is kept; a fill-up counts twice
    points: float  # what the dice on the table come to, likewise


class SteadyBot:
    """Compares stopping with rolling once more, for every way of setting aside."""

    def __init__(self, rules: RollingRules, seat: Seat, luck: Random) -> None:
        self._rules = rules
        self._seat = seat

    def choose(self, view: State, options: Sequence[Action]) -> Action:
        if view.phase == "rolled":
            return max(options, key=lambda action: self._worth(view, action))
        if view.phase == "chosen" and self._stops(view, view.turn):
            return Stop()
        return RollDice()

    def _worth(self, view: State, action: Action) -> float:
        assert isinstance(action, Aside)
        turn = replace(view.turn, aside=joined(view.turn.aside, view.turn.loose, action.dice))
        rules = self._rules
        now = rules.score(turn) if self._enough(view, rules.score(turn)) else 0
        spent = len(shown(turn.aside)) == rules.dice and not rules.filled(turn.aside)
        return now if spent else max(now, self._hope(turn))

    def _stops(self, view: State, turn: Turn) -> bool:
        score = self._rules.score(turn)
        return self._enough(view, score) and score >= self._hope(turn)

    def _enough(self, view: State, score: int) -> bool:
        """Whether this player would still be in the game."""
        bar = self._rules.to_beat(view, self._seat)
        return bar is None or view.totals[self._seat] + score > bar

    def _hope(self, turn: Turn) -> float:
        full = self._rules.filled(turn.aside)
        hope = _hope(NO_FACES if full else turn.aside, self._rules.dice)
        return hope.share * (turn.points if full else turn.carried) + hope.points


@lru_cache(maxsize=20_000)
def _hope(aside: Faces, dice: int) -> Hope:
    free = [range(1, 7) if die <= dice and not face else (0,) for die, face in enumerate(aside, 1)]
    share, brought, throws = 0, 0, 0
    for loose in product(*free):
        throws += 1
        if not is_bust(aside, loose):
            every = lay(aside, loose)
            times = 1 if unmatched(every) else 2
            share += times
            brought += times * points(every)
    return Hope(share / throws, brought / throws)


def _steady(rules: Rules[Any, Any], seat: Seat, luck: Random) -> Bot[Any]:
    assert isinstance(rules, RollingRules)
    return SteadyBot(rules, seat, luck)


BOTS = {
    "steady": BotKind(N_("rolls on while one more roll gains more than it risks"), _steady, strength="fair"),
    "random": BotKind(N_("any legal move, each as likely"), RandomBot, strength="easy"),
}
