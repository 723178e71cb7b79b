"""How much room words take in a drawing, whatever letters a device has: rather a little more than they need."""

from __future__ import annotations

from collections.abc import Iterator
from unicodedata import combining, east_asian_width

NARROW, WIDE = frozenset("fijlrtI.,:;!'’|()[] -"), frozenset("mwMWQ@%&—…")
LEAST = 20.0  # smaller letters nobody reads in a chat


def room_for(text: str, size: float) -> float:
    return size * sum(map(_em, text))


def _em(char: str) -> float:
    """Of bold letters, as parts of their size."""
    if combining(char):
        return 0
    if east_asian_width(char) in "WF" or ord(char) > 0xFFFF:
        return 1.4
    if char in NARROW:
        return 0.4
    if char in WIDE:
        return 1.05
    return 0.78 if char.isupper() else 0.58


def fitted(text: str, size: float, room: float) -> tuple[str, float]:
    """The text in letters that leave it inside, and cut where even the smallest do not."""
    if room_for(text, LEAST) > room:
        return _cut(text, LEAST, room), LEAST
    return text, min(size, room / (room_for(text, 1) or 1))


def _cut(text: str, size: float, room: float) -> str:
    if room_for(text, size) <= room:
        return text
    return next(cut for end in range(len(text), -1, -1) if room_for(cut := f"{text[:end].rstrip()}…", size) <= room)


def wrapped(text: str, size: float, room: float) -> Iterator[str]:
    """The text in lines, broken between words."""
    line = ""
    for word in text.split():
        if line and room_for(f"{line} {word}", size) > room:
            yield _cut(line, size, room)
            line = ""
        line = f"{line} {word}".strip()
    if line:
        yield _cut(line, size, room)
