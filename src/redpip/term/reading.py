"""Where a move is due: what is asked, and what was typed, an action of the game or something else."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from redpip.core.notation import bad_action
from redpip.core.problem import Refused
from redpip.core.words import Words
from redpip.term.phrasebook import Phrasebook

FEW = 3  # so many options stand in the prompt


def move_prompt(name: str, options: Sequence[Any], book: Phrasebook, words: Words) -> str:
    if len(options) == 1:
        return words.say("{name}, Enter: {action}", name=name, action=book.shown(options[0]))
    if len(options) <= FEW:
        return f"{name} ({' / '.join(map(book.shown, options))})"
    return name


def read_action(
    text: str, options: Sequence[Any], book: Phrasebook, rules: Any, commands: Collection[str]
) -> Any | None:
    """The action typed, None for a command. Verbs may be short; where only one action is left, Enter will do."""
    meant = book.meant(text, options)
    fitting = [option for option in options if text and _fits(meant.lower().split(), str(option).lower().split())]
    if len(fitting) == 1:
        return fitting[0]
    if not text:
        return options[0] if len(options) == 1 else None
    command = book.command(text)
    return None if command and command[0] in commands else _parse(text, meant, rules)


def _parse(text: str, meant: str, rules: Any) -> Any:
    try:
        return rules.parse(meant)
    except Refused as refused:
        # in the player's words, not in those that we took them for
        raise bad_action(text) if refused.code == "bad_action" else refused from None


def _fits(typed: Sequence[str], option: Sequence[str]) -> bool:
    """The beginning of an option's verb, alone or with all that follows it."""
    return option[0].startswith(typed[0]) and typed[1:] in ([], option[1:])
