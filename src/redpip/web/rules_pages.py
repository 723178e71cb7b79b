"""What the pages of rules are made of: sections, contents, the example as it lies, and what a search has found."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from redpip.core.catalog import all_games, find_game
from redpip.core.problem import Problem
from redpip.core.rulebook import LONGEST, Hit, every_hit, excerpt, marked, search
from redpip.core.words import Words, common_words
from redpip.web.examples import example_of
from redpip.web.rules import contents_html, is_for_terminal, split_at_example, with_dice

MOST_HITS = 60


def rules_of(name: str, dice: str, language: str) -> dict[str, Any]:
    game, edition = find_game(name)
    preset, _ = game.preset(edition)
    start, before, after = split_at_example(game, preset, language)
    return {
        "game": game.id,
        "art": edition or game.id,
        "title": game.title(preset),
        "contents": contents_html(game, preset, language),
        "start": start,
        "before": before,
        "after": after,
        "example": _example(name, dice, language) if game.example else None,
    }


def _example(name: str, dice: str, language: str) -> dict[str, Any]:
    with suppress(Problem):  # an address may be cut off or out of date; the page is still worth reading
        return example_of(name, dice, roll=False, language=language)
    return example_of(name, "", roll=False, language=language)


def rule_hits(wanted: str, language: str) -> dict[str, Any]:
    """What is found, with the wanted words marked, and how much it is."""
    words = common_words(language)
    found = _on_pages(search(list(all_games().values()), language, wanted))[:MOST_HITS]
    return {
        "hits": [_marked(hit, wanted, words) for hit in found],
        "found": _places(words)[len(found) != 1].format(number=len(found)),
    }


def _marked(hit: Hit, wanted: str, words: Words) -> dict[str, Any]:
    facts = _hit(hit)
    said = excerpt(hit.paragraph, wanted) if hit.paragraph.section else ""  # a heading stands there already
    pieces = with_dice(said, hit.game, words)
    text = [one for piece in pieces for one in (marked(piece, wanted) if isinstance(piece, str) else [piece])]
    return {**facts, "section": marked(facts["section"], wanted), "text": text}


def kept_rules(language: str) -> dict[str, Any]:
    """All that a search can find, for a device that shall find it without the service."""
    words, every = common_words(language), _on_pages(every_hit(list(all_games().values()), language))
    return {
        "found": _places(words),
        "nothing": words.text("Nothing is said of that in the rules."),
        "most": MOST_HITS,
        "longest": LONGEST,
        "paragraphs": [
            {**_hit(hit), "table": hit.paragraph.kind == "table", "lines": _lines(hit, words)} for hit in every
        ],
    }


def _places(words: Words) -> tuple[str, str]:
    return words.text("1 place"), words.text("{number} places")


def _on_pages(hits: list[Hit]) -> list[Hit]:
    return [hit for hit in hits if not is_for_terminal(hit.paragraph.source)]


def _lines(hit: Hit, words: Words) -> list[list[str | dict[str, Any]]]:
    return [with_dice(line, hit.game, words) for line in hit.paragraph.lines]


def _hit(hit: Hit) -> dict[str, Any]:
    one = hit.paragraph
    return {
        "link": f"/rules/{hit.game.id}#{one.anchor}",
        "game": hit.game.id,
        "title": hit.game.name,
        "section": one.section or one.words,
    }
