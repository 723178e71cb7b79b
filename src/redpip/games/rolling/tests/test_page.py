"""What the page shows of loose dice."""

import pytest

from redpip.games.rolling import GAME
from redpip.games.rolling.page import scene
from redpip.games.rolling.rules import RollingRules, State, Turn


def faces(text: str) -> tuple[int, ...]:
    return tuple(0 if one == "-" else int(one) for one in text)


@pytest.mark.parametrize(
    ("aside", "loose", "notes"),
    [
        ("55----", "--2261", ["+2", "+2", "–", "–"]),  # a pair
        ("55----", "--5261", ["+5", "–", "–", "–"]),
        ("5-----", "--55-1", ["+10", "+5", "–"]),  # 7.5 each: the first makes the pair
        ("------", "1134-6", ["+2", "+2", "–", "–", "–"]),  # the red 1 doubles both
    ],
)
def test_what_loose_dice_add_adds_up(aside: str, loose: str, notes: list[str]) -> None:
    state = State((0, 0), 0, "rolled", Turn(0, faces(aside), faces(loose)))
    shown = scene(RollingRules(), state, None, GAME.words("2018", "en"), ())
    assert [die["note"] for die in shown["floor"]] == notes
