"""What dice set aside are worth, which dice may join them, and what the next roll may bring."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations
from math import comb, perm

from redpip.core.dice import DICE, Faces, shown


@cache
def value(aside: Faces, face: int) -> int:
    """What the dice aside with this face bring: nothing alone, double with the red one among them."""
    return worth(face, aside.count(face), aside[face - 1] == face)


def worth(face: int, number: int, red: bool) -> int:
    """What so many dice with this face bring."""
    return 0 if number < 2 else face * number * (2 if red else 1)


@lru_cache(maxsize=100_000)
def points(aside: Faces) -> int:
    return sum(value(aside, face) for face in DICE)


def unmatched(aside: Faces) -> tuple[int, ...]:
    """The dice aside that stand alone."""
    return tuple(die for die in shown(aside) if aside.count(aside[die - 1]) == 1)


def matching(aside: Faces, loose: Faces) -> tuple[int, ...]:
    """The loose dice that have a match, aside or among themselves."""
    return tuple(die for die in shown(loose) if (aside + loose).count(loose[die - 1]) >= 2)


def is_match(aside: Faces, faces: Sequence[int]) -> bool:
    """Whether two of these faces are equal, or one of them lies aside already."""
    taken = set(aside) - {0}
    return len(taken.union(faces)) < len(taken) + len(faces)


@lru_cache(maxsize=50_000)
def is_bust(aside: Faces, loose: Faces) -> bool:
    return not is_match(aside, [face for face in loose if face])


@lru_cache(maxsize=50_000)
def asides(aside: Faces, loose: Faces) -> tuple[tuple[int, ...], ...]:
    """Every group of loose dice that may be set aside: with a pair in it, or a die that matches one already aside."""
    dice = shown(loose)
    groups = (group for size in range(1, len(dice) + 1) for group in combinations(dice, size))
    return tuple(group for group in groups if is_match(aside, [loose[die - 1] for die in group]))


@dataclass(frozen=True, slots=True)
class Chances:
    """How many of all throws bust, and how many could fill up."""

    bust: int
    fill: int
    throws: int


def chances(aside: Faces, loose: int) -> Chances:
    """What the next throw of so many dice does with these aside."""
    numbers = set(aside) - {0}
    lone = len(unmatched(aside))
    fresh = 6 - len(numbers)
    return Chances(perm(fresh, loose), _fills(len(numbers) - lone, lone, fresh, loose), 6**loose)


@cache
def _fills(matched: int, lone: int, fresh: int, dice: int) -> int:
    """Throws after which nothing is alone: any number of each matched face, one or more of a lone one, not one of a
    fresh one."""
    if matched:
        return sum(comb(dice, n) * _fills(matched - 1, lone, fresh, dice - n) for n in range(dice + 1))
    if lone:
        return sum(comb(dice, n) * _fills(0, lone - 1, fresh, dice - n) for n in range(1, dice + 1))
    if fresh:
        return sum(comb(dice, n) * _fills(0, 0, fresh - 1, dice - n) for n in range(dice + 1) if n != 1)
    return int(dice == 0)


def joined(aside: Faces, loose: Faces, dice: Sequence[int]) -> Faces:
    """What lies aside after these dice were set aside too."""
    return tuple(loose[die - 1] if die in dice else face for die, face in enumerate(aside, 1))
