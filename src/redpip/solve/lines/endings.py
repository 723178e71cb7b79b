"""Bounds, proved, for the end of a game: at most two squares are empty, so nobody chooses which dice to roll.

Only a red that pushes a die off the board keeps such a game going. A budget says how many pushes are followed; beyond
it anything may happen, from a loss to a win. So the bounds hold whatever is learned or guessed elsewhere, and with
each push they close by a factor of about six. A tie counts half.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from redpip.solve.lines.grid import FACES
from redpip.solve.lines.kernels import compiled, put

MOST_EMPTY = 2
DEEPEST = 2 * (MOST_EMPTY + 1)  # steps between two pushes, at most: each has a throw, and dice to lay

# a step on the pile
THROW, LAY = 0, 1
KIND, SEAT, BUDGET, AT, DIE, THEN, HAND, WAYS, FACE, SQUARE, GONE, BELOW = range(12)
FIELDS = 12


@compiled
def _shared(owners: Any, codes: Any, seat: int) -> float:
    """What a full board is worth to a seat."""
    ahead = 0
    for code in codes:
        ahead += owners[code]
    if seat:
        ahead = -ahead
    return 1.0 if ahead > 0 else 0.0 if ahead < 0 else 0.5


@compiled
def ending(grid: Any, board: Any, codes: Any, lies: Any, holds: Any, seat: int, budget: int) -> Any:
    """The least and the most that the seat to roll can expect.

    ``lies`` has the dice on the board, numbered from 0, and ``holds`` those in each hand as bits. All is as before when
    it returns. Steps stand on a pile, since compiled functions that call themselves cannot be kept in a file."""
    room = DEEPEST * (budget + 2)
    pile, bounds = np.zeros((room, FIELDS), np.int64), np.zeros((room, 2))
    top = _thrown(pile, bounds, holds, -1, seat, budget)
    while True:
        step = pile[top]
        if step[KIND] == THROW and step[AT] < step[WAYS]:
            top = _fallen(pile, bounds, top)
            continue
        if step[KIND] == LAY:
            square = _next_square(board, step)
            if square < board.size:
                _lay(grid, board, codes, lies, holds, step, square)
                other, rest = 1 - step[SEAT], step[BUDGET] - (1 if step[GONE] else 0)
                if step[THEN] >= 0:
                    top = _laying(pile, bounds, top, step[SEAT], rest, step[THEN], -1)
                elif rest >= 0 and (holds[0] or holds[1]):
                    top = _thrown(pile, bounds, holds, top, other, rest)
                else:
                    worth = _shared(grid.owners, codes, step[SEAT])
                    low, high = (worth, worth) if rest >= 0 else (0.0, 1.0)
                    _take_back(grid, board, codes, lies, holds, step)
                    bounds[top, 0], bounds[top, 1] = max(bounds[top, 0], low), max(bounds[top, 1], high)
                continue
        low, high = bounds[top]
        if step[KIND] == THROW:
            holds[step[SEAT]] = step[HAND]
            low, high = low / step[WAYS], high / step[WAYS]
            if top == 0:
                return low, high
            low, high = 1.0 - high, 1.0 - low
        top -= 1
        if pile[top, KIND] == THROW:
            bounds[top, 0] += low
            bounds[top, 1] += high
        else:
            _take_back(grid, board, codes, lies, holds, pile[top])
            bounds[top, 0], bounds[top, 1] = max(bounds[top, 0], low), max(bounds[top, 1], high)


@compiled
def _thrown(pile: Any, bounds: Any, holds: Any, top: int, seat: int, budget: int) -> int:
    """A seat throws its hand: the mean over all ways to fall."""
    step = pile[top + 1]
    step[KIND], step[SEAT], step[BUDGET], step[AT], step[HAND] = THROW, seat, budget, 0, holds[seat]
    step[DIE], step[THEN], step[WAYS] = -1, -1, 1
    for die in range(FACES):
        if step[HAND] >> die & 1:
            step[DIE], step[THEN] = die, step[DIE]
            step[WAYS] *= FACES
    holds[seat] = 0
    bounds[top + 1] = 0.0
    return top + 1


@compiled
def _fallen(pile: Any, bounds: Any, top: int) -> Any:
    """The next way in which these dice can fall."""
    step = pile[top]
    face, other = step[AT] % FACES, step[AT] // FACES
    step[AT] += 1
    then = FACES * step[THEN] + other if step[THEN] >= 0 else -1
    return _laying(pile, bounds, top, step[SEAT], step[BUDGET], FACES * step[DIE] + face, then)


@compiled
def _laying(pile: Any, bounds: Any, top: int, seat: int, budget: int, fallen: int, then: int) -> int:
    """A die is laid on every square that it may take, the best of which counts; another may follow."""
    step = pile[top + 1]
    step[KIND], step[SEAT], step[BUDGET], step[AT], step[THEN] = LAY, seat, budget, 0, then
    step[DIE], step[FACE] = fallen // FACES, fallen % FACES
    bounds[top + 1] = 0.0
    return top + 1


@compiled
def _next_square(board: Any, step: Any) -> Any:
    red = step[DIE] == step[FACE]
    for square in range(step[AT], board.size):
        number = board[square]
        if number == 0 or (red and (number > FACES) != (step[SEAT] == 1)):
            return square
    return board.size


@compiled
def _lay(grid: Any, board: Any, codes: Any, lies: Any, holds: Any, step: Any, square: int) -> None:
    step[AT], step[SQUARE], step[GONE], step[BELOW] = square + 1, square, board[square], lies[square]
    if step[GONE]:
        holds[1 - step[SEAT]] |= 1 << step[BELOW]
    put(grid, board, codes, square, step[FACE] + 1 + FACES * step[SEAT])
    lies[square] = step[DIE]


@compiled
def _take_back(grid: Any, board: Any, codes: Any, lies: Any, holds: Any, step: Any) -> None:
    put(grid, board, codes, step[SQUARE], step[GONE])
    lies[step[SQUARE]] = step[BELOW]
    if step[GONE]:
        holds[1 - step[SEAT]] &= ~(1 << step[BELOW])
