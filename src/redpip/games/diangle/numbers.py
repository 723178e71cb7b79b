"""Diangle as numbers: what the solver has to know of its rules and positions."""

from __future__ import annotations

from redpip.core.dice import Faces
from redpip.games.diangle.rules import Climber, DiangleRules
from redpip.solve.rows.facts import BASE, OUT, Rows


def rows_of(rules: DiangleRules) -> Rows:
    return Rows(tuple(number - 1 for number in rules.track), rules.rows, rules.reuse_removed)


def hand(rules: DiangleRules, faces: Faces, out: tuple[int, ...] = ()) -> int:
    """What the dice show; those that are out count as if they lay elsewhere."""
    return sum((OUT if die in out else faces[die - 1] - 1) * BASE ** (die - 1) for die in rules.all_dice)


def keep(rules: DiangleRules, climber: Climber) -> int:
    """The dice on the board; all others are thrown."""
    return hand(rules, climber.faces, rules.must_roll(climber))
