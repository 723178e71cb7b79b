"""What a game's own solver is asked from the command line."""

import json

import pytest
import typer

from redpip.core.problem import Problem
from redpip.play.solving import Question
from redpip.term import solving


def test_the_verb_takes_the_games_own_questions(capsys: pytest.CaptureFixture[str]) -> None:
    """In any order, with the sign that people write for times, and the gap that is wanted."""
    asked = ["--hands", "2,2", "--bids=3x1,2×1,2x4", "--gap", "0.01", "--rolling"]
    solving.solve("perfecto", questions=asked, as_json=True)
    found = json.loads(capsys.readouterr().out)
    assert (found["hands"], found["bids"], found["rolling"]) == ("2,2", "3x1,2×1,2x4", "")
    assert 0 <= found["nash_conv"] <= 0.01
    assert found["leader_wins"] == pytest.approx((1 + found["value"]) / 2)


def test_an_unknown_question_is_named() -> None:
    for game, name in (("perfecto", "hand"), ("spicy", "hands")):
        with pytest.raises(Problem) as refused:
            Question(game, None, (), {name: "2,2"})
        assert refused.value.code == "unknown_question"


def test_nobody_is_asked_anything_by_a_word_alone() -> None:
    with pytest.raises(typer.BadParameter):
        solving.solve("perfecto", questions=["--hands", "2,2", "3,3"])


def test_the_option_about_openings_counts(capsys: pytest.CaptureFixture[str]) -> None:
    values = []
    for option in (["roll_on_opening=true"], ["roll_on_opening=false"]):
        asked = ["--hands", "1,1", "--bids", "1x1,1x2", "--rolling", "--gap", "0.001"]
        solving.solve("perfecto", option=option, questions=asked, as_json=True)
        values.append(json.loads(capsys.readouterr().out)["value"])
    assert values[0] > values[1] + 0.01
