"""Positions of Diangle as a line of text, and what makes a position one that can occur.

    424425_1             level 1, the first throw lies on the table: keep it, or throw the same dice again
    424425_4_14.2_2      level 4, dice 1 and 4 lie in the bottom row and die 2 above; the others were thrown twice
    -_4_14.2             a turn begins with these dice on the board
    -_4_14.2_x1          an extra turn begins, and one more is to come

Levels are counted from 1 along the track. Of the turns before, one is counted where there must have been one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from redpip.core.dice import DICE, parse_faces
from redpip.core.problem import Phrase, Problem
from redpip.games.diangle.rules import Climber, DiangleRules, Row, State

THROWS = {"": "decide", "1": "decide", "2": "arrange"}


def at_table(rules_for: Callable[[int], DiangleRules], given: Any, seats: int | None) -> tuple[int, State]:
    """A line of text has one seat, a JSON value as many as it has climbers."""
    climbers = given.get("climbers") if isinstance(given, dict) else None
    seats = seats or (len(climbers) if climbers and isinstance(climbers, list) else 1)
    return seats, position(rules_for(seats), given)


def position(rules: DiangleRules, given: Any) -> State:
    """The position that a line of text or a JSON value means, if a game can come to it."""
    try:
        state = read_text(rules, given) if isinstance(given, str) else rules.read_state(given)
    except Problem as problem:
        raise Problem("bad_position", "This is no position: {problem}", problem=problem) from None
    for fault in _faults(rules, state):
        raise Problem("impossible_position", "No game comes to this position: {fault}.", fault=fault)
    return state


# ---- a line of text


def read_text(rules: DiangleRules, text: str) -> State:
    parts = text.split("_")
    dice, level, board, rest = (parts + [""] * 4)[:4]
    starts, extra = dice == "-", rest.removeprefix("x")
    known = rest == "" or rest.startswith("x") if starts else rest in THROWS
    if len(parts) > 4 or not known or not (level or "1").isdecimal() or not (extra or "0").isdecimal():
        raise _bad(text)
    climber = _climber(rules, int(level or 1) - 1, _read_rows(rules, text, board), dice)
    if starts:
        first = climber.level == 0 and not climber.placed
        climber = Climber(climber.level, climber.rows, climber.faces, 0 if first else 1)
        return State((climber,), 0, "select", extra=int(extra or 0), is_extra=bool(rest))
    phase = THROWS[rest]
    cast = rules.must_roll(climber)
    return State((climber,), 0, "decide" if phase == "decide" else "arrange", cast)


def _climber(rules: DiangleRules, level: int, rows: tuple[Row, ...], dice: str) -> Climber:
    """Dice that nobody named show what their row takes."""
    faces = list(parse_faces(dice)) if dice != "-" else [0] * len(DICE)
    if dice == "-" and 0 <= level < len(rules.track):
        for value, row in zip(rules.row_values(level), rows, strict=True):
            for die in row:
                faces[die - 1] = value or 0
    return Climber(level, rows, tuple(faces), 1)


def _read_rows(rules: DiangleRules, text: str, board: str) -> tuple[Row, ...]:
    rows = board.split(".") if board not in ("", "-") else []
    if len(rows) > len(rules.rows) or not set("".join(rows)) <= {str(die) for die in DICE}:
        raise _bad(text)
    return tuple(tuple(sorted(map(int, row))) for row in [*rows, *[""] * (len(rules.rows) - len(rows))])


def _bad(text: str) -> Problem:
    return Problem(
        "bad_position",
        "It is written DICE_LEVEL_BOARD_THROWS, such as 424425_4_14.2_2; got {given!r}.",
        given=text[:40],
    )


# ---- can it occur?


def _faults(rules: DiangleRules, state: State) -> Iterator[Phrase]:
    if not 0 <= state.seat < len(state.climbers):
        yield Phrase("there is no seat {seat}", seat=state.seat)
        return
    for seat, climber in enumerate(state.climbers):
        yield from _climber_faults(rules, state, seat, climber)
    if (state.phase == "over") != any(rules.finished(climber) for climber in state.climbers):
        yield Phrase("the game is over when somebody has completed the last level, and not before")
    yield from _turn_faults(rules, state, state.climber)


def _climber_faults(rules: DiangleRules, state: State, seat: int, climber: Climber) -> Iterator[Phrase]:
    last = len(rules.track)
    if not 0 <= climber.level <= last or (climber.level == last and state.phase != "over"):
        yield Phrase("levels go from 1 to {most}", most=last)
        return
    if len(climber.rows) != len(rules.rows) or len(climber.faces) != len(DICE):
        yield Phrase("the board has {rows} rows, and there are six places for dice", rows=len(rules.rows))
        return
    named = [die for row in climber.rows for die in row]
    if not set(named) <= set(rules.all_dice) or len(named) != len(set(named)):
        yield Phrase("each die lies on the board once at most")
        return
    if not all(0 <= face <= 6 for face in climber.faces):
        yield Phrase("a die shows 1 to 6")
    for number, (value, row, size) in enumerate(
        zip(rules.row_values(climber.level), climber.rows, rules.rows, strict=True), 1
    ):
        if len(row) > size:
            yield Phrase("row {row} has room for {size}", row=number, size=size)
        if row and any(climber.faces[die - 1] != value for die in row):
            yield Phrase("the dice in row {row} do not show what it takes", row=number)
    waiting = seat != state.seat or state.phase == "select"
    if waiting and state.phase != "over" and rules.is_diangle(climber):
        yield Phrase("no turn ends with a Diangle on the board")
    if climber.turns < 0 or (not climber.turns and (climber.level or named)):
        yield Phrase("nobody comes there without a turn")


def _turn_faults(rules: DiangleRules, state: State, climber: Climber) -> Iterator[Phrase]:
    beside = rules.must_roll(climber)
    thrown = state.phase in ("rolling", "decide", "rerolling", "arrange")
    if not 0 <= state.extra <= climber.level // len(rules.rows):
        yield Phrase("{extra} extra turns cannot be to come here", extra=state.extra)
    if any(
        list(dice) != sorted(set(dice)) or not set(dice) <= set(rules.all_dice) for dice in (state.cast, state.spent)
    ):
        yield Phrase("dice are named once, in order")
    if thrown and not state.cast:
        yield Phrase("some dice are thrown in every turn")
    if state.phase in ("rolling", "decide", "rerolling") and state.cast != beside:
        yield Phrase("the dice that are thrown are those beside the board")
    if state.phase in ("decide", "rerolling", "arrange") and not all(climber.faces[die - 1] for die in rules.all_dice):
        yield Phrase("all dice have been thrown by now")
    if set(state.spent) & set(climber.placed):
        yield Phrase("dice that an advance took off do not lie on the board")
    if thrown and not climber.turns:
        yield Phrase("nobody comes there without a turn")


def _in_order(rules: DiangleRules, dice: Row) -> bool:
    return list(dice) == sorted(set(dice)) and set(dice) <= set(rules.all_dice)
