"""A line of Diangle as people say it: "take this roll, place red 3 and 4, go on 1 level"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from redpip.core.game import Seat
from redpip.core.showing import face_name
from redpip.core.words import Words
from redpip.games.diangle.notation import Accept, Action, Advance, EndTurn, Lift, Place, Reroll, Select
from redpip.games.diangle.rules import DiangleRules, State


def line(_rules: DiangleRules, view: State, _seat: Seat, actions: Sequence[Action], words: Words) -> str:
    alike = (list(group) for _, group in groupby(actions, type))
    return ", ".join(said for group in alike for said in _said(view, group, words))


def _said(view: State, group: Sequence[Action], words: Words) -> Iterator[str]:
    """Actions of one kind: dice that are placed or lifted one after the other are named together."""
    match group[0]:
        case Accept():
            yield words.say("take this roll")
        case Reroll():
            yield words.say("roll the same dice again")
        case Select():
            numbers = [die for action in group if isinstance(action, Select) for die in action.dice]
            yield words.count("roll {number} die", "roll {number} dice", len(numbers))
        case Place():
            yield words.say("place {faces}", faces=_faces(view, group, words))
        case Lift():
            yield words.say("take back {faces}", faces=_faces(view, group, words))
        case Advance():
            levels = sum(action.rows for action in group if isinstance(action, Advance))
            yield words.count("go on {number} level", "go on {number} levels", levels)
        case EndTurn():
            yield words.say("end the turn")


def _faces(view: State, group: Sequence[Action], words: Words) -> str:
    dice = [action.die for action in group if isinstance(action, Place | Lift)]
    return words.listed([face_name(die, view.climber.faces[die - 1], words) for die in dice])
