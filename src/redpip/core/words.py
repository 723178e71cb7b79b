"""Words in the player's language: sentences through gettext, an edition's own names, and lines of styled text.

English sentences are the message ids, so English needs no files. German stands in ``locale/de/LC_MESSAGES``.
"""

from __future__ import annotations

import gettext
from collections.abc import Mapping, Sequence
from copy import copy
from functools import cache
from pathlib import Path
from typing import Literal

from redpip.core.problem import Phrase, Problem, Refusal, Refused, unknown

LANGUAGES = ("en", "de")
_LOCALE = Path(__file__).parent.parent / "locale"

Style = Literal["plain", "strong", "red", "faint", "could", "odds", "mine"]
Span = tuple[str, Style]
Line = tuple[Span, ...]


def N_(message: str) -> str:
    """Marks a sentence for the translators where it is said later."""
    return message


_COMMON_REFUSALS = {
    "game_over": N_("The game is over."),
    "wrong_phase": N_("That is not due now."),
    "not_your_turn": N_("It is not your turn."),
    "bad_action": N_("{given} is not a move here. Type ? for what you can do."),
    "bad_die": N_("Dice are numbered 1 to 6; got {given}."),
    "no_note": N_("The result of a turn is noted at its start, before anything else is told of it."),
    "no_such_note": N_("That cannot be the result of this turn: {what}. There are: {known}."),
    "rolls_needed": N_("Say how many rolls the turn took."),
    "wrong_rolls": N_("This turn can have taken {least} to {most} rolls, not {rolls}."),
    "points_needed": N_("Say how many points it was, or which dice lay there."),
    "impossible_points": N_("No dice bring {points} points there. Possible are {possible}."),
    "other_points": N_("These dice bring {possible} points there, not {points}."),
    "no_dice_here": N_("The dice alone do not tell this result; say the points."),
    "dice_needed": N_("Say what all {dice} dice show at the end of the turn."),
    "dice_unknown": N_("What lies on the table is not known here; note the result of this turn."),
    "refused": N_("That cannot be done now ({code})."),
}


class Words:
    read_out = False  # on a page, where dice in a sentence have words: it is read aloud too

    def __init__(
        self,
        folder: Path,
        language: str,
        refusals: Mapping[str, str] | None = None,
        edition: Mapping[str, str] | None = None,
    ) -> None:
        if language not in LANGUAGES:
            raise unknown("language", language, list(LANGUAGES))
        self.language = language
        self._translations = _translations(folder, language)
        self._common = _translations(_LOCALE, language)
        self._refusals = {**_COMMON_REFUSALS, **(refusals or {})}
        self._edition = dict(edition or {})

    def aloud(self) -> Words:
        """The same for a page, where nobody has to know how dice are typed."""
        words = copy(self)
        words.read_out = True
        return words

    def say(self, message: str, /, **facts: object) -> str:
        """The sentence in the player's language, with its facts filled in."""
        return self.text(message).format(**facts)

    def text(self, message: str, /) -> str:
        """The sentence in the player's language, its facts still to be filled in."""
        text = self._translations.gettext(message)
        return text if text != message else self._common.gettext(message)

    def count(self, one: str, many: str, number: int, /, **facts: object) -> str:
        """The sentence for this number of things."""
        text = self._translations.ngettext(one, many, number)
        if text in (one, many):
            text = self._common.ngettext(one, many, number)
        return text.format(number=self.whole(number), **facts)

    def whole(self, number: int) -> str:
        """A whole number as people write it: 1000, but 10,000 and 10.000. Not for what is typed."""
        text = f"{number:,}" if abs(number) >= 10_000 else str(number)
        return text.replace(",", ".") if self.language == "de" else text

    def listed(self, parts: Sequence[str]) -> str:
        """2, 4 and 5."""
        if len(parts) < 2:
            return "".join(parts)
        return self.say("{names} and {last}", names=", ".join(parts[:-1]), last=parts[-1])

    def numbers(self, numbers: Sequence[int]) -> str:
        """Which dice, in a sentence; in the terminal as they are typed."""
        told = [str(number) for number in numbers]
        return self.listed(told) if self.read_out else " ".join(told)

    def name(self, word: str) -> str:
        """A game's word as this edition and language have it: RED, ROT."""
        return self.text(self._edition.get(word, word))

    def refusal(self, refusal: Refusal) -> str:
        sentence = self._refusals.get(refusal.code, self._refusals["refused"])
        facts = {key: self._fact_of_refusal(value) for key, value in refusal.facts.items()}
        return self.say(sentence, **{"code": refusal.code, **facts})

    def _fact_of_refusal(self, value: object) -> object:
        match value:
            case str():
                return self.name(value)
            case tuple():
                return self.numbers(value)
        return value

    def problem(self, problem: Problem) -> str:
        words = problem.words(self.language) if problem.words else self
        return words.refusal(problem.refusal) if isinstance(problem, Refused) else words.phrase(problem.phrase)

    def phrase(self, phrase: Phrase) -> str:
        return self.say(phrase.text, **{name: self.fact(value) for name, value in phrase.facts.items()})

    def fact(self, value: object) -> object:
        """A fact as it stands in a sentence: phrases and problems are in the player's language too."""
        match value:
            case Phrase():
                return self.phrase(value)
            case Problem():
                return self.problem(value)
        return value


def common_words(language: str, refusals: Mapping[str, str] | None = None) -> Words:
    """The words that belong to no game."""
    return Words(_LOCALE, language, refusals)


def points(score: int, _players: int, words: Words) -> str:
    """A result with its unit, as most games count."""
    return words.count("{number} point", "{number} points", score)


@cache
def _translations(folder: Path, language: str) -> gettext.NullTranslations:
    """A game that nobody has translated speaks English."""
    return gettext.translation("redpip", folder, [language], fallback=True)


def line(*parts: str | Span) -> Line:
    """A line of text from plain strings and styled spans."""
    return tuple((part, "plain") if isinstance(part, str) else part for part in parts)


def plain(text: Line) -> str:
    return "".join(part for part, _ in text).rstrip()
