"""What the coach of Keep on Rolling says beyond values."""

from __future__ import annotations

from redpip.core.coaching import USUAL_BANDS, Case, Coaching
from redpip.core.words import N_
from redpip.games.rolling.lines import line
from redpip.games.rolling.notation import RollDice
from redpip.games.rolling.plans import plan_of
from redpip.games.rolling.reasons import KINDS, reasons

MISTAKES = {
    "too_early": N_("Stopped too early"),
    "too_often": N_("Rolled once too often"),
    "not_doubled": N_("Rolled on instead of taking double"),
    "too_many_aside": N_("Set too many dice aside"),
    "too_few_aside": N_("Set too few dice aside"),
    "wrong_aside": N_("Set the wrong dice aside"),
}


def mistake(case: Case) -> str:
    assert case.other
    best, other = (plan_of(case.rules, case.view, case.seat, one.actions) for one in (case.best, case.other))
    rolls = isinstance(best.end, RollDice), isinstance(other.end, RollDice)
    if rolls == (True, False):
        return "too_early"
    if rolls == (False, True):
        return "not_doubled" if case.rules.filled(best.table.aside) else "too_often"
    if set(best.dice) < set(other.dice):
        return "too_many_aside"
    return "too_few_aside" if set(best.dice) > set(other.dice) else "wrong_aside"


COACHING = {unit: Coaching(bands, line, reasons, KINDS, mistake, MISTAKES) for unit, bands in USUAL_BANDS.items()}
