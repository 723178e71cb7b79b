"""Numbers for people."""

from __future__ import annotations

import pytest

from redpip.core.problem import Refusal
from redpip.core.showing import finer_percent_text, percent, places_apart, roll_told
from redpip.core.words import common_words


@pytest.mark.parametrize(
    ("chance", "told"),
    [(0, "0"), (1e-9, "<1"), (5 / 324, "2"), (1 / 3, "33"), (0.994, "99"), (1 - 1e-9, ">99"), (1, "100")],
)
def test_only_what_is_certain_is_0_or_100(chance: float, told: str) -> None:
    assert percent(chance) == told


@pytest.mark.parametrize(
    ("one", "other", "places", "told"),
    [
        (0.123, 0.131, 0, ("12 %", "13 %")),
        (0.1231, 0.1249, 1, ("12,3 %", "12,5 %")),
        (0.0004, 0.001, 1, ("<0,1 %", "0,1 %")),
        (0.99961, 0.99968, 2, ("99,96 %", "99,97 %")),
    ],
)
def test_chances_side_by_side_read_differently(one: float, other: float, places: int, told: tuple[str, str]) -> None:
    words = common_words("de")
    assert places_apart(lambda chance, finer: finer_percent_text(chance, words, finer), one, other, 0, 3) == places
    assert (finer_percent_text(one, words, places), finer_percent_text(other, words, places)) == told


def test_what_is_the_same_is_never_told_apart() -> None:
    assert places_apart(round, 1 / 3, 1 / 3, 0, 3) is None


@pytest.mark.parametrize(
    ("language", "value", "told"),
    [("en", 9999, "9999"), ("en", 10_000, "10,000"), ("de", 1_234_567, "1.234.567"), ("de", -10_000, "-10.000")],
)
def test_whole_numbers_have_separators_from_five_digits_on(language: str, value: int, told: str) -> None:
    assert common_words(language).whole(value) == told
    assert common_words(language).count("{number} point", "{number} points", value).startswith(told)


@pytest.mark.parametrize(
    ("language", "page", "terminal"),
    [
        ("en", "Mia rolls 3 dice: 5, red 3, 1", "Mia rolls dice 2 3 6: 5 3r 1"),
        ("de", "Mia wirft 3 Würfel: 5, rote 3, 1", "Mia wirft Würfel 2 3 6: 5 3r 1"),
    ],
)
def test_a_page_says_how_many_dice_were_rolled_and_the_terminal_which(language: str, page: str, terminal: str) -> None:
    words, faces = common_words(language), (0, 5, 3, 0, 0, 1)
    assert roll_told("Mia", faces, 6, words.aloud()) == page
    assert roll_told("Mia", faces, 6, words) == terminal


def test_a_refusal_lists_dice_in_the_same_way() -> None:
    words, refusal = common_words("en", {"left": "Still to be rolled: {dice}."}), Refusal("left", {"dice": (2, 3)})
    assert words.aloud().refusal(refusal) == "Still to be rolled: 2 and 3."
    assert words.refusal(refusal) == "Still to be rolled: 2 3."
