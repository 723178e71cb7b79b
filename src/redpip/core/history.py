"""A game so far, as an immutable value: what happened, and the position that each event led to."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import dropwhile, takewhile
from typing import Any

from redpip.core.dice import Faces
from redpip.core.game import Acted, Back, Event, Next, Noted, Over, Roll, Seat, Thrown, act, throw
from redpip.core.growing import Growing
from redpip.core.noting import Note, write_note
from redpip.core.once import once
from redpip.core.problem import Problem, Refusal, Refused
from redpip.core.setup import Setup
from redpip.core.shaker import seeded_faces


@dataclass(frozen=True)
class History:
    """Every step goes through one of the two gates, ``act`` and ``throw``, and gives a new history."""

    setup: Setup
    events: Growing[Event[Any]]
    states: Growing[Any]  # before the first event and after each
    standing: Growing[int]  # the numbers of the events that have not been taken back
    throws: tuple[int, ...] = field(repr=False)  # how often each seat has thrown; the last: neutral dice

    @property
    def rules(self) -> Any:
        return self.setup.rules

    @property
    def state(self) -> Any:
        return self.states[-1]

    @once
    def next(self) -> Next[Any]:
        """What is next, asked of the rules once for each position."""
        due: Next[Any] = self.rules.next(self.state)
        return due

    def shaken(self) -> History:
        """The dice that are due fall as the game's own seed has it."""
        if self.setup.seed is None:
            raise _nothing_due()
        return self._thrown(self._roll(), self.own_faces)

    @once
    def own_faces(self) -> Faces:
        """The dice that are due, as the game's own seed gives them."""
        assert self.setup.seed is not None
        return self.seeded_faces(self.setup.seed)

    def seeded_faces(self, seed: str) -> Faces:
        """The dice that are due, as a seed gives them."""
        roll = self._roll()
        return seeded_faces(seed.encode(), roll.seat, self.throws[_index(roll)], roll.dice)

    def thrown(self, faces: Faces) -> History:
        """Dice from outside. Where the game has a seed they must be the ones that the seed gives."""
        roll = self._roll()
        self._check_known()
        given = self.setup.own_dice or len(self.events) < self.setup.given
        if self.setup.seed is not None and not given and faces != self.own_faces:
            raise Problem("dice_differ", "These are not the dice that the record's seed gives.")
        return self._thrown(roll, faces)

    def acted(self, seat: Seat, action: Any) -> History:
        return self._acted(Acted(seat, action))

    def _acted(self, event: Acted[Any]) -> History:
        self._check_known()
        return self._with(event, act(self.rules, self.state, event.seat, event.action, self.next))

    def noted(self, seat: Seat, note: Note) -> History:
        """A turn with real dice of which this is known."""
        if not self.setup.own_dice:
            raise Problem("dice_not_yours", "Results can be noted only where people throw their own dice.")
        return self._with(Noted(seat, note), write_note(self.setup, self.state, self.next, seat, note))

    def back(self, to: int) -> History:
        """Takes back the events after number ``to``; what has been seen stays."""
        if not self.undoable_to(to):
            raise Problem("cannot_undo", "Only what was chosen since the last throw can be taken back.")
        return self._with(Back(to), self.states[to], self._throws_before(to))

    def again(self, event: Event[Any]) -> History:
        """The same event through the same gates."""
        match event:
            case Thrown(seat=seat, faces=faces):
                due = self.next
                if faces is None or (isinstance(due, Roll) and due.seat != seat):
                    raise Problem("wrong_seat", "The dice of this throw belong to another seat.")
                return self.thrown(faces)
            case Acted():
                return self._acted(event)
            case Noted(seat=seat, note=note):
                return self.noted(seat, note)
            case Back(to=to):
                return self.back(to)

    @property
    def offered(self) -> tuple[Event[Any], ...]:
        """What was taken back and can be done again, in order."""
        return tuple(self.events[number] for number in self.offered_numbers)

    @once
    def offered_numbers(self) -> tuple[int, ...]:
        """Whatever is told instead of something takes its place. What came after a turn that becomes longer waits; the
        rest of one that becomes shorter is dropped."""
        offered: tuple[int, ...] = ()
        standing: list[int] = []
        for number, event in enumerate(self.events):
            if isinstance(event, Back):
                offered = (*(gone for gone in standing if gone >= event.to), *offered)
                standing = [kept for kept in standing if kept < event.to]
                continue
            goes_on = bool(standing) and _seat(self.events[standing[-1]]) == event.seat
            offered = self._left(offered, event, goes_on)
            standing.append(number)
        return self._fitting(offered)

    def _left(self, offered: tuple[int, ...], told: Event[Any], goes_on: bool) -> tuple[int, ...]:
        """What is still offered once this was told; ``goes_on``: by whoever told the last thing too."""
        if not goes_on:
            offered = tuple(dropwhile(lambda number: not _is_like(self.events[number], told), offered))
        turn = tuple(takewhile(lambda number: _is_like(self.events[number], told), offered))
        kinds = [type(self.events[number]) for number in turn]
        if type(told) in kinds:
            return offered[kinds.index(type(told)) + 1 :]
        return offered[len(turn) :] if isinstance(told, Noted) else offered

    def _fitting(self, offered: tuple[int, ...]) -> tuple[int, ...]:
        """From the first of these on that is of the turn and of the kind that is asked for now."""
        due = self.next
        if isinstance(due, Over):
            return offered
        kind, seats = (Thrown, {due.seat}) if isinstance(due, Roll) else (Acted, set(due.options))

        def theirs(number: int) -> bool:
            return isinstance(self.events[number], Noted) or _seat(self.events[number]) in seats

        if not (self.standing and theirs(self.standing[-1])):  # somebody else's turn has ended
            offered = tuple(dropwhile(lambda number: not theirs(number), offered))
        turn = takewhile(theirs, offered)
        asked = (at for at, number in enumerate(turn) if isinstance(self.events[number], (kind, Noted)))
        return offered[next(asked, len(offered)) :]

    def undoable_to(self, to: int) -> bool:
        if self.setup.own_dice:
            return to in self.standing  # what people tell of their dice can be a slip
        return to in self.standing and all(self._undoable(number) for number in self.standing if number >= to)

    def last_choice(self, seat: Seat) -> int | None:
        """Where to go back to for taking back the last thing that stands, if this seat chose it and may."""
        number = self.standing[-1] if self.standing else -1
        mine = number >= 0 and getattr(self.events[number], "seat", None) == seat
        return number if mine and self._undoable(number) else None

    def _undoable(self, number: int) -> bool:
        """Dice that fell stay, and so does what has shown somebody a secret."""
        before, after = self.states[number : number + 2]
        return isinstance(self.events[number], Acted) and not self.rules.reveals(before, after)

    def _check_known(self) -> None:
        noting = self.setup.game.noting
        if self.setup.own_dice and noting is not None:
            game = self.state if self.setup.match is None else self.state.game
            if noting.unknown(self.setup.game_rules, game):
                raise Refused(Refusal("dice_unknown"))

    def _throws_before(self, to: int) -> tuple[int, ...] | None:
        """A bot at a table of real dice throws the same again where people correct a slip."""
        if not self.setup.own_dice:
            return None
        gone = [self.events[number] for number in self.standing if number >= to]
        throws = list(self.throws)
        for event in gone:
            if isinstance(event, Thrown):
                throws[-1 if event.seat is None else event.seat] -= 1
        return tuple(throws)

    def _roll(self) -> Roll:
        due = self.next
        if not isinstance(due, Roll):
            raise _nothing_due()
        return due

    def _thrown(self, roll: Roll, faces: Faces) -> History:
        state = throw(self.rules, self.state, faces, roll)
        index = _index(roll) % len(self.throws)
        throws = (*self.throws[:index], self.throws[index] + 1, *self.throws[index + 1 :])
        return self._with(Thrown(roll.seat, faces, len(roll.dice)), state, throws)

    def _with(self, event: Event[Any], state: Any, throws: tuple[int, ...] | None = None) -> History:
        if isinstance(event, Back):
            standing = Growing(number for number in self.standing if number < event.to)
        else:
            standing = self.standing.plus(len(self.events))
        return History(self.setup, self.events.plus(event), self.states.plus(state), standing, throws or self.throws)


def begin(setup: Setup) -> History:
    """A game before its first event."""
    seats = len(setup.players)
    start = setup.rules.start(seats, setup.first)
    return History(setup, Growing(), Growing((start,)), Growing(), (0,) * (seats + 1))


def _index(roll: Roll) -> int:
    return -1 if roll.seat is None else roll.seat


def _seat(event: Event[Any]) -> Seat | None:
    return None if isinstance(event, Back) else event.seat


def _is_like(offered: Event[Any], told: Event[Any]) -> bool:
    """Of the same seat; a result for everybody may be told by whoever's turn it has become."""
    return _seat(offered) == _seat(told) or (isinstance(offered, Noted) and isinstance(told, Noted))


def _nothing_due() -> Problem:
    return Problem("no_throw_due", "No dice are to be thrown now.")
