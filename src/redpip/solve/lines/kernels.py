"""Laying dice so that the board is worth most afterwards.

What a position after a turn is worth to whoever rolls next is a sum over lines, by how many dice each has in hand; the
sum is a chance by the logistic function. With no dice in hand the sum is the lines won, and its sign decides.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from redpip.solve.lines.grid import FACES

compiled = njit(cache=True, nogil=True, error_model="numpy")
CERTAIN = 1e6  # beyond every sum of a game that goes on


@compiled
def put(grid: Any, board: Any, codes: Any, square: int, number: int) -> None:
    more = number - board[square]
    for at in range(3):
        line = grid.through[square, at]
        if line < 0:
            break
        codes[line] += more * grid.place[square, at]
    board[square] = number


@compiled
def chance(total: float) -> float:
    won: float = 1.0 / (1.0 + np.exp(-total))
    return won


@compiled
def outlook(values: Any, codes: Any, roller: int, hands: Any) -> Any:
    """The sum for a position in which this seat rolls next."""
    own, others = hands[roller], hands[1 - roller]
    table, total = values.lines[roller, own, others], values.start[own, others]
    for line in range(codes.size):
        total += table[line, codes[line]]
    return total


@compiled
def decided(total: float) -> float:
    """The same, where the sum counts lines."""
    return CERTAIN if total > 0 else -CERTAIN if total < 0 else 0.0


@compiled
def best_placings(
    grid: Any, values: Any, board: Any, codes: Any, hands: Any, seat: int, dice: Any, squares: Any, sums: Any
) -> int:
    """The best ways to lay these dice: how many were found, into ``squares`` where each die goes, and into ``sums``
    what that is worth to the seat, best first. As many are kept as there is room for.

    ``dice`` has for each the number it would be on the board, negative where it is red; equal ones stand together.
    ``hands`` are the numbers of dice not thrown. Whatever is laid is taken back."""
    last, roller, found = dice.size - 1, 1 - seat, 0
    at, gone, total = np.full(dice.size, -1), np.full(dice.size, -1), np.empty(dice.size)
    total[0] = outlook(values, codes, roller, hands)
    table = values.lines[roller, hands[roller], hands[seat]]
    depth = 0
    while depth >= 0:
        if depth < last and gone[depth] >= 0:
            put(grid, board, codes, at[depth], gone[depth])
            if gone[depth]:
                hands[roller] -= 1
                table = values.lines[roller, hands[roller], hands[seat]]
            gone[depth] = -1
        square = _next_square(board, at[depth], dice[depth] < 0, seat)
        at[depth] = square
        if square < 0:
            depth -= 1
            continue
        number, pushed = abs(dice[depth]), board[square] > 0
        if pushed:
            worth = _pushing(grid, values, board, codes, hands, roller, square, number)
        else:
            worth = total[depth]
            for one in range(3):
                line = grid.through[square, one]
                if line < 0:
                    break
                code = codes[line]
                worth += table[line, code + number * grid.place[square, one]] - table[line, code]
        if depth < last:
            gone[depth] = board[square]
            put(grid, board, codes, square, number)
            if pushed:
                hands[roller] += 1
                table = values.lines[roller, hands[roller], hands[seat]]
            depth += 1
            total[depth] = worth
            at[depth] = square if dice[depth] == dice[depth - 1] else -1
            continue
        worth = -worth
        if hands[0] + hands[1] == 0 and not pushed:
            worth = decided(worth)
        if found < sums.size:
            found += 1
        elif worth <= sums[found - 1]:
            continue
        _keep(squares, sums, found, at, worth)
    return found


@compiled
def _pushing(
    grid: Any, values: Any, board: Any, codes: Any, hands: Any, roller: int, square: int, number: int
) -> float:
    """The sum with this die where one of the other's lay."""
    gone = board[square]
    put(grid, board, codes, square, number)
    hands[roller] += 1
    worth: float = outlook(values, codes, roller, hands)
    hands[roller] -= 1
    put(grid, board, codes, square, gone)
    return worth


@compiled
def _keep(squares: Any, sums: Any, found: int, at: Any, worth: float) -> None:
    """Among those found, in its place; the last one of before makes room."""
    place = found - 1
    while place and sums[place - 1] < worth:
        sums[place] = sums[place - 1]
        squares[place] = squares[place - 1]
        place -= 1
    sums[place] = worth
    squares[place, : at.size] = at


@compiled
def _next_square(board: Any, last: int, red: bool, seat: int) -> int:
    """Where a die may go after this square: where none lies, and a red one also where the other's lies."""
    for square in range(last + 1, board.size):
        number = board[square]
        if number == 0 or (red and (number > FACES) != (seat == 1)):
            return square
    return -1
