"""What the coach knows of Catch 6 (docs/coach.md)."""

from __future__ import annotations

from redpip.core.advice import Unit
from redpip.core.coaching import USUAL_BANDS, Coaching
from redpip.games.catch6.plans import line
from redpip.games.catch6.reasons import KINDS, MISTAKES, mistake, reasons


def coaching(unit: Unit) -> Coaching:
    return Coaching(USUAL_BANDS[unit], line, reasons, KINDS, mistake, MISTAKES)
