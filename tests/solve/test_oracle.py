"""The oracle on games whose values can be worked out by hand: with a circle, and with two seats against each other."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

import pytest

from redpip.core.dice import Faces
from redpip.core.game import Choose, Next, OpenRules, Over, Roll, Seat
from redpip.core.notation import bad_action
from redpip.core.problem import Refusal
from redpip.solve.oracle import Less, Oracle


@dataclass(frozen=True, slots=True)
class Try:
    """Throw the die for a 6, or, if this is true, for a 5 or a 6."""

    easy: bool = True


@dataclass(frozen=True, slots=True)
class State:
    seats: int
    seat: Seat = 0
    tried: Try | None = None
    turns: int = 0
    won: bool = False


@dataclass(frozen=True, slots=True)
class SixRules(OpenRules[State, Try]):
    """The first to throw what was wanted wins; alone, turns count."""

    version: ClassVar[int] = 1
    state_type: ClassVar[type[State]] = State

    def start(self, seats: int, first: Seat) -> State:
        return State(seats, first)

    def next(self, state: State) -> Next[Try]:
        if state.won and state.seats == 1:
            return Over((state.turns,), (-float(state.turns),), (0,))
        if state.won:
            returns = tuple(float(seat == state.seat) for seat in range(state.seats))
            return Over((0,) * state.seats, returns, (state.seat,))
        return Roll(state.seat, (1,)) if state.tried else Choose({state.seat: (Try(False), Try())})

    def rolled(self, state: State, faces: Faces) -> State:
        assert state.tried
        turned = replace(state, tried=None, turns=state.turns + 1)
        if faces[0] >= (5 if state.tried.easy else 6):
            return replace(turned, won=True)
        return replace(turned, seat=(state.seat + 1) % state.seats)

    def play(self, state: State, seat: Seat, action: Try) -> State:
        return replace(state, tried=action)

    def parse(self, text: str) -> Try:
        raise bad_action(text)

    def why_not(self, state: State, seat: Seat, action: Try) -> Refusal:
        return Refusal("no")


def no_turns(state: State) -> Less:
    return Less(replace(state, turns=0), -float(state.turns) if state.seats == 1 else 0.0)


def test_a_circle_is_swept_until_nothing_moves() -> None:
    oracle = Oracle(SixRules(), less=no_turns)
    assert oracle.value(State(1)) == pytest.approx(-3, abs=1e-12)
    assert oracle.value(State(1, turns=4)) == pytest.approx(-7, abs=1e-12)
    assert oracle.value(State(1, tried=Try(False))) == pytest.approx(-(1 + 5 / 6 * 3), abs=1e-12)


def test_each_seat_plays_for_itself() -> None:
    oracle, start = Oracle(SixRules(), seats=2, less=no_turns), State(2)
    assert oracle.value(start) == pytest.approx(1 / 3 / (1 - 4 / 9), abs=1e-12)
    assert oracle.value(start, seat=1) == pytest.approx(1 - oracle.value(start), abs=1e-12)
