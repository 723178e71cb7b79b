"""Start, luck and cost make the result in every solved game, in the unit that its advisor counts in; and each is what
the rules say, over all throws and options."""

from pathlib import Path
from typing import Any

import pytest

from play.test_review import check_terms
from redpip.core.catalog import find_game
from redpip.core.game import Over
from redpip.core.setup import Player, Setup
from redpip.play.review import review_of
from redpip.testing.bots import play_by

EXACT = 1e-6
WHOLE_DICE = {"target": 40}
SMALL: list[tuple[str, str, dict[str, Any], int, str]] = [
    ("rolling", "steady", {"dice": 2, "target": 4}, 1, "turns"),
    ("rolling", "steady", {"dice": 2, "target": 4}, 2, "win chance"),
    ("rolling", "steady", WHOLE_DICE, 2, "win chance"),
    ("diangle", "random", {"rows": (1, 1), "top": 2}, 1, "turns"),
    ("diangle", "random", {"rows": (1, 1), "top": 2}, 2, "turns"),
    ("hot", "random", {"dice": 2, "target": 100, "opening": 100}, 1, "turns"),
    ("hot", "random", {"dice": 2, "target": 100, "opening": 100}, 2, "win chance"),
]


@pytest.fixture(autouse=True)
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REDPIP_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("REDPIP_STATE_DIR", str(tmp_path / "state"))


@pytest.mark.parametrize(("name", "bot", "options", "seats", "unit"), SMALL)
def test_sums_come_out(name: str, bot: str, options: dict[str, Any], seats: int, unit: str) -> None:
    game = find_game(name)[0]
    preset = list(game.presets)[-1]  # which lets one choose options
    players = tuple(Player(f"P{number}") for number in range(seats))
    history = play_by(bot, Setup(game, preset, options, players, 0, "sums"), 10_000).history
    review = review_of(history)
    assert (review.unit, review.exact) == (unit, True)
    assert isinstance(history.next, Over)
    for seat, found in enumerate(review.seats):
        sums = found.sums
        assert sums
        assert sums.cost >= 0
        assert found.result == pytest.approx(sums.start + sums.luck - sums.cost + sums.others, abs=EXACT)
        if seats == 1 or unit == "win chance":
            assert found.result == history.next.returns[seat]
        if seats == 2 and unit == "win chance":  # what one wins the other loses
            theirs = review.seats[1 - seat].sums
            assert theirs
            assert sums.others == pytest.approx(theirs.cost - theirs.luck, abs=EXACT)
    check_terms(review, history, most_throws=6 if options == WHOLE_DICE else 36)
