"""Bots for Keep on Rolling. The steady one asks what one more roll is worth and rolls while it is worth more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from typing import Any

from redpip.core.advice import Bot, BotKind, RandomBot
from redpip.core.dice import DICE, NO_FACES, Faces, shown
from redpip.core.game import Rules, Seat
from redpip.core.words import N_
from redpip.games.rolling.notation import Action, Aside, RollDice, Stop
from redpip.games.rolling.rules import RollingRules, State, Turn
from redpip.games.rolling.scoring import joined, worth


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
    free = [die for die in DICE[:dice] if not aside[die - 1]]
    share, brought = 0, 0
    for (every, match), throws in _fallen(aside, free).items():
        if match:
            times = 1 if any(number == 1 for number, _ in every) else 2
            share += times * throws
            brought += times * throws * sum(worth(face, *both) for face, both in zip(DICE, every, strict=True))
    return Hope(share / 6 ** len(free), brought / 6 ** len(free))


Tally = tuple[tuple[int, bool], ...]  # of each number how many dice show it, and whether its red one does


def _fallen(aside: Faces, free: Sequence[int]) -> Counter[tuple[Tally, bool]]:
    """How many throws of the free dice come to the same, and whether one of them found a match. There are 46,656 throws
    of six dice, but only some 5,000 that differ in what they count."""
    lying = tuple((aside.count(face), aside[face - 1] == face) for face in DICE)
    fallen = Counter({(lying, False): 1})
    for die in free:
        before, fallen = fallen, Counter()
        for (every, match), throws in before.items():
            for face in DICE:
                number, red = every[face - 1]
                after = (*every[: face - 1], (number + 1, red or die == face), *every[face:])
                fallen[after, match or number > 0] += throws
    return fallen


def _steady(rules: Rules[Any, Any], seat: Seat, luck: Random) -> Bot[Any]:
    assert isinstance(rules, RollingRules)
    return SteadyBot(rules, seat, luck)


BOTS = {
    "steady": BotKind(N_("rolls on while one more roll gains more than it risks"), _steady, strength="fair"),
    "random": BotKind(N_("any legal move, each as likely"), RandomBot, strength="easy"),
}
