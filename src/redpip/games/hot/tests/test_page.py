"""What the page says of getting on the board."""

import pytest

from redpip.games.hot import GAME
from redpip.games.hot.page import scene
from redpip.games.hot.rules import HotRules, State, Turn


@pytest.mark.parametrize(
    ("opening", "had", "turn", "said"),
    [
        (1000, 0, 950, "It takes 1000 points in one turn to get on the board."),
        (1000, 0, 1000, "The 1000 points of this turn are enough to get on the board."),
        (1000, 50, 950, ""),
        (0, 0, 0, ""),
    ],
)
def test_whoever_has_enough_is_not_told_what_it_takes(opening: int, had: int, turn: int, said: str) -> None:
    rules = HotRules(opening=opening)
    shown = scene(rules, State((had, 0), 0, "held", Turn(turn)), None, GAME.words("classic", "en"), ())
    assert shown["note"] == said
