"""A game under way, for whoever plays, watches or replays it step by step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from redpip.core.advice import Point
from redpip.core.dice import Faces
from redpip.core.game import Event, Next, Seat
from redpip.core.history import History, begin
from redpip.core.noting import Note
from redpip.core.setup import Setup


class Play:
    """The history that grows. Each step returns the event that it added."""

    def __init__(self, setup: Setup) -> None:
        self.history = begin(setup)

    @property
    def setup(self) -> Setup:
        return self.history.setup

    @property
    def rules(self) -> Any:
        return self.setup.rules

    @property
    def events(self) -> Sequence[Event[Any]]:
        return self.history.events

    @property
    def state(self) -> Any:
        return self.history.state

    @property
    def next(self) -> Next[Any]:
        return self.history.next

    def point(self, seat: Seat) -> Point:
        """Where this seat can be asked or advised now."""
        heard = tuple(self.rules.seen(event, seat) for event in self.events)
        return Point(self.rules.view(self.state, seat), heard)

    def shake(self) -> Event[Any]:
        return self._became(self.history.shaken())

    def throw(self, faces: Faces) -> Event[Any]:
        return self._became(self.history.thrown(faces))

    def act(self, seat: Seat, action: Any) -> Event[Any]:
        return self._became(self.history.acted(seat, action))

    def note(self, seat: Seat, note: Note) -> Event[Any]:
        return self._became(self.history.noted(seat, note))

    def back(self, to: int) -> Event[Any]:
        return self._became(self.history.back(to))

    def again(self, event: Event[Any]) -> Event[Any]:
        return self._became(self.history.again(event))

    def undoable_to(self, to: int) -> bool:
        return self.history.undoable_to(to)

    def last_choice(self, seat: Seat) -> int | None:
        return self.history.last_choice(seat)

    def _became(self, history: History) -> Event[Any]:
        self.history = history
        return history.events[-1]
