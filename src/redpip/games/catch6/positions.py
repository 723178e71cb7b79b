"""Positions of Catch 6 as a line of text, and what makes a position one that can occur.

    424425                     the first throw of whoever begins: catch, or pass
    424425_551235              the same where the other has rolled before
    424425_551235_16_5         whose turn it is has caught the 1 and the 6, the other the 5
    424425_551235_16_5_roll    before the throw: which dice are rolled?
    -_551235_16_5_roll         all of them have to be

``-`` stands for dice that must all be rolled, and for no numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from redpip.core.dice import DICE, NO_FACES, Faces, parse_faces, shown
from redpip.core.problem import Phrase, Problem
from redpip.games.catch6.rules import SEATS, Catch6Rules, State

USUAL = ("-", "-", "-", "-", "catch")


def at_table(rules_for: Callable[[int], Catch6Rules], given: Any, seats: int | None) -> tuple[int, State]:
    rules = rules_for(len(SEATS))
    try:
        state = read_text(rules, given) if isinstance(given, str) else rules.read_state(given)
    except Problem as problem:
        raise Problem("bad_position", "This is no position: {problem}", problem=problem) from None
    if seats and seats != len(SEATS):
        raise Problem("bad_position", "Two play Catch 6, not {seats}.", seats=seats)
    check(rules, state)
    return len(SEATS), state


def read_text(rules: Catch6Rules, text: str) -> State:
    parts = text.split("_")
    if len(parts) > len(USUAL):
        raise _bad(text)
    mine, theirs, caught, lost, phase = (*parts, *USUAL[len(parts) :])
    numbers = [[] if part == "-" else [int(sign) for sign in part if sign.isdecimal()] for part in (caught, lost)]
    if phase not in ("roll", "catch") or any(part != "-" and not part.isdecimal() for part in (caught, lost)):
        raise _bad(text)
    if len({*numbers[0], *numbers[1]}) < len(numbers[0]) + len(numbers[1]):
        raise Problem("bad_position", "A number is caught once.")
    hands = (_hand(mine), _hand(theirs))
    owners = tuple(0 if number in numbers[0] else 1 if number in numbers[1] else None for number in DICE)
    must_all = (phase == "roll" and hands[0] == NO_FACES, hands[1] == NO_FACES)
    state = State(hands, owners, must_all, 0, "roll" if phase == "roll" else "catch")
    return state if phase == "roll" else replace(state, cast=rules.all_dice)


def _hand(text: str) -> Faces:
    return NO_FACES if text == "-" else parse_faces(text.ljust(len(DICE), "-"))


def _bad(text: str) -> Problem:
    return Problem(
        "bad_position",
        "It is written DICE_OTHERS_MINE_THEIRS_roll, such as 424425_551235_16_5; got {given!r}.",
        given=text[:40],
    )


# ---- can it occur?


def check(rules: Catch6Rules, state: State) -> None:
    for fault in _faults(rules, state):
        raise Problem("impossible_position", "No game comes to this position: {fault}.", fault=fault)


def _faults(rules: Catch6Rules, state: State) -> Iterator[Phrase]:
    if len(state.owners) != len(DICE) or not {*state.owners} <= {None, *SEATS} or state.seat not in SEATS:
        yield Phrase("the numbers 1 to 6 belong to nobody or to one of two")
        return
    if state.phase != "over" and max(state.scores) >= rules.target:
        yield Phrase("whoever has {target} points has won", target=rules.target)
    for hand in state.hands:
        if len(hand) != len(DICE) or not all(0 <= face <= len(DICE) for face in hand):
            yield Phrase("dice show 1 to 6")
        elif shown(hand) not in ((), rules.all_dice):
            yield Phrase("all dice lie there, or none do")
    if state.phase == "catch" and state.hand == NO_FACES:
        yield Phrase("whose turn it is has just rolled")
