"""A scene for the plain page, which every game has that brings no ``view.js`` of its own: dice, the position in words,
and the choices as buttons."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from redpip.core.choices import FEW, OneOf, Pattern, SomeOf, patterns
from redpip.core.dice import Faces, shown
from redpip.core.game import Seat
from redpip.core.scene import Tap
from redpip.core.showing import face_name
from redpip.core.words import Line, Words, plain


def plain_scene(
    *,
    seat: Seat,
    scores: Sequence[int | None],
    options: Sequence[Any],
    label: Callable[[Any], str],
    words: Words,
    say: str = "",
    about: str = "",
    notes: Sequence[str] = (),
    faces: Faces = (),
    lines: Sequence[Line] = (),
) -> Mapping[str, Any]:
    """``label`` says an action, ``faces`` are the dice that lie on the table, ``lines`` the rest of the position, and
    ``notes`` a few words beside each player. A large set of options is put together by the player, part by part."""
    many = len(options) > FEW
    return {
        "seat": seat,
        "about": about,
        "say": say,
        "tap": _tap(many, words) if options else None,
        "seats": [{"score": score, "note": notes[at] if notes else ""} for at, score in enumerate(scores)],
        "dice": [_die(die, faces[die - 1], words) for die in shown(faces)],
        "lines": [plain(line) for line in lines],
        "choices": [] if many else [{"action": str(action), "label": label(action)} for action in options],
        "families": [_family(pattern.parts) for pattern in patterns([str(o) for o in options])] if many else [],
    }


def _tap(many: bool, words: Words) -> Tap:
    if many:
        return {"kind": "combine", "text": words.say("Tap the parts of your choice, then the button.")}
    return {"kind": "choose", "text": words.say("Tap what you want to do.")}


def plain_offers(scene: Mapping[str, Any]) -> list[str]:
    """Every action that the plain page lets somebody choose."""
    families = (Pattern(tuple(map(_part, parts))) for parts in scene["families"])
    return [choice["action"] for choice in scene["choices"]] + [text for family in families for text in family.expanded]


def _part(told: Mapping[str, Any]) -> str | OneOf | SomeOf:
    match told:
        case {"one": texts}:
            return OneOf(texts)
        case {"some": texts, "must": must, "least": least, "most": most}:
            return SomeOf(texts, must, least, most)
    text: str = told["text"]
    return text


def _die(die: int, face: int, words: Words) -> Mapping[str, Any]:
    return {"die": die, "face": face, "name": face_name(die, face, words)}


def _family(parts: Sequence[str | OneOf | SomeOf]) -> list[Mapping[str, Any]]:
    """The parts of many actions that are alike: a text, one of some texts, or several of them."""
    told: list[Mapping[str, Any]] = []
    for part in parts:
        match part:
            case OneOf(texts=texts):
                told.append({"one": texts})
            case SomeOf(texts=texts, must=must, least=least, most=most):
                told.append({"some": texts, "must": must, "least": least, "most": most})
            case text:
                told.append({"text": text})
    return told
