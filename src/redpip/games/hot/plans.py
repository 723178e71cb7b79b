"""A line of Hot Dice taken apart: which dice are held, and whether the turn is banked or goes on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from redpip.core.game import Choose, Seat
from redpip.core.words import Words
from redpip.games.hot.notation import Action, Bank, Hold, RollDice
from redpip.games.hot.rules import HotRules, State, Turn


@dataclass(frozen=True, slots=True)
class Plan:
    held: tuple[int, ...]  # faces held out of the last roll
    turn: Turn  # with them
    banks: bool
    dice: int  # rolled next
    bust: float  # chance that the next roll loses the turn

    @property
    def points(self) -> int:
        return self.turn.total


def plan_of(rules: HotRules, view: State, seat: Seat, actions: Sequence[Action]) -> Plan:
    """What the actions leave open but not to choose belongs to the plan as well."""
    held: tuple[int, ...] = ()
    state, banks, ahead = view, False, list(actions)
    while state.seat == seat and state.phase in ("rolled", "held"):
        action = ahead.pop(0) if ahead else _forced(rules, state)
        match action:
            case Hold(dice=dice):
                held = tuple(sorted(state.turn.loose[die - 1] for die in dice))
                state = rules.play(state, seat, action)
            case Bank():
                banks = True
                break
            case _:
                break
    lost, throws = rules.busts(state.turn)
    return Plan(held, state.turn, banks, len(rules.to_roll(state.turn)), lost / throws)


def _forced(rules: HotRules, state: State) -> Action | None:
    due = rules.next(state)
    options = due.options.get(state.seat, ()) if isinstance(due, Choose) else ()
    return options[0] if len(options) == 1 else None


def line(rules: HotRules, view: State, seat: Seat, actions: Sequence[Action], words: Words) -> str:
    """As people say it: "hold 1 1 5, roll 3 dice"."""
    plan = plan_of(rules, view, seat, actions)
    said = [words.say("hold {faces}", faces=words.numbers(plan.held))] if plan.held else []
    last = actions[-1] if actions else None
    if plan.banks:
        said.append(words.say("bank {points}", points=plan.points))
    elif isinstance(last, RollDice) or not isinstance(last, Hold) or not rules.may_bank(view, plan.points):
        said.append(words.count("roll {number} die", "roll {number} dice", plan.dice))
    return ", ".join(said)
