"""Many actions are told by few patterns, which stand for exactly those actions."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from redpip.core.choices import FEW, Pattern, describe_options, expanded, patterns

DICE = "123456"
ROLLS = [f"roll {' '.join(dice)}" for number in range(1, 7) for dice in combinations(DICE, number)]


def described(texts: list[str]) -> list[str]:
    return [str(pattern) for pattern in patterns(texts)]


def test_few_are_listed_as_they_are() -> None:
    texts = [f"score {box}" for box in range(FEW)]
    assert describe_options(texts) == texts
    assert describe_options([*texts, "pass"]) == [f"score [{'|'.join(map(str, range(FEW)))}]", "pass"]


@pytest.mark.parametrize(
    ("texts", "told"),
    [
        (ROLLS, ["roll [1-6 of 1 2 3 4 5 6]"]),
        ([*ROLLS, "roll none"], ["roll [1-6 of 1 2 3 4 5 6]", "roll none"]),
        ([text for text in ROLLS if len(text) <= 10], ["roll [1-3 of 1 2 3 4 5 6]"]),
        ([text for text in ROLLS if "2" in text and "5" in text], ["roll [2-6 of 1 2! 3 4 5! 6]"]),
        (ROLLS[1:], described(ROLLS[1:])),  # one is missing, so it is no such set
        ([f"flip {die}>{face}" for die in "24" for face in "135"], ["flip [2|4]>[1|3|5]"]),
        (["bid 2x5", "bid 2x6", "bid 3x5", "bid 3x6", "bid 4x6"], ["bid [2|3]x[5|6]", "bid 4x6"]),
        (["score RUN", "score SET", "stop"], ["score [RUN|SET]", "stop"]),
        (["place 3 10", "place 3 11"], ["place 3 [10|11]"]),
        ([], []),
    ],
)
def test_patterns(texts: list[str], told: list[str]) -> None:
    assert described(texts) == told
    assert sorted(expanded(told)) == sorted(texts)
    assert [str(Pattern.read(text)) for text in told] == told


words = st.sampled_from(["roll", "flip", "bid", "x", "RUN", "none", *"123456", "10", "21"])
texts = st.lists(words, min_size=1, max_size=5).flatmap(
    lambda said: st.sampled_from([" ", ">", "x"]).map(lambda between: f"do {between.join(said)}")
)


@given(st.lists(st.one_of(texts, st.sampled_from(ROLLS)), unique=True, max_size=80))
def test_any_texts_come_back(given_texts: list[str]) -> None:
    assert sorted(expanded(described(given_texts))) == sorted(given_texts)
    assert sorted(expanded(describe_options(given_texts))) == sorted(given_texts)
