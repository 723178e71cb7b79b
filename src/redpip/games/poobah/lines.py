"""A line of Grand Poobah as people say it: "keep the three 5s, roll the rest", "turn the red 3 into a 6"."""

from __future__ import annotations

from collections.abc import Sequence

from redpip.core.by_faces import rolling
from redpip.core.game import Seat
from redpip.core.words import Words
from redpip.games.poobah.notation import Action, Change, Done, RollDice
from redpip.games.poobah.rules import PoobahRules, State


def line(_rules: PoobahRules, view: State, _seat: Seat, actions: Sequence[Action], words: Words) -> str:
    done = [action for action in actions if not isinstance(action, Done)]  # goes without saying after something else
    return ", ".join(_said(view, action, words) for action in done or actions)


def _said(view: State, action: Action, words: Words) -> str:
    match action:
        case RollDice(dice=()):
            return words.say("roll nothing")
        case RollDice(dice=dice):
            return rolling(dice, view.hand, words)
        case Change(die=die, face=face):
            return words.say("turn the red {die} into a {face}", die=die, face=face)
    return words.say("turn no die")
