"""A line of 2 Out of 3 as people say it: "roll dice 1 and 4", "red 3 on square 5, 6 on square 12"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from redpip.core.game import Choose, Seat
from redpip.core.showing import face_name
from redpip.core.words import Words
from redpip.games.two_of_three.notation import Action, Place, RollDice
from redpip.games.two_of_three.rules import State, TwoOfThreeRules


def line(rules: TwoOfThreeRules, view: State, seat: Seat, actions: Sequence[Action], words: Words) -> str:
    return ", ".join(_said(view, action, words) for action in whole(rules, view, seat, actions))


def whole(rules: TwoOfThreeRules, view: State, seat: Seat, actions: Sequence[Action]) -> Iterator[Action]:
    """The actions, and among them those that nobody had to choose."""
    ahead, state = list(actions), view
    while True:
        due = rules.next(state)
        options = due.options.get(seat, ()) if isinstance(due, Choose) else ()
        if ahead and ahead[0] in options:
            action = ahead.pop(0)
        elif len(options) == 1:
            action = options[0]
        else:
            return
        yield action
        state = rules.play(state, seat, action)


def _said(view: State, action: Action, words: Words) -> str:
    match action:
        case RollDice(dice=dice):
            # those in hand show no faces, and have their numbers on the page
            return words.count("roll die {dice}", "roll dice {dice}", len(dice), dice=words.numbers(dice))
        case Place(die=die, square=square):
            face = face_name(die, view.faces[die - 1], words)
            return words.say("{face} on square {square}", face=face, square=square)
    return str(action)
