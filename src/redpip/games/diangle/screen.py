"""Diangle as lines of text: what a player at the table would see, and what just happened in one sentence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from redpip.core.dice import Faces, shown
from redpip.core.game import Acted, Event, Seat, Thrown
from redpip.core.measure import Measure
from redpip.core.showing import dice_told, face_column, face_name, roll_told
from redpip.core.words import N_, Line, Span, Words, line
from redpip.games.diangle.notation import Accept, Action, Advance, Lift, Place
from redpip.games.diangle.rules import Climber, DiangleRules, State

ROWS = (N_("bottom row"), N_("middle row"), N_("top row"))
LABEL = 8  # width of the column that says what follows


def screen(rules: DiangleRules, view: State, names: Sequence[str], words: Words) -> Sequence[Line]:
    if view.phase == "over":
        return tuple(_track(rules, view, names, words))
    return (
        line((_headline(view, names, words), "strong")),
        *_board(rules, view.climber, words),
        *_loose(rules, view, words),
        line(),
        *_track(rules, view, names, words),
        *_others(view, names, words),
    )


def _headline(view: State, names: Sequence[str], words: Words) -> str:
    name, turn = names[view.seat], view.climber.turns + (view.before_roll and not view.is_extra)
    if view.is_extra:
        return words.say("{name}: turn {turn}, extra turn", name=name, turn=turn)
    return words.say("{name}: turn {turn}", name=name, turn=turn)


def _board(rules: DiangleRules, climber: Climber, words: Words) -> Iterator[Line]:
    """The rows as they lie on the board, the top one first."""
    values, filled = rules.row_values(climber.level), rules.filled(climber)
    widest = 5 * max(rules.rows)
    for row in reversed(range(len(rules.rows))):
        label = words.say("Row {row}", row=row + 1)
        if values[row] is None:
            yield line(label.ljust(LABEL), (words.say("past the end"), "faint"))
            continue
        dice = climber.rows[row]
        empty: list[Span] = [(f"{'.':>5}", "faint")] * (rules.rows[row] - len(dice))
        squares = [*(face_column(die, climber.faces) for die in dice), *empty]
        room = " " * (widest - 5 * len(squares))
        note: Span = ("  " + row_note(rules, climber, row, words), "could" if filled[row] else "faint")
        yield line(label.ljust(LABEL), words.say("{face}s", face=values[row]), *squares, room, note)


def row_note(rules: DiangleRules, climber: Climber, row: int, words: Words) -> str:
    value = rules.row_values(climber.level)[row]
    if value is None:
        return words.say("past the end")
    if len(climber.rows[row]) == rules.rows[row]:
        return words.say("full")
    return words.say("red {face} fills", face=value) if value in climber.rows[row] else words.say("open")


def _loose(rules: DiangleRules, view: State, words: Words) -> Iterator[Line]:
    """The dice beside the board with their numbers, and where they would fit."""
    climber = view.climber
    dice = rules.must_roll(climber) if shown(climber.faces) else ()
    if dice:
        yield line(words.say("Die").ljust(LABEL), *(f"{die:>5}" for die in dice))
        yield line(words.say("Beside").ljust(LABEL), *(face_column(die, climber.faces) for die in dice))
    if dice and view.placing:
        fits = [",".join(str(row + 1) for row in rules.rows_for(climber, die)) for die in dice]
        marks = ["x" if die in view.spent else fit or "-" for die, fit in zip(dice, fits, strict=True)]
        yield line(words.say("In row").ljust(LABEL), *((f"{mark:>5}", "could") for mark in marks))
    if climber.placed:
        rows = (
            words.say("row {row}: dice {dice}", row=row, dice=" ".join(map(str, dice)))
            for row, dice in enumerate(climber.rows, 1)
            if dice
        )
        yield line((words.say("On the board, {rows}", rows=", ".join(rows)), "faint"))


def _track(rules: DiangleRules, view: State, names: Sequence[str], words: Words) -> Iterator[Line]:
    yield line(*(f"{number:>3}" for number in rules.track))
    for seat, climber in enumerate(view.climbers):
        at = min(climber.level, len(rules.track))
        mark = " " * (3 * at + 2) + "^"
        yield line((mark, "mine"), f" {names[seat]}: {level_text(rules, climber.level, words)}")


def _others(view: State, names: Sequence[str], words: Words) -> Iterator[Line]:
    for seat, climber in enumerate(view.climbers):
        if seat != view.seat and climber.placed:
            rows = "  ".join(
                f"{row}: {_dice_text(dice, climber.faces)}" for row, dice in enumerate(climber.rows, 1) if dice
            )
            yield line((words.say("{name} has {rows}", name=names[seat], rows=rows), "faint"))


def level_text(rules: DiangleRules, level: int, words: Words) -> str:
    """The level's number and which way it goes."""
    if level >= len(rules.track):
        return words.say("finished")
    arrow = "" if level == rules.top - 1 else " ↑" if level < rules.top else " ↓"
    return f"{rules.track[level]}{arrow}"


def _dice_text(dice: Sequence[int], faces: Faces) -> str:
    return " ".join(f"{faces[die - 1]}r" if faces[die - 1] == die else str(faces[die - 1]) for die in dice)


def story(rules: DiangleRules, event: Event[Any], after: State, names: Sequence[str], words: Words) -> str:
    match event:
        case Thrown(seat=int(seat), faces=tuple(faces)):
            if after.phase == "arrange":
                return words.say("{name} rolls again: {faces}", name=names[seat], faces=dice_told(faces, words))
            return roll_told(names[seat], faces, len(rules.all_dice), words)
        case Acted(seat=seat, action=action):
            return _told(rules, after, seat, action, names[seat], words)
    return ""


def _told(rules: DiangleRules, after: State, seat: Seat, action: Action, name: str, words: Words) -> str:
    climber = after.climbers[seat]
    match action:
        case Accept():
            return words.say("{name} keeps this roll", name=name)
        case Place(die=die, row=row):
            face = face_name(die, climber.faces[die - 1], words)
            return words.say("{name} places the {face} in row {row}", name=name, face=face, row=row)
        case Lift(die=die):
            face = face_name(die, climber.faces[die - 1], words)
            return words.say("{name} takes the {face} off the board", name=name, face=face)
        case Advance(rows=rows):
            level = level_text(rules, climber.level, words)
            if rules.finished(climber):
                return words.say("{name} has completed the last level", name=name)
            if rows == len(rules.rows):
                return words.say("Diangle! {name} goes on to {level} and has another turn", name=name, level=level)
            return words.say("{name} advances to {level}", name=name, level=level)
    return ""


def help_lines(rules: DiangleRules, words: Words) -> Sequence[str]:
    advance = (
        words.say("ad 2         advance past the two lowest rows; also before you roll")
        if rules.advance_anytime
        else words.say("ad 2         advance past the two lowest rows")
    )
    return [
        words.say("roll 1 2     roll dice 1 and 2; those beside the board must be among them"),
        words.say("accept       keep the first roll"),
        words.say("roll         roll the same dice again"),
        words.say("p 3>1        place die 3 in row 1, the bottom one"),
        words.say("l 3          lift die 3 off the board"),
        advance,
        words.say("e            end your turn"),
    ]


def _levels(score: int, players: int, words: Words) -> str:
    """Turns for one who climbs alone, completed levels in a race."""
    if players == 1:
        return words.count("{number} turn", "{number} turns", score)
    return words.count("{number} level", "{number} levels", score)


def _with_levels(score: int, words: Words) -> str:
    return words.count("with {number} level", "with {number} levels", score)


MEASURE = Measure(_levels, _with_levels)
