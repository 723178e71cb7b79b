"""A turn as somebody saw it who does not ask the rules: which dice were picked up and what fell, which die was turned
or put somewhere, and how the turn ended. So every roll is written down without a connection; here it becomes what the
game calls it.

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
from redpip.core.game import Acted, Back, Choose, Event, Noted, Roll, Seat, Thrown, act, legal
from redpip.core.history import History
from redpip.core.match import Begin
from redpip.core.noting import Note, Noting, check_note, inner, lines_now, read_note, write_note
from redpip.core.paths import Path, is_seen, is_turn, paths, turn_is_over
from redpip.core.problem import Problem
from redpip.core.referee import Events, Turn, dice_of, lookalike, lookalikes, throw_told, told_again, turn_of
from redpip.core.seen import Seen, SeenDie, parse_seen, seen_of, seen_text

TRIES = 500  # so many ways to tell dice apart that look alike
NOT_THOSE = ("red_elsewhere", "must_be_red", "impossible_dice")  # why a throw cannot be of the dice that were taken
_SAW = re.compile(r"\s*(?P<verb>rolled|fell|turned|put|moved|ended)\b(?P<rest>.*)", re.IGNORECASE)
_NEXT = re.compile(r"\s*next-(?P<seat>[1-9]\d?)\s*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice by what they showed when they were picked up, all that are to be rolled if None, and what fell."""

    picked: Seen | None
    fell: str


@dataclass(frozen=True, slots=True)
class Put:
    """A die by what it showed, and what was done with it: a choice in which the die is 0."""

    die: SeenDie
    choice: Any


Step = Throw | Put | Event[Any]


def saw_told(history: History, seat: Seat, text: str) -> Events:
    """``rolled 4 2r: 1 5`` (two dice were picked up), ``rolled: 1 2 3 4 5 6`` (all that are to be rolled),
    ``fell: 1 2 3 4 5 6`` (dice that are nobody's), ``turned 4r: 2``, ``put 4r: 7``, ``moved advance 2``,
    ``ended RUN 21`` or, where a turn has no result, ``ended next-2``: seat 2 is next."""
    found = _SAW.fullmatch(text)
    before, _, after = found["rest"].partition(":") if found else ("", "", "")
    match found and found["verb"].lower():
        case "rolled":
            return _rolled(history, seat, parse_seen(before) if before.strip() else None, after)
        case "fell" if not before.strip():
            return _nobodys(history, after)
        case "turned" if len(die := parse_seen(before)) == 1 and after.strip() in map(str, DICE):
            return _turned(history, seat, die[0], int(after))
        case "put" if len(die := parse_seen(before)) == 1 and after.strip():
            return _put(history, seat, die[0], after.strip())
        case "moved" if found:
            return _moved(history, seat, found["rest"])
        case "ended" if found and (who := _NEXT.fullmatch(found["rest"])):
            return _passed_on(history, seat, int(who["seat"]) - 1)
        case "ended" if found:
            return _ended(history, seat, read_note(found["rest"])[0])
    raise Problem(
        "bad_sight",
        "Tell it as rolled 4 2r: 1 5, turned 4r: 2, put 4r: 7 or ended RUN 21; got {given!r}.",
        given=text[:40],
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
    for path in paths(history, seat):
        due = path.due
        if not isinstance(due, Roll) or due.seat != seat or due.dice in tried:
            continue
        tried.add(due.dice)
        if (
            len(due.dice) == number
            if throw.picked is None
            else Counter(throw.picked) == Counter(_shown(lies, due.dice))
        ):
            yield path.events(seat)


def _told(history: History, seat: Seat, steps: Sequence[Step], tries: count[int]) -> Events | None:
    """All of it one after another, each throw by those of the dice that look alike with which the rest fits."""
    if not steps:
        return ()
    step, *rest = steps
    for way in _ways_of(history, seat, step):
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


def _ways_of(history: History, seat: Seat, step: Step) -> Iterator[Events]:
    match step:
        case Throw():
            return _ways(history, seat, step)
        case Put():
            return _ways_to_put(history, seat, step)
    return iter([(step,)])


def _since_all(history: History, seat: Seat, throwing: bool) -> tuple[int | None, list[Step]]:
    """What was told since all dice of this seat were thrown together, throws as they were seen, and where it begins.
    Choices before a throw are left out, the last ones too where they are to be chosen anew (``throwing``)."""
    steps: list[Step] = []
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
        elif isinstance(event, Acted) and event.seat == seat and is_seen(history, event.action):
            steps.insert(0, _as_seen(dice_of(history, seat, number), event))
            throwing = False
        elif not (throwing and isinstance(event, Acted) and event.seat == seat):
            steps.insert(0, event)
            throwing = False
        begun = number
    return None, []


def _as_seen(lies: Faces, event: Acted[Any]) -> Step:
    """Of a die that was put somewhere nobody sees which it was, of those that look alike."""
    if is_turn(event.action) or not hasattr(event.action, "die"):
        return event
    [die] = _shown(lies, (event.action.die,))
    return Put(die, replace(event.action, die=0))


def _nobodys(history: History, fell: str) -> Events:
    due = history.next
    if not isinstance(due, Roll) or due.seat is not None:
        raise Problem("not_rolled_now", "By the rules these dice are not rolled now.")
    return throw_told(history, fell)


def _turned(history: History, seat: Seat, die: SeenDie, face: int) -> Events:
    [number] = lookalike(dice_of(history, seat), (die,))
    for path in paths(history, seat, 1):
        turns = (action for action in legal(path.due, seat) if is_turn(action))
        action = next((action for action in turns if (action.die, action.face) == (number, face)), None)
        if action is not None:
            return path.events(seat, action)
    verbs = history.setup.game.typed.partition(";")[0].split()
    reasons = (_why_not(history, seat, f"{verb.partition('|')[0]} {number}>{face}", "face") for verb in verbs)
    raise next(filter(None, reasons), None) or Problem("not_turned", "By the rules no die can be turned so now.")


def _put(history: History, seat: Seat, die: SeenDie, place: str) -> Events:
    noting = _noting(history)
    alike = _alike(history, seat, die)
    if not alike:
        raise Problem("no_such_face", "No die of yours shows {face}.", face=str(die))
    texts = [noting.put(number, place) for number in alike]
    found = next(_ways_to_put(history, seat, Put(die, replace(history.rules.parse(texts[0]), die=0))), None)
    if found is not None:
        return found
    placing = (path for path in paths(history, seat, 1) if any(map(_has_die, legal(path.due, seat))))
    here = told_again(history, next((path.events(seat) for path in placing), ()))
    reasons = (_why_not(here, seat, text) for text in texts)
    raise next(filter(None, reasons), None) or Problem("not_done_so", "By the rules that cannot be done now.")


def _ways_to_put(history: History, seat: Seat, put: Put) -> Iterator[Events]:
    alike = _alike(history, seat, put.die)
    for path in paths(history, seat, 1):
        for action in filter(_has_die, legal(path.due, seat)):
            if action.die in alike and replace(action, die=0) == put.choice:
                yield path.events(seat, action)


def _alike(history: History, seat: Seat, die: SeenDie) -> list[int]:
    """The dice that show this, and may be put somewhere."""
    setup, lies = history.setup, dice_of(history, seat)
    noting, game = _noting(history), inner(setup, history.state)
    lying = {} if game is None else noting.lying(setup.game_rules, game, seat, lies)
    return [number for number in lookalikes(lies, die) if number in lying]


def _noting(history: History) -> Noting:
    noting = history.setup.game.noting
    if noting is None:
        raise Problem("not_done_so", "By the rules that cannot be done now.")
    return noting


def _has_die(action: Any) -> bool:
    return hasattr(action, "die")


def _moved(history: History, seat: Seat, text: str) -> Events:
    wanted = history.rules.parse(text)
    for path in paths(history, seat, 1):
        if wanted in legal(path.due, seat):
            return path.events(seat, wanted)
    raise _why_not(history, seat, text) or Problem("not_done_so", "By the rules that cannot be done now.")


def _passed_on(history: History, seat: Seat, who: Seat) -> Events:
    """The choices that end a turn which has no result, so that this seat is next; none where it is over already."""
    fresh = bool(lines_now(history.setup, history.state, history.next, seat))
    ends = [path for path in paths(history, seat) if turn_is_over(history, path, seat) and (path.actions or not fresh)]
    if not ends:
        raise Problem("turn_not_over", "By the rules this turn is not over yet.")
    for path in ends:
        options = path.due.options if isinstance(path.due, Choose) else {}
        starts = [Acted(loser, action) for loser in options for action in options[loser] if action == Begin(who)]
        if starts or not options or who in options:  # where a match goes on, it is said who starts
            return (*path.events(seat), *starts[:1])
    first = min(ends[0].due.options)
    raise Problem("another_is_next", "By the rules {name} is next.", name=history.setup.names[first])


def _ended(history: History, seat: Seat, note: Note) -> Events:
    """The choices that end the turn with this result; none where its last throw has ended it."""
    turn, over = _turn(history, seat)
    note, target = _result(history, seat, turn, note)
    ends = [Path((), history.state, history.next)] if over else paths(history, seat)
    fitting = [
        path
        for path in ends
        if turn_is_over(history, path, seat) and _columns(history, path.state) == _columns(history, target)
    ]
    if not fitting:
        raise Problem("does_not_follow", "{result} does not follow from the dice that were told.", result=str(note))
    best = next((path for path in fitting if path.state == target), fitting[0])
    return best.events(seat)


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


def _columns(history: History, state: Any) -> Any:
    game, noting = inner(history.setup, state), history.setup.game.noting
    return state if game is None or noting is None else noting.columns(history.setup.game_rules, game)


# ---- dice by what they show


def _shown(lies: Faces, dice: tuple[int, ...]) -> Seen:
    return seen_of(tuple(face if die in dice else 0 for die, face in enumerate(lies, 1)))


def _numbers(lies: Faces, picked: Seen | None) -> str:
    return " ".join(map(str, DICE if picked is None else sorted(lookalike(lies, picked))))


def _why_not(history: History, seat: Seat, text: str, about: str = "") -> Problem | None:
    """The rule against it, where the game has such a choice, one that has ``about``."""
    try:
        action = history.rules.parse(text)
    except Problem:
        return None
    try:
        act(history.rules, history.state, seat, action)
    except Problem as problem:
        return problem if not about or hasattr(action, about) else None
    return None
