"""Dice are told by what they show: no die on a page bears a number that a sentence could mean."""

from __future__ import annotations

import re

import pytest

from redpip.core.by_faces import by_faces, rolling
from redpip.core.catalog import Game, all_games, find_game
from redpip.core.dice import parse_faces
from redpip.core.game import Choose
from redpip.core.lesson import lesson_of
from redpip.core.telling import tell
from redpip.core.words import LANGUAGES, common_words
from redpip.testing.playouts import whole_game
from redpip.testing.tables import Table

BY_NUMBER = {"en": re.compile(r"\b[Dd](?:ie|ice) \d"), "de": re.compile(r"\bWürfel \d")}
NUMBERED = {"two_of_three"}  # a hand that has not been rolled shows numbers instead of faces
LINES = 40  # of a game that are looked at


@pytest.mark.parametrize(
    ("faces", "dice", "english", "german"),
    [
        ("626661", (2, 6), "keep the four 6s, roll the rest", "die vier Sechsen behalten, den Rest werfen"),
        (
            "222134",
            (2, 4, 5, 6),
            "keep the two white 2s, roll the rest",
            "die zwei weißen Zweien behalten, den Rest werfen",
        ),
        ("123453", (1, 2, 4, 5, 6), "keep the red 3, roll the rest", "die rote 3 behalten, den Rest werfen"),
        ("153432", (2, 5, 6), "keep the three reds, roll the rest", "die drei Roten behalten, den Rest werfen"),
        ("335555", (3, 4), "roll the first 5 and the second 5", "die erste 5 und die zweite 5 werfen"),
        (
            "662666",
            (3, 4, 5),
            "keep the first 6, the second 6 and the red 6, roll the rest",
            "die erste 6, die zweite 6 und die rote 6 behalten, den Rest werfen",
        ),
        ("425---", (1, 2, 3), "roll all dice", "alle Würfel werfen"),
    ],
)
def test_what_is_rolled_is_told_by_whatever_is_shorter(
    faces: str, dice: tuple[int, ...], english: str, german: str
) -> None:
    told = [rolling(dice, parse_faces(faces), common_words(language)) for language in LANGUAGES]
    assert told == [english, german]


def test_two_groups_of_dice_are_never_told_alike() -> None:
    words, faces = common_words("en"), parse_faces("266265")
    groups = [tuple(die for die in range(1, 7) if group >> die & 1) for group in range(2, 128, 2)]
    assert len({by_faces(group, faces, words) for group in groups}) == len(groups)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.id)
def test_no_sentence_of_a_page_names_a_die_by_its_number(game: Game, language: str) -> None:
    playout = whole_game(Table(game, next(iter(game.presets)), max(2, game.least_seats)), seed=3)
    setup, rules, words = playout.play.setup, playout.rules, game.words(None, language).aloud()
    said = [tell(setup, event, after, words) for event, after in zip(playout.events, playout.states[1:], strict=True)]
    if game.coaching and game.id not in NUMBERED:
        line = game.coaching(rules, "points").line
        for state in playout.states[:LINES]:
            due = rules.next(state)
            for seat, options in due.options.items() if isinstance(due, Choose) else ():
                said += [line(rules, rules.view(state, seat), seat, [option], words) for option in options[:LINES]]
    lesson = lesson_of(game)
    if lesson and game.id not in NUMBERED:
        said += map(words.text, filter(None, lesson.texts))
    assert [text for text in said if BY_NUMBER[language].search(text)] == []


@pytest.mark.parametrize(
    ("actions", "english", "german"),
    [
        ("change 3>6", "turn the red 3 into a 6", "die rote 3 auf 6 drehen"),
        ("change 3>6; done", "turn the red 3 into a 6", "die rote 3 auf 6 drehen"),
        ("done", "turn no die", "keinen Würfel drehen"),
    ],
)
def test_reds_of_grand_poobah(actions: str, english: str, german: str) -> None:
    poobah, _ = find_game("poobah")
    rules = poobah.rules()
    assert poobah.coaching
    line, state = poobah.coaching(rules, "win chance").line, rules.start(2, 0)
    chosen = [rules.parse(action) for action in actions.split("; ")]
    assert [line(rules, state, 0, chosen, poobah.words(None, language)) for language in LANGUAGES] == [english, german]


def test_extra_spicy_holds_what_lies_there() -> None:
    spicy, _ = find_game("spicy")
    playout = whole_game(Table(spicy, "extra", 2), seed=3)
    told = {
        language: [
            tell(playout.play.setup, event, after, spicy.words("extra", language).aloud())
            for event, after in zip(playout.events, playout.states[1:], strict=True)
            if str(getattr(event, "action", "")).startswith("hold ")
        ]
        for language in LANGUAGES
    }
    assert any("holds the " in text for text in told["en"])
    assert not [text for language in LANGUAGES for text in told[language] if BY_NUMBER[language].search(text)]
