"""Keeps the translations whole: ``make texts`` collects the sentences, updates the .po files and compiles them.

Each game's sentences live in its own folder; everything else is in ``redpip/locale``.
"""

from __future__ import annotations

import string
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import IO, Any

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from redpip.core.lesson import read_lesson

SOURCE = Path(__file__).parent.parent / "src" / "redpip"


def lesson_texts(file: IO[bytes], _keywords: object, _tags: object, options: object) -> Iterator[tuple[Any, ...]]:
    """What a guided game says; Babel hands the options over by name."""
    del options
    for text in read_lesson(file.read().decode()).texts:
        if text:
            yield 1, "_", text, []


METHODS = [("**.py", "python"), ("**.html", "jinja2"), ("**/lesson.toml", lesson_texts), ("lesson.toml", lesson_texts)]
KEYWORDS = {"_": None, "N_": None, "say": None, "text": None, "name": None, "count": (1, 2), "option": (2,)}
KEYWORDS |= {"Problem": (2,), "Phrase": None, "unknown": None}
LANGUAGES = ("de",)
ROOM = 15  # letters by which even a short text may grow


def rooms() -> list[Path]:
    """The folders that have translations of their own: each game, the one to begin with, then all that is no game."""
    games = sorted(path.parent for path in SOURCE.glob("games/*/__init__.py"))
    return [*games, SOURCE / "template", SOURCE]


def sentences(room: Path) -> Catalog:
    """All that is said in this room's source."""
    catalog = Catalog(charset="utf-8")
    for file, _line, message, _comments, _context in extract_from_dir(room, METHODS, keywords=KEYWORDS):
        if not file.startswith(("tests/",) if room != SOURCE else ("games/", "template/")):
            catalog.add(message)
    return catalog


def po_file(room: Path, language: str) -> Path:
    return room / "locale" / language / "LC_MESSAGES" / "redpip.po"


class Translations(Catalog):
    """A catalog whose header says no more than it must and is the same every day."""

    @property
    def mime_headers(self) -> list[tuple[str, str]]:
        return [
            ("Language", str(self.locale)),
            ("Plural-Forms", self.plural_forms),
            ("MIME-Version", "1.0"),
            ("Content-Type", "text/plain; charset=utf-8"),
            ("Content-Transfer-Encoding", "8bit"),
        ]


def new_catalog(language: str) -> Catalog:
    return Translations(locale=language, charset="utf-8", fuzzy=False, header_comment=f"# redpip: {language}")


def translations(room: Path, language: str) -> Catalog:
    catalog = new_catalog(language)
    file = po_file(room, language)
    if file.exists():
        with file.open("rb") as stream:
            for message in read_po(stream, locale=language):
                if message.id:
                    catalog.add(message.id, message.string)
    return catalog


def compiled(catalog: Catalog) -> bytes:
    stream = BytesIO()
    write_mo(stream, catalog)
    return stream.getvalue()


def problems(room: Path, language: str) -> Iterator[str]:
    """What is missing, left over or has other placeholders than the English sentence."""
    wanted, have = sentences(room), translations(room, language)
    for message in wanted:
        if message.id:
            yield from _message_problems(message, have.get(message.id))
    for message in have:
        if message.id and wanted.get(message.id) is None:
            yield f"no longer said: {message.id!r}"
    mo = po_file(room, language).with_suffix(".mo")
    if not mo.exists() or mo.read_bytes() != compiled(have):
        yield f"{mo.name} is not what {mo.stem}.po compiles to; run: make texts"


def _message_problems(wanted: Message, have: Message | None) -> Iterator[str]:
    if have is None or not have.string or (isinstance(have.string, tuple) and not all(have.string)):
        yield f"not translated: {wanted.id!r}"
        return
    ids = wanted.id if isinstance(wanted.id, tuple) else (wanted.id,)
    texts = have.string if isinstance(have.string, tuple) else (have.string,)
    if any(placeholders(text) != placeholders(ids[-1]) for text in texts):
        yield f"other placeholders than in English: {texts!r}"
    if any(len(text) > 3 * (len(ids[-1]) + ROOM) for text in texts):
        yield f"said more than once, or far too long: {texts!r}"


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def update() -> None:
    for room in rooms():
        for language in LANGUAGES:
            file = po_file(room, language)
            file.parent.mkdir(parents=True, exist_ok=True)
            catalog = new_catalog(language)
            have = translations(room, language)
            for message in sentences(room):
                if message.id:
                    known = have.get(message.id)
                    catalog.add(message.id, known.string if known else "")
            with file.open("wb") as stream:
                write_po(stream, catalog, width=110, no_location=True, sort_output=True)
            file.with_suffix(".mo").write_bytes(compiled(translations(room, language)))
            for problem in problems(room, language):
                print(f"{room.name}/{language}: {problem}")


if __name__ == "__main__":
    if "--update" not in sys.argv:
        sys.exit("usage: python tests/texts.py --update")
    update()
