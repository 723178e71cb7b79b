"""Positions of Hot Dice as a line of text, and what makes a position one that can occur.

    124455                       the first throw of a lone player
    124455_0_3000.4500           just rolled at 3000 points, the other has 4500; whose turn it is comes first
    ---235_250_3000.4500_511     dice 1 to 3 are held as 5 1 1 for 250, and the others were just rolled
    -_250_3000.4500_511          the same before that roll: bank, or roll on
    -_400_0.0_444_4              three 4s are held, and each further 4 doubles
    -_0_3000.4500                a turn begins

Whoever has passed the target has brought on the last round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from redpip.core.dice import NO_FACES, Faces, parse_faces, shown
from redpip.core.problem import Phrase, Problem
from redpip.games.hot.goals import STEP
from redpip.games.hot.rules import HotRules, State, Turn
from redpip.games.hot.scoring import SET, is_bust


def at_table(rules_for: Callable[[int], HotRules], given: Any, seats: int | None) -> tuple[int, State]:
    """Seats are as many as there are totals."""
    rules = rules_for(seats or 1)
    try:
        state = read_text(rules, given) if isinstance(given, str) else rules.read_state(given)
    except Problem as problem:
        raise Problem("bad_position", "This is no position: {problem}", problem=problem) from None
    if seats and seats != len(state.totals):
        raise Problem("bad_position", "There are {totals} totals, not {seats}.", totals=len(state.totals), seats=seats)
    check(rules, state)
    return len(state.totals), state


def read_text(rules: HotRules, text: str) -> State:
    parts = text.split("_")
    if len(parts) > 5:
        raise _bad(text)
    usual = ("-", "0", "0", "", "")
    dice, total, totals, held, sets = (part or other for part, other in zip(_five(parts), usual, strict=True))
    numbers = [total, *totals.split("."), sets or "1"]
    if not all(number.isdecimal() for number in numbers):
        raise _bad(text)
    turn = Turn(
        int(total),
        tuple(sorted(map(int, sets))),
        parse_faces(held.ljust(len(NO_FACES), "-")) if held else NO_FACES,
        NO_FACES if dice == "-" else parse_faces(dice.ljust(len(NO_FACES), "-")),
    )
    phase: Any = "rolled" if any(turn.loose) else "held" if any(turn.held) else "start"
    state = State(tuple(map(int, totals.split("."))), 0, phase, turn)
    return replace(state, trigger=next(_passed(rules, state), None))


def _five(parts: list[str]) -> list[str]:
    return (parts + [""] * 5)[:5]


def _passed(rules: HotRules, state: State) -> Iterator[int]:
    """Who has passed the target, in the order of turns."""
    for step in range(len(state.totals)):
        seat = (state.seat + step) % len(state.totals)
        if rules.has_passed(state.totals[seat]):
            yield seat


def _bad(text: str) -> Problem:
    return Problem(
        "bad_position",
        "It is written ROLLED_TURN_TOTALS_HELD_SETS, such as ---235_250_3000.4500_511; got {given!r}.",
        given=text[:40],
    )


# ---- can it occur?


def check(rules: HotRules, state: State) -> None:
    for fault in _faults(rules, state):
        raise Problem("impossible_position", "No game comes to this position: {fault}.", fault=fault)


def _faults(rules: HotRules, state: State) -> Iterator[Phrase]:
    seats = len(state.totals)
    if not 0 <= state.seat < seats:
        yield Phrase("there is no seat {seat}", seat=state.seat)
        return
    for total in state.totals:
        if total < 0 or total % STEP or 0 < total < rules.opening:
            yield Phrase("nobody has a total of {total}", total=total)
    passed = list(_passed(rules, state))
    if state.phase != "over":
        if state.seat in passed:
            yield Phrase("whoever has passed the target has no turn left")
        if (state.trigger is None) != (not passed) or (passed and state.trigger not in passed):
            yield Phrase("the last round is there once somebody has passed the target")
    yield from _turn_faults(rules, state, state.turn)


def _turn_faults(rules: HotRules, state: State, turn: Turn) -> Iterator[Phrase]:
    if not all(
        len(faces) == len(NO_FACES) and all(0 <= face <= 6 for face in faces) for faces in (turn.held, turn.loose)
    ):
        yield Phrase("dice show 1 to 6")
        return
    used = {*shown(turn.held), *shown(turn.loose)}
    if not used <= set(rules.all_dice) or set(shown(turn.held)) & set(shown(turn.loose)):
        yield Phrase("each die is held, loose, or not in the game")
    if turn.total < 0 or turn.total % STEP or (any(turn.held) and not turn.total):
        yield Phrase("a turn cannot have {total} points", total=turn.total)
    if state.phase == "rolled":
        yield from _rolled_faults(rules, turn)
    if state.phase == "held" and not (any(turn.held) and turn.total):
        yield Phrase("some dice are held, and have brought points")
    if state.phase == "start" and (any(turn.held) or turn.total):
        yield Phrase("no dice are held when a turn begins")
    if not set(turn.sets) <= set(range(1, 7)) or not (rules.persist or _sets_lie_there(turn)):
        yield Phrase("of every set three dice at least are held")


def _rolled_faults(rules: HotRules, turn: Turn) -> Iterator[Phrase]:
    if {*shown(turn.held), *shown(turn.loose)} != set(rules.all_dice) or not any(turn.loose):
        yield Phrase("all dice that are not held were rolled")
    elif is_bust([face for face in turn.loose if face], turn.sets):
        yield Phrase("after this throw the turn is over")


def _sets_lie_there(turn: Turn) -> bool:
    faces: Faces = turn.held
    return all(faces.count(face) >= SET for face in turn.sets)
