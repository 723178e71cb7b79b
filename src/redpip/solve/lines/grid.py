"""The squares and lines of a board, as kernels need them.

A square holds a number: 0 while it is empty, 1 to 6 for a die of the first seat that shows so much, 7 to 12 for one of
the second. A line's *code* has its three squares as digits, the first one highest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import product
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

FACES: Final = 6
NUMBERS: Final = 2 * FACES + 1
CODES: Final = NUMBERS**3
PLACES: Final = (NUMBERS * NUMBERS, NUMBERS, 1)
MOST_LINES: Final = 3  # through one square

Ints = NDArray[np.int64]
Wins = Callable[[tuple[int, ...]], bool]  # do these three faces make a line count?


class Grid(NamedTuple):
    through: Ints  # [square, at most three] -> lines, -1 where there are no more
    place: Ints  # the same -> what one more on the square adds to that line's code
    owners: Ints  # [code] -> 1 where the first seat wins the line, -1 the second, 0 nobody
    kinds: Ints  # [seat, code] -> what the line is to this seat, whatever the order of its squares
    shapes: Ints  # [seat, line, code] -> the same with that order, alike in lines that the board's symmetries join

    @property
    def squares(self) -> int:
        return len(self.through)

    @property
    def lines(self) -> int:
        return int(self.shapes.shape[1])


def swapped(number: int) -> int:
    """The same die, had the seats changed places."""
    return number and (number + FACES if number <= FACES else number - FACES)


def make_grid(lines: Sequence[Sequence[int]], squares: int, wins: Wins) -> Grid:
    through, place = np.full((squares, MOST_LINES), -1), np.zeros((squares, MOST_LINES), np.int64)
    for square in range(squares):
        crossing = [(number, line.index(square)) for number, line in enumerate(lines) if square in line]
        for at, (number, digit) in enumerate(crossing):
            through[square, at], place[square, at] = number, PLACES[digit]
    owners = np.array([_owner(digits, wins) for digits in _all_digits()])
    kinds = np.array([[_kind(_seen(digits, seat)) for digits in _all_digits()] for seat in (0, 1)])
    return Grid(through, place, owners, kinds, _shapes(lines, squares))


def _all_digits() -> Iterator[tuple[int, ...]]:
    return product(range(NUMBERS), repeat=3)


def _owner(digits: tuple[int, ...], wins: Wins) -> int:
    if not all(digits) or not wins(tuple((digit - 1) % FACES + 1 for digit in digits)):
        return 0
    return 1 if sum(digit <= FACES for digit in digits) > 1 else -1


def _seen(digits: tuple[int, ...], seat: int) -> tuple[int, ...]:
    return tuple(map(swapped, digits)) if seat else digits


@cache
def _kind_numbers() -> dict[tuple[int, ...], int]:
    return {digits: number for number, digits in enumerate(sorted({tuple(sorted(one)) for one in _all_digits()}))}


def _kind(digits: tuple[int, ...]) -> int:
    return _kind_numbers()[tuple(sorted(digits))]


def kind_count() -> int:
    return len(_kind_numbers())


def shape_count(grid: Grid) -> int:
    return int(grid.shapes.max()) + 1


# ---- lines that are the same but for a turn of the board


def symmetries(lines: Sequence[Sequence[int]], squares: int) -> list[tuple[int, ...]]:
    """Where each square goes, in every way that takes lines to lines."""
    wanted = {frozenset(line) for line in lines}
    together = [[sum({one, two} <= line for line in wanted) for two in range(squares)] for one in range(squares)]

    def grown(images: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        square = len(images)
        if square == squares:
            yield images
            return
        for image in set(range(squares)) - set(images):
            if together[square][square] == together[image][image] and all(
                together[square][other] == together[image][images[other]] for other in range(square)
            ):
                yield from grown((*images, image))

    return [images for images in grown(()) if {frozenset(images[s] for s in line) for line in wanted} == wanted]


def _shapes(lines: Sequence[Sequence[int]], squares: int) -> Ints:
    """Each line is read as the first line that a symmetry takes to it."""
    turns = symmetries(lines, squares)
    found = np.empty((2, len(lines), CODES), np.int64)
    firsts: list[int] = []
    for number, line in enumerate(lines):
        first, images = next(
            (first, images)
            for first in range(number + 1)
            for images in turns
            if {images[square] for square in lines[first]} == set(line)
        )
        if first not in firsts:
            firsts.append(first)
        order = [line.index(images[square]) for square in lines[first]]
        for seat in (0, 1):
            for code, digits in enumerate(_all_digits()):
                seen = _seen(digits, seat)
                read = sum(seen[at] * place for at, place in zip(order, PLACES, strict=True))
                found[seat, number, code] = firsts.index(first) * CODES + read
    return found
