"""What people with real dice tell, as events: throws, results of turns, slips put right. Pure: every function answers
with the events that are to happen, and refuses before any has. A step back is an event too, so nothing is ever lost."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from redpip.core import naming
from redpip.core.dice import NO_FACES, Faces, lay, parse_faces, shown, turn_die
from redpip.core.game import Acted, Back, Choose, Event, Noted, Over, Roll, Seat, Thrown
from redpip.core.history import History
from redpip.core.naming import SAME, Names
from redpip.core.notation import renamed
from redpip.core.noting import NoteLine, check_note, lines_now, read_note
from redpip.core.problem import Problem, Refusal, Refused
from redpip.core.seen import Seen, SeenDie, in_die_order, laid_on, parse_seen, seen_of

Events = tuple[Event[Any], ...]


def throw_told(history: History, text: str) -> Events:
    """Dice that fell, typed as people see them, or in die order."""
    due = history.next
    if not isinstance(due, Roll):
        raise Problem("no_throw_due", "No dice are to be thrown now.")
    if in_die_order(text):
        faces = parse_faces(text.strip())
        return _checked(history, (Thrown(due.seat, faces, len(shown(faces))),))
    return _checked(history, naming.told(history, due.seat, due, parse_seen(text)).events)


def action_told(history: History, seat: Seat, text: str) -> Any:
    """An action whose dice may be named by what they show, after a ``=``: ``roll = 4 2r``."""
    verb, equals, faces = text.partition("=")
    if not equals:
        return history.rules.parse(text)
    found = lookalike(dice_of(history, seat), parse_seen(faces))
    return history.rules.parse(" ".join([verb, *map(str, sorted(found))]))


def lookalike(lies: Faces, seen: Seen) -> list[int]:
    """Dice that show this, any of those that look alike."""
    found: list[int] = []
    for one in seen:
        die = next((die for die in lookalikes(lies, one) if die not in found), None)
        if die is None:
            raise Problem("no_such_face", "No die of yours shows {face}.", face=str(one))
        found.append(die)
    return found


def lookalikes(lies: Faces, seen: SeenDie) -> list[int]:
    """All dice that show this."""
    return [die for die in shown(lies) if lies[die - 1] == seen.face and (die == seen.face) == seen.red]


def dice_of(history: History, seat: Seat, before: int | None = None) -> Faces:
    """What the dice of this seat showed last, or before an event, as far as it was told."""
    lies: Faces = NO_FACES
    for number in history.standing:
        if number == before:
            break
        event = history.events[number]
        match event:
            case Thrown(seat=who, faces=tuple(faces)) if who == seat:
                lies = lay(lies, faces)
            case Noted(seat=who, note=note) if who == seat:
                lies = note.dice or NO_FACES
            case Acted(seat=who, action=action) if who == seat and hasattr(action, "face") and hasattr(action, "die"):
                lies = turn_die(lies, action.die, action.face)
    return lies


@dataclass(frozen=True, slots=True)
class Turn:
    """The turn of a seat that can end with a result."""

    state: Any  # as it began
    lines: Sequence[NoteLine] = ()  # what may be noted of it
    begun: int | None = None  # its first event; None: nothing of it has been told yet
    rolls: int = 0  # so many of it have been told


def turn_of(history: History, seat: Seat) -> Turn:
    """The turn that is about to begin or, where nobody else has done anything since, the one that has begun."""
    state = history.state
    lines = lines_now(history.setup, state, history.next, seat)
    if lines or isinstance(history.next, Over):
        return Turn(state, lines)
    rolls = 0
    for number in reversed(history.standing):
        event, before = history.events[number], history.states[number]
        if getattr(event, "seat", None) != seat or isinstance(event, Noted):
            break
        rolls += isinstance(event, Thrown)
        if lines := lines_now(history.setup, before, history.rules.next(before), seat):
            return Turn(before, tuple(_from(line, rolls) for line in lines), number, rolls)
    return Turn(state)


def _from(line: NoteLine, rolls: int) -> NoteLine:
    """Rolls that were told cannot be fewer."""
    return line if line.rolls is None else replace(line, rolls=(max(rolls, line.rolls[0]), line.rolls[1]))


def note_told(history: History, seat: Seat, text: str) -> Events:
    """The result of a turn of which no more is known. Where some of it was told, the result takes its place."""
    note, seen = read_note(text)
    turn = turn_of(history, seat)
    known = {line.what.casefold(): line.what for line in turn.lines}
    note = replace(note, what=known.get(note.what.casefold(), note.what))
    if seen is not None:
        note = replace(note, dice=_lying(history, seat, seen))
    if turn.begun is None:
        return _checked(history, (Noted(seat, note),))
    check_note(turn.lines, note)
    return _checked(history, (Back(turn.begun), Noted(seat, note)))


def lying(history: History, seat: Seat, text: str) -> Faces:
    """The dice at the end of a turn, as people see them or in die order: as many as tell its result."""
    dice = parse_faces(text.strip()) if in_die_order(text) else _lying(history, seat, parse_seen(text))
    lines = turn_of(history, seat).lines
    if lines and not any(line.takes(dice) for line in lines):
        most = max(line.dice for line in lines)
        raise Refused(Refusal("dice_needed", {"dice": most}) if most else Refusal("no_dice_here"))
    return dice


def _lying(history: History, seat: Seat, seen: Seen) -> Faces:
    """Dice at the end of a turn: any of them, where they are not all."""
    for dice in combinations(history.rules.all_dice, len(seen)):
        laid = laid_on(dice, seen)
        if laid is not None:
            return laid
    raise naming.slip({SAME: SAME}, Roll(seat, history.rules.all_dice), seen)


def undone(history: History, bots: Collection[Seat]) -> Events:
    """Without the last thing that people told, and what bots did since."""
    mine = [number for number in history.standing if getattr(history.events[number], "seat", None) not in bots]
    if not mine:
        raise Problem("nothing_told", "Nothing has been told yet that could be taken back.")
    return (Back(mine[-1]),)


def redone(history: History, bots: Collection[Seat]) -> Events:
    """The next thing that was taken back, and what bots did after it."""
    if not history.offered:
        raise Problem("nothing_to_redo", "Nothing was taken back that could be done again.")
    events: list[Event[Any]] = [_by_whose_turn(history, history.offered[0])]
    after = told_again(history, events)
    for event in history.offered[1:]:
        if getattr(event, "seat", None) not in bots:
            break
        events.append(event)
        after = told_again(after, [event])
    return tuple(events)


def redo_fits(history: History, bots: Collection[Seat]) -> bool:
    """Can the first of what is offered be done again as it was?"""
    try:
        return bool(redone(history, bots))
    except Problem:
        return False


def corrected(history: History, number: int, text: str) -> Events:
    """Something else in place of event ``number`` (from 0); all that came after it again, as far as it still fits."""
    if number not in history.standing:
        raise Problem("no_such_entry", "There is no entry {number} that stands.", number=number + 1)
    wrong = history.events[number]
    later = [history.events[other] for other in history.standing if other > number]
    events: list[Event[Any]] = [Back(number)]
    here = told_again(history, events)
    right = _instead(here, wrong, text)
    here = told_again(here, right)
    events += right
    names = _names_after(wrong, right[-1])
    for event in later:
        try:
            again = _again(here, event, getattr(wrong, "seat", None), names)
            here = told_again(here, again)
        except Problem:
            break
        events += again
        if getattr(event, "seat", None) == getattr(wrong, "seat", None) and isinstance(event, Thrown):
            names = _names_after(event, again[-1])
    return tuple(events)


def entry_text(event: Event[Any]) -> str:
    """An entry as it could be typed."""
    match event:
        case Thrown(faces=tuple(faces)):
            return naming.text_of(faces)
        case Acted(action=action):
            return str(action)
        case Noted(note=note):
            told = str(note).partition(" dice ")[0]
            return f"{told} dice {naming.text_of(note.dice)}" if note.dice else told
    return ""


def _instead(history: History, wrong: Event[Any], text: str) -> Events:
    match wrong:
        case Thrown(faces=tuple(before)):
            if in_die_order(text):
                return throw_told(history, text)
            due, seen = history.next, parse_seen(text)
            laid = laid_on(due.dice, seen, before) if isinstance(due, Roll) and len(seen) == len(due.dice) else None
            return throw_told(history, text) if laid is None else (replace(wrong, faces=laid),)
        case Noted(seat=seat):
            return note_told(history, seat, text)
        case Acted(seat=seat):
            return (Acted(seat, action_told(history, seat, text)),)
    raise Problem("no_such_entry", "There is no entry {number} that stands.", number=0)


def _again(history: History, event: Event[Any], seat: Seat | None, names: Names) -> Events:
    """The same told once more; the dice of this seat may have got other names."""
    match event:
        case Thrown(seat=who, faces=tuple(faces)) if who == seat:
            due = history.next
            laid = laid_on(due.dice, seen_of(faces), naming.faces_by(faces, names)) if isinstance(due, Roll) else None
            return (replace(event, faces=laid),) if laid else throw_told(history, naming.text_of(faces))
        case Acted(seat=who, action=action) if who == seat:
            return (Acted(who, renamed(action, names)),)
    return (_by_whose_turn(history, event),)


def _by_whose_turn(history: History, event: Event[Any]) -> Event[Any]:
    """A result for everybody is anybody's to tell: after a correction it may be another seat's turn."""
    due = history.next
    if not isinstance(event, Noted) or not isinstance(due, Choose) or event.seat in due.options:
        return event
    known = [line.what for line in lines_now(history.setup, history.state, due, min(due.options)) if line.each]
    return replace(event, seat=min(due.options)) if event.note.what in known else event


def _names_after(wrong: Event[Any], right: Event[Any]) -> Names:
    if isinstance(wrong, Thrown) and isinstance(right, Thrown):
        return naming.names_between(wrong.faces or NO_FACES, right.faces or NO_FACES)
    return SAME


def _checked(history: History, events: Events) -> Events:
    told_again(history, events)
    return events


def told_again(history: History, events: Iterable[Event[Any]]) -> History:
    """After these events."""
    for event in events:
        history = history.again(event)
    return history
