"""2 Out of 3 Ain't Bad as lines of text: what a player at the table would see, and what just happened."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from redpip.core.dice import is_red, shown
from redpip.core.game import Acted, Event, Seat, Thrown
from redpip.core.measure import Measure
from redpip.core.showing import dice_told, face_column, face_name
from redpip.core.words import Line, Span, Words, line
from redpip.games.two_of_three.board import SIDE, SQUARES, lines_within
from redpip.games.two_of_three.notation import Place
from redpip.games.two_of_three.rules import State, TwoOfThreeRules, lines_won, must_roll_all
from redpip.games.two_of_three.scoring import Board, Piece, is_sequence, line_owner, score

CELL = 7  # width of a square: four of them and a verdict fit into 40 columns
SLOPES = {"D1": "D1 \\", "D2": "D2 /"}


def screen(_rules: TwoOfThreeRules, view: State, names: Sequence[str], words: Words) -> Sequence[Line]:
    return (
        line((_headline(view, names, words), "strong")),
        line(),
        *_board(view.board, names, words),
        line(),
        *_other_lines(view.board, names, words),
        *_legend(names, words),
        *_hands(view, names, words),
        *_rolled(view, words),
    )


def _headline(view: State, names: Sequence[str], words: Words) -> str:
    name = names[view.seat]
    match view.phase:
        case "over" if view.told:
            return words.say("The game is over")
        case "over":
            return words.say("The board is full")
        case "place":
            return words.say("{name} places", name=name)
    if must_roll_all(view):
        return words.say("{name} rolls the whole hand", name=name)
    return words.say("{name} rolls one to three dice", name=name)


# ---- the board


def _board(board: Board, names: Sequence[str], words: Words) -> Iterator[Line]:
    """Each square with its number and its die, and who wins the row beside it."""
    lines = lines_within(len(board))
    at = {place: square for square, place in enumerate(SQUARES[: len(board)])}
    for row in SIDE:
        squares = [at.get((row, column)) for column in SIDE]
        cells = [span for square in squares for span in _cell(square, board, names)]
        name = f"R{row}"
        if any(square is not None for square in squares):
            yield line(*cells, *(_told(name, board, lines[name], names, words) if name in lines else ()))


def _cell(square: int | None, board: Board, names: Sequence[str]) -> tuple[Span, ...]:
    if square is None:
        return ((" " * CELL, "plain"),)
    piece = board[square]
    number: Span = (f"{square + 1:>3} ", "faint")
    if piece is None:
        return (number, (".".ljust(CELL - 4), "faint"))
    red = is_red(piece.die, piece.face)
    text = f"{marks(names)[piece.seat]}{piece.face}{'r' if red else ''}"
    return (number, (text.ljust(CELL - 4), "red" if red else "plain"))


def marks(names: Sequence[str]) -> tuple[str, ...]:
    """A letter for each player's dice; where the names begin alike, that of a game that everybody knows."""
    letters = tuple(name[:1].upper() for name in names)
    return letters if len(set(letters)) == len(letters) and all(map(str.isalpha, letters)) else ("X", "O")


def _legend(names: Sequence[str], words: Words) -> Iterator[Line]:
    mine, other = marks(names)
    facts = {"mine": mine, "name": names[0], "other": other, "second": names[1]}
    yield line((words.say("{mine}5: a 5 of {name}; {other}5: one of {second}; r: red", **facts), "faint"))
    yield line((words.say("R: row, C: column, D: diagonal"), "faint"))


def _other_lines(board: Board, names: Sequence[str], words: Words) -> Iterator[Line]:
    """Columns and diagonals, whose ends the text has no room for."""
    for kind in ("C", "D"):
        lines = [(name, squares) for name, squares in lines_within(len(board)).items() if name.startswith(kind)]
        if lines:
            yield line(*(span for name, squares in lines for span in _told(name, board, squares, names, words)))


def _told(name: str, board: Board, squares: Sequence[int], names: Sequence[str], words: Words) -> tuple[Span, Span]:
    won = line_owner([board[square] for square in squares]) is not None
    return (
        (f"  {SLOPES.get(name, name)} ", "faint"),
        (verdict(board, squares, names, words), "could" if won else "faint"),
    )


def verdict(board: Board, squares: Sequence[int], names: Sequence[str], words: Words) -> str:
    """Who wins a line and by what."""
    pieces = [board[square] for square in squares]
    owner = line_owner(pieces)
    if owner is not None:
        return words.say("{name}: {what}", name=names[owner], what=combination(pieces, words))
    return words.say("open") if None in pieces else words.say("nobody")


def combination(pieces: Sequence[Piece | None], words: Words) -> str:
    """What makes a full line count."""
    faces = sorted(piece.face for piece in pieces if piece)
    if is_sequence(faces):
        return "-".join(map(str, faces))
    return words.say("triple") if faces[0] == faces[-1] else words.say("pair")


# ---- beside the board


def _hands(view: State, names: Sequence[str], words: Words) -> Iterator[Line]:
    won = lines_won(view)
    width = max(map(len, names))
    yield line()
    for seat, name in enumerate(names):
        hand = " ".join(map(str, view.hands[seat])) or words.say("none")
        mark = marks(names)[seat]
        told = words.count("{number} line", "{number} lines", won[seat])
        yield line(f"{mark} {name.ljust(width)}  ", (told.ljust(9), "mine"), words.say("in hand: {dice}", dice=hand))


def _rolled(view: State, words: Words) -> Iterator[Line]:
    dice = shown(view.faces)
    if not dice:
        return
    label = max(len(words.say("Die")), len(words.say("Shows")))
    yield line()
    yield line(words.say("Die").ljust(label), *(f"{die:>5}" for die in dice))
    yield line(words.say("Shows").ljust(label), *(face_column(die, view.faces) for die in dice))


# ---- what happened


def story(_rules: TwoOfThreeRules, event: Event[Any], after: State, names: Sequence[str], words: Words) -> str:
    match event:
        case Thrown(seat=int(seat), faces=tuple(faces)):
            return words.say("{name} rolls {faces}", name=names[seat], faces=dice_told(faces, words))
        case Acted(seat=seat, action=Place(square=square)):
            board = after.tied or after.board
            piece = board[square - 1]
            assert piece is not None
            told = _placing(piece, square, after.pushed, names, words)
            return ". ".join([told, _end(board, bool(after.tied), after.seat, names, words)]) if all(board) else told
    return ""


def _placing(piece: Piece, square: int, pushed: Piece | None, names: Sequence[str], words: Words) -> str:
    facts = {"name": names[piece.seat], "face": face_name(piece.die, piece.face, words), "square": square}
    if pushed is None:
        return words.say("{name} places the {face} on square {square}", **facts)
    other = face_name(pushed.die, pushed.face, words)
    return words.say(
        "{name}'s {face} pushes {other}'s {gone} off square {square}", other=names[pushed.seat], gone=other, **facts
    )


def _end(board: Board, again: bool, starter: Seat, names: Sequence[str], words: Words) -> str:
    result = ", ".join(f"{name} {won}" for name, won in zip(names, score(board), strict=True))
    if again:
        return words.say(
            "The board is full. Lines won: {score}. A tie: once more, and {name} starts",
            score=result,
            name=names[starter],
        )
    return words.say("The board is full. Lines won: {score}", score=result)


def help_lines(_rules: TwoOfThreeRules, words: Words) -> Sequence[str]:
    return [
        words.say("r 1 4        roll dice 1 and 4, up to three; the whole hand once the other's is empty"),
        words.say("p 4 11       place die 4 on square 11; a red may push off a die of the other player"),
    ]


def _lines(score: int, _players: int, words: Words) -> str:
    return words.count("{number} line", "{number} lines", score)


def _with_lines(score: int, words: Words) -> str:
    return words.count("with {number} line", "with {number} lines", score)


MEASURE = Measure(_lines, _with_lines)
