"""Which die is which, where people throw real dice and tell what they see.

A record names dice by number. Of a die that shows white nobody sees its number, so a name is a guess that fits all
that has been seen; dice that were thrown together are mixed, so that afterwards any of them may be any other. ``ways``
are all guesses that fit: tuples in which place *i* has the number of the die that we call *i*, 720 at most. When
a throw does not fit the names as they are, the dice get other names from where that matters on, and what was told of
them since is told again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import permutations
from typing import Any

from redpip.core.dice import DICE, NO_FACES, Faces, shown
from redpip.core.game import Acted, Back, Event, Noted, Roll, Seat, Thrown
from redpip.core.history import History
from redpip.core.notation import renamed
from redpip.core.problem import Problem
from redpip.core.seen import Seen, laid_on, seen_of, seen_text
from redpip.core.words import N_

Names = tuple[int, ...]  # the die that bears name i, in place i - 1
SAME: Names = DICE
NUMBERING = N_("Which white die is which cannot be seen; this takes one way that fits.")


@dataclass(frozen=True, slots=True)
class Era:
    """From an event on, the names that fit; each with those before it that it can have come from."""

    begin: int  # index among the events that stand
    ways: dict[Names, Names]


@dataclass(frozen=True, slots=True)
class Placing:
    """The events that tell a throw: it alone, or first a step back and what gives the dice better names."""

    events: tuple[Event[Any], ...]
    names: Names = SAME  # what each die is called now, by its name before


def told(history: History, seat: Seat | None, due: Roll, seen: Seen) -> Placing:
    """A throw as people see it."""
    if len(seen) != len(due.dice):
        raise Problem("wrong_count", "{due} dice were thrown, not {given}.", due=len(due.dice), given=len(seen))
    laid = laid_on(due.dice, seen)
    if laid is not None:
        return Placing((Thrown(seat, laid, len(seen)),))
    if due.numbered:
        raise slip({SAME: SAME}, due, seen)
    eras = list(_eras(history, seat))
    before = eras[-1].ways
    found = _others(before, due, seen, history.rules.all_dice)
    if found is None:
        raise slip(before, due, seen)
    names, laid = found
    again = _anew(history, seat, eras, _past(before, names, due))
    return Placing((*again, Thrown(seat, laid, len(seen))), names)


def is_settled(history: History, seat: Seat | None) -> bool:
    """Is there but one way in which the dice of this seat can be numbered, as far as that matters?"""
    ways = list(_eras(history, seat))[-1].ways
    return len({way[: len(history.rules.all_dice)] for way in ways}) == 1


# ---- what fits


def _eras(history: History, seat: Seat | None) -> Iterator[Era]:
    """What can be known of this seat's dice after each of their throws, as far back as it still matters."""
    ways: dict[Names, Names] = {SAME: SAME}
    yield Era(0, ways)
    events = [history.events[number] for number in history.standing]
    for index, event, among in _mixings(history, seat):
        chosen = index > 0 and isinstance(events[index - 1], Acted) and getattr(events[index - 1], "seat", -1) == seat
        ways = _after(ways, among, _faces(event))
        yield Era(index - chosen, ways)


def _mixings(history: History, seat: Seat | None) -> list[tuple[int, Event[Any], tuple[int, ...]]]:
    """The throws of this seat since all its dice were thrown together, with the dice that each of them mixed."""
    found: list[tuple[int, Event[Any], tuple[int, ...]]] = []
    everything = history.rules.all_dice
    for index in reversed(range(len(history.standing))):
        number = history.standing[index]
        event = history.events[number]
        if isinstance(event, Thrown | Noted) and event.seat == seat:
            due = history.rules.next(history.states[number]) if isinstance(event, Thrown) else None
            among = (due.among or due.dice) if isinstance(due, Roll) else everything
            found.append((index, event, among))
            if among == everything:
                break
    return found[::-1]


def _faces(event: Event[Any]) -> Faces:
    if isinstance(event, Thrown):
        return event.faces or NO_FACES
    return (event.note.dice if isinstance(event, Noted) else None) or NO_FACES


def _after(ways: dict[Names, Names], among: tuple[int, ...], faces: Faces) -> dict[Names, Names]:
    """The names that fit after these dice were mixed and some of them showed that."""
    found: dict[Names, Names] = {}
    for group in _classes(ways, among).values():
        for names in _mixed(group[0], among):
            if all((names[die - 1] == face) == (die == face) for die, face in enumerate(faces, 1) if face):
                found[names] = names if names in ways else group[0]
    return found


def _classes(ways: dict[Names, Names], among: tuple[int, ...]) -> dict[tuple[int, ...], list[Names]]:
    """Names that differ in nothing but the dice that are mixed; those nearest to the present ones first."""
    found: dict[tuple[int, ...], list[Names]] = {}
    for names in sorted(ways, key=_strangeness):
        outside = tuple(0 if name in among else die for name, die in enumerate(names, 1))
        found.setdefault(outside, []).append(names)
    return found


def _strangeness(names: Names) -> int:
    """How many dice would have to change their names."""
    return sum(map(int.__ne__, names, SAME))


@cache
def _mixed(names: Names, among: tuple[int, ...]) -> tuple[Names, ...]:
    found = []
    for dice in permutations(names[name - 1] for name in among):
        mixed = list(names)
        for name, die in zip(among, dice, strict=True):
            mixed[name - 1] = die
        found.append(tuple(mixed))
    return tuple(sorted(found, key=_strangeness))


def _others(ways: dict[Names, Names], due: Roll, seen: Seen, everything: tuple[int, ...]) -> tuple[Names, Faces] | None:
    """Other names with which the throw fits, as like the present ones as can be."""
    among = due.among or due.dice
    candidates = (names for group in _classes(ways, among).values() for names in _mixed(group[0], among))
    tried: set[tuple[int, ...]] = set()
    for names in sorted(candidates, key=_strangeness):
        dice = tuple(sorted(names[name - 1] for name in due.dice))
        if dice in tried or not set(dice) <= set(everything):
            continue
        tried.add(dice)
        laid = laid_on(dice, seen)
        if laid is not None:
            return names, laid
    return None


# ---- other names


def _past(ways: dict[Names, Names], names: Names, due: Roll) -> tuple[Names, Names]:
    """The names before the throw that lead to these, and these."""
    if names in ways:
        return names, names
    among = due.among or due.dice
    outside = tuple(0 if name in among else die for name, die in enumerate(names, 1))
    return _classes(ways, among)[outside][0], names


def _anew(
    history: History, seat: Seat | None, eras: Sequence[Era], last: tuple[Names, Names]
) -> tuple[Event[Any], ...]:
    """A step back to where the names differ first, and all since then by the other names."""
    events = [history.events[number] for number in history.standing]
    by_event: list[Names] = [SAME] * len(events)
    names, end = last[0], len(events)
    for era in reversed(eras):
        by_event[era.begin : end] = [names] * (end - era.begin)
        names, end = era.ways[names], era.begin
    if events and isinstance(events[-1], Acted) and events[-1].seat == seat:
        by_event[-1] = last[1]  # it chose the dice of the throw that is due
    first = next((index for index, names in enumerate(by_event) if _changes(events[index], seat, names)), None)
    if first is None:
        return ()
    again = (_called(event, seat, names) for event, names in zip(events[first:], by_event[first:], strict=True))
    return (Back(history.standing[first]), *again)


def _changes(event: Event[Any], seat: Seat | None, names: Names) -> bool:
    return _called(event, seat, names) != event


def _called(event: Event[Any], seat: Seat | None, names: Names) -> Event[Any]:
    """The same event, its dice by other names."""
    if getattr(event, "seat", -1) != seat or names == SAME:
        return event
    match event:
        case Thrown(faces=tuple(faces)):
            return replace(event, faces=faces_by(faces, names))
        case Noted(note=note) if note.dice is not None:
            return replace(event, note=replace(note, dice=faces_by(note.dice, names)))
        case Acted(action=action):
            return replace(event, action=renamed(action, names))
    return event


def faces_by(faces: Faces, names: Names) -> Faces:
    found = list(NO_FACES)
    for name in shown(faces):
        found[names[name - 1] - 1] = faces[name - 1]
    return tuple(found)


def names_between(before: Faces, after: Faces) -> Names:
    """Which die of a throw that was told wrongly is which of the right one: those that show the same, then any."""
    names = list(SAME)
    left = {die: after[die - 1] for die in shown(after)}
    waiting = []
    for die in shown(before):
        face = before[die - 1]
        if left.get(die) == face:
            del left[die]
        else:
            waiting.append(die)
    for die in list(waiting):
        face = before[die - 1]
        alike = (other for other, shows in left.items() if shows == face and (other == face) == (die == face))
        same = next(alike, None)
        if same is not None:
            names[die - 1] = same
            del left[same]
            waiting.remove(die)
    for die in waiting:
        names[die - 1] = die if die in left else min(left)
        del left[names[die - 1]]
    return tuple(names) if sorted(names) == list(SAME) else SAME


# ---- what cannot be


def slip(ways: dict[Names, Names], due: Roll, seen: Seen) -> Problem:
    """What is probably wrong with dice that nobody can have seen."""
    reds = [one.face for one in seen if one.red]
    for face in DICE:
        if reds.count(face) > 1:
            return Problem(
                "two_reds", "You have {count} red {face}s: is one of them white?", count=reds.count(face), face=face
            )
    sets = {frozenset(names[name - 1] for name in due.among or due.dice) for names in ways}
    for face in reds:
        if not any(face in dice for dice in sets):
            return Problem(
                "red_elsewhere",
                "The die with the red {face} was not thrown: is this {face} white?",
                face=face,
            )
    whites = {one.face for one in seen if not one.red}
    if len(whites) == 1:
        return Problem(
            "must_be_red",
            "One of these dice has the red {face}, so they cannot all show a white {face}: is one of them red?",
            face=min(whites),
        )
    return Problem("impossible_dice", "No dice can show this after what was seen before.")


def text_of(faces: Faces) -> str:
    """What was typed, or could have been."""
    return seen_text(seen_of(faces))
