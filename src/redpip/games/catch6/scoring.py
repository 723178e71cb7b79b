"""What can be caught with six dice, and what it is worth."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Literal

from redpip.core.dice import DICE, Faces, red_dice, shown

Way = Literal["red", "fullhouse", "raffle"]
WAYS: tuple[Way, ...] = ("red", "fullhouse", "raffle")

ALIKE = 4  # a red die and three white ones of its number


def points(number: int) -> int:
    return 7 if number == 1 else number


@cache  # asked of the same throws again and again
def catches(faces: Faces) -> tuple[tuple[int, Way], ...]:
    """Every number these dice would catch if it were still free, and how, in the order of numbers and ways."""
    found = {way: _numbers(way, faces) for way in WAYS}
    return tuple((number, way) for number in DICE for way in WAYS if number in found[way])


def _numbers(way: Way, faces: Faces) -> tuple[int, ...]:
    counts = Counter(faces[die - 1] for die in shown(faces))
    match way:
        case "red":
            return tuple(number for number in red_dice(faces) if counts[number] >= min(ALIKE, counts.total()))
        case "fullhouse":
            # three and three, two and two and two, four and two: several numbers, and none of them alone
            return tuple(counts) if len(counts) > 1 and min(counts.values()) > 1 else ()
        case "raffle":
            return DICE if len(counts) == 1 else ()


def first_way(faces: Faces, number: int) -> Way:
    """How a number is caught if its player does not say: by its red if possible, since only that forces no new roll."""
    return next(way for found, way in catches(faces) if found == number)
