"""Nothing is left over in what pages are made of: no style that nothing wears, no text that nobody says."""

from __future__ import annotations

import re
from pathlib import Path

from redpip.core.words import common_words
from redpip.web.keep_texts import keep_texts
from redpip.web.page_texts import page_texts

SOURCE = Path(__file__).parent.parent / "src" / "redpip"
SHEETS = {file: re.sub(r"/\*.*?\*/", "", file.read_text("utf-8"), flags=re.DOTALL) for file in SOURCE.rglob("*.css")}
SCRIPTS = "".join(file.read_text("utf-8") for ending in ("js", "html") for file in SOURCE.rglob(f"*.{ending}"))
MAKERS = SCRIPTS + "".join(file.read_text("utf-8") for end in ("py", "svg") for file in SOURCE.rglob(f"*.{end}"))
# the style of a line, a number of something, and a set of dice
NUMBERED = re.compile(r"s-\w+|[nps]\d|set-\w+")


def test_every_property_of_the_style_sheets_is_used() -> None:
    text = "".join(SHEETS.values())
    made = set(re.findall(r"(--[\w-]+)\s*:", text))
    used = set(re.findall(r"var\(\s*(--[\w-]+)", text)) | set(re.findall(r"--[\w-]+", MAKERS))
    assert made
    assert made - used == set()


def test_every_class_of_the_style_sheets_is_worn() -> None:
    words = set(re.findall(r"[\w-]+", MAKERS))
    styled = {
        name
        for text in SHEETS.values()
        for selector in re.findall(r"([^{}]+)\{", text)
        if not selector.strip().startswith("@")
        for name in re.findall(r"\.([a-z][\w-]*)", selector)
    }
    assert styled
    assert {name for name in styled - words if not NUMBERED.fullmatch(name)} == set()


def test_every_text_of_the_pages_is_said() -> None:
    """By its name, or by a name that is put together."""
    words = common_words("en")
    names = page_texts(words).keys() | keep_texts(words).keys()
    parts = [(begin, end) for begin, end in re.findall(r"`(\w*)\$\{[^}`]*\}(\w*)`", SCRIPTS) if "_" in begin + end]
    said = set(re.findall(r"\w+", SCRIPTS))
    assert {
        name for name in names - said if not any(name.startswith(b) and name.endswith(e) for b, e in parts)
    } == set()
