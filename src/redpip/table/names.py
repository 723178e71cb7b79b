"""What people are called at a table."""

from __future__ import annotations

from collections.abc import Collection
from itertools import count

from redpip.core.level import LEVEL_NAMES
from redpip.core.problem import Problem
from redpip.core.words import common_words
from redpip.play.seating import LONGEST_NAME


def clean_name(name: str) -> str:
    text = " ".join("".join(char for char in name if char.isprintable()).split())
    if not 0 < len(text) <= LONGEST_NAME:
        raise Problem("bad_player", "A name has 1 to {most} letters.", most=LONGEST_NAME)
    return text


def bot_name(bot: str, language: str) -> str:
    """A level is called as people say in their language, any other bot by its own name."""
    level = LEVEL_NAMES.get(bot)
    return common_words(language).say(level) if level else bot.capitalize()


def free_name(name: str, taken: Collection[str]) -> str:
    """Two of one name can be told apart."""
    return name if name not in taken else next(n for k in count(2) if (n := f"{name} {k}") not in taken)
