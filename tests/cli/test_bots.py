"""What ``redpip bots`` says of levels that win less than they are meant to, or that nobody has measured."""

import json

import pytest

from redpip.play import strengths
from redpip.play.strengths import Duel, Rating, Strengths
from redpip.term.bots import bots

DUELS = (
    Duel("club", "novice", 2000, 0.57, 0.55, 0.59),
    Duel("expert", "club", 200, 0.595, 0.535, 0.652),
)


@pytest.fixture(autouse=True)
def measured(monkeypatch: pytest.MonkeyPatch) -> None:
    ratings = {name: Rating(25.0, 1.0) for name in ("novice", "club", "expert")}
    monkeypatch.setattr(strengths, "strengths_of", lambda _: Strengths("classic", "1", "", ratings, DUELS))


def test_a_level_that_wins_too_little_says_why(capsys: pytest.CaptureFixture[str]) -> None:
    bots("hot", "en")
    told = [line.strip() for line in capsys.readouterr().out.splitlines()]
    club, expert = (told.index(line) for line in told if line.startswith("wins"))
    assert told[club + 1] == "luck does not allow the 60 % that a level is meant to win"
    assert told[expert + 1].startswith("less than the 60 % that a level is meant to win; so few games leave open")
    assert "nobody has measured it against bot:expert yet" in told
    assert sum("nobody" in line for line in told) == 1  # novice has nobody below


def test_the_same_as_data(capsys: pytest.CaptureFixture[str]) -> None:
    bots("hot", "en", as_json=True)
    found = {one["bot"]: one["enough"] for one in json.loads(capsys.readouterr().out)["bots"]}
    assert [found[f"bot:{name}"] for name in ("novice", "club", "expert", "best")] == [None, False, None, None]
    assert Duel("best", "expert", 60, 0.65, 0.528, 0.755).enough
