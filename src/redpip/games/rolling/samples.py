"""Positions of two players, drawn at random, for checks of the solver."""

from __future__ import annotations

from random import Random

from redpip.core.dice import DICE
from redpip.core.game import Choose, Roll
from redpip.games.rolling.rules import RollingRules, State


def samples(rules: RollingRules, luck: Random, count: int) -> list[State]:
    """Any totals, before the end is on and after it; any moment of a turn. Positions with the same totals stand
    together."""
    return sorted((_position(rules, luck) for _ in range(count)), key=lambda state: state.totals)


def _position(rules: RollingRules, luck: Random) -> State:
    mine, theirs = luck.randrange(rules.target), luck.randrange(rules.target)
    if luck.random() < 0.25:
        mine, theirs = theirs, rules.target + luck.randrange(40)
    state = State((mine, theirs), 0, "start")
    for _ in range(luck.randint(0, 6)):
        after = _any_step(rules, state, luck)
        if after.seat != 0 or after.phase == "over" or after.turns:
            break
        state = after
    return state


def _any_step(rules: RollingRules, state: State, luck: Random) -> State:
    match rules.next(state):
        case Choose(options):
            return rules.play(state, state.seat, luck.choice(options[state.seat]))
        case Roll(dice=dice):
            return rules.rolled(state, tuple(luck.randint(1, 6) if die in dice else 0 for die in DICE))
        case _:
            return state
