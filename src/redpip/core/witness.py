"""A turn as somebody saw it who does not ask the rules: which dice were picked up and what fell, which die was turned,
and how the turn ended. So every roll is written down without a connection; here it becomes what the game calls it.

Nothing is guessed that makes a difference: dice that stayed were kept, since nobody can roll the others otherwise, and
the end is the choice that writes what was said. What no choice leads to is refused. Of dice that look alike nobody sees
which one was picked up: it is one with which all fits that was seen before and since.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

from redpip.core.dice import DICE, Faces, shown
from redpip.core.game import Acted, Back, Choose, Event, Noted, Over, Roll, Seat, Thrown, act, legal
from redpip.core.history import History
from redpip.core.noting import Note, check_note, inner, lines_now, read_note, write_note
from redpip.core.problem import Problem
from redpip.core.referee import Events, Turn, dice_of, lookalike, throw_told, told_again, turn_of
from redpip.core.seen import Seen, SeenDie, parse_seen, seen_of, seen_text

CHOICES = 2  # so many lie between two throws at most: what is kept, and that the others are rolled
TRIES = 500  # so many ways to tell dice apart that look alike
NOT_THOSE = ("red_elsewhere", "must_be_red", "impossible_dice")  # why a throw cannot be of the dice that were taken
_SAW = re.compile(r"\s*(?P<verb>rolled|turned|ended)\b(?P<rest>.*)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice by what they showed when they were picked up, all that are to be rolled if None, and what fell."""

    picked: Seen | None
    fell: str


@dataclass(frozen=True, slots=True)
class Path:
    """Choices one after another, and where they lead."""

    actions: tuple[Any, ...]
    state: Any
    due: Any


def saw_told(history: History, seat: Seat, text: str) -> Events:
    """``rolled 4 2r: 1 5`` (two dice were picked up), ``rolled: 1 2 3 4 5 6`` (all that are to be rolled),
    ``turned 4r: 2``, ``ended RUN 21``."""
    found = _SAW.fullmatch(text)
    before, _, after = found["rest"].partition(":") if found else ("", "", "")
    match found and found["verb"].lower():
        case "rolled":
            return _rolled(history, seat, parse_seen(before) if before.strip() else None, after)
        case "turned" if len(die := parse_seen(before)) == 1 and after.strip() in map(str, DICE):
            return _turned(history, seat, die[0], int(after))
        case "ended" if found:
            return _ended(history, seat, read_note(found["rest"])[0])
    raise Problem(
        "bad_sight", "Tell it as rolled 4 2r: 1 5, turned 4r: 2 or ended RUN 21; got {given!r}.", given=text[:40]
    )


def throw_seen(history: History, text: str) -> Events:
    """What fell of the dice that are due. Where it cannot be of those, another was picked up that looked the same."""
    try:
        return throw_told(history, text)
    except Problem as problem:
        other = _of_lookalikes(history, text) if problem.code in NOT_THOSE else None
        if other is None:
            raise
        return other


def _of_lookalikes(history: History, text: str) -> Events | None:
    due, noting = history.next, history.setup.game.noting
    if not isinstance(due, Roll) or due.seat is None or due.numbered or noting is None or not noting.witnessed:
        return None
    throw = Throw(_shown(dice_of(history, due.seat), due.dice), text)
    return _told_anew(history, due.seat, throw, chosen=True)


def _rolled(history: History, seat: Seat, picked: Seen | None, fell: str) -> Events:
    if picked is not None:
        lookalike(dice_of(history, seat), picked)  # or they do not lie there
    throw = Throw(picked, fell)
    ways = list(_ways(history, seat, throw))
    if not ways:
        text = f"roll {_numbers(dice_of(history, seat), picked)}"
        raise _why_not(history, seat, text, "dice") or Problem(
            "not_rolled_so", "By the rules these dice cannot be rolled now, and the others kept."
        )
    told = _told(history, seat, [throw], count(1))
    if told is not None:
        return told
    again = _told_anew(history, seat, throw)
    if again is None:
        throw_told(told_again(history, ways[0]), fell)  # says what is wrong with it
        raise Problem("not_rolled_so", "By the rules these dice cannot be rolled now, and the others kept.")
    return again


def _told_anew(history: History, seat: Seat, throw: Throw, *, chosen: bool = False) -> Events | None:
    """All since the dice were thrown together, by others of those that look alike, so that this throw fits too;
    ``chosen``: that it is rolled has been told."""
    begun, steps = _since_all(history, seat, chosen)
    if begun is None:
        return None
    again = _told(told_again(history, (Back(begun),)), seat, [*steps, throw], count(1))
    return None if again is None else (Back(begun), *again)


def _ways(history: History, seat: Seat, throw: Throw) -> Iterator[Events]:
    """The choices that have these dice rolled, for each of those that look alike."""
    lies, number = dice_of(history, seat), len(parse_seen(throw.fell))
    tried = set()
    for path in _paths(history, seat):
        due = path.due
        if not isinstance(due, Roll) or due.seat != seat or due.dice in tried:
            continue
        tried.add(due.dice)
        if (
            len(due.dice) == number
            if throw.picked is None
            else Counter(throw.picked) == Counter(_shown(lies, due.dice))
        ):
            yield tuple(Acted(seat, action) for action in path.actions)


def _told(history: History, seat: Seat, steps: Sequence[Throw | Event[Any]], tries: count[int]) -> Events | None:
    """All of it one after another, each throw by those of the dice that look alike with which the rest fits."""
    if not steps:
        return ()
    step, *rest = steps
    ways = _ways(history, seat, step) if isinstance(step, Throw) else iter([(step,)])
    for way in ways:
        if next(tries) > TRIES:
            return None
        try:
            events = (*way, *throw_told(told_again(history, way), step.fell)) if isinstance(step, Throw) else way
            after = told_again(history, events)
        except Problem:
            continue
        later = _told(after, seat, rest, tries)
        if later is not None:
            return (*events, *later)
    return None


def _since_all(history: History, seat: Seat, throwing: bool) -> tuple[int | None, list[Throw | Event[Any]]]:
    """What was told since all dice of this seat were thrown together, throws as they were seen, and where it begins.
    Choices before a throw are left out, the last ones too where they are to be chosen anew (``throwing``)."""
    steps: list[Throw | Event[Any]] = []
    begun = None
    for number in reversed(history.standing):
        event = history.events[number]
        if isinstance(event, Thrown) and event.seat == seat:
            due = history.rules.next(history.states[number])
            if not isinstance(due, Roll) or due.dice == history.rules.all_dice:
                return begun, steps
            lies = dice_of(history, seat, number)
            steps.insert(0, Throw(_shown(lies, due.dice), seen_text(seen_of(event.faces or ()))))
            throwing = True
        elif isinstance(event, Noted) and event.seat == seat:
            return begun, steps
        elif not (throwing and isinstance(event, Acted) and event.seat == seat and not _is_turn(event.action)):
            steps.insert(0, event)
            throwing = False
        begun = number
    return None, []


def _turned(history: History, seat: Seat, die: SeenDie, face: int) -> Events:
    [number] = lookalike(dice_of(history, seat), (die,))
    turns = (action for action in legal(history.next, seat) if _is_turn(action))
    action = next((action for action in turns if (action.die, action.face) == (number, face)), None)
    if action is not None:
        return (Acted(seat, action),)
    verbs = history.setup.game.typed.partition(";")[0].split()
    reasons = (_why_not(history, seat, f"{verb.partition('|')[0]} {number}>{face}", "face") for verb in verbs)
    raise next(filter(None, reasons), None) or Problem("not_turned", "By the rules no die can be turned so now.")


def _ended(history: History, seat: Seat, note: Note) -> Events:
    """The choices that end the turn with this result; none where its last throw has ended it."""
    turn, over = _turn(history, seat)
    note, target = _result(history, seat, turn, note)
    paths = [Path((), history.state, history.next)] if over else list(_paths(history, seat))
    fitting = [
        path
        for path in paths
        if _is_over(history, path, seat) and _columns(history, path.state) == _columns(history, target)
    ]
    if not fitting:
        raise Problem("does_not_follow", "{result} does not follow from the dice that were told.", result=str(note))
    best = next((path for path in fitting if path.state == target), fitting[0])
    return tuple(Acted(seat, action) for action in best.actions)


def _turn(history: History, seat: Seat) -> tuple[Turn, bool]:
    """The turn whose rolls were told, and whether its last throw ended it."""
    turn = turn_of(history, seat)
    if turn.begun is not None:
        return turn, False
    if history.standing and isinstance(last := history.events[history.standing[-1]], Thrown) and last.seat == seat:
        rolls = 0
        for number in reversed(history.standing):
            event, before = history.events[number], history.states[number]
            rolls += isinstance(event, Thrown)
            if getattr(event, "seat", None) != seat:
                break
            if lines := lines_now(history.setup, before, history.rules.next(before), seat):
                return Turn(before, lines, number, rolls), True
    raise Problem("no_rolls_told", "No roll of this turn has been told: note its result.")


def _result(history: History, seat: Seat, turn: Turn, note: Note) -> tuple[Note, Any]:
    """The note with all that is known of it, and the position that it alone would lead to."""
    line = next((line for line in turn.lines if line.what.casefold() == note.what.casefold()), None)
    if line is not None:
        lies = dice_of(history, seat)
        whole = line.dice and not line.fewer and len(shown(lies)) == line.dice
        note = replace(note, what=line.what, rolls=turn.rolls if line.rolls else None, dice=lies if whole else None)
    check_note(turn.lines, note)
    return note, write_note(history.setup, turn.state, history.rules.next(turn.state), seat, note)


# ---- what may be chosen


def _paths(history: History, seat: Seat) -> Iterator[Path]:
    """The shortest first; none goes on after the turn or turns a die, which would have been seen."""
    rules = history.rules
    ends = [Path((), history.state, history.next)]
    yield from ends
    for _ in range(CHOICES):
        longer = []
        for path in ends:
            for action in legal(path.due, seat):
                if not _is_turn(action):
                    after = act(rules, path.state, seat, action, path.due)
                    longer.append(Path((*path.actions, action), after, rules.next(after)))
        yield from longer
        ends = [path for path in longer if not _is_over(history, path, seat)]


def _is_turn(action: Any) -> bool:
    return hasattr(action, "die") and hasattr(action, "face")


def _is_over(history: History, path: Path, seat: Seat) -> bool:
    match path.due:
        case Over():
            return True
        case Roll(seat=who):
            return who != seat
        case Choose(options=options):
            return seat not in options or bool(lines_now(history.setup, path.state, path.due, seat))
    return False


def _columns(history: History, state: Any) -> Any:
    game, noting = inner(history.setup, state), history.setup.game.noting
    return state if game is None or noting is None else noting.columns(history.setup.game_rules, game)


# ---- dice by what they show


def _shown(lies: Faces, dice: tuple[int, ...]) -> Seen:
    return seen_of(tuple(face if die in dice else 0 for die, face in enumerate(lies, 1)))


def _numbers(lies: Faces, picked: Seen | None) -> str:
    return " ".join(map(str, DICE if picked is None else sorted(lookalike(lies, picked))))


def _why_not(history: History, seat: Seat, text: str, about: str) -> Problem | None:
    """The rule against it, where the game has such a choice."""
    try:
        action = history.rules.parse(text)
    except Problem:
        return None
    try:
        act(history.rules, history.state, seat, action)
    except Problem as problem:
        return problem if hasattr(action, about) else None
    return None
