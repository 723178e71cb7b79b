"""Lines that are too long for a screen go on below, broken between words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import accumulate

from redpip.core.words import Line, line, plain

_GAP = "   "  # between two columns
_FIRST_COLUMN = re.compile(r" *\S+(?: \S+)* {2,}")  # a label and the gap behind it


def fold(text: Line, width: int) -> Iterator[Line]:
    """The line in pieces of at most so many characters; behind a label they stand below each other."""
    whole = plain(text)
    label = _FIRST_COLUMN.match(whole)
    indent = label.end() if label and label.end() <= width // 2 else 0
    start, room = 0, width
    while len(whole) - start > room:
        stop = _break(whole, start, room)
        yield _piece(text, start, stop, indent if start else 0)
        start, room = _after_gap(whole, stop), width - indent
    yield _piece(text, start, len(whole), indent if start else 0)


def _break(whole: str, start: int, room: int) -> int:
    """Where the last column ends that fits, if that leaves the line well filled, else the last word; in the middle of
    a word that is longer than a line."""
    column = whole.rfind(_GAP, start, start + room + len(_GAP))
    if column >= start + room // 2 and whole[start:column].strip():
        return column
    stop = whole.rfind(" ", start, start + room + 1)
    return stop if whole[start : max(start, stop)].strip() else start + room


def _after_gap(whole: str, at: int) -> int:
    return at + len(whole[at:]) - len(whole[at:].lstrip(" "))


def _piece(text: Line, start: int, stop: int, indent: int) -> Line:
    """The characters from ``start`` to ``stop``, in the styles they had."""
    begins = accumulate((len(part) for part, _ in text), initial=0)
    parts = zip(text, begins, strict=False)
    return line(" " * indent, *((part[max(start - at, 0) : max(stop - at, 0)], style) for (part, style), at in parts))
