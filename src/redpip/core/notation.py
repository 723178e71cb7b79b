"""Reading what people type: a verb, which may be shortened, and what follows it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from redpip.core.problem import Refusal, Refused


def split_command(text: str, verbs: tuple[str, ...]) -> tuple[str, list[str]]:
    """The verb, any beginning of which will do while only one verb begins so, and the words after it."""
    words = re.findall(r"[^\s,]+", text)
    given = words[0].lower() if words else ""
    fitting = [verb for verb in verbs if verb == given] or [verb for verb in verbs if given and verb.startswith(given)]
    if len(fitting) != 1:
        raise bad_action(text)
    return fitting[0], words[1:]


def read_dice(words: list[str]) -> tuple[int, ...]:
    """Dice by their numbers, ``1 4`` or ``14``, in die order, each once."""
    chars = "".join(words)
    if not all(char in "123456" for char in chars):
        raise Refused(Refusal("bad_die", {"given": " ".join(words)[:40]}))
    return tuple(sorted({int(char) for char in chars}))


def bad_action(text: str) -> Refused:
    return Refused(Refusal("bad_action", {"given": repr(text.strip()[:40])}))


def joined(verb: str, dice: tuple[int, ...]) -> str:
    return " ".join([verb, *map(str, dice)])


def renamed(action: Any, names: Sequence[int]) -> Any:
    """The same action where die *i* is called ``names[i - 1]``. Actions keep dice in fields of these names alone."""
    changes: dict[str, Any] = {}
    if isinstance(die := getattr(action, "die", None), int) and 1 <= die <= len(names):
        changes["die"] = names[die - 1]
    for field in ("dice", "used"):
        if isinstance(dice := getattr(action, field, None), tuple):
            changes[field] = tuple(sorted(names[die - 1] for die in dice))
    return replace(action, **changes) if changes else action
