"""What the slip for turning a red die says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from moves import moved
from redpip.core.game import legal
from redpip.games.spicy import GAME
from redpip.games.spicy.rules import SpicyRules


def flips_of(rules: SpicyRules, faces: str, die: int) -> Sequence[Mapping[str, Any]]:
    """What the page offers for this die after a first throw."""
    state = moved(rules, rules.start(1, 0), "roll 1 2 3 4 5 6", faces)
    scene = GAME.scene(rules, state, 0, GAME.words(None, "en"), legal(rules.next(state), 0))
    flips: Sequence[Mapping[str, Any]] = scene["dice"][die - 1]["flips"]
    return flips


@pytest.mark.parametrize(
    ("faces", "die", "points", "best"),
    [
        ("524225", 2, [19, 20, 21, 22, 23, 24], [6]),
        ("524226", 6, [16, 17, 18, 19, 20, 21], [6]),  # staying red
    ],
)
def test_each_face_has_its_worth_and_the_best_is_marked(
    faces: str, die: int, points: list[int], best: list[int]
) -> None:
    flips = flips_of(SpicyRules(), faces, die)
    assert [flip["points"] for flip in flips] == points
    assert [flip["face"] for flip in flips if flip["best"]] == best
    assert [flip["face"] for flip in flips if flip["action"] is None] == [die]


def test_nothing_stands_out_where_all_faces_are_worth_the_same() -> None:
    assert not any(flip["best"] for flip in flips_of(SpicyRules(boxes=("RUN",)), "524225", 2))
