"""A position as the kernels see it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from redpip.games.two_of_three.board import lines_within
from redpip.games.two_of_three.rules import State
from redpip.solve.lines.grid import FACES, NUMBERS, Ints


class Position(NamedTuple):
    board: Ints  # [square] -> what lies there, as ``solve.lines.grid`` counts
    codes: Ints  # [line]
    lies: Ints  # [square] -> which die, from 0
    holds: Ints  # [seat] -> dice in hand as bits
    hands: Ints  # [seat] -> how many they are


def position(state: State) -> Position:
    board = np.array([piece.face + FACES * piece.seat if piece else 0 for piece in state.board])
    lies = np.array([piece.die - 1 if piece else 0 for piece in state.board])
    codes = [code(board[list(line)]) for line in lines_within(len(state.board)).values()]
    hands = state.hands
    return Position(board, np.array(codes), lies, np.array([*map(bits, hands)]), np.array([*map(len, hands)]))


def code(numbers: Iterable[int]) -> int:
    total = 0
    for number in numbers:
        total = NUMBERS * total + int(number)
    return total


def bits(dice: Iterable[int]) -> int:
    return sum(1 << die - 1 for die in dice)
