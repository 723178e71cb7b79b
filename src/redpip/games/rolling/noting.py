"""The result of a turn of which no more is known: a bust, or the points it was stopped with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from redpip.core.dice import Faces, shown
from redpip.core.game import Seat
from redpip.core.noting import BaseNoting, Column, Note, NoteLine, check_points
from redpip.core.problem import Refusal, Refused
from redpip.core.seen import all_showings
from redpip.core.words import N_
from redpip.games.rolling.rules import RollingRules, State, Turn
from redpip.games.rolling.scoring import points, unmatched

BUST = NoteLine("bust", N_("Bust"))


class RollingNoting(BaseNoting):
    witnessed = True

    def lines(self, rules: RollingRules, state: State, seat: Seat) -> Sequence[NoteLine]:
        return (
            (NoteLine("stop", N_("Stop with points"), None, dice=rules.dice, fewer=True), BUST)
            if state.phase == "start"
            else ()
        )

    def worth(self, rules: RollingRules, state: State, seat: Seat, what: str, dice: Faces) -> int | None:
        return rules.score(Turn(0, dice)) or None

    def noted(self, rules: RollingRules, state: State, seat: Seat, note: Note) -> State:
        if note.what.lower() == BUST.what:
            return rules.ended(state, 0, "bust")
        if note.dice is None:
            check_points(note.points[0], possible(rules.dice, note.points[0]))
            return rules.ended(state, note.points[0], "stopped")
        return self._of_dice(rules, state, note, note.dice)

    def _of_dice(self, rules: RollingRules, state: State, note: Note, dice: Faces) -> State:
        """What was carried from fill-ups is not seen, so there may be more points than these dice bring."""
        twice = 2 if rules.filled(dice) else 1
        alone = twice * points(dice)
        score = note.points[0] if note.points else alone
        more, odd = divmod(score - alone, twice)
        if not alone or more < 0 or odd or more not in carried(rules.dice, max(more, 0)):
            raise Refused(Refusal("other_points", {"points": score, "possible": str(alone)}))
        whole = len(shown(dice)) == rules.dice
        how = "doubled" if twice == 2 else "spent" if whole else "stopped"
        return rules.ended(state, score, how, Turn(more, dice))  # type: ignore[arg-type]

    def columns(self, rules: RollingRules, state: State) -> Sequence[Column]:
        return [Column(total) for total in state.totals]

    def turn_of(self, rules: RollingRules, state: State, seat: Seat) -> State:
        return replace(state, seat=seat, phase="start")


@cache
def _stops(dice: int) -> tuple[frozenset[int], frozenset[int]]:
    """What dice aside can bring, and what a fill-up can."""
    some = {points(faces) for faces in all_showings(dice) if unmatched(faces)}  # those not aside bring nothing either
    full = {points(faces) for faces in all_showings(dice) if not unmatched(faces)}
    return frozenset(some - {0}), frozenset(full)


@cache
def carried(dice: int, most: int) -> frozenset[int]:
    """What fill-ups that were rolled on from can have brought, up to so many points."""
    full = _stops(dice)[1]
    found = {0}
    for total in range(1, min(most, 5000) + 1):
        if any(total - one in found for one in full):
            found.add(total)
    return frozenset(found)


def possible(dice: int, near: int) -> tuple[int, ...]:
    """The scores of a turn up to a little above this one."""
    if near > 5000:
        return (5000,)
    some, full = _stops(dice)
    before = carried(dice, near + 50)
    scores = {one + more for more in before for one in some} | {2 * (one + more) for more in before for one in full}
    return tuple(sorted(score for score in scores if score <= near + 50))
