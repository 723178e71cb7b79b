"""Positions of one or two players, drawn at random, for checks of the solver."""

from __future__ import annotations

from random import Random

from redpip.core.dice import DICE
from redpip.core.game import Choose, Roll
from redpip.games.hot.notation import Bank
from redpip.games.hot.rules import HotRules, State
from redpip.games.hot.scoring import SINGLES

STEP = SINGLES[5]
LONGEST = 8  # rolls and choices into a turn


def samples(rules: HotRules, luck: Random, count: int) -> list[State]:
    """Starts, throws and dice on the table, alone and for two, at any totals, the last round among them; positions with
    the same totals stand together."""
    return sorted((_position(rules, luck) for _ in range(count)), key=lambda state: state.totals)


def _position(rules: HotRules, luck: Random) -> State:
    seats = luck.randint(1, 2)
    state = State(tuple(_total(rules, luck) for _ in range(seats)), 0, "start")
    if seats == 2 and luck.random() < 0.2:
        state = State((state.totals[0], _passed(rules, luck)), 0, "start", trigger=1)
    for _ in range(luck.randint(0, LONGEST)):
        state = _any_step(rules, state, luck)
    return state


def _total(rules: HotRules, luck: Random) -> int:
    """Nothing, or what a player on the way to the target can have."""
    least, most = -(-max(rules.opening, STEP) // STEP), (rules.target - rules.inclusive) // STEP
    return STEP * luck.randint(least, most) if least <= most and luck.random() < 0.8 else 0


def _passed(rules: HotRules, luck: Random) -> int:
    first = max(rules.target, rules.opening) // STEP + 1
    return STEP * (first + luck.randint(0, 40))


def _any_step(rules: HotRules, state: State, luck: Random) -> State:
    match rules.next(state):
        case Choose(options):
            actions = [action for action in options[state.seat] if action != Bank()]
            return rules.play(state, state.seat, luck.choice(actions))
        case Roll(dice=dice):
            after = rules.rolled(state, tuple(luck.randint(1, 6) if die in dice else 0 for die in DICE))
            return state if after.last else after
    return state
