"""Catch 6 for one player who counts turns, for the oracle: the other seat never has a turn."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from redpip.core.dice import NO_FACES, Faces
from redpip.core.game import Choose, Next, Over, Seat
from redpip.games.catch6.rules import Catch6Rules, State
from redpip.solve.oracle import Less


@dataclass(frozen=True)
class Lone:
    state: State
    turns: int = 0


@dataclass(frozen=True)
class LoneRules:
    rules: Catch6Rules
    wanted: frozenset[int] = frozenset()  # numbers of which any ends the game; without any the points do

    def start(self, seats: int = 1, first: Seat = 0) -> Lone:
        return Lone(self.rules.start(2, 0))

    def next(self, lone: Lone) -> Next[Any]:
        if lone.state.phase == "over" or self.wanted & set(lone.state.caught(0)):
            return Over((lone.turns,), (-float(lone.turns),), (0,))
        match self.rules.next(lone.state):
            case Choose(options):
                return Choose({0: self._worth_a_look(options[0])})
            case due:
                return due

    def _worth_a_look(self, actions: Iterable[Any]) -> tuple[Any, ...]:
        """Where one number is wanted, no other is caught."""
        return tuple(one for one in actions if not self.wanted or getattr(one, "number", None) in (None, *self.wanted))

    def rolled(self, lone: Lone, faces: Faces) -> Lone:
        return replace(lone, state=self.rules.rolled(lone.state, faces))

    def play(self, lone: Lone, seat: Seat, action: Any) -> Lone:
        state = self.rules.play(lone.state, seat, action)
        over = state.phase in ("over", "roll")
        return Lone(state if state.phase == "over" else replace(state, seat=0), lone.turns + over)


def less(lone: Lone) -> Less:
    """Dice in the air show nothing yet, and turns that are over only count."""
    return Less(Lone(in_air(lone.state)), -float(lone.turns))


def in_air(state: State) -> State:
    if state.phase == "over":
        return replace(state, hands=(NO_FACES, NO_FACES))
    hands = [list(hand) for hand in state.hands]
    for die in state.cast if state.phase == "rolling" else ():
        hands[state.seat][die - 1] = 0
    cast = state.cast if state.phase == "rolling" else ()
    return replace(state, hands=(tuple(hands[0]), tuple(hands[1])), cast=cast)
