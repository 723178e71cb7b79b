"""The page's own sentences."""

from __future__ import annotations

from redpip.core.words import Words


def page_texts(words: Words) -> dict[str, str]:
    return {"home": words.text("Home")}
