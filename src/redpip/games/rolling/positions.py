"""Positions of Keep on Rolling as a line of text, and what makes a position one that can occur.

    551234                       the first throw of a game between two
    551234_-_120.133             the same with totals, first those of the player to move
    --3412_55----_120.133        dice 3 to 6 were rolled with two 5s aside
    -_55-4--_120.133             nothing is rolled: go on, or stop?
    -_55-4--_120.133_34          34 points are carried from fill-ups of this turn
    -_-_120                      a turn of a lone player begins

Whatever is left out is empty, totals are 0.0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from redpip.core.dice import NO_FACES, Faces, parse_faces, shown
from redpip.core.problem import Phrase, Problem
from redpip.games.rolling.rules import RollingRules, State, Turn
from redpip.games.rolling.scoring import is_bust, points

MOST_TOTAL = 1_000_000


def at_table(rules_for: Callable[[int], RollingRules], given: Any, seats: int | None) -> tuple[int, State]:
    """As many sit there as have totals."""
    rules = rules_for(seats or 1)
    try:
        state = _read(given) if isinstance(given, str) else rules.read_state(given)
    except Problem as problem:
        raise Problem("bad_position", "This is no position: {problem}", problem=problem) from None
    for fault in _faults(rules, state, seats):
        raise Problem("impossible_position", "No game comes to this position: {fault}.", fault=fault)
    return len(state.totals), state


def _read(text: str) -> State:
    parts = text.split("_")
    if len(parts) > 4:
        raise _bad(text)
    rolled, aside, totals, carried = (parts + [""] * 4)[:4]
    loose, shelf = _faces(rolled), _faces(aside)
    numbers = (totals or "0.0").split(".")
    if not all(number.isdecimal() and len(number) < 8 for number in [*numbers, carried or "0"]):
        raise _bad(text)
    turn = Turn(int(carried or 0), shelf, loose)
    phase = "rolled" if shown(loose) else "chosen" if shown(shelf) else "start"
    return State(tuple(map(int, numbers)), 0, phase, turn)  # type: ignore[arg-type]


def _faces(text: str) -> Faces:
    return NO_FACES if text in ("", "-") else parse_faces(text)


def _bad(text: str) -> Problem:
    return Problem(
        "bad_position",
        "It is written ROLLED_ASIDE_TOTALS_CARRIED, such as --3412_55----_120.133; got {given!r}.",
        given=text[:40],
    )


def _faults(rules: RollingRules, state: State, seats: int | None) -> Iterator[Phrase]:
    totals = state.totals
    if not totals or (seats and seats != len(totals)):
        yield Phrase("there are {count} totals", count=len(totals))
        return
    if not 0 <= state.seat < len(totals) or state.seat in state.out or not set(state.out) <= set(range(len(totals))):
        yield Phrase("there is no seat {seat}", seat=state.seat)
        return
    if any(not 0 <= total <= MOST_TOTAL for total in totals):
        yield Phrase("totals go from 0 to {most}", most=MOST_TOTAL)
        return
    if state.phase != "over":
        yield from _end_faults(rules, state)
        yield from _turn_faults(rules, state)


def _end_faults(rules: RollingRules, state: State) -> Iterator[Phrase]:
    if len(state.totals) == 1 and state.totals[0] >= rules.target:
        yield Phrase("a game alone is over with {target} points", target=rules.target)
    on = len(state.totals) > 1 and max(state.totals) >= rules.target
    if state.out and (not on or len(state.out) > len(state.totals) - 2):
        yield Phrase("nobody is out before the end is on, and two at least are in until it is over")
    elif on and len(state.totals) == 2 and state.totals[state.seat] >= state.totals[1 - state.seat]:
        yield Phrase("once the end is on between two, whoever is to move is behind")


def _turn_faults(rules: RollingRules, state: State) -> Iterator[Phrase]:
    turn, dice = state.turn, set(rules.all_dice)
    aside, loose = set(shown(turn.aside)), set(shown(turn.loose))
    if not aside | loose <= dice or aside & loose:
        yield Phrase("every die lies in one place, and there are {count}", count=rules.dice)
    elif turn.carried < 0 or 0 < turn.carried < 4:
        yield Phrase("{points} points cannot be carried", points=turn.carried)
    elif aside and not points(turn.aside):
        yield Phrase("of the dice aside two at least are equal")
    elif state.phase in ("rolled", "chosen") and len(aside) == rules.dice and not rules.filled(turn.aside):
        yield Phrase("with all dice aside and one of them alone the turn is over")
    elif state.phase == "rolled" and (aside | loose != dice or rules.filled(turn.aside)):
        yield Phrase("all dice that are not aside are rolled")
    elif state.phase == "rolled" and is_bust(turn.aside, turn.loose):
        yield Phrase("nothing of this throw matches, so it is a bust")
    elif state.phase == "chosen" and not aside:
        yield Phrase("dice are aside before one goes on or stops")
    elif state.phase == "start" and (aside or loose or turn.carried):
        yield Phrase("a turn begins without dice on the table")
