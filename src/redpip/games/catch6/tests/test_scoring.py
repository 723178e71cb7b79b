"""What six dice catch, against the printed example, known counts and a second, slow reading of the rule."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from redpip.core.dice import DICE, Faces, parse_faces
from redpip.games.catch6.scoring import WAYS, catches, first_way, points


def told(dice: str) -> str:
    return " ".join(f"{number}:{way}" for number, way in catches(parse_faces(dice)))


def slow_catches(faces: Faces) -> set[tuple[int, str]]:
    """Number by number and shape by shape, as the booklet lists them."""
    shape = sorted(Counter(faces).values(), reverse=True)
    found = set()
    for number in DICE:
        white = [die for die, face in enumerate(faces, 1) if face == number and die != number]
        if faces[number - 1] == number and len(white) >= 3:
            found.add((number, "red"))
        if shape in ([3, 3], [2, 2, 2], [4, 2]) and number in faces:
            found.add((number, "fullhouse"))
        if shape == [6]:
            found.add((number, "raffle"))
    return found


def test_the_printed_example() -> None:
    """One red 5 and three white 5s catch the 5."""
    assert told("551552") == "5:red"


@pytest.mark.parametrize(
    ("dice", "expected"),
    [
        ("555551", "5:red"),  # five alike with the red
        ("555525", ""),  # five white ones
        ("664114", "1:fullhouse 4:fullhouse 6:fullhouse"),
        ("666226", "2:fullhouse 6:red 6:fullhouse"),
        ("666464", "4:fullhouse 6:fullhouse"),  # the red is in the pair
        ("334223", ""),  # 3, 2 and 1
        ("123456", ""),
        ("222222", "1:raffle 2:red 2:raffle 3:raffle 4:raffle 5:raffle 6:raffle"),
        ("------", ""),
    ],
)
def test_what_is_caught(dice: str, expected: str) -> None:
    assert told(dice) == expected


def test_every_throw_as_the_booklet_lists_it() -> None:
    thrown = list(product(DICE, repeat=6))
    assert all(set(catches(faces)) == slow_catches(faces) for faces in thrown)
    ways = Counter(way for faces in thrown for way in {way for _, way in catches(faces)})
    assert [ways[way] for way in WAYS] == [1656, 2550, 6]
    assert sum(1 for faces in thrown if catches(faces)) == 3906


def test_by_red_comes_first() -> None:
    assert first_way(parse_faces("666226"), 6) == "red"
    assert first_way(parse_faces("666226"), 2) == "fullhouse"
    assert first_way(parse_faces("444444"), 4) == "red"
    assert first_way(parse_faces("444444"), 5) == "raffle"


def test_the_numbers_are_worth_27_points() -> None:
    assert [points(number) for number in DICE] == [7, 2, 3, 4, 5, 6]
