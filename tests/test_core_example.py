"""Examples beside the rules: what they say is what the game's scoring says, and any tap leads to another example."""

from __future__ import annotations

import re
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from redpip.core.catalog import Game, all_games
from redpip.core.example import Example, Laid, shown
from redpip.core.problem import Problem
from redpip.core.rulebook import paragraphs
from redpip.core.words import LANGUAGES
from redpip.games.spicy.scoring import BOXES, value
from redpip.template import GAME as TEMPLATE
from redpip.web.examples import example_of

GAMES = [*all_games().values(), TEMPLATE]
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
THROWS = re.compile(r"`((?:[1-6-]{6} ?)+(?: ?\w{1,5})*)`")


def example(game: Game) -> Example:
    assert game.example
    return game.example


def said(name: str, dice: str, language: str = "en") -> dict[str, tuple[str, str]]:
    return {box["key"]: (box["value"], box["say"]) for box in example_of(name, dice, False, language)["boxes"]}


@every_game
def test_texts_have_two_throws_or_more_and_the_same_in_both_languages(game: Game) -> None:
    english, german = (THROWS.findall(game.rules_text(language)) for language in LANGUAGES)
    assert english == german
    assert len(set(english)) >= 2
    for text in english:
        assert example(game).read(text)
    assert example(game).after in {one.anchor for one in paragraphs(game, "en") if one.level == 2}


@every_game
def test_whatever_is_tapped_there_is_something_to_say(game: Game) -> None:
    laid, luck = example(game).read(example(game).start), Random(1)
    for step in range(60):
        words = game.words(None, LANGUAGES[step % 2])
        told = shown(example(game), game.rules(), laid, words)
        assert all(box["say"] and box["name"] for box in told["boxes"])
        assert told["best"] in {box["key"] for box in told["boxes"]}
        assert str(example(game).read(told["dice"])) == told["dice"]
        nexts = [die["next"] for group in told["groups"] for die in group["dice"] if die["next"]]
        nexts += [choice["dice"] for setting in told["settings"] for choice in setting["choices"]]
        laid = example(game).read(luck.choice(nexts))
        if step % 10 == 9:
            laid = example(game).rolled(laid, lambda: luck.randint(1, 6))


@settings(max_examples=60, deadline=None)
@given(st.tuples(*[st.integers(1, 6)] * 6))
def test_boxes_of_spicy_are_its_scoring(faces: tuple[int, ...]) -> None:
    boxes = said("spicy", str(Laid((faces,))))
    assert {key: int(points) for key, (points, _) in boxes.items()} == {box: value(faces, box) for box in BOXES}


def test_what_the_rules_tell_of_their_examples_is_so() -> None:
    assert said("spicy", "133152")["3"] == ("12", "Box 3 pays 12: your 3s make 6, and the red 3 doubles the box.")
    assert said("spicy", "444444")["4"][0] == "75"
    assert said("chili", "324561", "de")["2"][1] == (
        "Feld 2 bringt 21: Straße darf hier stehen, denn die rote 2 ist zu sehen."
    )
    assert said("rolling", "545433")["turn"][0] == "32"
    assert "Stop for 30" in said("rolling", "221112")["turn"][1]
    assert said("rolling", "2211-- ----34")["roll"][0] == "bust"
    assert said("hot", "155536")["turn"][0] == "600"
    assert said("hot", "115533")["turn"][0] == "300"
    assert said("hot", "--4--- 14-445")["turn"][0] == "1100"
    assert said("hot", "--2--- 14-445")["turn"][0] == "bust"
    assert said("catch6", "555355")["5"][0] == "5"
    assert "none of them is red" in said("catch6", "555525")["5"][1]
    assert [said("catch6", "112233")[key][0] for key in "123"] == ["7", "2", "3"]
    assert said("two_of_three", "51---- 5-----")["line"] == (
        "Mia",
        "Mia has two of the three dice, and the 5s are a pair.",
    )
    assert (
        said("two_of_three", "3-5--- -4----")["line"][1]
        == "Mia has two of the three dice, and the three are a sequence."
    )
    assert said("two_of_three", "------ 525---", "de")["line"] == (
        "Ben",
        "Ben hat alle drei Würfel, und ein Paar ist dabei: die 5.",
    )
    assert said("two_of_three", "16---- --3---")["line"][0] == "nobody"
    paid = said("poobah", "634364 552626 316454")
    assert (paid["Mia"][0], paid["Jonas"][0]) == ("21", "16")
    assert said("poobah", "634364 552626 444444")["Mia"][0] == "28"
    assert "Diangle" in said("diangle", "123544")["go"][1]
    assert [said("diangle", "565554 up5")[row][0] for row in "012"] == ["3 of 3", "1 of 2", "1 of 1"]
    assert said("perfecto", "55355- 1313-- 6 5")["count"][0] == "7"
    assert said("perfecto", "55355- 1313-- 7 5")["perfecto"][0] == "caller"


@pytest.mark.parametrize(
    ("name", "dice", "code"),
    [
        ("spicy", "13x152", "bad_dice"),
        ("spicy", "13315", "bad_dice"),
        ("spicy", "13-152", "bad_example"),
        ("spicy", "133152 7", "bad_example"),
        ("spicy", " ", "bad_example"),
        ("rolling", "55---- 5-----", "bad_example"),
        ("diangle", "123544 up9", "bad_example"),
        ("perfecto", "55355- 1313-- 99 5", "bad_example"),
        ("perfecto", "55355- 1313-- 6 5 1", "bad_example"),
        ("chess", "133152", "unknown_game"),
    ],
)
def test_dice_that_make_no_sense_are_refused_with_a_code(name: str, dice: str, code: str) -> None:
    with pytest.raises(Problem) as caught:
        example_of(name, dice, False, "de")
    assert caught.value.code == code
