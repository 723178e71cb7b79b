"""The paragraphs of a game's rules, each with an anchor that is the same in every language.

``RULES.md`` names a paragraph by a comment at its end, ``<!-- #kept-red -->``; one without a name is counted in its
section, ``red-dice-2``. A translation has the same paragraphs in the same order and takes the anchors over. Refusals
and the coach lead to paragraphs by ``Game.paragraphs``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
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
_DRAWN = re.compile(r"^```\w+$", re.MULTILINE)  # a fence that says what its lines are a picture of
_SENTENCE = re.compile(r"(?<=[^\d\s][.!?]) ")  # after a number a full stop may be that of "30. Wurf"
_WORD = re.compile(r"\w+")
LONGEST = 180  # letters of a text that are shown of what was found, if whole sentences allow


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
        """What it says, on one line: a table as a · b; c · d"""
        return ("; " if self.kind == "table" else " ").join(self.lines)

    @property
    def lines(self) -> list[str]:
        """Its sentences, or the rows of a table."""
        text = _STYLE.sub("", _RULER.sub("", self.source))
        if self.kind != "table":
            return _SENTENCE.split(" ".join(text.split()))
        rows = (filter(None, map(str.strip, row.split("|"))) for row in text.splitlines())
        return list(map(" · ".join, rows))


def printed(source: str) -> str:
    """The rules as people read them in a terminal: without what only a page needs to know."""
    return _DRAWN.sub("```", _THROWS.sub(r"`\1`", unnamed(source)))


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


def sections(game: Game, preset: str | None, language: str) -> list[Paragraph]:
    """The headings of the sections in the order in which they are read: an edition's own comes first."""
    _, chosen = game.preset(preset)
    headings = (one for one in paragraphs(game, language) if one.level == 2)
    return sorted(headings, key=lambda one: one.words != chosen.edition)


def own_names(game: Game, preset: str | None, language: str) -> dict[str, str]:
    """What an edition calls otherwise, by the usual name."""
    _, chosen = game.preset(preset)
    usual, own = game.words(None, language), game.words(preset, language)
    return {usual.name(word): own.name(word) for word in chosen.words}


def as_played(text: str, names: Mapping[str, str]) -> str:
    """With the names that an edition has for things, the longest first: Big Pepper is more than a pepper."""
    if not names:
        return text
    usual = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    return re.sub(rf"\b(?:{usual})\b", lambda found: names[found[0]], text)


def whole(game: Game, preset: str | None, language: str) -> str:
    """All the rules as they are printed for this game or edition; in its own section an edition tells both names."""
    preset, chosen = game.preset(preset)
    names, order = own_names(game, preset, language), sections(game, preset, language)
    lines = printed(game.rules_text(language)).splitlines()
    first = min((one.line for one in order), default=len(lines))
    parts = [as_played("\n".join([f"# {game.title(preset)}", *lines[1:first]]), names)]
    for one in order:
        text = "\n".join(lines[one.line : _end(one, game, language)])
        parts.append(text if one.words == chosen.edition else as_played(text, names))
    return "\n\n".join(part.strip() for part in parts) + "\n"


def find_paragraph(game: Game, language: str, anchor: str) -> Paragraph:
    known = {one.anchor: one for one in paragraphs(game, language)}
    if anchor not in known:
        raise unknown("paragraph", anchor, list(known))
    return known[anchor]


def passage(game: Game, preset: str | None, language: str, anchor: str) -> str:
    """A paragraph under its heading, or a whole section, as this game or edition has it."""
    _, chosen = game.preset(preset)
    found = find_paragraph(game, language, anchor)
    if found.kind != "heading":
        text = "\n\n".join(filter(None, (found.section and f"## {found.section}", found.source)))
    else:
        lines = game.rules_text(language).splitlines()
        text = printed("\n".join(lines[found.line : _end(found, game, language)])).strip()
    own = chosen.edition in (found.section, found.words)
    return (text if own else as_played(text, own_names(game, preset, language))) + "\n"


def _end(heading: Paragraph, game: Game, language: str) -> int | None:
    """The line of the next heading that is none of this one's own; None at the end of the rules."""
    following = (one for one in paragraphs(game, language) if one.kind == "heading" and one.line > heading.line)
    return next((one.line for one in following if one.level <= heading.level), None)


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
    every = (Hit(game, one) for game in games for one in paragraphs(game, language))
    hits = (hit for hit in every if hit.paragraph.level != 1 and hit.paragraph.kind != "code")
    return sorted(hits, key=lambda hit: hit.paragraph.kind != "heading")


def excerpt(one: Paragraph, wanted: str) -> str:
    """What to show of a paragraph that was found: of a table the row that has most of the wanted words, of a text the
    sentences from there on. ``rules_kept.js`` does the same."""
    words = _folded(wanted).split()
    lines = one.lines
    has = [sum(_begins(_folded(line), word) for word in words) for line in lines]
    if one.kind == "table" and any(has[1:]):
        has[0] = 0  # the names of its columns say little
    at = has.index(max(has))
    end = at + 1
    while one.kind != "table" and end < len(lines) and len(" ".join(lines[at : end + 1])) <= LONGEST:
        end += 1
    shown = " ".join(lines[at:end])
    if one.kind == "table":
        return shown
    return f"{'… ' if at else ''}{shown}{' …' if end < len(lines) else ''}"


def marked(text: str, wanted: str) -> list[tuple[str, bool]]:
    """A text in pieces, and whether each is a word that was looked for."""
    words = _WORD.findall(_folded(wanted))
    pieces, at = [], 0
    for word in _WORD.finditer(text):
        if any(_folded(word[0]).startswith(beginning) for beginning in words):
            pieces += [(text[at : word.start()], False), (word[0], True)]
            at = word.end()
    return [piece for piece in (*pieces, (text[at:], False)) if piece[0]]


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
