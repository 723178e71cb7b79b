"""A line of Keep on Rolling as people say it: "set aside 5 and 5, roll 4 dice"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from redpip.core.game import Seat
from redpip.core.showing import face_name
from redpip.core.words import Words
from redpip.games.rolling.notation import Action, RollDice, Stop
from redpip.games.rolling.plans import Plan, plan_of
from redpip.games.rolling.rules import RollingRules, State


def line(rules: RollingRules, view: State, seat: Seat, actions: Sequence[Action], words: Words) -> str:
    plan = plan_of(rules, view, seat, actions)
    return ", ".join(_said(rules, plan, words))


def _faces(plan: Plan, words: Words) -> str:
    """The dice that go aside."""
    return words.listed([face_name(die, plan.table.aside[die - 1], words) for die in plan.dice])


def _said(rules: RollingRules, plan: Plan, words: Words) -> Iterator[str]:
    if plan.dice:
        yield words.say("set aside {faces}", faces=_faces(plan, words))
    match plan.end:
        case Stop() if rules.filled(plan.table.aside):
            yield words.say("take double: {points}", points=plan.score)
        case Stop():
            yield words.count("stop with {number} point", "stop with {number} points", plan.score)
        case RollDice() if rules.filled(plan.table.aside):
            yield words.say("keep on rolling")
        case RollDice():
            yield words.count("roll {number} die", "roll {number} dice", len(rules.to_roll(plan.table)))
        case None:
            yield words.count("end with {number} point", "end with {number} points", plan.score)
