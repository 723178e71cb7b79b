"""Scoring read a second time, slowly and by the letter, and the numbers that hold for all rolls."""

from __future__ import annotations

from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from redpip.core.dice import DICE, NO_FACES, Faces, is_red, parse_faces, shown, without
from redpip.games.rolling.rules import RollingRules
from redpip.games.rolling.scoring import asides, chances, is_bust, joined, matching, points, unmatched

many = settings(deadline=None, max_examples=200, derandomize=True)

EVERY_ROLL = list(product(DICE, repeat=6))


@st.composite
def tables(draw: st.DrawFn, least_loose: int = 1) -> tuple[Faces, Faces]:
    """Some dice aside and the others just rolled."""
    faces = draw(st.tuples(*[st.integers(1, 6)] * 6))
    loose = draw(st.sets(st.sampled_from(DICE), min_size=least_loose))
    return (
        tuple(0 if die in loose else face for die, face in enumerate(faces, 1)),
        tuple(face if die in loose else 0 for die, face in enumerate(faces, 1)),
    )


def slow_points(aside: Faces) -> int:
    """Die by die: what it shows, if another shows the same; twice, if one of those is red."""
    total = 0
    for die in shown(aside):
        face = aside[die - 1]
        alike = [other for other in shown(aside) if aside[other - 1] == face]
        if len(alike) > 1:
            total += face * 2 if any(is_red(other, face) for other in alike) else face
    return total


def slow_asides(aside: Faces, loose: Faces) -> set[tuple[int, ...]]:
    found = set()
    for size in range(1, 7):
        for group in combinations(shown(loose), size):
            pair = any(loose[a - 1] == loose[b - 1] for a, b in combinations(group, 2))
            match = any(loose[die - 1] == aside[other - 1] for die in group for other in shown(aside))
            if pair or match:
                found.add(group)
    return found


def test_points_of_every_six_dice() -> None:
    assert all(points(faces) == slow_points(faces) for faces in EVERY_ROLL)


@many
@given(tables())
def test_points_of_some_dice(table: tuple[Faces, Faces]) -> None:
    aside, loose = table
    assert points(aside) == slow_points(aside)
    assert points(loose) == slow_points(loose)


@many
@given(tables())
def test_legal_groups(table: tuple[Faces, Faces]) -> None:
    aside, loose = table
    groups = asides(aside, loose)
    assert len(groups) == len(set(groups)) <= 63
    assert set(groups) == slow_asides(aside, loose)
    assert is_bust(aside, loose) == (not groups)


@many
@given(tables())
def test_what_may_go_aside_is_what_raises_the_score(table: tuple[Faces, Faces]) -> None:
    """F6"""
    aside, loose = table
    legal = set(asides(aside, loose))
    for size in range(1, 7):
        for group in combinations(shown(loose), size):
            assert (group in legal) == (points(joined(aside, loose, group)) > points(aside))


@many
@given(tables())
def test_all_that_match_are_worth_most(table: tuple[Faces, Faces]) -> None:
    aside, loose = table
    match = matching(aside, loose)
    best = points(joined(aside, loose, shown(loose)))
    assert points(joined(aside, loose, match)) == best
    assert not match or match in asides(aside, loose)


def test_first_rolls() -> None:
    """F6: only a run busts, and only a set can fill up at once."""
    rules = RollingRules()
    bust = [faces for faces in EVERY_ROLL if is_bust(NO_FACES, faces)]
    assert len(bust) == 720
    assert all(sorted(faces) == list(DICE) for faces in bust)
    assert sum(rules.filled(faces) for faces in EVERY_ROLL) == 2556
    assert chances(NO_FACES, 6).bust == 720
    assert chances(NO_FACES, 6).fill == 2556
    assert chances(NO_FACES, 6).throws == 46656


@settings(deadline=None, max_examples=60, derandomize=True)
@given(tables(least_loose=1))
def test_chances_are_those_of_every_throw(table: tuple[Faces, Faces]) -> None:
    aside, loose = table
    free = shown(loose)
    if len(free) > 4:
        return
    throws = [dict(zip(free, faces, strict=True)) for faces in product(DICE, repeat=len(free))]
    fallen = [tuple(throw.get(die, 0) for die in DICE) for throw in throws]
    every = [joined(aside, throw, free) for throw in fallen]
    told = chances(aside, len(free))
    assert told.throws == len(fallen)
    assert told.bust == sum(is_bust(aside, throw) for throw in fallen)
    assert told.fill == sum(not unmatched(faces) for faces in every)


@pytest.mark.parametrize(
    ("aside", "alone"), [("5-54--", (4,)), ("545433", ()), ("112345", (3, 4, 5, 6)), ("------", ()), ("1-----", (1,))]
)
def test_dice_that_stand_alone(aside: str, alone: tuple[int, ...]) -> None:
    faces = parse_faces(aside)
    assert unmatched(faces) == alone
    assert set(matching(NO_FACES, faces)) == set(without(shown(faces), alone))
