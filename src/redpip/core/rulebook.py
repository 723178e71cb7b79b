"""The paragraphs of a game's rules, each with an anchor that is the same in every language.

``RULES.md`` names a paragraph by a comment at its end, ``<!-- #kept-red -->``; one without a name is counted in its
section, ``red-dice-2``. A translation has the same paragraphs in the same order and takes the anchors over. Refusals
and the coach lead to paragraphs by ``Game.paragraphs``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Literal

from redpip.core.problem import unknown

if TYPE_CHECKING:
    from redpip.core.catalog import Game

Kind = Literal["heading", "text", "item", "table", "code"]

_NAME = re.compile(r"[ \t]*<!-- #([a-z0-9-]+) -->")
_ITEM = re.compile(r"\s*(?:-|\d+\.) ")
_THROWS = re.compile(r"`([1-6-]{6}(?: [1-6-]{6})*)(?: \w{1,5})+`")  # dice and what they are looked at for
_STYLE = re.compile(r"[*`]|^#+ |^\s*(?:-|\d+\.) ", re.MULTILINE)
_RULER = re.compile(r"^\|[-|: ]+\|$\n?", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Paragraph:
    kind: Kind
    line: int  # where it begins in the file, from 0
    source: str
    name: str = ""  # given to it in the file
    level: int = 0  # of a heading
    anchor: str = ""
    section: str = ""  # the heading above it, in words

    @property
    def words(self) -> str:
        """What it says, on one line."""
        text = _STYLE.sub("", _RULER.sub("", self.source))
        return " ".join((_rows(text) if self.kind == "table" else text).split())


def _rows(table: str) -> str:
    """A table in a sentence's form: a · b; c · d"""
    rows = (filter(None, map(str.strip, row.split("|"))) for row in table.splitlines())
    return "; ".join(map(" · ".join, rows))


def printed(source: str) -> str:
    """The rules as people read them in a terminal: without what only a page needs to know."""
    return _THROWS.sub(r"`\1`", unnamed(source))


def unnamed(source: str) -> str:
    """Without the names of paragraphs; every line stays where it is."""
    return _NAME.sub("", source)


def paragraphs(game: Game, language: str) -> tuple[Paragraph, ...]:
    return _paragraphs(game.rules_text("en"), game.rules_text(language))


@cache
def _paragraphs(english: str, translated: str) -> tuple[Paragraph, ...]:
    every, own = _split(english), _split(translated)
    alike = [one.kind for one in every] == [one.kind for one in own]
    return _anchored(own, _anchors(every if alike else own))


def find_paragraph(game: Game, language: str, anchor: str) -> Paragraph:
    known = {one.anchor: one for one in paragraphs(game, language)}
    if anchor not in known:
        raise unknown("paragraph", anchor, list(known))
    return known[anchor]


def passage(game: Game, language: str, anchor: str) -> str:
    """A paragraph under its heading, or a whole section."""
    found = find_paragraph(game, language, anchor)
    if found.kind != "heading":
        return "\n\n".join(filter(None, (found.section and f"## {found.section}", found.source))) + "\n"
    every = paragraphs(game, language)
    at = every.index(found)
    below = (i for i in range(at + 1, len(every)) if every[i].kind == "heading" and every[i].level <= found.level)
    lines = game.rules_text(language).splitlines()
    end = next((every[i].line for i in below), len(lines))
    return printed("\n".join(lines[found.line : end])).strip() + "\n"


def rule_link(game: Game, preset: str | None, code: str) -> str | None:
    """Where the rule stands that a refusal of this code, or a reason of the coach of this kind, is about: an address at
    any service. None where the rules have nothing to say of it."""
    anchor = game.paragraphs.get(code)
    page = preset if preset and game.presets[preset].edition else game.id
    return f"/rules/{page}#{anchor}" if anchor else None


@dataclass(frozen=True, slots=True)
class Hit:
    game: Game
    paragraph: Paragraph


def search(games: Sequence[Game], language: str, wanted: str) -> list[Hit]:
    """The paragraphs that have every wanted word, or one that begins with it; headings first."""
    words = _folded(wanted).split()
    if not words:
        return []
    return [
        hit
        for hit in every_hit(games, language)
        if _has(_folded(f"{hit.paragraph.section} {hit.paragraph.words}"), words, _folded(hit.paragraph.words))
    ]


def every_hit(games: Sequence[Game], language: str) -> list[Hit]:
    """All that a search can find, in its order; ``rules_kept.js`` searches in it where there is no service."""
    hits = [Hit(game, one) for game in games for one in paragraphs(game, language) if one.level != 1]
    return sorted(hits, key=lambda hit: hit.paragraph.kind != "heading")


def _has(text: str, words: Sequence[str], own: str) -> bool:
    """Every word is there, and one of them in the paragraph itself, not only in the heading above it."""
    return all(_begins(text, word) for word in words) and any(_begins(own, word) for word in words)


def _begins(text: str, word: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(word)}", text) is not None


_PLAIN = str.maketrans({"ä": "a", "ö": "o", "ü": "u", "ß": "ss"})


def _folded(text: str) -> str:
    return text.casefold().translate(_PLAIN)


def _split(source: str) -> tuple[Paragraph, ...]:
    return tuple(_named(one) for one in _blocks(source.splitlines()))


def _named(one: Paragraph) -> Paragraph:
    name = _NAME.search(one.source)
    level = len(one.source) - len(one.source.lstrip("#")) if one.kind == "heading" else 0
    return replace(one, name=name[1] if name else "", source=printed(one.source), level=level)


def _blocks(lines: Sequence[str]) -> Iterator[Paragraph]:
    at = 0
    while at < len(lines):
        if not lines[at].strip():
            at += 1
            continue
        kind = _kind(lines[at])
        end = at + 1
        while end < len(lines) and not _ends(kind, lines[end], lines[at + 1 : end]):
            end += 1
        yield Paragraph(kind, at, "\n".join(lines[at:end]))
        at = end


def _kind(line: str) -> Kind:
    if line.startswith("#"):
        return "heading"
    if line.startswith("|"):
        return "table"
    if line.startswith("```"):
        return "code"
    return "item" if _ITEM.match(line) else "text"


def _ends(kind: Kind, line: str, before: Sequence[str]) -> bool:
    """Does something else begin at this line, which follows the first one and those before it?"""
    if kind == "code":
        return bool(before) and before[-1].startswith("```")
    return kind == "heading" or not line.strip() or (kind in ("item", "text") and bool(_ITEM.match(line)))


def _anchors(every: Sequence[Paragraph]) -> list[str]:
    found, section, number = [], "start", 0
    for one in every:
        if one.kind == "heading":
            section, number = one.name or (_slug(one.words) if one.level > 1 else "start"), 0
            found.append(section)
        else:
            number += 1
            found.append(one.name or f"{section}-{number}")
    return found


def _slug(text: str) -> str:
    return re.sub(r"\W+", "-", text.lower()).strip("-")


def _anchored(every: Sequence[Paragraph], anchors: Sequence[str]) -> tuple[Paragraph, ...]:
    placed, section = [], ""
    for one, anchor in zip(every, anchors, strict=True):
        section = one.words if one.kind == "heading" and one.level > 1 else section
        placed.append(replace(one, anchor=anchor, section="" if one.kind == "heading" else section))
    return tuple(placed)
