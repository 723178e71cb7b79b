"""The result of a turn of which no more is known: the box, the points or the final dice, and the rolls."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from redpip.core.dice import NO_FACES, Faces
from redpip.core.game import Seat
from redpip.core.noting import BaseNoting, Column, Note, NoteLine, check_points
from redpip.core.problem import Refusal, Refused
from redpip.core.seen import all_showings
from redpip.core.words import N_
from redpip.games.spicy.rules import SpicyRules, State
from redpip.games.spicy.scoring import default_use, uses, value


class SpicyNoting(BaseNoting):
    witnessed = True
    turns = True

    def lines(self, rules: SpicyRules, state: State, seat: Seat) -> Sequence[NoteLine]:
        if state.phase != "start":
            return ()
        least = 0 if rules.zero_roll_turns or (rules.hold_all and rules.extra) else 1
        rolls = (least, rules.rolls_allowed(state.sheet, seat))
        return tuple(
            NoteLine(box, box, possible(box, rules.dice, rules.extra), rolls, rules.dice, once=True)
            for box in rules.open_boxes(state.sheet)
        )

    def worth(self, rules: SpicyRules, state: State, seat: Seat, what: str, dice: Faces) -> int | None:
        return value(dice, what)

    def noted(self, rules: SpicyRules, state: State, seat: Seat, note: Note) -> State:
        box, rolls = note.what.upper(), 1 if note.rolls is None else note.rolls
        points = note.points[0] if note.points else None
        if note.dice is not None:
            return rules.noted(state, box, rolls, *_of_dice(rules, box, note.dice, points))
        assert points is not None
        if rolls == 0 and not rules.extra:
            check_points(points, (0,))
        return rules.noted(state, box, rolls, points, None, ())

    def columns(self, rules: SpicyRules, state: State) -> Sequence[Column]:
        return [
            Column(
                rules.total(sheet),
                tuple(zip(rules.boxes, sheet.card, strict=True)),
                (sheet.used, rules.rolls),
                ((N_("Bonus for saved rolls"), rules.bonus_of(sheet)),) if sheet.finished else (),
            )
            for sheet in state.sheets
        ]

    def turn_of(self, rules: SpicyRules, state: State, seat: Seat) -> State:
        return replace(state, seat=seat, phase="start")

    def stays(self, rules: SpicyRules) -> bool:
        return rules.extra


def _of_dice(rules: SpicyRules, box: str, dice: Faces, points: int | None) -> tuple[int, Faces, tuple[int, ...]]:
    """Points, dice and which of them were used: in Extra Spicy as few as bring the points."""
    if not rules.extra:
        if points not in (None, value(dice, box)):
            raise Refused(Refusal("other_points", {"points": points or 0, "possible": str(value(dice, box))}))
        return value(dice, box), NO_FACES, ()
    if points is None:
        used = default_use(dice, box)
        return uses(dice, box)[used], dice, used
    fitting = [used for used, brings in uses(dice, box).items() if brings == points]
    if not fitting:
        known = ", ".join(map(str, sorted(set(uses(dice, box).values()))))
        raise Refused(Refusal("other_points", {"points": points, "possible": known}))
    return points, dice, min(fitting, key=len)


@cache
def possible(box: str, dice: int, extra: bool) -> tuple[int, ...]:
    """The points that can stand in a box."""
    showings = all_showings(dice)
    if extra:
        return tuple(sorted({points for faces in showings for points in uses(faces, box).values()}))
    return tuple(sorted({value(faces, box) for faces in showings}))
