"""The rules of 2 Out of 3 Ain't Bad; the options are the fields of ``TwoOfThreeRules``.

A turn runs roll -> rolling -> place, one die after the other -> the other seat, until the board is full.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations
from typing import ClassVar, Literal

from redpip.core.dice import DICE, NO_FACES, Faces, is_red, shown, turn_die, without
from redpip.core.game import Choose, Next, OpenRules, Over, Roll, Seat
from redpip.core.options import option
from redpip.core.problem import Refusal
from redpip.games.two_of_three import notation
from redpip.games.two_of_three.notation import Action, Done, Place, RollDice
from redpip.games.two_of_three.scoring import Board, Piece, score

Phase = Literal["roll", "rolling", "place", "over"]
Hand = tuple[int, ...]

MOST = 3  # dice rolled at a time, while both have some


@dataclass(frozen=True, slots=True)
class State:
    board: Board
    hands: tuple[Hand, ...]
    seat: Seat
    first: Seat
    phase: Phase
    cast: tuple[int, ...] = ()  # the dice about to fall
    faces: Faces = NO_FACES  # rolled and still to be placed
    laid: tuple[int, ...] = ()  # the squares taken in this turn, counted from 0
    pushed: Piece | None = None  # sent home by the placing just made
    tied: Board = ()  # how the tied game before ended, until something happens in this one
    told: tuple[int, ...] = ()  # the lines that each has won, where that alone is known of how real dice lie

    @property
    def hand(self) -> Hand:
        return self.hands[self.seat]


@dataclass(frozen=True, slots=True)
class TwoOfThreeRules(OpenRules[State, Action]):
    dice: int = option(6, "dice of each player; the board has twice as many squares", least=2, most=6, lab=True)
    ties_end: bool = False  # inside a match, which goes on with a higher stake; a single game is played again

    version: ClassVar[int] = 1
    state_type: ClassVar[type[State]] = State

    # ---- the contract

    def start(self, seats: int, first: Seat) -> State:
        return State((None,) * (2 * self.dice), (DICE[: self.dice],) * seats, first, first, "roll")

    def next(self, state: State) -> Next[Action]:
        match state.phase:
            case "over":
                return _result(state)
            case "rolling":
                return Roll(state.seat, state.cast, among=tuple(sorted((*state.hand, *state.cast))))
            case "roll":
                return Choose({state.seat: _rolls(state.hand, must_roll_all(state))})
            case "place":
                return Choose({state.seat: tuple(_placings(state))})

    def rolled(self, state: State, faces: Faces) -> State:
        return replace(state, phase="place", cast=(), faces=faces)

    def play(self, state: State, seat: Seat, action: Action) -> State:
        if isinstance(action, RollDice):
            hands = _with_hand(state, seat, without(state.hand, action.dice))
            return replace(state, phase="rolling", hands=hands, cast=action.dice, pushed=None, tied=())
        assert isinstance(action, Place)  # a turn ends by itself, so Done is never legal
        return self._after(laid_down(state, action.die, action.square - 1))

    def parse(self, text: str) -> Action:
        return notation.parse(text)

    @property
    def all_dice(self) -> tuple[int, ...]:
        return DICE[: self.dice]

    # ---- options, and why an action is not among them

    def why_not(self, state: State, seat: Seat, action: Action) -> Refusal:
        match state.phase, action:
            case "roll", RollDice(dice=dice):
                return _why_not_roll(state, dice)
            case "place", Place(die=die, square=square):
                return _why_not_place(state, die, square)
            case "place", Done():
                return Refusal("incomplete_placement", {"dice": shown(state.faces)})
        return Refusal("wrong_phase")

    # ---- effects

    def _after(self, state: State) -> State:
        """A die has been placed: the turn goes on, or the other's begins, or the game is over."""
        if any(state.faces):
            return state
        if not all(state.board):
            return replace(state, phase="roll", seat=1 - state.seat, laid=())
        return self._ended(state)

    def ended(self, state: State, won: tuple[int, ...]) -> State:
        """The position after a game of which this alone is known."""
        return self._ended(replace(self.start(2, state.first), told=won))

    def _ended(self, state: State) -> State:
        won = lines_won(state)
        if won[0] == won[1] and not self.ties_end:
            return replace(self.start(2, 1 - state.first), tied=() if state.told else state.board)
        return replace(state, phase="over", laid=())


def must_roll_all(state: State) -> bool:
    """The other player has nothing left to roll."""
    return not state.hands[1 - state.seat]


def squares_for(board: Board, seat: Seat, die: int, face: int) -> tuple[int, ...]:
    """Where this die may go, counted from 0: to an empty square, a red also where the other player has a die."""
    red = is_red(die, face)
    return tuple(at for at, piece in enumerate(board) if piece is None or (red and piece.seat != seat))


def lines_won(state: State) -> tuple[int, ...]:
    return state.told or score(state.board)


def _result(state: State) -> Over:
    scores = lines_won(state)
    winners = tuple(seat for seat in (0, 1) if scores[seat] == max(scores))
    return Over(scores, tuple(map(float, scores)), winners)


@cache
def _rolls(hand: Hand, whole: bool) -> tuple[Action, ...]:
    sizes = (len(hand),) if whole else range(1, MOST + 1)
    return tuple(RollDice(dice) for size in sizes for dice in combinations(hand, size))


def _placings(state: State) -> Iterator[Action]:
    for die in shown(state.faces):
        squares = squares_for(state.board, state.seat, die, state.faces[die - 1])
        yield from (Place(die, square + 1) for square in squares)


def _why_not_roll(state: State, dice: tuple[int, ...]) -> Refusal:
    if dice != tuple(die for die in DICE if die in dice):
        return Refusal("bad_die", {"given": dice})
    if missing := without(dice, state.hand):
        return Refusal("die_not_in_hand", {"dice": missing})
    if must_roll_all(state):
        return Refusal("must_roll_all_hand", {"dice": state.hand})
    return Refusal("roll_1_to_3")


def _why_not_place(state: State, die: int, square: int) -> Refusal:
    if die not in shown(state.faces):
        return Refusal("die_not_rolled", {"die": die, "dice": shown(state.faces)})
    if not 1 <= square <= len(state.board):
        return Refusal("no_such_square", {"square": square, "last": len(state.board)})
    if square - 1 in state.laid:
        return Refusal("duplicate_square", {"square": square})
    if not is_red(die, state.faces[die - 1]):
        return Refusal("white_cannot_replace", {"square": square})
    return Refusal("cannot_replace_own", {"square": square})


def laid_down(state: State, die: int, square: int) -> State:
    """The die lies there; one that lay there before goes back to its owner's hand."""
    piece = Piece(state.seat, die, state.faces[die - 1])
    gone = state.board[square]
    hands = _with_hand(state, gone.seat, tuple(sorted((*state.hands[gone.seat], gone.die)))) if gone else state.hands
    return replace(
        state,
        board=(*state.board[:square], piece, *state.board[square + 1 :]),
        hands=hands,
        faces=turn_die(state.faces, die, 0),
        laid=tuple(sorted((*state.laid, square))),
        pushed=gone,
    )


def _with_hand(state: State, seat: Seat, hand: Hand) -> tuple[Hand, ...]:
    return tuple(hand if at == seat else other for at, other in enumerate(state.hands))
