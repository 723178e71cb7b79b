"""Scoring read a second time, slowly and by the letter, and the numbers that hold for all rolls."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from redpip.core.dice import DICE, Faces, shown
from redpip.games.hot.scoring import busts, held_total, holds, is_bust, may_hold, throws

many = settings(deadline=None, max_examples=200, derandomize=True)

rolls = st.lists(st.integers(1, 6), min_size=1, max_size=6)
some_sets = st.sets(st.integers(1, 6), max_size=2).map(lambda faces: tuple(sorted(faces)))
LISTED = {1: 1000, 2: 200, 3: 300, 4: 400, 5: 500, 6: 600}


def slow_may_hold(faces: list[int], sets: tuple[int, ...]) -> bool:
    """Take away what counts, one thing after another; nothing may be left."""
    if sorted(faces) == [1, 2, 3, 4, 5, 6]:
        return True
    rest = [face for face in faces if face not in sets]
    for face in DICE:
        if rest.count(face) >= 3:
            rest = [other for other in rest if other != face]
    return bool(faces) and all(face in (1, 5) for face in rest)


def slow_total(total: int, faces: list[int], sets: tuple[int, ...]) -> int:
    """The default order of things: first every match doubles, then the list is added line by line."""
    for face in faces:
        if face in sets:
            total *= 2
    rest = [face for face in faces if face not in sets]
    if sorted(faces) == [1, 2, 3, 4, 5, 6]:
        return total + 1500
    for face, number in Counter(rest).items():
        if number >= 3:
            worth = LISTED[face]
            for _ in range(number - 3):
                worth *= 2
            total += worth
        else:
            total += {1: 100, 5: 50}[face] * number
    return total


@many
@given(rolls, some_sets)
def test_what_may_be_held(faces: list[int], sets: tuple[int, ...]) -> None:
    assert may_hold(faces, sets) == slow_may_hold(faces, sets)


@many
@given(rolls, some_sets)
def test_groups_that_may_be_held(faces: list[int], sets: tuple[int, ...]) -> None:
    loose: Faces = (*faces, *[0] * (6 - len(faces)))
    dice = shown(loose)
    groups = holds(loose, sets)
    every = [group for size in range(1, 7) for group in combinations(dice, size)]
    assert list(groups) == [group for group in every if slow_may_hold([loose[die - 1] for die in group], sets)]
    assert is_bust(faces, sets) == (not groups)


@many
@given(rolls, some_sets, st.integers(0, 5000))
def test_totals(faces: list[int], sets: tuple[int, ...], total: int) -> None:
    if may_hold(faces, sets):
        assert held_total(total, faces, sets, whole=False, add_first=False) == slow_total(total, faces, sets)


@many
@given(rolls, some_sets, st.integers(0, 5000), st.booleans(), st.booleans())
def test_every_hold_gains_under_all_options(
    faces: list[int], sets: tuple[int, ...], total: int, whole: bool, add_first: bool
) -> None:
    if may_hold(faces, sets) and (total or not set(faces) <= set(sets)):
        assert held_total(total, faces, sets, whole=whole, add_first=add_first) > total


@pytest.mark.parametrize(
    ("facts", "total"),
    [
        # four 2s beside 500: their own set, or the whole turn
        ((500, "2222", (), False, False), 900),
        ((500, "2222", (), True, False), 1400),
        # 1 and 5 beside four 4s: after the doubling, or before it
        ((0, "144445", (), False, False), 950),
        ((0, "144445", (), True, False), 950),
        ((0, "144445", (), False, True), 950),
        ((0, "144445", (), True, True), 1100),
        # a 1 beside a match
        ((550, "14", (4,), False, False), 1200),
        ((550, "14", (4,), False, True), 1300),
        # a straight over a set that persists
        ((1000, "123456", (3,), False, False), 3500),
        ((1000, "123456", (3,), False, True), 5000),
    ],
)
def test_house_rules_for_doubling(facts: tuple[int, str, tuple[int, ...], bool, bool], total: int) -> None:
    before, faces, sets, whole, add_first = facts
    assert held_total(before, list(map(int, faces)), sets, whole=whole, add_first=add_first) == total


def test_first_rolls_that_bust() -> None:
    """F7"""
    assert busts((), 6) == 1440
    assert sum(is_bust(faces, ()) for faces in product(DICE, repeat=6)) == 1440


@pytest.mark.parametrize("sets", [(), (4,), (1,), (2, 6)])
@pytest.mark.parametrize("dice", [1, 2, 3, 4, 5])
def test_busts_are_those_of_every_throw(dice: int, sets: tuple[int, ...]) -> None:
    every = list(product(DICE, repeat=dice))
    assert busts(sets, dice) == sum(is_bust(faces, sets) for faces in every)
    assert Counter(tuple(sorted(faces)) for faces in every) == dict(throws(dice))
