"""Paragraphs of the rules: anchors that hold in both languages, and refusals and reasons that lead to them."""

from __future__ import annotations

import re

import pytest

from redpip.core.catalog import Game, all_games, find_game
from redpip.core.noting import NOTE_CODES
from redpip.core.problem import Problem
from redpip.core.rulebook import (
    excerpt,
    find_paragraph,
    own_names,
    paragraphs,
    passage,
    printed,
    rule_link,
    search,
    whole,
)
from redpip.core.words import LANGUAGES
from redpip.template import GAME as TEMPLATE

GAMES = [*all_games().values(), TEMPLATE]
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
every_language = pytest.mark.parametrize("language", LANGUAGES)


@every_game
def test_both_languages_share_anchors_that_are_there_once(game: Game) -> None:
    english, german = (paragraphs(game, language) for language in LANGUAGES)
    assert [(one.kind, one.level, one.anchor) for one in english] == [
        (one.kind, one.level, one.anchor) for one in german
    ]
    anchors = [one.anchor for one in english]
    assert len(set(anchors)) == len(anchors)
    named = re.findall(r"<!-- #(\S+) -->", game.rules_text("en"))
    assert set(named) <= set(anchors)
    assert "<!--" not in game.rules_text("de"), "a translation takes the anchors over and names none"


@every_language
@every_game
def test_every_refusal_names_a_paragraph_that_is_there(game: Game, language: str) -> None:
    assert set(game.refusals) <= set(game.paragraphs), "a refusal without the paragraph that states its rule"
    for code, anchor in game.paragraphs.items():
        assert find_paragraph(game, language, anchor).anchor == anchor, code


@every_game
def test_what_leads_to_a_paragraph_is_a_refusal_or_a_reason(game: Game) -> None:
    kinds = {kind.kind for kind in game.coaching(game.rules(), "points").kinds} if game.coaching else set()
    assert set(game.paragraphs) <= {*game.refusals, *kinds, *(NOTE_CODES if game.noting else ())}
    assert not game.noting or set(game.paragraphs).intersection(NOTE_CODES), "no rule for a result that cannot be"
    assert not kinds & set(game.refusals)
    assert not kinds or kinds & set(game.paragraphs), "a coach with reasons of its own that leads to no rule"


@every_language
@every_game
def test_terminals_show_no_marks(game: Game, language: str) -> None:
    text = printed(game.rules_text(language))
    assert "<!--" not in text
    assert not re.search(r"`[1-6-]{6}[^`]*[a-z][^`]*`|```\w", text)
    assert whole(game, None, language) == text
    for one in paragraphs(game, language):
        assert "<!--" not in passage(game, None, language, one.anchor)


def test_a_rule_is_linked_in_the_edition_that_is_played() -> None:
    spicy, _ = find_game("spicy")
    assert rule_link(spicy, "classic", "not_just_rolled") == "/rules/spicy#kept-red"
    assert rule_link(spicy, "chili", "not_just_rolled") == "/rules/chili#kept-red"
    assert rule_link(spicy, None, "roll_saved") == "/rules/spicy#saved-rolls"
    assert rule_link(spicy, "classic", "not_your_turn") is None


def test_a_passage_is_a_section_or_a_paragraph_under_its_heading() -> None:
    spicy, _ = find_game("spicy")
    assert passage(spicy, None, "de", "kept-red") == (
        "## Rote Würfel\n\n"
        "- Ein roter Würfel aus einem früheren Wurf lässt sich nicht mehr drehen. Er zählt weiter als rot.\n"
    )
    peppers = passage(spicy, None, "en", "peppers")
    assert peppers.startswith("## Peppers\n")
    assert "## The end" not in peppers
    with pytest.raises(Problem, match="Did you mean 'peppers'") as caught:
        passage(spicy, None, "en", "pepers")
    assert caught.value.code == "unknown_paragraph"


def test_an_edition_is_printed_with_its_own_section_first() -> None:
    spicy, edition = find_game("chili")
    text = whole(spicy, edition, "en")
    assert text.startswith("# Chili Dice\n\nTen boxes")
    assert re.findall("^## (.*)", text, re.MULTILINE)[:2] == ["Chili Dice", "The dice"]
    assert text.count("\n") == whole(spicy, None, "en").count("\n")


@every_language
def test_an_edition_is_told_in_its_own_names(language: str) -> None:
    spicy, edition = find_game("chili")
    names = own_names(spicy, edition, language)
    usual = re.compile(rf"\b(?:{'|'.join(names)})\b")
    _, own, *others = whole(spicy, edition, language).split("\n## ")
    assert own.startswith("Chili Dice\n")
    assert usual.search(own), "it tells both names"
    assert [text for text in others if usual.search(text)] == []
    assert passage(spicy, edition, language, "chili-dice").strip() == f"## {own}".strip()
    assert not usual.search(passage(spicy, edition, language, "run-and-set-in-a-numbered-box"))
    assert usual.search(passage(spicy, None, language, "run-and-set-in-a-numbered-box"))


def test_of_what_is_found_the_row_or_the_sentences_are_shown() -> None:
    spicy, _ = find_game("spicy")
    peppers, turn = (find_paragraph(spicy, "en", anchor) for anchor in ("peppers-1", "every-turn"))
    assert excerpt(peppers, "HOT pepper") == "Hot Pepper · six reds 123456 · 100 in RUN or in RED · 50"
    assert excerpt(peppers, "dice").startswith("peppers · dice · ")
    assert excerpt(turn, "may choose") == (
        "… You may choose any empty box. It gets what your dice are worth in it, and sometimes that is 0."
    )
    assert excerpt(turn, "every").startswith("Every turn has at least one roll and fills exactly one box. You ")
    assert excerpt(find_paragraph(spicy, "de", "roll-again"), "egal magst").endswith(" …")


def found(language: str, wanted: str) -> list[str]:
    hits = search(list(all_games().values()), language, wanted)
    return [f"{hit.game.id}#{hit.paragraph.anchor}" for hit in hits]


def test_search_finds_paragraphs_by_all_their_words_and_beginnings() -> None:
    assert found("en", "bust points lost") == ["hot#bust"]
    assert found("de", "GEPLATZT sicher")[0] == "rolling#bust"
    assert found("de", "wurfel fruher nicht drehen") == ["spicy#kept-red"]
    assert "perfecto#the-showdown" in found("en", "showdown")[:1]
    assert "perfecto#sidestep" in found("en", "sidest")
    assert found("en", "idestep") == []
    assert found("en", "  ") == []
    assert found("en", "[") == []
