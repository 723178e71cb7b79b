"""What was wrong, said once for people (a sentence) and once for programs (a stable code)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from redpip.core.words import Words

Fact = int | str | tuple[int, ...]


class Phrase:
    """Words whose facts stand apart, so that they can be said in another language than this English.

    A fact that is itself a phrase or a problem is said in the language of the words around it.
    """

    def __init__(self, text: str, /, **facts: object) -> None:
        self.text = text
        self.facts = facts

    def __str__(self) -> str:
        return self.text.format(**self.facts)


class Problem(Exception):
    """Bad input from outside: the code never changes, the sentence says what would have been right."""

    words: Callable[[str], Words] | None = None  # by language: those of the game it is about, where one is known

    def __init__(self, code: str, sentence: str, /, **facts: object) -> None:
        self.code = code
        self.phrase = Phrase(sentence, **facts)
        self.message = str(self.phrase)
        super().__init__(self.message)

    def __reduce__(self) -> tuple[Any, ...]:
        """Passes between processes as it is, whatever a subclass is made of. The words stay behind: whoever is told
        of the problem knows which game it is about."""
        return _passed_on, (type(self), self.args, {k: v for k, v in self.__dict__.items() if k != "words"})


def _passed_on(kind: type[Problem], args: tuple[Any, ...], facts: dict[str, Any]) -> Problem:
    problem = kind.__new__(kind, *args)
    problem.__dict__.update(facts)
    return problem


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why the rules do not allow an action: a code, and the facts that a sentence about it needs."""

    code: str
    facts: Mapping[str, Fact] = field(default_factory=dict)


class Refused(Problem):
    """An action was refused; the position is what it was."""

    def __init__(self, refusal: Refusal) -> None:
        facts = ", ".join(f"{name}={value}" for name, value in refusal.facts.items())
        super().__init__(
            refusal.code, "{refused}", refused=f"refused: {refusal.code}" + (f" ({facts})" if facts else "")
        )
        self.refusal = refusal


def unknown(what: str, given: str, known: list[str]) -> Problem:
    """The one sentence for a name that nobody bears."""
    folded = {name.casefold(): name for name in known}
    near = [folded[name] for name in get_close_matches(given.casefold(), folded, n=1)]
    code, kind = f"unknown_{what.replace(' ', '_')}", Phrase(what)
    if near:
        return Problem(
            code, "There is no {what} {given!r}. Did you mean {near!r}?", what=kind, given=given, near=near[0]
        )
    names = ", ".join(known) or Phrase("none")
    return Problem(code, "There is no {what} {given!r}. There are: {known}.", what=kind, given=given, known=names)


_REASONS = {
    str(reason): reason
    for reason in (
        Phrase("Address already in use"),
        Phrase("File exists"),
        Phrase("File name too long"),
        Phrase("Is a directory"),
        Phrase("No space left on device"),
        Phrase("No such file or directory"),
        Phrase("Not a directory"),
        Phrase("Permission denied"),
        Phrase("Read-only file system"),
    )
}


def reason_of(error: OSError) -> object:
    """Why the system did not do it; the usual reasons can be said in the player's language."""
    return _REASONS.get(str(error.strerror), error.strerror)
