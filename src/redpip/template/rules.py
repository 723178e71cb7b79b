"""The rules: no chance, no clock, no input or output. Dice are asked for with ``Roll`` and told by ``rolled``."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from redpip.core.dice import NO_FACES, Faces, red_dice
from redpip.core.game import Choose, Next, OpenRules, Over, Roll, Seat
from redpip.core.options import option
from redpip.core.problem import Refusal
from redpip.template.notation import Action, RollDice, Stop, parse

DICE = (1, 2, 3)
Phase = Literal["start", "throwing", "rolled", "over"]


@dataclass(frozen=True, slots=True)
class State:
    seat: Seat
    totals: tuple[int, ...]
    turn: int = 0  # points of this turn, still at risk
    phase: Phase = "start"
    faces: Faces = NO_FACES  # as the dice lie, also after the turn they were rolled in


@dataclass(frozen=True, slots=True)
class TemplateRules(OpenRules[State, Action]):
    target: int = option(50, "points that win", least=10, most=500)

    version: ClassVar[int] = 1  # raise it when the same actions and dice can lead elsewhere than before
    state_type: ClassVar[type[State]] = State

    def start(self, seats: int, first: Seat) -> State:
        return State(first, (0,) * seats)

    def next(self, state: State) -> Next[Action]:
        match state.phase:
            case "over":
                best = max(state.totals)
                winners = tuple(seat for seat, total in enumerate(state.totals) if total == best)
                return Over(state.totals, tuple(map(float, state.totals)), winners)
            case "throwing":
                return Roll(state.seat, DICE)
            case "start":
                return Choose({state.seat: (RollDice(),)})
        return Choose({state.seat: (RollDice(), Stop())})

    def play(self, state: State, seat: Seat, action: Action) -> State:
        match action:
            case RollDice():
                return replace(state, phase="throwing")
            case Stop():
                return self._turn_over(state, state.turn)

    def rolled(self, state: State, faces: Faces) -> State:
        if red_dice(faces):
            return self._turn_over(replace(state, faces=faces), 0)
        return replace(state, phase="rolled", turn=state.turn + sum(faces), faces=faces)

    def _turn_over(self, state: State, points: int) -> State:
        totals = tuple(total + points * (seat == state.seat) for seat, total in enumerate(state.totals))
        if totals[state.seat] >= self.target:
            return replace(state, totals=totals, turn=0, phase="over")
        return replace(state, seat=(state.seat + 1) % len(totals), totals=totals, turn=0, phase="start")

    def why_not(self, state: State, seat: Seat, action: Action) -> Refusal:
        return Refusal("must_roll")

    def parse(self, text: str) -> Action:
        return parse(text)
