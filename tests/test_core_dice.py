"""Dice and their text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from redpip.core.dice import faces_text, is_red, lay, parse_faces, red_dice, shown, turn_die, without
from redpip.core.problem import Problem

any_faces = st.tuples(*[st.integers(0, 6)] * 6)


@given(any_faces)
def test_text_leads_back(faces: tuple[int, ...]) -> None:
    assert parse_faces(faces_text(faces)) == faces


def test_left_out_dice_are_dashes() -> None:
    assert parse_faces("4--4--") == (4, 0, 0, 4, 0, 0)
    assert faces_text((0, 2, 0, 0, 0, 6)) == "-2---6"


@pytest.mark.parametrize("text", ["", "12345", "1234561", "12345x", "123450", "123457", "１23456", "12 456", "1234-\n"])
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(Problem) as caught:
        parse_faces(text)
    assert caught.value.code == "bad_dice"
    assert repr(text) in caught.value.message


@given(any_faces)
def test_red_is_the_own_number(faces: tuple[int, ...]) -> None:
    assert red_dice(faces) == tuple(die for die in range(1, 7) if is_red(die, faces[die - 1]))
    assert set(red_dice(faces)) <= set(shown(faces))


@given(any_faces, any_faces)
def test_laid_dice_replace_only_themselves(table: tuple[int, ...], thrown: tuple[int, ...]) -> None:
    after = lay(table, thrown)
    for die in range(6):
        assert after[die] == (thrown[die] if die + 1 in shown(thrown) else table[die])


def test_turning_and_leaving_out() -> None:
    assert turn_die((4, 2, 4, 4, 2, 5), 4, 2) == (4, 2, 4, 2, 2, 5)
    assert without((1, 2, 3), (2, 5)) == (1, 3)
