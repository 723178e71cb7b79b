"""The rules of Keep on Rolling; the options are the fields of ``RollingRules``.

A turn runs start -> rolling -> rolled -> chosen -> rolling ... until it is stopped, busts, or has nothing left to roll.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import ClassVar, Literal

from redpip.core.dice import DICE, NO_FACES, Faces, shown, without
from redpip.core.game import Choose, Next, OpenRules, Over, Roll, Seat
from redpip.core.options import option
from redpip.core.problem import Refusal
from redpip.games.rolling import notation
from redpip.games.rolling.notation import Action, Aside, RollDice, Stop
from redpip.games.rolling.scoring import Chances, asides, chances, is_bust, joined, points, unmatched


@dataclass(frozen=True, slots=True)
class Turn:
    """What lies on the table in one turn."""

    carried: int = 0  # points of the fill-ups that were rolled on from, not doubled
    aside: Faces = NO_FACES  # set aside since the turn began or since the last fill-up
    loose: Faces = NO_FACES  # rolled last and not set aside

    @property
    def points(self) -> int:
        return self.carried + points(self.aside)


@dataclass(frozen=True, slots=True)
class Ended:
    """The turn before, as its dice still lie there."""

    seat: Seat
    score: int
    how: Literal["stopped", "doubled", "spent", "bust"]  # spent: all dice aside, some of them alone
    turn: Turn


@dataclass(frozen=True, slots=True)
class State:
    totals: tuple[int, ...]
    seat: Seat
    phase: Literal["start", "rolling", "rolled", "chosen", "over"]
    turn: Turn = Turn()
    out: tuple[Seat, ...] = ()  # in the order in which they left
    turns: int = 0  # how many have ended
    last: Ended | None = None  # until the next player picks up the dice


@dataclass(frozen=True, slots=True)
class RollingRules(OpenRules[State, Action]):
    target: int = option(250, "the total that brings on the end", least=1, most=100_000)
    dice: int = option(6, "how many of the dice are used", least=2, most=6, lab=True)

    version: ClassVar[int] = 1
    state_type: ClassVar[type[State]] = State

    # ---- the contract

    def start(self, seats: int, first: Seat) -> State:
        return State((0,) * seats, first, "start")

    def next(self, state: State) -> Next[Action]:
        if state.phase == "over":
            return self._result(state)
        if state.phase == "rolling":
            return Roll(state.seat, self.to_roll(state.turn))
        return Choose({state.seat: self._options(state)})

    def rolled(self, state: State, faces: Faces) -> State:
        turn = replace(state.turn, loose=faces)
        if is_bust(turn.aside, faces):
            return self.ended(state, 0, "bust", turn)
        return replace(state, phase="rolled", turn=turn)

    def play(self, state: State, seat: Seat, action: Action) -> State:
        turn = state.turn
        match action:
            case RollDice():
                picked_up = Turn(turn.points) if self.filled(turn.aside) else replace(turn, loose=NO_FACES)
                return replace(state, phase="rolling", turn=picked_up, last=None)
            case Aside(dice=dice):
                return self._set_aside(state, dice)
            case Stop():
                how: Literal["doubled", "stopped"] = "doubled" if self.filled(turn.aside) else "stopped"
                return self.ended(state, self.score(turn), how, turn)

    def parse(self, text: str) -> Action:
        return notation.parse(text)

    # ---- what others ask of the rules

    @property
    def all_dice(self) -> tuple[int, ...]:
        return DICE[: self.dice]

    def to_roll(self, turn: Turn) -> tuple[int, ...]:
        """The dice that the next roll takes."""
        return self.all_dice if self.filled(turn.aside) else without(self.all_dice, shown(turn.aside))

    def filled(self, aside: Faces) -> bool:
        return len(shown(aside)) == self.dice and not unmatched(aside)

    def score(self, turn: Turn) -> int:
        """What stopping now brings."""
        return turn.points * (2 if self.filled(turn.aside) else 1)

    def chances(self, aside: Faces) -> Chances:
        """What the next roll may bring with these dice aside."""
        aside = NO_FACES if self.filled(aside) else aside
        return chances(aside, self.dice - len(shown(aside)))

    def to_beat(self, state: State, seat: Seat) -> int | None:
        """The best total among the others once the end has come on: who does not pass it is out."""
        if len(state.totals) == 1 or max(state.totals) < self.target:
            return None
        return max(total for other, total in enumerate(state.totals) if other not in (seat, *state.out))

    def survivors(self, state: State) -> tuple[Seat, ...]:
        return without(range(len(state.totals)), state.out)

    def ended(
        self, state: State, score: int, how: Literal["stopped", "doubled", "spent", "bust"], turn: Turn | None = None
    ) -> State:
        """The position after the player to move ended a turn with this score."""
        seat, totals = state.seat, state.totals
        after = replace(
            state,
            totals=(*totals[:seat], totals[seat] + score, *totals[seat + 1 :]),
            phase="start",
            turn=Turn(),
            turns=state.turns + 1,
            last=Ended(seat, score, how, turn or Turn()),
        )
        bar = self.to_beat(after, seat)
        if bar is not None and after.totals[seat] <= bar:
            after = replace(after, out=(*state.out, seat))
        return self._next_turn(after)

    # ---- options, and why an action is not among them

    def _options(self, state: State) -> tuple[Action, ...]:
        if state.phase == "start":
            return (RollDice(),)
        if state.phase == "chosen":
            return (RollDice(), Stop())
        return _asides(state.turn.aside, state.turn.loose)

    def why_not(self, state: State, seat: Seat, action: Action) -> Refusal:
        match action:
            case RollDice():
                return Refusal("must_set_aside")
            case Stop():
                return Refusal("must_roll" if state.phase == "start" else "must_set_aside")
            case Aside(dice=dice):
                return self._why_not_aside(state, dice)

    def _why_not_aside(self, state: State, dice: tuple[int, ...]) -> Refusal:
        if state.phase != "rolled":
            return Refusal("no_roll")
        strange = without(dice, shown(state.turn.loose))
        if strange:
            return Refusal("not_in_roll", {"dice": strange})
        return Refusal("need_match")

    # ---- effects

    def _set_aside(self, state: State, dice: tuple[int, ...]) -> State:
        loose = tuple(0 if die in dice else face for die, face in enumerate(state.turn.loose, 1))
        turn = Turn(state.turn.carried, joined(state.turn.aside, state.turn.loose, dice), loose)
        if len(shown(turn.aside)) == self.dice and not self.filled(turn.aside):
            return self.ended(state, turn.points, "spent", turn)
        return replace(state, phase="chosen", turn=turn)

    def _next_turn(self, state: State) -> State:
        left = self.survivors(state)
        alone = len(left) == 1 and (len(state.totals) > 1 or state.totals[0] >= self.target)
        return replace(state, phase="over") if alone else replace(state, seat=_next_seat(state.seat, left))

    def _result(self, state: State) -> Over:
        if len(state.totals) == 1:
            return Over((state.turns,), (-float(state.turns),), (0,))
        winners = self.survivors(state)
        return Over(state.totals, tuple(float(seat in winners) for seat in range(len(state.totals))), winners)


def _next_seat(last: Seat, left: tuple[Seat, ...]) -> Seat:
    """Clockwise to the next player who is not out."""
    return next((seat for seat in left if seat > last), left[0])


@lru_cache(maxsize=50_000)
def _asides(aside: Faces, loose: Faces) -> tuple[Action, ...]:
    return tuple(map(Aside, asides(aside, loose)))
