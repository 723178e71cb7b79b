"""A finished game of 2 Out of 3 Ain't Bad as a picture shows it: the board, and beside each line who has won it."""

from __future__ import annotations

from collections.abc import Sequence

from redpip.core.keepsake import Die, Keepsake, Token
from redpip.core.words import Words
from redpip.games.two_of_three.board import SIDE, SQUARES, lines_within
from redpip.games.two_of_three.rules import State, TwoOfThreeRules
from redpip.games.two_of_three.scoring import line_owner


def keepsake(_rules: TwoOfThreeRules, view: State, _names: Sequence[str], words: Words) -> Keepsake | None:
    board = view.board
    if not any(board):
        return None  # of real dice nobody told how they lie
    dice = {
        place: Die(piece.die, piece.face, piece.seat) for place, piece in zip(SQUARES, board, strict=False) if piece
    }
    won = {name: Token(line_owner([board[at] for at in line])) for name, line in lines_within(len(board)).items()}
    rows = [(None, *(dice.get((row, column)) for column in SIDE), won.get(f"R{row}")) for row in SIDE]
    ends = (won.get("D2"), *(won.get(f"C{column}") for column in SIDE), won.get("D1"))
    return Keepsake([*rows, ends], [words.say("Beside each row, column and diagonal stands who won it.")])
