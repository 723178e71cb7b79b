"""Which kind of mistake another line than the best is; training groups by it."""

from __future__ import annotations

from redpip.core.coaching import Case
from redpip.core.words import N_
from redpip.games.spicy.notation import Hold, Score
from redpip.games.spicy.plans import Plan, narrowed, plan_of
from redpip.games.spicy.rules import SpicyRules

MISTAKES = {
    "wrong_keep": N_("Kept the wrong dice"),
    "too_often": N_("Rolled once too often"),
    "too_early": N_("Wrote too early"),
    "wrong_box": N_("Wrong box"),
    "not_turned": N_("Red die not turned"),
    "turned": N_("Red die turned wrongly"),
    "wrong_hold": N_("Held the wrong dice"),
    "too_many_used": N_("Used too many dice"),
    "too_few_used": N_("Used too few dice"),
}


def mistake(case: Case) -> str:
    part = narrowed(case)
    if part.cost < case.cost / 2:  # the box was right, or nearly so
        return "wrong_hold"
    assert part.other
    best, other = (plan_of(part.rules, part.view, part.seat, line.actions) for line in (part.best, part.other))
    if other.end is None:
        return "turned"
    if isinstance(best.end, Hold) or isinstance(other.end, Hold):
        return "wrong_hold"
    if best.thrown and other.thrown:
        return "wrong_keep" if best.thrown != other.thrown else _turning(best, other)
    if best.thrown or other.thrown:
        return "too_early" if best.thrown else "too_often"
    if best.box != other.box:
        return "wrong_box"
    if best.faces != other.faces:
        return _turning(best, other)
    fewer = _used(case.rules, best) < _used(case.rules, other)
    return "too_many_used" if fewer else "too_few_used"


def _turning(best: Plan, other: Plan) -> str:
    """Dice that are thrown again could as well have been left."""
    wanted, done = best.turned(best.kept), other.turned(other.kept)
    return "not_turned" if not done and wanted else "turned"


def _used(rules: SpicyRules, plan: Plan) -> int:
    end = plan.end
    return len(rules.score_used(plan.faces, end.box, end.used)[1]) if isinstance(end, Score) else 0
