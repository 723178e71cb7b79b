"""A game under way.

Whoever plays, watches or replays a game does it through ``Play`` and so through the same two gates, ``act`` and
``throw``.
"""

from __future__ import annotations

from typing import Any

from redpip.core.dice import Faces
from redpip.core.game import Acted, Back, Event, Next, Roll, Seat, Thrown, act, throw
from redpip.core.problem import Problem
from redpip.core.setup import Setup
from redpip.core.shaker import SeededShaker


class Play:
    """The events so far and the position they led to."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.rules = setup.rules
        self.events: list[Event[Any]] = []
        self._states = [self.rules.start(len(setup.players), setup.first)]
        self._standing: list[int] = []  # the numbers of the events that have not been taken back
        self._shaker = SeededShaker(setup.seed) if setup.seed is not None else None
        self._next: Next[Any] | None = None

    @property
    def state(self) -> Any:
        return self._states[-1]

    @property
    def next(self) -> Next[Any]:
        """What is next, asked of the rules once for each position."""
        if self._next is None:
            self._next = self.rules.next(self.state)
        return self._next

    def shake(self) -> Event[Any]:
        """The dice that are due, from the game's own seed."""
        match self.next:
            case Roll() as roll if self._shaker:
                return self._thrown(roll, self._shaker.throw(roll))
            case _:
                raise Problem("no_throw_due", "No dice are to be thrown now.")

    def throw(self, faces: Faces) -> Event[Any]:
        """Dice from outside. Where the game has a seed they must be the ones that the seed gives."""
        match self.next:
            case Roll() as roll:
                if self._shaker and faces != self._shaker.throw(roll):
                    raise Problem("dice_differ", "These are not the dice that the record's seed gives.")
                return self._thrown(roll, faces)
            case _:
                raise Problem("no_throw_due", "No dice are to be thrown now.")

    def act(self, seat: Seat, action: Any) -> Event[Any]:
        return self._add(Acted(seat, action), act(self.rules, self.state, seat, action))

    def back(self, to: int) -> Event[Any]:
        """Takes back the events after number ``to``; what has been seen stays."""
        if not self.undoable_to(to):
            raise Problem("cannot_undo", "Only what was chosen since the last throw can be taken back.")
        return self._add(Back(to), self._states[to])

    def undoable_to(self, to: int) -> bool:
        return to in self._standing and all(self._undoable(number) for number in self._standing if number >= to)

    def last_choice(self, seat: Seat) -> int | None:
        """Where to go back to for taking back the last thing that stands, if this seat chose it and may."""
        number = self._standing[-1] if self._standing else -1
        mine = number >= 0 and getattr(self.events[number], "seat", None) == seat
        return number if mine and self._undoable(number) else None

    def _undoable(self, number: int) -> bool:
        """Dice that fell stay, and so does what has shown somebody a secret."""
        before, after = self._states[number : number + 2]
        return isinstance(self.events[number], Acted) and not self.rules.reveals(before, after)

    def again(self, event: Event[Any]) -> Event[Any]:
        """The same event through the same gates."""
        match event:
            case Thrown(seat=seat, faces=faces):
                due = self.next
                if faces is None or (isinstance(due, Roll) and due.seat != seat):
                    raise Problem("wrong_seat", "The dice of this throw belong to another seat.")
                return self.throw(faces)
            case Acted(seat=seat, action=action):
                return self.act(seat, action)
            case Back(to=to):
                return self.back(to)

    def _thrown(self, roll: Roll, faces: Faces) -> Event[Any]:
        return self._add(Thrown(roll.seat, faces, len(roll.dice)), throw(self.rules, self.state, faces))

    def _add(self, event: Event[Any], state: Any) -> Event[Any]:
        if isinstance(event, Back):
            self._standing = [number for number in self._standing if number < event.to]
        else:
            self._standing.append(len(self.events))
        self.events.append(event)
        self._states.append(state)
        self._next = None
        return event
