"""A game with real dice as a page is shown it: how it is kept, what may be told next, and what was told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from redpip.core.dice import Faces
from redpip.core.game import Seat
from redpip.core.history import History
from redpip.core.match import MatchState
from redpip.core.noting import NoteLine
from redpip.core.referee import entry_text, lying
from redpip.core.words import Words
from redpip.table.refusals import refused
from redpip.table.table import Table

ENTRIES = 60  # so many of the last ones can be pointed at


def keeping(table: Table, mine: Sequence[Seat], words: Words) -> dict[str, Any]:
    """For a device that holds these seats."""
    seat = next((seat for seat in table.turn if seat in mine), None)
    play = table.play
    return {
        "way": table.keep,
        "ways": list(table.ways),
        "seat": seat,
        "lines": [_line(line, words) for line in table.notable(seat)] if seat is not None else [],
        "throw": len(due) if play and (due := getattr(play.next, "dice", ())) and seat is not None else 0,
        "entries": _entries(play) if play else [],
        "offered": [entry_text(event) for event in play.offered] if play else [],
    }


def _line(line: NoteLine, words: Words) -> dict[str, Any]:
    return {
        "what": line.what,
        "text": words.name(line.text),
        "points": None if line.points is None else list(line.points),
        "rolls": None if line.rolls is None else list(line.rolls),
        "dice": line.dice,
        "each": line.each,
        "needs_dice": line.needs_dice,
    }


def _entries(play: History) -> list[dict[str, Any]]:
    """What stands, with the number by which it can be corrected."""
    latest = [(number, play.events[number]) for number in play.standing[-ENTRIES:]]
    return [
        {"event": number + 1, "seat": getattr(event, "seat", None), "text": entry_text(event)}
        for number, event in latest
    ]


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
    state = play.state.game if isinstance(play.state, MatchState) else play.state
    found = []
    for line in table.notable(seat):
        points = noting.worth(play.setup.game_rules, state, seat, line.what, dice) if line.dice else None
        if points is not None:
            found.append({"what": line.what, "text": words.name(line.text), "points": points})
    return found
