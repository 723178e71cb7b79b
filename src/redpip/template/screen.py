"""The position as lines of text, what happened in one sentence, and what can be typed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from redpip.core.dice import red_dice
from redpip.core.game import Acted, Event, Thrown
from redpip.core.showing import dice_text, dice_told
from redpip.core.words import Line, Words, line
from redpip.template.notation import Stop
from redpip.template.rules import State, TemplateRules


def screen(rules: TemplateRules, view: State, names: Sequence[str], words: Words) -> Sequence[Line]:
    width = max(map(len, names))
    totals = [line(f"{name:<{width}}  {total:>4}") for name, total in zip(names, view.totals, strict=True)]
    if view.phase == "over":
        return totals
    head = words.say("{name}, playing to {target}", name=names[view.seat], target=rules.target)
    return (line((head, "strong")), *_dice(view), *position(view, words), line(), *totals)


def _dice(view: State) -> Sequence[Line]:
    return (line(dice_text(view.faces)),) if view.phase == "rolled" else ()


def position(view: State, words: Words) -> Sequence[Line]:
    """What there is to say beside dice and totals."""
    if view.phase != "rolled":
        return ()
    return (line(words.count("{number} point at risk", "{number} points at risk", view.turn)),)


def story(_rules: TemplateRules, event: Event[Any], after: State, names: Sequence[str], words: Words) -> str:
    match event:
        case Thrown(seat=int(seat), faces=tuple(faces)):
            facts = {"name": names[seat], "faces": dice_told(faces, words)}
            if red_dice(faces):
                return words.say("{name} rolls {faces}: red, and the turn is lost", **facts)
            return words.say("{name} rolls {faces}", **facts)
        case Acted(seat=seat, action=Stop()):
            return words.say("{name} stops with {total} points", name=names[seat], total=after.totals[seat])
    return ""


def help_lines(_rules: TemplateRules, words: Words) -> Sequence[str]:
    return [
        words.say("r            roll the three dice"),
        words.say("s            stop: keep the points of this turn"),
    ]
