"""The rules of Hot Dice; the options are the fields of ``HotRules``.

A turn runs start -> rolling -> rolled -> held -> rolling ... until it is banked or busts.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import ClassVar, Literal

from redpip.core.dice import DICE, NO_FACES, Faces, shown, without
from redpip.core.game import Choose, Next, OpenRules, Over, Roll, Seat
from redpip.core.options import option
from redpip.core.problem import Refusal
from redpip.core.words import N_
from redpip.games.hot import notation
from redpip.games.hot.notation import Action, Bank, Hold, RollDice
from redpip.games.hot.scoring import SET, SINGLES, Sets, busts, held_total, holds, is_bust, new_sets

# the choices of house rules in words
DOUBLED = (N_("their own set"), N_("all points of the turn"))
ADDED = (N_("after the doubling"), N_("before the doubling"))
STOPPED = (N_("is not allowed"), N_("ends the turn with 0"))
TIED = (N_("whoever had that total first"), N_("all who share it"))


@dataclass(frozen=True, slots=True)
class Turn:
    """What lies on the table in one turn."""

    total: int = 0  # what the turn would bring
    sets: Sets = ()  # the faces that double the total when they come again
    held: Faces = NO_FACES  # held since the turn began or since all dice were picked up
    loose: Faces = NO_FACES  # rolled last and not held


@dataclass(frozen=True, slots=True)
class Ended:
    """The turn before, as its dice still lie there."""

    seat: Seat
    score: int
    how: Literal["banked", "short", "bust"]  # short: banked below the opening, for nothing
    turn: Turn


@dataclass(frozen=True, slots=True)
class State:
    totals: tuple[int, ...]
    seat: Seat
    phase: Literal["start", "rolling", "rolled", "held", "over"]
    turn: Turn = Turn()
    trigger: Seat | None = None  # who brought on the last round
    turns: int = 0  # how many have ended
    last: Ended | None = None  # until the next player picks up the dice


@dataclass(frozen=True, slots=True)
class HotRules(OpenRules[State, Action]):
    target: int = option(10_000, "the total to pass", least=1, most=1_000_000)
    opening: int = option(1000, "what the first turn that counts must bring", least=0, most=100_000)
    multi: str = option(
        "set_only",
        "what four or more of a kind in one roll double",
        choices=("set_only", "whole_total"),
        names=DOUBLED,
    )
    order: str = option(
        "double_first",
        "when other points of a roll that doubles are added",
        choices=("double_first", "add_first"),
        names=ADDED,
    )
    persist: bool = option(False, "sets still double after all six dice were picked up")
    singles_make_set: bool = option(False, "three 1s or three 5s held one by one count as a set from then on")
    opening_stop: str = option(
        "forbid",
        "stopping below the opening",
        choices=("forbid", "zero"),
        names=STOPPED,
    )
    inclusive: bool = option(False, "reaching the target is enough")
    final_tie: str = option(
        "leader",
        "who wins a tie in the last round",
        choices=("leader", "shared"),
        names=TIED,
    )
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
        if is_bust([face for face in faces if face], turn.sets):
            return self.ended(state, 0, "bust", turn)
        return replace(state, phase="rolled", turn=turn)

    def play(self, state: State, seat: Seat, action: Action) -> State:
        turn = state.turn
        match action:
            case RollDice():
                picked_up = replace(turn, held=NO_FACES if self.is_hot(turn) else turn.held, loose=NO_FACES)
                return replace(state, phase="rolling", turn=picked_up, last=None)
            case Hold(dice=dice):
                return replace(state, phase="held", turn=self.holding(turn, dice))
            case Bank():
                if self.may_bank(state, turn.total):
                    return self.ended(state, turn.total, "banked", turn)
                return self.ended(state, 0, "short", turn)

    def parse(self, text: str) -> Action:
        return notation.parse(text)

    # ---- what others ask of the rules

    @property
    def all_dice(self) -> tuple[int, ...]:
        return DICE[: self.dice]

    def to_roll(self, turn: Turn) -> tuple[int, ...]:
        """The dice that the next roll takes."""
        return self.all_dice if self.is_hot(turn) else without(self.all_dice, shown(turn.held))

    def is_hot(self, turn: Turn) -> bool:
        """All dice are held and may be rolled again."""
        return len(shown(turn.held)) == self.dice

    def holding(self, turn: Turn, dice: tuple[int, ...]) -> Turn:
        """The turn after these loose dice were held too."""
        faces = [turn.loose[die - 1] for die in dice]
        total = held_total(
            turn.total, faces, turn.sets, whole=self.multi == "whole_total", add_first=self.order == "add_first"
        )
        held = tuple(turn.loose[die - 1] if die in dice else face for die, face in enumerate(turn.held, 1))
        loose = tuple(0 if die in dice else face for die, face in enumerate(turn.loose, 1))
        after = Turn(total, self._sets(turn.sets, faces, held), held, loose)
        return replace(after, sets=()) if self.is_hot(after) and not self.persist else after

    def _sets(self, sets: Sets, faces: list[int], held: Faces) -> Sets:
        made = {*sets, *new_sets(faces, sets)}
        if self.singles_make_set:
            made |= {face for face in SINGLES if held.count(face) >= SET}
        return tuple(sorted(made))

    def on_board(self, state: State, seat: Seat) -> bool:
        """Whether this player has opened."""
        return state.totals[seat] > 0

    def has_passed(self, total: int) -> bool:
        """Whether this total brings on the last round."""
        return total > self.target or (self.inclusive and total == self.target)

    def may_bank(self, state: State, total: int) -> bool:
        """Whether the player to move may write this total."""
        return self.on_board(state, state.seat) or total >= self.opening

    def busts(self, turn: Turn) -> tuple[int, int]:
        """How many of how many throws bust if the player rolls on from here."""
        dice = len(self.to_roll(turn))
        return busts(turn.sets, dice), int(6**dice)

    def to_beat(self, state: State) -> int | None:
        """The best total so far, in the last round."""
        return None if state.trigger is None else max(state.totals)

    def ended(
        self, state: State, score: int, how: Literal["banked", "short", "bust"], turn: Turn | None = None
    ) -> State:
        """The position after the player to move ended a turn with this score."""
        seat, totals = state.seat, state.totals
        total = totals[seat] + score
        after = replace(
            state,
            totals=(*totals[:seat], total, *totals[seat + 1 :]),
            seat=(seat + 1) % len(totals),
            phase="start",
            turn=Turn(),
            trigger=seat if self.has_passed(total) and state.trigger is None else state.trigger,
            turns=state.turns + 1,
            last=Ended(seat, score, how, turn or Turn()),
        )
        return replace(after, seat=seat, phase="over") if after.seat == after.trigger else after

    # ---- options, and why an action is not among them

    def _options(self, state: State) -> tuple[Action, ...]:
        if state.phase == "start":
            return (RollDice(),)
        if state.phase == "rolled":
            return _holds(state.turn.loose, state.turn.sets)
        banks = self.opening_stop == "zero" or self.may_bank(state, state.turn.total)
        return (RollDice(), Bank()) if banks else (RollDice(),)

    def why_not(self, state: State, seat: Seat, action: Action) -> Refusal:
        match action:
            case RollDice():
                return Refusal("must_hold")
            case Bank():
                if state.phase == "held":
                    return Refusal("opening", {"opening": self.opening, "total": state.turn.total})
                return Refusal("must_roll" if state.phase == "start" else "must_hold")
            case Hold(dice=dice):
                return self._why_not_hold(state, dice)

    def _why_not_hold(self, state: State, dice: tuple[int, ...]) -> Refusal:
        if state.phase != "rolled":
            return Refusal("must_roll")
        if not dice:
            return Refusal("empty_hold")
        strange = without(dice, shown(state.turn.loose))
        return Refusal("not_in_roll", {"dice": strange}) if strange else Refusal("not_scoring")

    # ---- the end

    def _result(self, state: State) -> Over:
        if len(state.totals) == 1:
            return Over((state.turns,), (-float(state.turns),), (0,))
        winners = self.winners(state)
        shares = tuple((seat in winners) / len(winners) for seat in range(len(state.totals)))
        return Over(state.totals, shares, winners)

    def winners(self, state: State) -> tuple[Seat, ...]:
        """The highest total; of equal ones that which was there first, or all of them."""
        best = max(state.totals)
        seats = range(len(state.totals))
        if self.final_tie == "shared":
            return tuple(seat for seat in seats if state.totals[seat] == best)
        first = state.trigger or 0
        order = [(first + step) % len(seats) for step in seats]
        return (next(seat for seat in order if state.totals[seat] == best),)


@lru_cache(maxsize=50_000)
def _holds(loose: Faces, sets: Sets) -> tuple[Action, ...]:
    return tuple(map(Hold, holds(loose, sets)))
