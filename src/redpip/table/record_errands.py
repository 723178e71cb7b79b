"""What is done with a record that somebody sends, in a worker process: it may be long, and is never to be trusted."""

from __future__ import annotations

from typing import Any

from redpip.core.effort import Progress
from redpip.core.record import replay
from redpip.core.transcript import read_record
from redpip.play.fairness import check_dice
from redpip.play.thinking_question import Errand, Limits
from redpip.table.keeping import kept
from redpip.table.viewer import page_words

LIMITS = Limits(seconds=30.0)
ANY_RULES = ""


def dice_errand(text: str, language: str) -> Errand:
    """How many throws there are, all of them fair."""
    return Errand("dice", ANY_RULES, _throws, (text,), language, LIMITS)


def pad_errand(text: str, language: str) -> Errand:
    """The sheets and entries of a game with real dice."""
    return Errand("pad", ANY_RULES, _pad, (text, language), language, LIMITS)


def _throws(text: str, _progress: Progress) -> int:
    return check_dice(read_record(text))


def _pad(text: str, language: str, _progress: Progress) -> dict[str, Any]:
    record = read_record(text)
    return kept(replay(record).history, page_words(record.setup.game, record.setup.preset, language))
