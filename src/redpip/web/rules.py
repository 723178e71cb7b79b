"""A game's rules as a page: dice are pictures, every paragraph can be linked to, house rules are told in words.

The same file is printed in the terminal and knows nothing of this: six characters such as ``424425`` in it are dice, a
list item that begins with an option's name is a house rule, a paragraph with a command is for the terminal alone, and
lines fenced as a ``board`` are its squares, by their names, and its holes, each a dot.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape
from itertools import pairwise
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token

from redpip.core.catalog import Game
from redpip.core.dice import Faces, parse_faces, shown
from redpip.core.options import Option
from redpip.core.rulebook import as_played, own_names, paragraphs, unnamed
from redpip.core.rulebook import sections as headings
from redpip.core.showing import face_name
from redpip.core.words import Words, common_words

MARKDOWN = MarkdownIt("commonmark").enable("table")
ADDRESSED = ("heading_open", "paragraph_open", "list_item_open", "table_open", "fence")
DICE = re.compile(r"(?=.*[1-6])[1-6-]{6}( [1-6-]{6})*( \w{1,5})*")
THROW = re.compile(r"[1-6-]{6}")
AMONG_WORDS = re.compile(r"(?<![\w-])([1-6-]{6})(?![\w-])")
NO_DIE = "-"
BOARD = "board"
HOLE = "."
COMMAND = re.compile(r"--\w|redpip ")
CODE = re.compile(r"`([^`]*)`")


def rules_html(game: Game, preset: str, language: str) -> str:
    """The whole rules."""
    return "".join(sections(game, preset, language))


def sections(game: Game, preset: str, language: str) -> list[str]:
    """What stands before the first heading, then each section, an edition's own first."""
    words = game.words(preset, language)
    tokens = MARKDOWN.parse(unnamed(game.rules_text(language)))
    _name_paragraphs(tokens, game, preset, words)
    _tell_house_rules(tokens, game, words)
    _name_as_played(tokens, game, preset, words)
    kept = [_board(token, words) for token in _scrolling(_without_commands(tokens))]
    for token in kept:
        token.children = [_picture(child, game, words) for child in token.children or ()]
    starts = [i for i, token in enumerate(kept) if token.type == "heading_open" and token.tag == "h2"]
    start, *every = (kept[i:j] for i, j in pairwise([0, *starts, len(kept)]))
    by_anchor = {section[0].attrGet("id"): section for section in every}
    parts = [start, *(by_anchor[one.anchor] for one in headings(game, preset, language))]
    return [MARKDOWN.renderer.render(part, MARKDOWN.options, {}) for part in parts]


def split_at_example(game: Game, preset: str, language: str) -> tuple[str, str, str]:
    """The start of the rules, the sections before the example, and those after it; all of them come before it where its
    place is not named in these rules."""
    start, *every = sections(game, preset, language)
    anchors = [one.anchor for one in headings(game, preset, language)]
    place = game.example.after if game.example else ""
    after = anchors.index(place) + 1 if place in anchors else len(every)
    marked = [f"<section>{section}</section>" for section in every]
    return start, "".join(marked[:after]), "".join(marked[after:])


def contents_html(game: Game, preset: str, language: str) -> str:
    """A list of the sections with their links."""
    every, names = headings(game, preset, language), own_names(game, preset, language)
    items = (f'<li><a href="#{one.anchor}">{escape(as_played(one.words, names))}</a></li>' for one in every)
    summary = escape(common_words(language).say("Contents"))
    return f'<details class="toc"><summary>{summary}</summary><ol>{"".join(items)}</ol></details>'


def with_dice(text: str, game: Game, words: Words) -> list[str | dict[str, Any]]:
    """A text in pieces: words, and the dice among them."""
    reds = game.example is None or game.example.reds
    pieces: list[str | dict[str, Any]] = []
    for piece in filter(None, AMONG_WORDS.split(text)):
        if not THROW.fullmatch(piece):
            pieces.append(piece)
        elif any(faces := parse_faces(piece)):
            pieces.append({"code": piece, "dice": _drawn(faces, reds), "label": _names(faces, reds, words)})
    return pieces


def _drawn(faces: Faces, reds: bool) -> list[tuple[int, int]]:
    """Which die each is drawn as, 0 where none is red, and its face, 0 where it is missing."""
    return [(die if reds else 0, face) for die, face in enumerate(faces, 1)]


def usual(option: Option, words: Words) -> str:
    """What a house rule is where nobody says otherwise, in a sentence."""
    value = _default(option, words)
    return words.say("Usual: {value}.", value=value)


def _default(option: Option, words: Words) -> str:
    if option.choices:
        return words.say(option.choice_names[option.default])
    if isinstance(option.default, bool):
        return words.say("yes") if option.default else words.say("no")
    return str(option.default) if option.default else words.say("none")


def _name_paragraphs(tokens: Sequence[Token], game: Game, preset: str, words: Words) -> None:
    """What begins where a paragraph does gets its anchor: once, so that of an item's parts the first does."""
    anchors = {one.line: one.anchor for one in paragraphs(game, words.language)}
    for i, token in enumerate(tokens):
        if token.type not in ADDRESSED or not token.map or token.map[0] not in anchors:
            continue
        anchor = anchors.pop(token.map[0])
        token.attrSet("id", anchor)
        if token.tag == "h1":
            tokens[i + 1].children = [_raw(escape(game.title(preset)))]
        elif token.type == "heading_open":
            label = escape(words.say("Link to this section"))
            tokens[i + 1].children = [*(tokens[i + 1].children or ()), _raw(_link(anchor, label))]


def _link(anchor: str, label: str) -> str:
    return f' <a class="here" href="#{anchor}" aria-label="{label}">#</a>'


def _tell_house_rules(tokens: Sequence[Token], game: Game, words: Words) -> None:
    for i, token in enumerate(tokens):
        if token.type == "inline" and tokens[i - 2].type == "list_item_open" and token.children:
            first = token.children[0]
            if first.type == "code_inline" and first.content in game.options:
                token.children = [_raw(_house_rule(game.options[first.content], words))]


def _house_rule(option: Option, words: Words) -> str:
    about = words.say(option.about)
    return f'{escape(about[:1].upper() + about[1:])}. <span class="usual">{escape(usual(option, words))}</span>'


def _name_as_played(tokens: Sequence[Token], game: Game, preset: str, words: Words) -> None:
    """Outside its own section an edition has its own names, and the usual ones too where they fill a cell."""
    names, section = own_names(game, preset, words.language), ""
    for before, token in pairwise(tokens):
        if before.tag == "h2" and before.nesting == 1:
            section = token.content
        if section == game.presets[preset].edition:
            continue
        for child in token.children or ():
            if child.type == "text":
                whole = before.type == "td_open" and child.content in names
                named = as_played(child.content, names)
                child.content = f"{named} ({child.content})" if whole else named


def is_for_terminal(source: str) -> bool:
    """A paragraph that tells how to set something in the terminal: no page shows it."""
    return any(COMMAND.match(code) for code in CODE.findall(source))


def _without_commands(tokens: Sequence[Token]) -> Iterator[Token]:
    """Drops the paragraphs that tell how to set something in the terminal."""
    hidden = {
        place
        for i, token in enumerate(tokens)
        if token.type == "inline" and tokens[i - 1].type == "paragraph_open"
        for child in token.children or ()
        if child.type == "code_inline" and COMMAND.match(child.content)
        for place in (i - 1, i, i + 1)
    }
    return (token for i, token in enumerate(tokens) if i not in hidden)


def _scrolling(tokens: Iterator[Token]) -> Iterator[Token]:
    """A wide table scrolls by itself, by keyboard too; the page never does."""
    for token in tokens:
        if token.type == "table_open":
            anchor = token.attrs.pop("id", "")
            yield _raw(f'<div class="scroll" tabindex="0" id="{anchor}">', "html_block")
        yield token
        if token.type == "table_close":
            yield _raw("</div>", "html_block")


def _board(token: Token, words: Words) -> Token:
    """Lines of a fence as a board: squares with their names, and holes between them."""
    if token.type != "fence" or token.info != BOARD:
        return token
    rows = [line.split() for line in token.content.splitlines()]
    hole = words.say("hole")
    label = "; ".join(", ".join(hole if name == HOLE else name for name in row) for row in rows)
    drawn = ("".join("<i></i>" if name == HOLE else f"<b>{escape(name)}</b>" for name in row) for row in rows)
    squares = "".join(f"<span>{row}</span>" for row in drawn)
    facts = f'role="img" id="{token.attrGet("id")}" aria-label="{escape(label)}"'
    return _raw(f'<div class="squares" {facts}>{squares}</div>\n', "html_block")


def _picture(token: Token, game: Game, words: Words) -> Token:
    """Code that means dice or a variant, as people see and say it."""
    code = token.content
    if token.type != "code_inline":
        return token
    if DICE.fullmatch(code):
        return _raw(_dice(code, game, words))
    if code == NO_DIE:
        missing = words.say("no die")
        return _raw(f'<span class="throw" role="img" aria-label="{escape(missing)}"><span><i></i></span></span>')
    if code == words.say("red ×2"):
        return _raw(f'<span class="chip">{escape(code)}</span>')
    if code in game.presets:
        return _raw(f"<b>{escape(words.name(game.presets[code].name))}</b>")
    return token


def _dice(code: str, game: Game, words: Words) -> str:
    """Dice as a picture; where the game has an example a reader may lay them out there."""
    reds = game.example is None or game.example.reds
    throws = [parse_faces(throw) for throw in THROW.findall(code)]
    seen = [faces for faces in throws if any(faces)]
    label = escape("; ".join(_names(faces, reds, words) for faces in seen))
    laid = f' data-dice="{escape(code)}"' if game.example else ""
    rows = "".join(f"<span>{_minis(faces, reds)}</span>" for faces in seen)
    return f'<span class="throw" role="img" aria-label="{label}"{laid}>{rows}</span>'


def _names(faces: Faces, reds: bool, words: Words) -> str:
    dice = shown(faces)
    names = [face_name(die, faces[die - 1], words) if reds else str(faces[die - 1]) for die in dice]
    if reds and len(dice) < len(faces):
        names = [words.say("die {die}: {face}", die=die, face=name) for die, name in zip(dice, names, strict=True)]
    return ", ".join(names)


def _minis(faces: Faces, reds: bool) -> str:
    return "".join(
        f'<rp-mini n="{die}" face="{face}">{face}</rp-mini>' if face else "<i></i>" for die, face in _drawn(faces, reds)
    )


def _raw(html: str, kind: str = "html_inline") -> Token:
    return Token(kind, "", 0, content=html)
