"""The rules in a terminal: whole, one paragraph, those in which a word stands; and which of them a refusal is about."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from redpip.core.catalog import Game, all_games
from redpip.core.problem import Problem
from redpip.core.rulebook import Hit, excerpt, passage, search, whole
from redpip.core.words import Words
from redpip.term.phrasebook import Phrasebook
from redpip.term.printer import Printer


def show_rules(out: Printer, game: Game, preset: str | None, language: str, anchor: str = "") -> None:
    out.document(passage(game, preset, language, anchor) if anchor else whole(game, preset, language))


def told(problem: Problem, game: Game, book: Phrasebook, words: Words) -> str:
    """What was refused, and what to type to read the rule."""
    sentence, anchor = words.problem(problem), game.paragraphs.get(problem.code)
    if anchor is None:
        return sentence
    return f"{sentence} ({book.command_word('rules')} {anchor})"


def found(game: Game | None, language: str, wanted: str) -> list[Hit]:
    """The paragraphs of one game, or of all, that have these words."""
    hits = search([game] if game else list(all_games().values()), language, wanted)
    if not hits:
        raise Problem("nothing_found", "Nothing is said of {wanted!r} in the rules.", wanted=wanted[:80])
    return hits


def hits_data(hits: list[Hit]) -> list[dict[str, Any]]:
    return [
        {"game": hit.game.id, "anchor": one.anchor, "section": one.section, "text": one.words}
        for hit in hits
        for one in (hit.paragraph,)
    ]


def hit_lines(hits: list[Hit], wanted: str) -> Iterator[str]:
    for hit in hits:
        one = hit.paragraph
        yield f"{hit.game.name} · {one.section or one.words} · {hit.game.id}#{one.anchor}"
        if one.section:
            yield f"  {excerpt(one, wanted) if one.kind == 'table' else one.words}"
