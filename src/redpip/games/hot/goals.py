"""What is to be reached, in steps, and how far Hot Dice is solved. Nothing heavy: it is asked when a bot is chosen."""

from __future__ import annotations

from redpip.core.problem import Problem
from redpip.games.hot.rules import HotRules

STEP = 50  # every total is a multiple of it
LARGEST = 20_000  # the largest target that is solved


def steps(points: int) -> int:
    """The fewest steps that make so many points."""
    return -(-points // STEP)


def goal_of(rules: HotRules) -> int:
    """Steps that pass the target from nothing."""
    return max(1, steps(rules.target) if rules.inclusive else rules.target // STEP + 1)


def least_of(rules: HotRules) -> int:
    """Steps that open."""
    return max(1, steps(rules.opening))


def check_solvable(rules: HotRules) -> None:
    """Raises a Problem where the work would not end, before it is begun."""
    if max(goal_of(rules), least_of(rules)) > LARGEST // STEP + 1:
        raise Problem(
            "too_large",
            "Hot Dice is solved for targets and openings up to {most}, such as --option target={most}.",
            most=LARGEST,
        )
