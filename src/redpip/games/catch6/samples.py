"""Positions in which one number is left, drawn at random: there all values are exact and can be checked."""

from __future__ import annotations

from random import Random

from redpip.core.dice import DICE, NO_FACES, Faces
from redpip.core.game import Choose, Roll
from redpip.games.catch6.rules import SEATS, Catch6Rules, State
from redpip.games.catch6.scoring import points

LONGEST = 5  # rolls and choices into an ending


def samples(rules: Catch6Rules, luck: Random, count: int) -> list[State]:
    return [_position(rules, luck) for _ in range(count)] if _endings(rules) else []


def _position(rules: Catch6Rules, luck: Random) -> State:
    owners = luck.choice(_endings(rules))
    hands = (_hand(rules, luck), _hand(rules, luck))
    must_all = (hands[0] == NO_FACES, hands[1] == NO_FACES)
    state = State(hands, owners, must_all, luck.choice(SEATS), "roll")
    for _ in range(luck.randint(0, LONGEST)):
        state = _any_step(rules, state, luck)
    return state


def _endings(rules: Catch6Rules) -> list[tuple[int | None, ...]]:
    """Every way in which one number is free and nobody has won."""
    found = []
    for free in DICE:
        rest = [number for number in DICE if number != free]
        for choice in range(2 ** len(rest)):
            owned = {number: choice >> place & 1 for place, number in enumerate(rest)}
            if all(sum(points(n) for n in rest if owned[n] == seat) < rules.target for seat in SEATS):
                found.append(tuple(owned.get(number) for number in DICE))
    return found


def _hand(rules: Catch6Rules, luck: Random) -> Faces:
    """Now and then all dice have to be rolled."""
    if luck.random() < 0.2:
        return NO_FACES
    return tuple(luck.randint(1, 6) if die in rules.all_dice else 0 for die in DICE)


def _any_step(rules: Catch6Rules, state: State, luck: Random) -> State:
    match rules.next(state):
        case Choose(options):
            return rules.play(state, state.seat, luck.choice(options[state.seat]))
        case Roll(dice=dice):
            return rules.rolled(state, tuple(luck.randint(1, 6) if die in dice else 0 for die in DICE))
    return state
