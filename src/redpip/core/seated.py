"""A bot in its seat, in whatever process: it hears what the seat may hear, and answers when it is asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from redpip.core.advice import ear_of
from redpip.core.game import Acted, Event, Seat
from redpip.core.luck import Luck
from redpip.core.setup import Setup


class SeatedBot:
    """One lives as long as its game. Seated anew it does as before, once it has heard the same events."""

    def __init__(self, setup: Setup, name: str, seat: Seat, key: str) -> None:
        self._seat = seat
        self._luck = Luck(key)
        self._bot = setup.seat_bot(name, seat, self._luck)
        self._tell = ear_of(self._bot)
        self.listens = self._tell is not None
        self.acted = 0  # how often its seat has; whoever tells it nothing else counts this up

    def heard(self, event: Event[Any]) -> None:
        """An event as ``rules.seen`` gives it to the seat; all of them, in order, before the bot is asked."""
        if isinstance(event, Acted) and event.seat == self._seat:
            self.acted += 1
        if self._tell:
            self._tell(event)

    def choose(self, view: Any, options: Sequence[Any]) -> Any:
        self._luck.renew(self.acted)
        return self._bot.choose(view, options)
