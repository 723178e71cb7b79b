"""Looks for leaks: two tables that differ only in what a viewer cannot know must look the same to that viewer.

The second table plays the first one's game again, except that secret throws of others fall otherwise and secret
choices of others (several seats choose at once, or two choices sound alike) are otherwise. Whatever such a difference
does to the viewer's view, options or events is a leak, unless the rules say of an action that it has just shown it to
everybody. Then both tables go on as one.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from redpip.core.dice import Faces
from redpip.core.game import Acted, Choose, Event, Roll, Seat, Thrown, act, throw
from redpip.core.problem import Problem
from redpip.testing.playouts import Playout


@dataclass
class Report:
    leaks: list[str] = field(default_factory=list)
    pairs: int = 0  # positions reached with something dealt anew
    differing: int = 0  # of these, the pairs that are not the same position after all


def look_for_leaks(playout: Playout, viewer: Seat | None, luck: Random) -> Report:
    report = Report()
    rules, twin = playout.rules, playout.states[0]
    anew = False
    for before, event, after in zip(playout.states, playout.events, playout.states[1:], strict=False):
        due = rules.next(before)
        other = _otherwise(rules, event, due, rules.next(twin), viewer, luck)
        twin = _after(rules, twin, other)
        if twin is None:  # the second table cannot go on like this, so a new pair begins
            twin, anew = after, False
            continue
        # an action may put dice away, and the difference with them; a throw that fell otherwise makes one
        anew = other != event or (anew and (twin != after or isinstance(event, Thrown)))
        report.pairs += anew
        report.differing += twin != after
        told = _difference(rules, viewer, (event, after), (other, twin))
        if told and isinstance(event, Acted) and rules.reveals(before, after):
            twin, anew = after, False
        elif told:
            report.leaks.append(f"seat {viewer} learns from {event} against {other}: {told}")
    return report


def _otherwise(rules: Any, event: Event[Any], due: Any, twin_due: Any, viewer: Seat | None, luck: Random) -> Event[Any]:
    """What might have happened instead for all that the viewer knows."""
    match event, twin_due:
        case Thrown(seat=seat, faces=tuple(faces)), Roll(secret=True, dice=dice) if seat != viewer:
            return replace(event, faces=_other_faces(faces, dice, luck))
        case Acted(seat=seat), Choose(options) if seat != viewer and seat in options:
            alike = [Acted(seat, action) for action in options[seat]]
            if len(due.options) == 1:
                alike = [other for other in alike if rules.seen(other, viewer) == rules.seen(event, viewer)]
            others = [other for other in alike if other != event]
            return luck.choice(others) if others else event
    return event


def _other_faces(faces: Faces, dice: tuple[int, ...], luck: Random) -> Faces:
    drawn = tuple(luck.randint(1, 6) if die in dice else 0 for die in range(1, len(faces) + 1))
    return drawn if drawn != faces else _other_faces(faces, dice, luck)


def _after(rules: Any, state: Any, event: Event[Any]) -> Any | None:
    try:
        match event:
            case Thrown(faces=tuple(faces)):
                return throw(rules, state, faces)
            case Acted(seat=seat, action=action):
                return act(rules, state, seat, action)
    except Problem:
        return None
    raise AssertionError(f"{event} should not be here")


def _difference(rules: Any, viewer: Seat | None, one: tuple[Any, Any], two: tuple[Any, Any]) -> str | None:
    pairs = zip(_known(rules, viewer, *one), _known(rules, viewer, *two), strict=True)
    return next((f"{this} is not {that}" for this, that in pairs if this != that), None)


def _known(rules: Any, viewer: Seat | None, event: Event[Any], state: Any) -> tuple[Any, ...]:
    """All that reaches the viewer: what was heard, what is seen, what is next."""
    return rules.seen(event, viewer), rules.view(state, viewer), _heard_next(rules.next(state), viewer)


def _heard_next(due: Any, viewer: Seat | None) -> Any:
    match due:
        case Roll(seat=seat, dice=dice, secret=True) if seat != viewer:
            return seat, len(dice)
        case Choose(options):
            return sorted(options), [options[seat] for seat in options if seat == viewer]
    return due
