"""The rules of Catch 6; the options are the fields of ``Catch6Rules``.

A turn runs roll -> rolling -> catch -> the other seat. A catch that reaches the target ends the game, and so does one
that is carried over into the next game of a match: then the other seat has won.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations
from typing import ClassVar, Literal

from redpip.core.dice import DICE, NO_FACES, Faces, lay
from redpip.core.game import Choose, Next, OpenRules, Over, Roll, Seat
from redpip.core.options import option
from redpip.core.problem import Refusal
from redpip.games.catch6 import notation
from redpip.games.catch6.notation import Action, Catch, Pass, RollDice
from redpip.games.catch6.scoring import Way, catches, first_way, points

Phase = Literal["roll", "rolling", "catch", "over"]
SEATS: tuple[Seat, ...] = (0, 1)


@dataclass(frozen=True, slots=True)
class State:
    hands: tuple[Faces, Faces]
    owners: tuple[Seat | None, ...]  # who has caught the numbers 1 to 6
    must_all: tuple[bool, bool]  # whose next roll takes all dice
    seat: Seat
    phase: Phase
    cast: tuple[int, ...] = ()  # the dice of this turn's roll
    carried: int | None = None  # the number for which this game was given up

    @property
    def hand(self) -> Faces:
        return self.hands[self.seat]

    @property
    def free(self) -> tuple[int, ...]:
        return tuple(number for number in DICE if self.owners[number - 1] is None)

    @property
    def scores(self) -> tuple[int, ...]:
        return tuple(sum(map(points, self.caught(seat))) for seat in SEATS)

    @property
    def winner(self) -> Seat | None:
        """A game ends with a catch: for who made it, or for the other one if the number is carried over."""
        if self.phase != "over":
            return None
        return self.seat if self.carried is None else other(self.seat)

    def caught(self, seat: Seat) -> tuple[int, ...]:
        return tuple(number for number in DICE if self.owners[number - 1] == seat)


def other(seat: Seat) -> Seat:
    return 1 - seat


@dataclass(frozen=True, slots=True)
class Catch6Rules(OpenRules[State, Action]):
    target: int = option(14, "points that win the game", least=1, most=14)  # more might never be reached: there are 27
    dice: int = option(6, "how many dice each player has", least=2, most=6, lab=True)
    carryover: bool = False  # a game of a match, see match.py

    version: ClassVar[int] = 1
    state_type: ClassVar[type[State]] = State

    # ---- the contract

    def start(self, seats: int, first: Seat) -> State:
        return State((NO_FACES, NO_FACES), (None,) * 6, (True, True), first, "roll")

    def next(self, state: State) -> Next[Action]:
        match state.phase:
            case "over":
                return self._result(state)
            case "rolling":
                return Roll(state.seat, state.cast)
            case "roll":
                return Choose({state.seat: self._rolls(state)})
            case "catch":
                return Choose({state.seat: (*self._catches(state), Pass())})

    def rolled(self, state: State, faces: Faces) -> State:
        hand = lay(state.hand, faces)
        hands = (hand, state.hands[1]) if state.seat == 0 else (state.hands[0], hand)
        return replace(state, hands=hands, phase="catch")

    def play(self, state: State, seat: Seat, action: Action) -> State:
        match action:
            case RollDice(dice=dice):
                return replace(_forced(state, False), phase="rolling", cast=dice)
            case Catch(number=number, way=way, carry=carry):
                return self._caught(state, number, way or first_way(state.hand, number), carry)
            case Pass():
                return _next_turn(state)

    def parse(self, text: str) -> Action:
        return notation.parse(text)

    # ---- what others ask of the rules

    @property
    def all_dice(self) -> tuple[int, ...]:
        return DICE[: self.dice]

    def lying(self, state: State, hand: Faces) -> State:
        """The position in which this turn's dice have fallen so."""
        return replace(_forced(self.rolled(replace(state, hands=_without(state)), hand), False), cast=self.all_dice)

    def catchable(self, state: State) -> tuple[tuple[int, Way], ...]:
        """The free numbers that the dice of this turn catch, and how."""
        return tuple((number, way) for number, way in catches(state.hand) if number in state.free)

    def wins(self, state: State, number: int) -> bool:
        """Would catching this number win the game?"""
        return state.scores[state.seat] + points(number) >= self.target

    def begun_with(self, state: State, seat: Seat, number: int) -> State:
        """A new game in which this seat has a number already."""
        return replace(state, owners=_owned(state.owners, number, seat))

    # ---- options, and why an action is not among them

    def _rolls(self, state: State) -> tuple[Action, ...]:
        whole = state.must_all[state.seat] or state.hand == NO_FACES  # nobody told what lies there
        return (RollDice(self.all_dice),) if whole else _rolls_of(self.dice)

    def _catches(self, state: State) -> tuple[Action, ...]:
        pairs = self.catchable(state)
        ways = [*((number, None) for number in dict(pairs)), *pairs]
        kept = [Catch(number, way) for number, way in ways]
        if not self.carryover:
            return tuple(kept)
        return (*kept, *(Catch(number, way, carry=True) for number, way in ways if not self.wins(state, number)))

    def why_not(self, state: State, seat: Seat, action: Action) -> Refusal:
        match action:
            case RollDice(dice=dice) if state.phase == "roll":
                return self._why_not_roll(dice)
            case Catch() if state.phase == "catch":
                return self._why_not_catch(state, action)
        return Refusal("wrong_phase")

    def _why_not_roll(self, dice: tuple[int, ...]) -> Refusal:
        if dice != tuple(die for die in self.all_dice if die in dice):
            return Refusal("bad_die", {"given": dice})
        return Refusal("must_roll_all", {"dice": self.all_dice}) if dice else Refusal("no_dice")

    def _why_not_catch(self, state: State, action: Catch) -> Refusal:
        number, pairs = action.number, self.catchable(state)
        if number not in DICE:
            return Refusal("bad_number", {"number": number})
        if number not in state.free:
            return Refusal("already_caught", {"number": number})
        if number not in dict(pairs) or (action.way and (number, action.way) not in pairs):
            return Refusal("not_collected", {"number": number})
        return Refusal("game_already_won") if self.carryover else Refusal("no_carryover_in_single")

    # ---- effects

    def _caught(self, state: State, number: int, way: Way, carry: bool) -> State:
        caught = replace(state, owners=_owned(state.owners, number, state.seat))
        if carry:
            return replace(caught, phase="over", carried=number)
        if self.wins(state, number):
            return replace(caught, phase="over")
        return _next_turn(_forced(caught, way != "red"))

    def _result(self, state: State) -> Over:
        assert state.winner is not None
        return Over(state.scores, tuple(float(seat == state.winner) for seat in SEATS), (state.winner,))


def _without(state: State) -> tuple[Faces, Faces]:
    """Nothing is known of the hand of whose turn it is."""
    return (NO_FACES, state.hands[1]) if state.seat == 0 else (state.hands[0], NO_FACES)


def _next_turn(state: State) -> State:
    return replace(state, seat=other(state.seat), phase="roll", cast=())


def _forced(state: State, forced: bool) -> State:
    """Whether the next roll of whose turn it is must take all dice."""
    first, second = state.must_all
    return replace(state, must_all=(forced, second) if state.seat == 0 else (first, forced))


def _owned(owners: tuple[Seat | None, ...], number: int, seat: Seat) -> tuple[Seat | None, ...]:
    return (*owners[: number - 1], seat, *owners[number:])


@cache
def dice_groups(number: int) -> tuple[tuple[int, ...], ...]:
    """Every choice of one or more of so many dice."""
    return tuple(group for size in range(1, number + 1) for group in combinations(DICE[:number], size))


@cache
def _rolls_of(number: int) -> tuple[Action, ...]:
    return tuple(map(RollDice, dice_groups(number)))
