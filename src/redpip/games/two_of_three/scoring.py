"""Who wins a line: three dice with a pair or a sequence among them, and two or three of them yours."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from redpip.core.game import Seat
from redpip.games.two_of_three.board import lines_within


@dataclass(frozen=True, slots=True)
class Piece:
    """A die on the board."""

    seat: Seat
    die: int
    face: int


Board = tuple[Piece | None, ...]


def is_pair(faces: Iterable[int]) -> bool:
    """Two equal faces, or three."""
    low, middle, high = sorted(faces)
    return middle in (low, high)


def is_sequence(faces: Iterable[int]) -> bool:
    """Three faces in a row, in any order; 6 and 1 are no neighbours."""
    low, middle, high = sorted(faces)
    return low + 1 == middle == high - 1


def counts(faces: Iterable[int]) -> bool:
    """Does a line of three with these faces win anything at all?"""
    faces = tuple(faces)
    return is_pair(faces) or is_sequence(faces)


def majority(pieces: Iterable[Piece]) -> Seat:
    """Who has two of three dice."""
    seats = sorted(piece.seat for piece in pieces)
    return seats[1]


def line_owner(pieces: Sequence[Piece | None]) -> Seat | None:
    """Who scores a line of three squares; None while one is empty, and where there is no pair or sequence."""
    full = [piece for piece in pieces if piece]
    faces = [piece.face for piece in full]
    return majority(full) if len(full) == 3 and counts(faces) else None


def owners(board: Board) -> Mapping[str, Seat | None]:
    """Who scores each line."""
    lines = lines_within(len(board))
    return {name: line_owner([board[square] for square in line]) for name, line in lines.items()}


def score(board: Board) -> tuple[int, int]:
    won = list(owners(board).values())
    return won.count(0), won.count(1)
