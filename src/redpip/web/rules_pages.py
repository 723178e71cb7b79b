"""What the pages of rules are made of: sections, contents, the example as it lies, and what a search has found."""

from __future__ import annotations

from contextlib import suppress
from textwrap import shorten
from typing import Any

from redpip.core.catalog import all_games, find_game
from redpip.core.problem import Problem
from redpip.core.rulebook import Hit, every_hit, search
from redpip.core.words import common_words
from redpip.web.examples import example_of
from redpip.web.rules import contents_html, is_for_terminal, split_at_example, with_dice

MOST_HITS = 60
LONGEST = 180  # letters of a paragraph that are shown of what was found


def rules_of(name: str, dice: str, language: str) -> dict[str, Any]:
    game, edition = find_game(name)
    preset, _ = game.preset(edition)
    start, before, after = split_at_example(game, preset, language)
    return {
        "game": game.id,
        "art": edition or game.id,
        "title": game.title(preset),
        "contents": contents_html(game, language),
        "start": start,
        "before": before,
        "after": after,
        "example": _example(name, dice, language) if game.example else None,
    }


def _example(name: str, dice: str, language: str) -> dict[str, Any]:
    with suppress(Problem):  # an address may be cut off or out of date; the page is still worth reading
        return example_of(name, dice, roll=False, language=language)
    return example_of(name, "", roll=False, language=language)


def rule_hits(wanted: str, language: str) -> list[dict[str, Any]]:
    found = _on_pages(search(list(all_games().values()), language, wanted))
    return [_hit(hit, language) for hit in found[:MOST_HITS]]


def kept_rules(language: str) -> dict[str, Any]:
    """All that a search can find, for a device that shall find it without the service."""
    words, every = common_words(language), _on_pages(every_hit(list(all_games().values()), language))
    return {
        "found": words.text("Found: {number}"),
        "nothing": words.text("Nothing is said of that in the rules."),
        "most": MOST_HITS,
        "paragraphs": [{**_hit(hit, language), "words": hit.paragraph.words} for hit in every],
    }


def _on_pages(hits: list[Hit]) -> list[Hit]:
    return [hit for hit in hits if not is_for_terminal(hit.paragraph.source)]


def _hit(hit: Hit, language: str) -> dict[str, Any]:
    one = hit.paragraph
    text = shorten(one.words, LONGEST, placeholder=" …") if one.section else ""
    return {
        "link": f"/rules/{hit.game.id}#{one.anchor}",
        "game": hit.game.id,
        "title": hit.game.name,
        "section": one.section or one.words,
        "text": with_dice(text, hit.game, common_words(language)),
    }
