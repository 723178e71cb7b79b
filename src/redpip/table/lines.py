"""What happened at a table, line by line, in the viewer's language."""

from __future__ import annotations

from typing import Any

from redpip.core.dice import parse_faces, shown
from redpip.core.game import Seat, Thrown
from redpip.core.telling import bust_told, tell
from redpip.core.words import Words
from redpip.table.events import Faltered, Joined, Removed, Started, StoodIn, TimedOut, Unread
from redpip.table.table import LOG_LINES, Table, Told


def lines(table: Table, words: Words) -> list[dict[str, Any]]:
    """The latest lines, told once for each language."""
    language = words.language
    latest = table.told[-LOG_LINES:]
    for told in latest:
        if language not in told.lines:
            told.lines[language] = _line(table, told, words)
    return [line for told in latest if (line := told.lines[language])["text"]]


def _line(table: Table, told: Told, words: Words) -> dict[str, Any]:
    seat = getattr(told.event, "seat", None)
    text, faces, bust = _text(table, told, words), None, ""
    match told.event:
        case Thrown(faces=thrown) as event:
            faces = thrown
            bust = bust_told(table.play.setup, event, told.view, words) if table.play else ""
        case Unread(event=data):
            seat, code = data.get("seat"), data.get("throw")
            faces = parse_faces(code) if isinstance(code, str) else None
    dice = [[die, faces[die - 1]] for die in shown(faces)] if faces else []
    return {"seq": told.seq, "seat": seat, "text": text, "dice": dice} | ({"bust": bust} if bust else {})


def who_starts(table: Table, first: Seat, words: Words) -> str:
    """Those who sit at one table want to know whether it was drawn."""
    name = table.names[first]
    if table.opened.first is None:
        return words.say("Drawn by lot: {name} starts", name=name)
    return words.say("{name} starts", name=name)


def _text(table: Table, told: Told, words: Words) -> str:
    event = told.event
    match event:
        case Started(first=first):
            return who_starts(table, first, words)
        case TimedOut(seat=seat):
            return words.say("The time is up: a bot plays this turn for {name}", name=table.names[seat])
        case StoodIn(seat=seat, bot=bot):
            name = table.names[seat]
            return words.say("A bot plays for {name}", name=name) if bot else words.say("{name} is back", name=name)
        case Faltered(seat=seat, bot=bot, why=why):
            return _faltered(table, table.names[seat], bot, why, words)
        case Joined(seat=seat):
            return words.say("{name} now plays from another device too", name=table.names[seat])
        case Removed(seat=seat):
            return words.say("A device of {name} was removed", name=table.names[seat])
        case Unread(event=data):
            return _as_logged(table, data)
    if table.play is None:
        return ""  # the view belongs to rules that are no longer ours
    return tell(table.play.setup, event, told.view, words)


def _faltered(table: Table, name: str, bot: str, why: str, words: Words) -> str:
    facts = {"bot": bot, "other": table.game.house_bot, "name": name}
    if why == "bot_overran":
        return words.say("The bot {bot} took too long; {other} moves for {name} this once", **facts)
    if why == "bot_too_large":
        return words.say("The bot {bot} needed too much memory; {other} moves for {name} this once", **facts)
    return words.say("The bot {bot} failed; {other} moves for {name} this once", **facts)


def _as_logged(table: Table, data: dict[str, Any]) -> str:
    seat = data.get("seat")
    name = table.names[seat] if isinstance(seat, int) and 0 <= seat < len(table.names) else ""
    what = str(data.get("do", data.get("throw", "")))
    return f"{name}: {what}" if name else what
