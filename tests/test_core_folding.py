"""Lines too long for the screen are broken between words, and their styles stay where they were."""

from __future__ import annotations

import pytest

from redpip.core.folding import fold
from redpip.core.words import line, plain


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("", [""]),
        ("short enough", ["short enough"]),
        ("one two three four five", ["one two three", "four five"]),
        ("ends with one space", ["ends with one", "space"]),
        ("a          gap", ["a          gap"]),
        ("r 1   roll die 1 again", ["r 1   roll die", "      1 again"]),
        ("r 1 4 5     roll dice 1 4 5", ["r 1 4 5", "roll dice 1 4", "5"]),  # no room behind this label
        ("Mia    4   1 2 3", ["Mia    4", "       1 2 3"]),  # a column stays whole
        ("Donaudampfschifffahrt", ["Donaudampfschi", "fffahrt"]),
        ("   Donaudampfschifffahrt", ["   Donaudampfs", "chifffahrt"]),
    ],
)
def test_pieces(text: str, pieces: list[str]) -> None:
    assert [plain(piece) for piece in fold(line(text), 14)] == pieces


def test_styles_are_kept() -> None:
    first, second = fold(line("one ", ("two three", "red"), " four"), 10)
    assert [span for span in first if span[0]] == [("one ", "plain"), ("two", "red")]
    assert [span for span in second if span[0]] == [("three", "red"), (" four", "plain")]
    assert [plain(piece) for piece in fold(line(), 10)] == [""]
