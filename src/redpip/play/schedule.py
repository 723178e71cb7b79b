"""When a card comes back: spaced repetition by ``fsrs``, in whole days.

The rating is the cost's: the best line is Easy, one that is not marked Good, an inaccuracy Hard, anything dearer Again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import TYPE_CHECKING, Any

from redpip.core.coaching import Mark
from redpip.core.codec import from_json
from redpip.core.problem import Problem

if TYPE_CHECKING:
    from fsrs import Card, Rating, Scheduler


LONGEST = timedelta(days=36_500)  # until a card comes back


@dataclass(frozen=True, slots=True)
class Answer:
    card: str  # its id
    at: str  # when, in ISO 8601 with the zone
    line: str
    cost: float
    mark: Mark | None

    @property
    def time(self) -> datetime:
        return datetime.fromisoformat(self.at)

    @property
    def best(self) -> bool:
        return self.cost == 0


def read_answer(data: Any) -> Answer:
    answer: Answer = from_json(Answer, data)
    try:
        aware = answer.time.tzinfo is not None
        answer.time.astimezone(UTC) + LONGEST
    except (ValueError, OverflowError):  # elsewhere it was before the first year, or it comes back after the last
        aware = False
    if not aware:
        raise Problem("bad_value", "This is no time with a zone: {given!r}.", given=answer.at[:40])
    return answer


class Memory:
    """How well a card is known after its answers. They are only ever added, so each is looked at once."""

    def __init__(self) -> None:
        self._card: Card | None = None
        self._seen = 0

    def due_after(self, answers: Sequence[Answer]) -> datetime:
        """When a card with these answers, in order, is to be asked again."""
        from fsrs import Card

        card = self._card or Card(card_id=0, due=answers[0].time)
        for answer in answers[self._seen :]:
            card, _ = _scheduler().review_card(card, rating(answer), answer.time)
        self._card, self._seen = card, len(answers)
        return card.due


def due_after(answers: Sequence[Answer]) -> datetime:
    return Memory().due_after(answers)


def rating(answer: Answer) -> Rating:
    from fsrs import Rating

    if answer.mark is None:
        return Rating.Easy if answer.best else Rating.Good
    return Rating.Hard if answer.mark == "inaccuracy" else Rating.Again


@cache
def _scheduler() -> Scheduler:
    """Without steps of minutes a card comes back on another day, and without chance everywhere on the same."""
    from fsrs import Scheduler

    return Scheduler(learning_steps=(), relearning_steps=(), enable_fuzzing=False)


def days_until(due: datetime, now: datetime) -> int:
    """How many days from today on; 0 is today."""
    return max((due.astimezone(now.tzinfo).date() - now.date()) // timedelta(days=1), 0)
