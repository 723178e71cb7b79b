"""Spicy Dice as numbers: what the solver has to know of a variant."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import numpy as np

from redpip.games.spicy.kinds import score_kinds, whole_kinds
from redpip.games.spicy.rules import SpicyRules
from redpip.games.spicy.scoring import NUMBERS
from redpip.solve.pool.facts import Holding, Pool, Way


def solo(rules: SpicyRules, seat: int) -> SpicyRules:
    """The same rules for this seat alone: others' dice and ties change nothing in an expected score."""
    junior = bool(rules.junior) and rules.junior[seat]
    return replace(rules, junior=(True,) if junior else (), tie="shared")


def pool_of(rules: SpicyRules) -> Pool:
    points, kinds = score_kinds(rules)
    held = holding(rules) if rules.extra else None
    return Pool(rules.rolls, rules.bonus, floors(rules), points, kinds, rules.flips, rules.zero_roll_turns, held)


def holding(rules: SpicyRules) -> Holding:
    """Extra Spicy: RUN, SET and peppers use all dice; other boxes use any of those that count there."""
    whole, kinds = whole_kinds(rules)
    ways = [way for at, box in enumerate(rules.boxes) for way in _ways(rules, at, box)]
    return Holding(whole, kinds, tuple(ways), rules.dice, rules.hold_all)


def _ways(rules: SpicyRules, at: int, box: str) -> Iterator[Way]:
    gain = np.full((6, 6), -np.inf)
    for die, face in product(range(rules.dice), range(6)):
        if box == "SUM" or box == str(face + 1):
            gain[die, face] = face + 1
        if box == "RED" and die == face:
            gain[die, face] = 10
    if rules.zero_frees_dice:
        yield Way(at, np.zeros((6, 6)), gain)
    else:
        yield from (_forced(Way(at, np.zeros((6, 6)), gain), die) for die in range(rules.dice))
    if box in NUMBERS[: rules.dice]:
        yield _forced(Way(at, np.zeros((6, 6)), 2 * gain), int(box) - 1, int(box) - 1)  # its red die is used


def _forced(way: Way, die: int, face: int | None = None) -> Way:
    """The same way, with this die used for sure, showing that face if one is named."""
    stay, gain = way.stay.copy(), way.gain.copy()
    stay[die] = -np.inf
    gain[die] = [points if face in (None, shown) else -np.inf for shown, points in enumerate(gain[die])]
    return Way(way.box, stay, gain)


def floors(rules: SpicyRules) -> tuple[int, ...]:
    """Rolls a turn must leave, by open boxes: on turn k a Junior may have used rolls * k // boxes."""
    boxes = len(rules.boxes)
    if not any(rules.junior):
        return (0,) * (boxes + 1)
    return tuple(rules.rolls - rules.rolls * (boxes - size + 1) // boxes for size in range(boxes + 1))
