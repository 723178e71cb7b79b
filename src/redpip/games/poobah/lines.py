"""A line of Grand Poobah as people say it: "roll 2 dice: 1 4", "turn die 3 to 6, leave the rest"."""

from __future__ import annotations

from collections.abc import Sequence

from redpip.core.game import Seat
from redpip.core.words import Words
from redpip.games.poobah.notation import Action, Change, RollDice
from redpip.games.poobah.rules import PoobahRules, State


def line(_rules: PoobahRules, _view: State, _seat: Seat, actions: Sequence[Action], words: Words) -> str:
    return ", ".join(_said(action, words) for action in actions)


def _said(action: Action, words: Words) -> str:
    match action:
        case RollDice(dice=()):
            return words.say("roll nothing")
        case RollDice(dice=dice):
            told = words.numbers(dice)
            return words.count("roll {number} die: {dice}", "roll {number} dice: {dice}", len(dice), dice=told)
        case Change(die=die, face=face):
            return words.say("turn die {die} to {face}", die=die, face=face)
    return words.say("be done")
