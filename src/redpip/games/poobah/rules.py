"""The rules of Grand Poobah; the options are the fields of ``PoobahRules``.

A turn runs roll (-> rolling) -> change -> (score ->) the next seat. The scoring dice belong to nobody: they are thrown
for the first time when every seat has had its opening turns, and from then on after every single turn.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations
from typing import ClassVar, Literal

from redpip.core.dice import DICE, NO_FACES, Faces, lay, red_dice, turn_die
from redpip.core.game import Choose, Next, OpenRules, Over, Roll, Seat
from redpip.core.options import option
from redpip.core.problem import Refusal
from redpip.games.poobah import notation
from redpip.games.poobah.notation import Action, Change, Done, RollDice
from redpip.games.poobah.scoring import gains

Phase = Literal["roll", "rolling", "change", "score", "over"]


@dataclass(frozen=True, slots=True)
class State:
    hands: tuple[Faces, ...]
    scores: tuple[int, ...]
    turns: tuple[int, ...]  # turns that each seat has finished
    seat: Seat  # whose turn it is, or was while the scoring dice fall
    phase: Phase
    active: tuple[Seat, ...]  # who plays and counts: all, and in overtime those who are tied
    overtime: bool = False
    cast: tuple[int, ...] = ()  # the dice of this turn's roll
    scoring: Faces = NO_FACES  # the scoring dice as they fell last
    gains: tuple[int, ...] = ()  # what they paid

    @property
    def hand(self) -> Faces:
        return self.hands[self.seat]

    @property
    def winner(self) -> Seat | None:
        """The one seat in front among those who play, once the game is over."""
        return max(self.active, key=self.scores.__getitem__) if self.phase == "over" else None


@dataclass(frozen=True, slots=True)
class PoobahRules(OpenRules[State, Action]):
    target: int = option(100, "points that end the game", least=1, most=1000)
    opening_turns: int = option(3, "turns of each player before the scoring dice fall", least=1, most=9)
    overtime_shrinks: bool = option(False, "in overtime, whoever falls behind the leaders drops out")
    dice: int = option(6, "how many dice each hand and the scoring dice have", least=1, most=6, lab=True)

    version: ClassVar[int] = 1
    state_type: ClassVar[type[State]] = State

    # ---- the contract

    def start(self, seats: int, first: Seat) -> State:
        nothing = (0,) * seats
        return State((NO_FACES,) * seats, nothing, nothing, first, "roll", tuple(range(seats)))

    def next(self, state: State) -> Next[Action]:
        match state.phase:
            case "over":
                return self._result(state)
            case "rolling":
                return Roll(state.seat, state.cast)
            case "score":
                return Roll(None, self.all_dice)
            case "roll":
                return Choose({state.seat: self._rolls(state)})
            case "change":
                return Choose({state.seat: (*_changes(red_dice(state.hand)), Done())})

    def rolled(self, state: State, faces: Faces) -> State:
        if state.phase == "score":
            return self._scored(state, faces)
        return replace(self._with_hand(state, lay(state.hand, faces)), phase="change")

    def play(self, state: State, seat: Seat, action: Action) -> State:
        match action:
            case RollDice(dice=dice):
                return replace(state, phase="rolling" if dice else "change", cast=dice)
            case Change(die=die, face=face):
                return self._with_hand(state, turn_die(state.hand, die, face))
            case Done():
                return self._end_turn(state)

    def parse(self, text: str) -> Action:
        return notation.parse(text)

    # ---- what others ask of the rules

    @property
    def all_dice(self) -> tuple[int, ...]:
        return DICE[: self.dice]

    def scores_now(self, state: State) -> bool:
        """Have all had their opening turns, so that every further turn ends with a throw of the scoring dice?"""
        return min(state.turns) >= self.opening_turns

    def pays_next(self, state: State) -> bool:
        """Do the scoring dice fall at the end of this turn?"""
        turns = [number + (seat == state.seat) for seat, number in enumerate(state.turns)]
        return min(turns) >= self.opening_turns

    def hand_told(self, state: State, hand: Faces) -> State:
        """The end of a turn of which the hand alone is known, or nothing."""
        return self._end_turn(self._with_hand(state, hand))

    # ---- options, and why an action is not among them

    def _rolls(self, state: State) -> tuple[Action, ...]:
        if state.hand == NO_FACES:  # the first turn, or nobody told what lies there
            return (RollDice(self.all_dice),)
        return _subsets(self.dice)[1 if state.overtime else 0 :]

    def why_not(self, state: State, seat: Seat, action: Action) -> Refusal:
        match action:
            case RollDice(dice=dice) if state.phase == "roll":
                return self._why_not_roll(state, dice)
            case Change(die=die, face=face) if state.phase == "change":
                return self._why_not_change(state, die, face)
        return Refusal("wrong_phase")

    def _why_not_roll(self, state: State, dice: tuple[int, ...]) -> Refusal:
        if not _dice_of(self.dice, dice):
            return Refusal("bad_die", {"given": dice})
        if not state.turns[state.seat]:
            return Refusal("first_turn_all", {"dice": self.all_dice})
        return Refusal("overtime_min_one")

    def _why_not_change(self, state: State, die: int, face: int) -> Refusal:
        if die not in self.all_dice:
            return Refusal("bad_die", {"given": (die,)})
        if face not in DICE:
            return Refusal("bad_face", {"face": face})
        if state.hand[die - 1] != die:
            return Refusal("not_red", {"die": die})
        return Refusal("same_number", {"die": die})

    # ---- effects

    def _with_hand(self, state: State, hand: Faces) -> State:
        return replace(state, hands=(*state.hands[: state.seat], hand, *state.hands[state.seat + 1 :]))

    def _end_turn(self, state: State) -> State:
        turns = tuple(number + (seat == state.seat) for seat, number in enumerate(state.turns))
        ended = replace(state, turns=turns, cast=())
        return replace(ended, phase="score") if self.scores_now(ended) else self._next_turn(ended)

    def _next_turn(self, state: State) -> State:
        seats = len(state.hands)
        order = ((state.seat + step) % seats for step in range(1, seats + 1))
        return replace(state, seat=next(seat for seat in order if seat in state.active), phase="roll")

    def _scored(self, state: State, scoring: Faces) -> State:
        return self.paid(state, scoring, gains(state.hands, state.active, scoring))

    def paid(self, state: State, scoring: Faces, paid: tuple[int, ...]) -> State:
        """The position after the scoring dice have paid so much to each."""
        scores = tuple(score + gain for score, gain in zip(state.scores, paid, strict=True))
        scored = replace(state, scores=scores, scoring=scoring, gains=paid)
        top = max(scores[seat] for seat in state.active)
        leading = tuple(seat for seat in state.active if scores[seat] == top)
        if top < self.target and not state.overtime:
            return self._next_turn(scored)
        if len(leading) == 1:
            return replace(scored, phase="over")
        if not state.overtime or self.overtime_shrinks:
            scored = replace(scored, active=leading, overtime=True)
        return self._next_turn(scored)

    def _result(self, state: State) -> Over:
        """Nobody outside overtime can be ahead of those in it, so the winner has the highest score of all."""
        assert state.winner is not None
        return Over(state.scores, tuple(map(float, state.scores)), (state.winner,))


def _dice_of(number: int, dice: tuple[int, ...]) -> bool:
    """Is this a choice among the first so many dice, each at most once and in order?"""
    return dice == tuple(die for die in DICE[:number] if die in dice)


@cache
def _subsets(number: int) -> tuple[Action, ...]:
    groups = (group for size in range(number + 1) for group in combinations(DICE[:number], size))
    return tuple(map(RollDice, groups))


@cache
def _changes(reds: tuple[int, ...]) -> tuple[Action, ...]:
    return tuple(Change(die, face) for die in reds for face in DICE if face != die)
