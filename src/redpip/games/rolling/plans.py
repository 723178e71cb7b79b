"""What a line of Keep on Rolling comes to: which dice go aside, and whether it goes on or stops."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from redpip.core.game import Seat
from redpip.games.rolling.notation import Action, Aside, RollDice, Stop
from redpip.games.rolling.rules import RollingRules, State, Turn


@dataclass(frozen=True, slots=True)
class Plan:
    dice: tuple[int, ...]  # that go aside; none where that was done before
    table: Turn  # what lies there then
    end: RollDice | Stop | None  # None where the last dice aside end the turn
    score: int  # what stopping then brings


def plan_of(rules: RollingRules, view: State, seat: Seat, actions: Sequence[Action]) -> Plan:
    dice: tuple[int, ...] = ()
    end: RollDice | Stop | None = None
    state, table = view, view.turn
    for action in actions:
        match action:
            case Aside(dice=dice):
                state = rules.play(state, seat, action)
                table = state.last.turn if state.last else state.turn
            case RollDice() | Stop():
                end = action
    return Plan(dice, table, end, rules.score(table))
