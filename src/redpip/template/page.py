"""The same for the page. ``plain_scene`` is drawn by the plain page; a game with a ``view.js`` of its own adds what
that needs. No rule stands in a page: all that can be chosen comes in ``options``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from redpip.core.game import Seat
from redpip.core.plain import plain_scene
from redpip.core.words import Words
from redpip.template.notation import Action, Stop
from redpip.template.rules import State, TemplateRules
from redpip.template.screen import position


def page_texts(_words: Words) -> Mapping[str, str]:
    """What a ``view.js`` says by itself."""
    return {}


def scene(
    rules: TemplateRules, view: State, _seat: Seat | None, words: Words, options: Sequence[Action]
) -> Mapping[str, Any]:
    return plain_scene(
        seat=view.seat,
        scores=view.totals,
        options=options,
        label=lambda action: _label(view, action, words),
        words=words,
        say=_say(view, words),
        about=words.say("to {target}", target=rules.target),
        faces=view.faces,
        lines=position(view, words),
    )


def _label(view: State, action: Action, words: Words) -> str:
    if isinstance(action, Stop):
        return words.say("Stop with {points}", points=view.turn)
    return words.say("Roll three dice")


def _say(view: State, words: Words) -> str:
    match view.phase:
        case "start":
            return words.say("Roll to begin the turn.")
        case "rolled":
            return words.say("Roll on, or stop.")
    return ""
