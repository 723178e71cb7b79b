"""What was wrong, said once for people (a sentence) and once for programs (a stable code)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches

Fact = int | str | tuple[int, ...]


class Problem(Exception):
    """Bad input from outside: the code never changes, the sentence says what would have been right."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why the rules do not allow an action: a code, and the facts that a sentence about it needs."""

    code: str
    facts: Mapping[str, Fact] = field(default_factory=dict)


class Refused(Problem):
    """An action was refused; the position is what it was."""

    def __init__(self, refusal: Refusal) -> None:
        facts = ", ".join(f"{name}={value}" for name, value in refusal.facts.items())
        super().__init__(refusal.code, f"refused: {refusal.code}" + (f" ({facts})" if facts else ""))
        self.refusal = refusal


def unknown(what: str, given: str, known: list[str]) -> Problem:
    """The one sentence for a name that nobody bears."""
    near = get_close_matches(given, known, n=1)
    hint = f"Did you mean {near[0]!r}?" if near else f"There are: {', '.join(known) or 'none'}."
    return Problem(f"unknown_{what.replace(' ', '_')}", f"There is no {what} {given!r}. {hint}")
