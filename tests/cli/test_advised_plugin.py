"""A game of another package that brings no more than an advisor has a hint, a review and training; estimates say so."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from plugins import install

Run = Callable[..., subprocess.CompletedProcess[str]]
# Hot Dice with somebody who guesses: what is banked and what lies on the table, give or take
GUESSED = """
from dataclasses import replace
from pathlib import Path
from redpip.core.advice import OpenAdvisor, Worth
from redpip.core.coaching import Bands, Coaching
from redpip.games.hot import GAME as HOT


class Guesser(OpenAdvisor):
    unit, exact = "points", False

    def value(self, point):
        state = point.view
        mine = state.turn.total if state.seat == self._seat else 0
        return Worth(state.totals[self._seat] + mine, 0.0 if state.phase == "over" else 10.0)


GAME = replace(
    HOT,
    id="{name}",
    name="Other Dice",
    about="Like another.",
    folder=Path(__file__).parent,
    advisor=lambda rules, seat, effort: Guesser(rules, seat),
    coaching=lambda rules, unit: Coaching(Bands(10.0, 100.0, 400.0)),
)
"""
PLAY = ("play", "guessed", "--players", "Mia", "--seed", "4", "--option", "target=500", "--option", "opening=0")


@pytest.fixture
def guessed(tmp_path: Path, redpip: Run) -> Run:
    site = tmp_path / "site"
    install(site, "guessed", GUESSED)
    return lambda *words, **how: redpip(*words, set_env={"PYTHONPATH": str(site)}, **how)


def play_by_first_options(guessed: Run) -> Path:
    """A record of bots; of random ones, so that something was given away."""
    record = Path("guessed.jsonl")
    played = guessed("play", *PLAY[1:2], "--players", "bot:random", *PLAY[4:], "--no-save", "--json")
    assert played.returncode == 0, played.stderr
    record.write_text(played.stdout)
    return record


def test_hint_review_and_training(guessed: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    hint = guessed(*PLAY, "--no-save", typed="\nhint\nq\n").stdout
    assert "you can then expect about " in hint
    assert "give or take 10.00 points" in hint
    record = play_by_first_options(guessed)
    review = json.loads(guessed("review", record, "--json").stdout)
    assert review["exact"] is False
    doubtful = [one for one in review["decisions"] if one["cost"] <= 2 * one["error"]]
    assert doubtful
    assert not any(one["mark"] for one in doubtful)
    assert any(one["mark"] and one["reason"] for one in review["decisions"])
    assert "estimate" in guessed("review", record).stdout
    taken = guessed("train", "--add", record, "--seat", "1", "--list")
    assert taken.returncode == 0, taken.stderr
    asked = guessed("train", "--game", "guessed", typed="q\n")
    assert "What do you do here?" in asked.stdout
