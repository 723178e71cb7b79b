"""Positions of Spicy Dice as a line of text, and what makes a position one that can occur.

    424425_12_4.5.6.RUN          these dice were just rolled, 12 rolls are left, boxes 4, 5, 6 and RUN are open
    424425_12_4.5.6.RUN_15       only dice 1 and 5 were just rolled
    -_12_4.5.6.RUN               a turn begins
    424425_12_4.5.6.RUN_h15      Extra Spicy: a turn begins, and dice 1 and 5 may be held

Rolls left and boxes may be left out: ``424425`` is the first throw of a game. What is written counts as 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from redpip.core.dice import NO_FACES, parse_faces, shown
from redpip.core.notation import read_dice
from redpip.core.problem import Phrase, Problem
from redpip.games.spicy.rules import Sheet, SpicyRules, State
from redpip.games.spicy.scoring import BOXES


def at_table(rules_for: Callable[[int], SpicyRules], given: Any, seats: int | None) -> tuple[int, State]:
    """A line of text has one seat, a JSON value as many as it has sheets."""
    sheets = given.get("sheets") if isinstance(given, dict) else None
    seats = seats or (len(sheets) if sheets and isinstance(sheets, list) else 1)
    return seats, position(rules_for(seats), given)


def position(rules: SpicyRules, given: Any) -> State:
    """The position that a line of text or a JSON value means, if a game can come to it."""
    try:
        state = read_text(rules, given) if isinstance(given, str) else rules.read_state(given)
    except Problem as problem:
        raise Problem("bad_position", "This is no position: {problem}", problem=problem) from None
    check(rules, state)
    return state


def read_text(rules: SpicyRules, text: str) -> State:
    parts = text.split("_")
    if len(parts) > 4:
        raise _bad(text)
    dice, left, boxes, cast = (parts + [""] * 4)[:4]
    faces = NO_FACES if dice == "-" else parse_faces(dice)
    if left and not left.isdecimal():
        raise _bad(text)
    open_boxes = _read_boxes(rules, boxes)
    starts = dice == "-" or cast.startswith("h")
    used = rules.rolls - int(left) if left else (0 if starts else 1)
    named = read_dice([cast.removeprefix("h")])
    thrown = () if starts else named or rules.all_dice
    sheet = _sheet(rules, open_boxes, used, 0 if starts else 1 if thrown == rules.all_dice else 2)
    sheet = Sheet(sheet.card, sheet.marks, used, faces, named if starts else ())
    return State((sheet,), 0, "start" if starts else "rolled", thrown)


def _read_boxes(rules: SpicyRules, text: str) -> tuple[str, ...]:
    boxes = tuple(text.upper().split(".")) if text else rules.boxes
    if not set(boxes) <= set(rules.boxes):
        raise Problem(
            "bad_position", "Open boxes are some of {boxes}, with dots between them.", boxes=".".join(rules.boxes)
        )
    return boxes


def _sheet(rules: SpicyRules, open_boxes: tuple[str, ...], used: int, this_turn: int) -> Sheet:
    """A sheet with nothing but zeros written; the first box written took all rolls that the others did not."""
    filled = [box for box in rules.boxes if box not in open_boxes]
    marks = dict.fromkeys(filled, 1)
    if filled:
        marks[filled[0]] = used - this_turn - (len(filled) - 1)
    card = tuple(0 if box in marks else None for box in rules.boxes)
    return Sheet(card, tuple(marks.get(box) for box in rules.boxes), used)


def _bad(text: str) -> Problem:
    return Problem(
        "bad_position",
        "It is written DICE_LEFT_BOXES_ROLLED, such as 424425_12_4.5.6.RUN; got {given!r}.",
        given=text[:40],
    )


# ---- can it occur?


def check(rules: SpicyRules, state: State) -> None:
    for fault in _faults(rules, state):
        raise Problem("impossible_position", "No game comes to this position: {fault}.", fault=fault)


def _faults(rules: SpicyRules, state: State) -> Iterator[Phrase]:
    if not 0 <= state.seat < len(state.sheets):
        yield Phrase("there is no seat {seat}", seat=state.seat)
        return
    for seat, sheet in enumerate(state.sheets):
        yield from _sheet_faults(rules, sheet, seat)
    if (state.phase == "over") != all(sheet.finished for sheet in state.sheets):
        yield Phrase("the game is over when all boxes are written, and not before")
    if state.phase != "over" and state.sheet.finished:
        yield Phrase("the seat whose turn it is has written all its boxes")
    yield from _phase_faults(rules, state, state.sheet)


def _sheet_faults(rules: SpicyRules, sheet: Sheet, seat: int) -> Iterator[Phrase]:
    if len(sheet.card) != len(rules.boxes) or len(sheet.marks) != len(rules.boxes) or len(sheet.dice) != 6:
        yield Phrase("the card has {count} boxes, and there are six places for dice", count=len(rules.boxes))
        return
    if not 0 <= sheet.used <= rules.rolls:
        yield Phrase("of {rolls} rolls {left} cannot be left", rolls=rules.rolls, left=rules.rolls - sheet.used)
    elif not sheet.finished and rules.rolls_allowed(sheet, seat) < 0:
        yield Phrase("{used} rolls cannot be used by now", used=sheet.used)
    if [points is None for points in sheet.card] != [mark is None for mark in sheet.marks]:
        yield Phrase("each box written, and no other, has its number of rolls")
    if sheet.turn_rolls < 0:
        yield Phrase("the boxes took more rolls than were used")
    free = rules.zero_roll_turns or rules.hold_all or sheet.used == rules.rolls
    if not free and any(mark is not None and mark < 1 for mark in sheet.marks):
        yield Phrase("every box written took a roll at least")
    for box, points in zip(rules.boxes, sheet.card, strict=True):
        if points is not None and not 0 <= points <= _most(box):
            yield Phrase("box {box} cannot have {points} points", box=box, points=points)
    if not all(0 <= face <= 6 for face in sheet.dice) or shown(sheet.dice) not in ((), rules.all_dice):
        yield Phrase("either all dice lie on the table or none, with faces 1 to 6")


def _most(box: str) -> int:
    return {"RUN": 100, "RED": 100, "SET": 50, "SUM": 50}.get(box, 75 if box in BOXES[3:6] else 50)


def _phase_faults(rules: SpicyRules, state: State, sheet: Sheet) -> Iterator[Phrase]:
    first = sheet.turn_rolls == 0
    known = set(rules.all_dice)
    if not {*state.cast, *sheet.unused} <= known or any(
        list(dice) != sorted(set(dice)) for dice in (state.cast, sheet.unused)
    ):
        yield Phrase("dice are named once, in order")
    if sheet.unused and not (rules.extra and shown(sheet.dice)):
        yield Phrase("dice are kept for the next turn only in Extra Spicy")
    if state.phase == "start" and (not first or state.cast or sheet.used >= rules.rolls):
        yield Phrase("a turn begins without a throw, with a roll left")
    if state.phase == "start" and not rules.extra and shown(sheet.dice):
        yield Phrase("no dice lie on the table when a turn begins")
    if state.phase in ("held", "rolling") and (not state.cast or rules.rolls_allowed(sheet, state.seat) < 1):
        yield Phrase("a throw needs dice and a roll")
    if state.phase in ("held", "rolling", "rolled"):
        yield from _throw_faults(rules, state, sheet, first)


def _throw_faults(rules: SpicyRules, state: State, sheet: Sheet, first: bool) -> Iterator[Phrase]:
    if state.phase == "rolled" and not shown(sheet.dice):
        yield Phrase("no dice lie on the table")
    if state.phase == "rolled" and first and not (rules.extra and rules.hold_all and not state.cast):
        yield Phrase("a turn begins with a throw")
    if state.phase == "rolled" and not state.cast and not (first and rules.hold_all):
        yield Phrase("some dice were just rolled")
    opening = sheet.turn_rolls == (1 if state.phase == "rolled" else 0)
    if opening and not rules.extra and state.cast != rules.all_dice:
        yield Phrase("the first throw of a turn takes all dice")
