"""The board: a square of four by four without four squares, so that every row, column and diagonal has three.

Squares are counted from 0, row by row. All boards with this property are one, turned or mirrored.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

SIDE = range(1, 5)
HOLES = {(1, 1), (2, 3), (3, 4), (4, 2)}

SQUARES = tuple((row, column) for row in SIDE for column in SIDE if (row, column) not in HOLES)

Line = tuple[int, ...]

LINES: Mapping[str, Line] = {
    **{f"R{n}": tuple(at for at, (row, _) in enumerate(SQUARES) if row == n) for n in SIDE},
    **{f"C{n}": tuple(at for at, (_, column) in enumerate(SQUARES) if column == n) for n in SIDE},
    "D1": tuple(at for at, (row, column) in enumerate(SQUARES) if row == column),
    "D2": tuple(at for at, (row, column) in enumerate(SQUARES) if row + column == 5),
}


@cache
def lines_within(squares: int) -> Mapping[str, Line]:
    """The lines that lie wholly in the first so many squares."""
    return {name: line for name, line in LINES.items() if max(line) < squares}


@cache
def lines_of(square: int) -> tuple[str, ...]:
    return tuple(name for name, line in LINES.items() if square in line)
