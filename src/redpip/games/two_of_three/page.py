"""2 Out of 3 Ain't Bad for a page: all that ``view.js`` draws and offers, so that no rule stands in JavaScript."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from redpip.core.dice import is_red, shown
from redpip.core.game import Seat
from redpip.core.scene import Tap
from redpip.core.showing import face_name
from redpip.core.words import Words
from redpip.games.two_of_three.board import SQUARES, lines_within
from redpip.games.two_of_three.notation import Action, Place
from redpip.games.two_of_three.rules import (
    MOST,
    State,
    TwoOfThreeRules,
    laid_down,
    lines_won,
    must_roll_all,
    squares_for,
)
from redpip.games.two_of_three.scoring import Board, Piece, line_owner, score
from redpip.games.two_of_three.screen import combination


def page_texts(words: Words) -> Mapping[str, str | tuple[str, str]]:
    """What the page says while the player is still choosing; pairs are for one and for many."""
    return {
        "roll": (words.text("Roll 1 die"), words.text("Roll {number} dice")),
        "roll_all": words.text("Roll the whole hand"),
        "choose_dice": words.text("Tap one to three dice"),
        "too_many": words.text("You roll one, two or three dice."),
        "choose_square": words.text("Choose a square for the {face}"),
        "place": words.text("Place the {face} here"),
        "push": words.text("Push with the {face}"),
        "hand_of": words.text("{name}: dice in hand"),
        "die": words.text("die {die}"),
        "die_shows": words.text("die {die}: {face}"),
        "chosen": words.text("chosen"),
        "to_place": words.text("to be placed"),
        "board": words.text("Board"),
        "square": words.text("square {square}"),
        "holds": words.text("{name}: {face}"),
        "empty": words.text("empty"),
        "may_push": words.text("may be pushed off"),
        "lines": words.text("Ten lines"),
        "wins": words.text("{name}: {what}"),
        "tie": words.text("A tie, {score}. Once more: {name} starts."),
        "key_squares": words.text("Move over the board"),
        "key_dice": words.text("Choose dice"),
        "key_place": words.text("Choose a square, then place"),
    }


def scene(
    rules: TwoOfThreeRules, view: State, seat: Seat | None, words: Words, options: Sequence[Action]
) -> Mapping[str, Any]:
    """The position for the player in ``seat``, or for a spectator."""
    mine = bool(options)
    return {
        "about": "",
        "say": _say(view, mine, words),
        "tap": _tap(view, words) if options else None,
        "seat": view.seat,
        "phase": view.phase,
        "seats": [_seat(view, at, words) for at in range(len(view.hands))],
        "hands": view.hands,
        "cast": view.cast,
        "rolled": [_die(die, view.faces[die - 1], words) for die in shown(view.faces)],
        **_drawn(view.board, words),
        "roll": _roll(view) if mine and view.phase == "roll" else None,
        "place": [_placing(view, die, words) for die in shown(view.faces)] if mine and view.phase == "place" else [],
        "tied": _tied(view, words) if view.tied else None,
    }


def _say(view: State, mine: bool, words: Words) -> str:
    match view.phase:
        case "over" if view.told:
            return ""
        case "over":
            return words.say("The board is full.")
        case "place":
            faces = ", ".join(face_name(die, view.faces[die - 1], words) for die in shown(view.faces))
            return words.say("Still to be placed: the {faces}.", faces=faces)
        case "roll" if view.tied:
            return words.say("The last game was a tie.")
        case "roll" if must_roll_all(view):
            return words.say("The other hand is empty: the whole hand is rolled.")
        case "roll" if mine:
            return words.say("Roll one to three dice.")
    return ""


def _tap(view: State, words: Words) -> Tap:
    if view.phase == "roll" and must_roll_all(view):
        return {"kind": "roll all", "text": words.say("Tap the button to roll your whole hand.")}
    if view.phase == "roll":
        return {"kind": "roll", "text": words.say("Tap one to three of your dice, then roll them.")}
    free = [
        square for die in shown(view.faces) for square in squares_for(view.board, view.seat, die, view.faces[die - 1])
    ]
    if any(view.board[square] for square in free):
        text = words.say("Tap a die, then its square: an empty one, or one where it pushes a die off.")
        return {"kind": "push", "text": text}
    return {"kind": "place", "text": words.say("Tap a die, then an empty square, then the button.")}


def _seat(view: State, seat: Seat, words: Words) -> Mapping[str, Any]:
    waiting = shown(view.faces) if view.seat == seat else ()
    if view.phase == "over":
        note = words.say("lines won")
    elif waiting:
        note = words.count("{number} die to place", "{number} dice to place", len(waiting))
    else:
        note = words.count("{number} die in hand", "{number} dice in hand", len(view.hands[seat]))
    return {"score": lines_won(view)[seat], "note": note}


def _die(die: int, face: int, words: Words) -> Mapping[str, Any]:
    return {"die": die, "face": face, "red": is_red(die, face), "name": face_name(die, face, words)}


# ---- the board


def _drawn(board: Board, words: Words) -> Mapping[str, Any]:
    return {
        "squares": [_square(at, piece, words) for at, piece in enumerate(board)],
        "lines": [_line(name, squares, board, words) for name, squares in lines_within(len(board)).items()],
    }


def _square(at: int, piece: Piece | None, words: Words) -> Mapping[str, Any]:
    row, column = SQUARES[at]
    held = {"seat": piece.seat, **_die(piece.die, piece.face, words)} if piece else None
    return {"square": at + 1, "row": row, "column": column, "piece": held}


def _line(name: str, squares: Sequence[int], board: Board, words: Words) -> Mapping[str, Any]:
    return {
        "line": name,
        "tag": _tag(name, words),
        "name": _line_name(name, words),
        "squares": [square + 1 for square in squares],
        **_standing([board[square] for square in squares], words),
    }


def _standing(pieces: Sequence[Piece | None], words: Words) -> Mapping[str, Any]:
    """Whose the line is, and by what; or why it is nobody's."""
    owner, full = line_owner(pieces), None not in pieces
    if owner is not None:
        return {"owner": owner, "full": full, "what": combination(pieces, words)}
    return {"owner": None, "full": full, "what": words.say("nobody") if full else words.say("open")}


def _tag(name: str, words: Words) -> str:
    """A line's short name."""
    kind, number = name[0], name[1]
    match kind:
        case "R":
            return words.say("Row {number}", number=number)
        case "C":
            return words.say("Col. {number}", number=number)
    return words.say("Diag. ↘") if number == "1" else words.say("Diag. ↗")


def _line_name(name: str, words: Words) -> str:
    """The same to be read out."""
    kind, number = name[0], name[1]
    match kind:
        case "R":
            return words.say("Row {number}", number=number)
        case "C":
            return words.say("Column {number}", number=number)
    return words.say("Falling diagonal") if number == "1" else words.say("Rising diagonal")


def _tied(view: State, words: Words) -> Mapping[str, Any]:
    """How the tied game before ended, to be looked at before this one begins."""
    return {**_drawn(view.tied, words), "score": " : ".join(map(str, score(view.tied)))}


# ---- choices


def _roll(view: State) -> Mapping[str, Any]:
    return {"dice": view.hand, "all": must_roll_all(view), "most": MOST}


def _placing(view: State, die: int, words: Words) -> Mapping[str, Any]:
    face = view.faces[die - 1]
    squares = squares_for(view.board, view.seat, die, face)
    return {**_die(die, face, words), "squares": [_preview(view, die, square, words) for square in squares]}


def _preview(view: State, die: int, square: int, words: Words) -> Mapping[str, Any]:
    """What a placing would do: the lines that change, and what that is worth."""
    before, after = view.board, laid_down(view, die, square).board
    lines = {name: squares for name, squares in lines_within(len(after)).items() if square in squares}
    gains = [now - was for now, was in zip(score(after), score(before), strict=True)]
    mine, other = gains[view.seat], gains[1 - view.seat]
    return {
        "square": square + 1,
        "action": str(Place(die, square + 1)),
        "pushes": before[square] is not None,
        "net": mine - other,
        "note": ", ".join(_worth(mine, other, words)),
        "lines": {name: _standing([after[at] for at in squares], words) for name, squares in lines.items()},
    }


def _worth(mine: int, other: int, words: Words) -> list[str]:
    told = []
    if mine > 0:
        told.append(words.count("wins {number} line", "wins {number} lines", mine))
    if mine < 0:
        told.append(words.count("loses {number} line", "loses {number} lines", -mine))
    if other < 0:
        told.append(words.count("takes {number} line away", "takes {number} lines away", -other))
    if other > 0:
        told.append(words.count("gives {number} line away", "gives {number} lines away", other))
    return told
