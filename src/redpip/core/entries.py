"""What people told of their real dice, as they would say it: for lists of entries, and for what is offered again."""

from __future__ import annotations

from typing import Any

from redpip.core.dice import Faces
from redpip.core.game import Acted, Event, Noted, Thrown
from redpip.core.history import History
from redpip.core.referee import dice_of, entry_text
from redpip.core.showing import dice_told, face_name
from redpip.core.telling import what_was_noted
from redpip.core.words import Words


def entry_words(history: History, number: int, words: Words) -> str:
    """An entry without the name of whoever told it and without its dice; nothing of a throw, which is dice alone."""
    event = history.rules.seen(history.events[number], None)
    if isinstance(event, Acted):
        return choice_words(history, number, event, history.states[number + 1], words)
    return event_words(history, event, words)


def event_words(history: History, event: Event[Any], words: Words) -> str:
    """The same of what needs no position."""
    match event:
        case Thrown(faces=tuple()):
            return ""
        case Noted(note=note):
            return what_was_noted(history.setup, note, words)
    return entry_text(event)


def entry_dice(event: Event[Any]) -> Faces | None:
    """The dice that were told with it."""
    match event:
        case Thrown():
            return event.faces
        case Noted():
            dice: Faces | None = event.note.dice
            return dice
    return None


def entry_sentence(history: History, number: int, words: Words) -> str:
    """All of it in one line, a throw as its dice."""
    event = history.rules.seen(history.events[number], None)
    dice = entry_dice(event)
    said = [entry_words(history, number, words), dice_told(dice, words) if dice else ""]
    name = history.setup.names[event.seat] if event.seat is not None else words.say("The scoring dice")
    return f"{name}: {' · '.join(part for part in said if part)}"


def choice_words(history: History, number: int, event: Acted[Any], after: Any, words: Words) -> str:
    """What was or could be done in place of event ``number``, and where it leads."""
    names = history.setup.names
    view = history.rules.view(after, None)
    story = history.setup.game.story(history.setup.game_rules, event, getattr(view, "shown", view), names, words)
    return story.removeprefix(f"{names[event.seat]} ") or _by_faces(history, number, event, words)


def _by_faces(history: History, number: int, event: Acted[Any], words: Words) -> str:
    """An action with its dice by what they show: nobody sees the number of a real die."""
    verb, _, rest = str(event.action).partition(" ")
    verb = _verb(history.setup.game.typed, verb, words)
    dice = getattr(event.action, "dice", None)
    if not isinstance(dice, tuple):
        return f"{verb} {rest}".strip()
    lies = dice_of(history, event.seat, number)
    shows = ", ".join(face_name(die, lies[die - 1], words) for die in dice if lies[die - 1])
    count = words.count("{number} die", "{number} dice", len(dice)) if dice else ""
    return f"{verb} {shows or count}".strip()


def _verb(typed: str, verb: str, words: Words) -> str:
    """The game's own word for it in this language, as it is typed."""
    theirs, ours = (
        [word.split("|")[0] for word in text.partition(";")[0].split()] for text in (typed, words.text(typed))
    )
    return dict(zip(theirs, ours, strict=False)).get(verb, verb)
