"""What people type in their own language: the words of a game's actions, and commands. English always works too."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from redpip.core.catalog import Game
from redpip.core.words import N_, Words

# one word for each command, other words for it behind a bar; a language may have as many as it likes
COMMANDS = N_("help|? hint|coach rules log undo|u|back odds|o quit|q|exit redo keep correct entries show skip")
MATCH = N_("first|begin")  # who starts the next game of a match


class Vocabulary:
    """Words that are meant, each with the one that is shown for it and others that are understood."""

    def __init__(self, own: str, spoken: str) -> None:
        self._spoken: dict[str, tuple[str, ...]] = {}
        self._known: dict[str, tuple[str, ...]] = {}
        for ours, theirs in zip(own.split(), spoken.split(), strict=True):
            meant, *others = ours.split("|")
            self._spoken[meant] = tuple(theirs.split("|"))
            self._known[meant] = (*self._spoken[meant], meant, *others)

    def shown(self, word: str) -> str:
        return self._spoken.get(word, (word,))[0]

    def exactly(self, typed: str, likely: Collection[str] = ()) -> str | None:
        return _only((word for word, names in self._known.items() if typed in names), likely)

    def meant(self, typed: str, likely: Collection[str] = ()) -> str:
        """The word that was meant, any beginning of which will do while only one, or one of the likely ones, fits."""
        found = self.exactly(typed, likely)
        for names in (self._spoken, self._known):
            begun = (word for word, known in names.items() if any(name.startswith(typed) for name in known))
            found = found or _only(begun, likely)
        return found or typed


def _only(words: Iterator[str], likely: Collection[str]) -> str | None:
    fitting = list(words)
    fitting = [word for word in fitting if word in likely] or fitting
    return fitting[0] if len(fitting) == 1 else None


class Phrasebook:
    def __init__(self, game: Game, words: Words) -> None:
        verbs, _, others = game.typed.partition(";")
        our_verbs, _, our_others = words.text(game.typed).partition(";") if game.typed else ("", "", "")
        self._verbs = Vocabulary(f"{verbs} {MATCH}", f"{our_verbs} {words.text(MATCH)}")
        self._others = Vocabulary(others, our_others)
        self._commands = Vocabulary(COMMANDS, words.text(COMMANDS))
        self._words = words

    def shown(self, action: Any) -> str:
        """An action as this player would type it."""
        verb, *others = str(action).split()
        return " ".join([self._verbs.shown(verb), *map(self._shown_other, others)])

    def _shown_other(self, word: str) -> str:
        # what is written in capitals stands on the sheet, in the words of the edition
        return self._words.name(word) if word.isupper() else self._others.shown(word)

    def meant(self, text: str, options: Sequence[Any]) -> str:
        """What was typed, in the words that the rules know."""
        if not text:
            return ""
        verb, *others = text.split()
        likely = {str(option).split()[0] for option in options}
        meant = self._verbs.meant(verb.casefold(), likely)
        return " ".join([meant, *(self._others.meant(word.casefold()) if word.isalpha() else word for word in others)])

    def command(self, text: str) -> tuple[str, str] | None:
        """A command and what follows it; nothing where something else was typed."""
        first, _, rest = text.casefold().partition(" ")
        found = self._commands.exactly(first)
        return (found, rest.strip()) if found else None

    def command_word(self, command: str) -> str:
        return self._commands.shown(command)

    def next_words(self, before: Sequence[str], options: Sequence[Any], commands: Sequence[str]) -> list[str]:
        """What may be typed after these words."""
        phrases = [self.shown(option).split() for option in options]
        if not before:
            phrases += [[self.command_word(command)] for command in commands]
        else:
            before = self.shown(self.meant(" ".join(before), options)).casefold().split()
        depth = len(before)
        fitting = (words[depth] for words in phrases if len(words) > depth and _folded(words[:depth]) == list(before))
        return list(dict.fromkeys(fitting))


def _folded(words: Sequence[str]) -> list[str]:
    return [word.casefold() for word in words]
