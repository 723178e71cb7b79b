"""What held dice are worth, which dice may be held, and what the next roll may bring. Colours do not matter here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement
from math import factorial, prod

from redpip.core.dice import DICE, Faces, shown

SINGLES = {1: 100, 5: 50}
STRAIGHT = 1500
SET = 3  # so many of a kind, in one roll

Sets = tuple[int, ...]  # the faces of which a set is held, in order


def base(face: int) -> int:
    """Three of a kind in one roll."""
    return 1000 if face == 1 else 100 * face


def is_straight(faces: Sequence[int]) -> bool:
    return sorted(faces) == list(DICE)


def may_hold(faces: Sequence[int], sets: Sets) -> bool:
    """Every one of these dice, held out of one roll, counts."""
    return bool(faces) and (is_straight(faces) or all(_counts(faces, face, sets) for face in set(faces)))


def _counts(faces: Sequence[int], face: int, sets: Sets) -> bool:
    return face in sets or face in SINGLES or faces.count(face) >= SET


def is_bust(faces: Sequence[int], sets: Sets) -> bool:
    return not is_straight(faces) and not any(_counts(faces, face, sets) for face in set(faces))


@lru_cache(maxsize=50_000)
def holds(loose: Faces, sets: Sets) -> tuple[tuple[int, ...], ...]:
    """Every group of these dice that may be held."""
    dice = shown(loose)
    groups = (group for size in range(1, len(dice) + 1) for group in combinations(dice, size))
    return tuple(group for group in groups if may_hold([loose[die - 1] for die in group], sets))


def new_sets(faces: Sequence[int], sets: Sets) -> tuple[int, ...]:
    """Faces of which these dice, held out of one roll, make a set."""
    return tuple(face for face in DICE if face not in sets and faces.count(face) >= SET)


def held_total(total: int, faces: Sequence[int], sets: Sets, *, whole: bool, add_first: bool) -> int:
    """The turn's total after these dice were held too.

    Each die that matches a held set doubles the total. ``whole``: so does each die beyond the third of a new set, which
    otherwise doubles its own set alone. ``add_first``: other points of the roll are added before all the doubling.
    """
    fresh = new_sets(faces, sets)
    matches = sum(faces.count(face) for face in sets)
    beyond = sum(faces.count(face) - SET for face in fresh)
    made = sum(base(face) * (1 if whole else 2 ** (faces.count(face) - SET)) for face in fresh)
    other = _other_points(faces, sets, fresh)
    if add_first:
        return (total + made + other) << (matches + (beyond if whole else 0))
    return (((total << matches) + made) << (beyond if whole else 0)) + other


def _other_points(faces: Sequence[int], sets: Sets, fresh: Sequence[int]) -> int:
    if is_straight(faces):
        return STRAIGHT
    return sum(SINGLES[face] * faces.count(face) for face in SINGLES if face not in (*sets, *fresh))


@cache
def throws(dice: int) -> tuple[tuple[tuple[int, ...], int], ...]:
    """The throws of so many dice in any order, each with the number of its orders."""
    found = combinations_with_replacement(DICE, dice)
    return tuple((faces, factorial(dice) // prod(map(factorial, Counter(faces).values()))) for faces in found)


@cache
def busts(sets: Sets, dice: int) -> int:
    """How many of the 6 to the power of ``dice`` throws bust."""
    return sum(orders for faces, orders in throws(dice) if is_bust(faces, sets))
