"""A game with real dice as a page is shown it: how it is kept, what may be told next, and what was told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from itertools import islice
from typing import Any

from redpip.core.dice import Faces, shown
from redpip.core.entries import choice_words, entry_dice, entry_words, event_words
from redpip.core.game import Acted, Event, Noted, Roll, Seat, Thrown, act, legal
from redpip.core.history import History
from redpip.core.naming import NUMBERING, is_settled
from redpip.core.noting import Column, NoteLine, Noting, inner, lines_ahead, lines_now, ways_without
from redpip.core.problem import Problem
from redpip.core.referee import Turn, dice_of, entry_text, lying, redo_fits
from redpip.core.sheets import sheets
from redpip.core.words import N_, Words
from redpip.table.refusals import refused
from redpip.table.table import Table

ENTRIES = 60  # so many of the last ones can be pointed at
CHOICES = 200  # so many are listed in place of one


def keeping(table: Table, mine: Sequence[Seat], words: Words) -> dict[str, Any]:
    """For a device that holds these seats."""
    seat = next((seat for seat in table.turn if seat in mine), None)
    play = table.play
    due = play.next if play else None
    turn = table.turn_to_note(seat) if seat is not None else Turn(None)
    noting = table.game.noting
    return {
        "way": table.keep,
        "ways": list(table.ways),
        "without": {way: words.say(why) for way, why in ways_without(table.game).items()},
        "seat": seat,
        "lines": [_line(line, words, table.names) for line in turn.lines],
        "begun": turn.rolls,
        "throw": len(due.dice) if isinstance(due, Roll) and seat is not None else 0,
        "entries": _entries(play) if play else [],
        "offered": [_offered(play, number, words) for number in play.offered_numbers] if play else [],
        "fits": play is not None and redo_fits(play, table.bots),
        "columns": [_column(*found, words) for found in sheets(play)] if play else [],
        "ahead": [_ahead(table, seat, words) for seat in range(len(table.chairs))] if play else [],
        "sight": _sight(play, words) if play else None,
        "later": words.say(noting.later) if noting and noting.later else "",
    }


def _line(line: NoteLine, words: Words, names: Sequence[str]) -> dict[str, Any]:
    return {
        "what": line.what,
        "text": line.said(words, names),
        "points": None if line.points is None else list(line.points),
        "rolls": None if line.rolls is None else list(line.rolls),
        "dice": line.dice,
        "each": line.each,
        "needs_dice": line.needs_dice,
        "fewer": line.fewer,
        "once": line.once,
        "leads": line.leads,
    }


def _ahead(table: Table, seat: Seat, words: Words) -> list[dict[str, Any]]:
    """What people may write down for this seat while they cannot send it."""
    if table.play is None or table.phase != "playing" or table.chairs[seat].player_bot:
        return []
    return [_line(line, words, table.names) for line in lines_ahead(table.play.setup, table.play.state, seat)]


def _sight(play: History, words: Words) -> dict[str, Any] | None:
    """For those who tell every roll by sight, where a turn can be told so: the dice of each seat as they lie."""
    noting, rules, names = play.setup.game.noting, play.setup.game_rules, play.setup.names
    if noting is None or not noting.witnessed:
        return None
    lies = [dice_of(play, seat) for seat in range(len(names))]
    due = play.next
    up = [[die, lies[due.seat][die - 1]] for die in due.dice] if isinstance(due, Roll) and due.seat is not None else []
    return {
        "dice": len(rules.all_dice),
        "lies": [_lying(play, noting, seat, faces) for seat, faces in enumerate(lies)],
        "up": up,
        "stays": noting.stays(rules),
        "turns": noting.turns,
        "rests": noting.rests,
        "some": noting.some,
        "neutral": words.say(noting.neutral) if noting.neutral else "",
        "places": [{**asdict(spot), "text": words.say(spot.text, number=spot.number)} for spot in noting.places(rules)],
        "moves": [{**asdict(move), "text": words.say(move.text, number=move.number)} for move in noting.moves(rules)],
        "ends": [_line(_next(who), words, names) for who in range(len(names))] if noting.passes else [],
    }


def _lying(play: History, noting: Noting, seat: Seat, lies: Faces) -> list[list[int | str]]:
    """Each with the name of its place, "" where it has none."""
    state = inner(play.setup, play.state)
    found = {} if state is None else noting.lying(play.setup.game_rules, state, seat, lies)
    return [[die, lies[die - 1], place] for die, place in found.items()]


def _next(who: Seat) -> NoteLine:
    return NoteLine(f"next-{who + 1}", N_("{name} is next"), who=who, leads=who)


def _entries(play: History) -> list[dict[str, Any]]:
    """What stands, with the number by which it can be corrected."""
    latest = [(number, play.rules.seen(play.events[number], None)) for number in play.standing[-ENTRIES:]]
    return [
        {"event": number + 1, "seat": getattr(event, "seat", None), "text": entry_text(event)}
        for number, event in latest
    ]


def _offered(play: History, number: int, words: Words) -> dict[str, Any]:
    event = play.rules.seen(play.events[number], None)
    return {"seat": getattr(event, "seat", None), "text": entry_text(event), **_in_words(play, number, event, words)}


def _in_words(play: History, number: int, event: Event[Any], words: Words) -> dict[str, Any]:
    """An entry as people would say it, by the positions that it stood between, and its dice."""
    return {"told": entry_words(play, number, words), "dice": _dice(event)}


def _dice(event: Event[Any]) -> list[list[int]]:
    faces = entry_dice(event)
    return _pairs(faces) if faces else []


def _pairs(faces: Faces) -> list[list[int]]:
    return [[die, faces[die - 1]] for die in shown(faces)]


def _column(column: Column, gains: Sequence[int], words: Words) -> dict[str, Any]:
    return {
        "score": column.score,
        "boxes": [{"name": words.name(name), "points": points} for name, points in column.boxes],
        "rolls": list(column.rolls) if column.rolls else None,
        "gains": list(gains),
        "extras": [{"text": words.say(text), "points": points} for text, points in column.extras],
    }


# ---- one entry after another, for those who look for a slip


def told_entries(table: Table, words: Words) -> list[dict[str, Any]]:
    """What stands, the latest first, as people would say it."""
    play = _play(table)
    return [*reversed(_told(play, play.standing[-ENTRIES:], table.bots, words))]


def kept(play: History, words: Words) -> dict[str, Any]:
    """A game as its record has it: the sheets, and all that was told, in order."""
    setup = play.setup
    if not setup.own_dice:
        raise refused("dice_are_ours")
    bots = [seat for seat, player in enumerate(setup.players) if player.bot]
    return {
        "title": setup.game.title(setup.preset),
        "names": list(setup.names),
        "columns": [_column(*found, words) for found in sheets(play)],
        "entries": _told(play, play.standing, bots, words),
    }


def _told(play: History, numbers: Sequence[int], bots: Sequence[Seat], words: Words) -> list[dict[str, Any]]:
    names = play.setup.names
    found = []
    for number in numbers:
        event = play.rules.seen(play.events[number], None)
        seat = getattr(event, "seat", None)
        name = names[seat] if seat is not None else ""
        facts = {"event": number + 1, "seat": seat, "name": name, "bot": seat in bots}
        found.append({**facts, "text": entry_text(event), **_in_words(play, number, event, words)})
    return found


def entry_again(table: Table, number: int, words: Words) -> dict[str, Any]:
    """All that could be told in place of an entry."""
    play = _play(table)
    at = number - 1
    if at not in play.standing:
        raise Problem("no_such_entry", "There is no entry {number} that stands.", number=number)
    event, state = play.rules.seen(play.events[at], None), play.states[at]
    due = play.rules.next(state)
    seat = getattr(event, "seat", None)
    lines = lines_now(play.setup, state, due, seat) if seat is not None else ()
    return {
        "event": number,
        "seat": seat,
        "kind": {Thrown: "throw", Acted: "act", Noted: "note"}[type(event)],
        "text": entry_text(event),
        "told": event_words(play, event, words),
        "dice": _dice(event),
        "throw": len(due.dice) if isinstance(due, Roll) else 0,
        "lines": [_line(line, words, table.names) for line in lines] if isinstance(event, Noted) else [],
        "note": _parts(event),
        "options": _instead(play, at, event, words) if isinstance(event, Acted) else [],
    }


def _instead(play: History, at: int, event: Acted[Any], words: Words) -> list[dict[str, str]]:
    """What could have been chosen, each once: dice that look alike are told alike."""
    state = play.states[at]
    found: dict[str, str] = {}
    for action in (event.action, *islice(legal(play.rules.next(state), event.seat), CHOICES)):
        after = act(play.rules, state, event.seat, action)
        found.setdefault(choice_words(play, at, Acted(event.seat, action), after, words), str(action))
    return [{"action": action, "label": label} for label, action in found.items()]


def _parts(event: Event[Any]) -> dict[str, Any] | None:
    if not isinstance(event, Noted):
        return None
    note = event.note
    return {"what": note.what, "points": list(note.points), "rolls": note.rolls}


def _play(table: Table) -> History:
    if not table.own_dice:
        raise refused("dice_are_ours")
    if table.play is None:
        raise refused("not_playing")
    return table.play


def numbering(play: History, seat: Seat, words: Words) -> str | None:
    """What the coach has to say first, where real dice may be numbered in more than one way."""
    if not play.setup.own_dice or is_settled(play, seat):
        return None
    return words.say(NUMBERING)


def final_dice(table: Table, seat: Seat, text: str) -> Faces:
    """The dice that somebody typed at the end of a turn."""
    if not table.own_dice:
        raise refused("dice_are_ours")
    if table.play is None or not 0 <= seat < len(table.chairs):
        raise refused("not_playing" if table.play is None else "no_seat")
    return lying(table.play, seat, text)


def worths(table: Table, seat: Seat, dice: Faces, words: Words) -> list[dict[str, Any]]:
    """What these dice would bring at the end of this seat's turn, in every line that takes dice."""
    play, noting = table.play, table.game.noting
    if play is None or noting is None:
        return []
    turn = table.turn_to_note(seat)
    state = inner(play.setup, turn.state)
    found = []
    for line in turn.lines:
        points = noting.worth(play.setup.game_rules, state, seat, line.what, dice) if line.takes(dice) else None
        if points is not None:
            found.append({"what": line.what, "text": line.said(words, table.names), "points": points})
    return found
