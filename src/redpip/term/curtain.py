"""One screen for several people in a game with secrets: nobody's dice are shown before they say that they are alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from redpip.core.game import Choose, Next, Roll, Seat
from redpip.core.setup import Setup
from redpip.core.words import Words
from redpip.term.phrasebook import Phrasebook
from redpip.term.printer import Printer


class Curtain:
    def __init__(self, setup: Setup, people: Sequence[Seat], words: Words, book: Phrasebook, printer: Printer) -> None:
        self._needed = setup.game.secrets and len(people) > 1 and not setup.own_dice
        self._names = setup.names
        self._words = words
        self._book = book
        self._out = printer
        self._looking: Seat | None = None
        self._told: list[str] = []  # what all may hear, said while one was looking
        self._warned = False

    def open_for(self, seat: Seat) -> bool:
        """Waits until this seat's player says that nobody else is looking; False where they would rather leave."""
        if not self._needed or self._looking == seat:
            return True
        self.close()
        if not self._out.can_cover and not self._warned:
            self._out.tell(self._words.say("What is printed here stays: don't look back past your own turn."))
            self._warned = True
        self._out.forget_typed()
        prompt = self._words.say("{name}, Enter when only you are looking", name=self._names[seat])
        if self._book.command(self._out.ask(f"{prompt}> ").strip()) == ("quit", ""):
            return False
        self._out.cover()
        self._looking = seat
        return True

    def keep_only_for(self, due: Next[Any]) -> None:
        """Closes unless whoever is looking is still to move."""
        match due:
            case Roll(seat=seat) if seat == self._looking:
                return
            case Choose(options) if self._looking in options:
                return
        self.close()

    def close(self) -> None:
        if self._looking is None:
            return
        self._looking = None
        self._out.uncover()
        for text in self._told:
            self._out.tell(text)
        self._told = []

    def tell(self, text: str) -> None:
        """Says it now and, if one is looking alone, once more for all."""
        self._out.tell(text)
        if self._looking is not None and self._out.can_cover:
            self._told.append(text)
