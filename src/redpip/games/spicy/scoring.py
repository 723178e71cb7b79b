"""What dice are worth in a box.

A *line* is one way to score: the dice it uses and what they bring. Classic takes the best line of a box; in Extra
Spicy the player may declare the dice, so that the others can be held.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from itertools import combinations
from typing import Literal

from redpip.core.dice import Faces, red_dice, shown

NUMBERS = ("1", "2", "3", "4", "5", "6")
BOXES = (*NUMBERS, "RUN", "SET", "SUM", "RED")

Combination = Literal["run", "set", "big", "little", "hot"]


def is_run(faces: Faces) -> bool:
    """One of each number, from 1 up."""
    numbers = sorted([face for face in faces if face])
    return numbers == [*range(1, len(numbers) + 1)]


def is_set(faces: Faces) -> bool:
    """No number stands alone."""
    return 1 not in [faces.count(face) for face in faces if face]


def pepper(faces: Faces) -> Combination | None:
    dice = shown(faces)
    if red_dice(faces) == dice:
        return "hot"
    if len({faces[die - 1] for die in dice}) == 1:
        return "big" if faces[dice[0] - 1] >= 4 else "little"
    return None


@cache  # there are only 46,656 throws of six dice
def values(faces: Faces) -> Mapping[str, int]:
    """The most that these dice bring in each box."""
    return {box: max(ways)[0] if len(ways) > 1 else 0 for box, ways in lines(faces).items()}


def value(faces: Faces, box: str) -> int:
    return values(faces)[box]


def lines(faces: Faces) -> Mapping[str, Sequence[tuple[int, tuple[int, ...]]]]:
    """For each box its scoring lines as (points, dice used), nothing for nothing among them."""
    dice, reds, total = shown(faces), red_dice(faces), sum(faces)
    ways: dict[str, list[tuple[int, tuple[int, ...]]]] = {box: [(0, ())] for box in BOXES}
    for number in set(faces) - {0}:
        matching = tuple([die for die in dice if faces[die - 1] == number])
        ways[str(number)].append((_number_value(faces, number, matching), matching))
    ways["SUM"].append((total, dice))
    ways["RED"].append((10 * len(reds), reds))
    # runs and sets may stand in the box of a number whose red shows
    for box, fits in (("RUN", is_run(faces)), ("SET", is_set(faces))):
        if fits:
            for home in (box, *map(str, reds)):
                ways[home].append((total, dice))
    if kind := pepper(faces):
        for box in BOXES:
            ways[box].append((_pepper_value(kind, faces, box), dice))
    return ways


def _number_value(faces: Faces, number: int, dice: tuple[int, ...]) -> int:
    return number * len(dice) * (2 if number in dice and faces[number - 1] == number else 1)


def _pepper_value(kind: Combination, faces: Faces, box: str) -> int:
    if kind == "hot":
        return 100 if box in ("RUN", "RED") else 50
    at_home = box == str(max(faces))
    return {"big": 50, "little": 25}[kind] + (25 if at_home else 0)


def default_use(faces: Faces, box: str) -> tuple[int, ...]:
    """The dice used where a player declares none: the highest score, then the fewest dice."""
    _, used = min(lines(faces)[box], key=lambda line: (-line[0], len(line[1])))
    return used


@lru_cache(maxsize=50_000)
def uses(faces: Faces, box: str) -> dict[tuple[int, ...], int]:
    """Every set of dice that may be declared used in this box, with what it brings (Extra Spicy)."""
    dice = shown(faces)
    free = {"SUM": dice, "RED": red_dice(faces)}.get(box, ())
    if box in NUMBERS:
        free = tuple(die for die in dice if str(faces[die - 1]) == box)
    parts = (part for size in range(len(free) + 1) for part in combinations(free, size))
    found = {part: _part_value(faces, box, part) for part in parts if len(part) < len(dice)}
    whole = [score for score, used in lines(faces)[box] if used == dice]
    return found | ({dice: max(whole)} if whole else {})


def _part_value(faces: Faces, box: str, dice: tuple[int, ...]) -> int:
    if box == "SUM":
        return sum(faces[die - 1] for die in dice)
    if box == "RED":
        return 10 * len(dice)
    return _number_value(faces, int(box), dice) if box in NUMBERS else 0
