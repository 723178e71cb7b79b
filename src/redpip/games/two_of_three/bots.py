"""Bots for 2 Out of 3 Ain't Bad. The planner weighs each line: whose it will be, and whether it will count."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any

from redpip.core.advice import Bot, BotKind, RandomBot
from redpip.core.game import Rules, Seat
from redpip.core.words import N_
from redpip.games.two_of_three.board import Line, lines_within
from redpip.games.two_of_three.notation import Action, Place
from redpip.games.two_of_three.rules import State, TwoOfThreeRules, laid_down
from redpip.games.two_of_three.scoring import Board, counts

FACES = range(1, 7)


class PlannerBot:
    """Rolls as little as it may, so that it sees most before it places, and puts each die where it promises most."""

    def __init__(self, rules: TwoOfThreeRules, seat: Seat, luck: Random) -> None:
        self._seat = seat

    def choose(self, view: State, options: Sequence[Action]) -> Action:
        if view.phase == "roll":
            return options[0]  # a single die, or the whole hand where that is due
        return max(options, key=lambda action: self._promise(view, action))

    def _promise(self, view: State, action: Action) -> float:
        """The lines to expect after this placing, less the other's."""
        assert isinstance(action, Place)
        after = laid_down(view, action.die, action.square - 1)
        share = _share(after, self._seat)
        return sum(self._prospect(after.board, line, share) for line in lines_within(len(after.board)).values())

    def _prospect(self, board: Board, line: Line, share: float) -> float:
        """The chance that this seat scores the line, less the other's."""
        pieces = [piece for square in line if (piece := board[square])]
        mine = sum(piece.seat == self._seat for piece in pieces)
        faces = tuple(sorted(piece.face for piece in pieces))
        return _counts(faces) * _lead(mine, len(pieces) - mine, share)


def _share(state: State, seat: Seat) -> float:
    """The part of the empty squares that will be this seat's, if no die is replaced."""
    empty = state.board.count(None)
    return 1 - len(state.hands[1 - seat]) / empty if empty else 0.0


@cache
def _counts(faces: tuple[int, ...]) -> float:
    """The chance that a line of three with these faces makes a pair or a sequence, the others falling freely."""
    if len(faces) == 3:
        return float(counts(faces))
    return sum(_counts(tuple(sorted((*faces, face)))) for face in FACES) / 6


@cache
def _lead(mine: int, others: int, share: float) -> float:
    """The chance of having two of three dice on a line, less that of the other."""
    if mine >= 2 or others >= 2:
        return 1.0 if mine >= 2 else -1.0
    return share * _lead(mine + 1, others, share) + (1 - share) * _lead(mine, others + 1, share)


def _planner(rules: Rules[Any, Any], seat: Seat, luck: Random) -> Bot[Any]:
    assert isinstance(rules, TwoOfThreeRules)
    return PlannerBot(rules, seat, luck)


BOTS = {
    "planner": BotKind(
        N_("rolls one die at a time and puts it where it promises most lines"), _planner, strength="fair"
    ),
    "random": BotKind(N_("any legal move, each as likely"), RandomBot, strength="easy"),
}
