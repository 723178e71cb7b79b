"""What the coach knows of Spicy Dice (docs/coach.md)."""

from __future__ import annotations

from redpip.core.coaching import Bands, Coaching
from redpip.games.spicy.lines import line
from redpip.games.spicy.mistakes import MISTAKES, mistake
from redpip.games.spicy.reasons import KINDS, reasons

BANDS = Bands(inaccuracy=5.0, mistake=10.0, blunder=15.0)  # points: what one, two and three saved rolls pay
COACHING = Coaching(BANDS, line, reasons, KINDS, mistake, MISTAKES)
