"""What the coach knows of 2 Out of 3 (docs/coach.md)."""

from __future__ import annotations

from redpip.core.advice import Unit
from redpip.core.coaching import USUAL_BANDS, Coaching
from redpip.games.two_of_three.lines import line
from redpip.games.two_of_three.reasons import KINDS, MISTAKES, mistake, reasons


def coaching(unit: Unit) -> Coaching:
    return Coaching(USUAL_BANDS[unit], line, reasons, KINDS, mistake, MISTAKES)
