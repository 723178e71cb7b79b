"""Training at the service: what a device has done so far, what is next, and what an answer is worth.

Whatever takes long is done by the workers; the daily set is drawn once a day for everybody.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any

from redpip.core.codec import from_json
from redpip.core.problem import Problem
from redpip.play.progress import SESSION, Progress, answer_entries, game_entries, session
from redpip.play.review import Review
from redpip.play.schedule import Answer, days_until, due_after
from redpip.play.thinking import Thinkers
from redpip.play.training import Card
from redpip.play.training_errands import choices_errand, daily_errand, judge_errand
from redpip.store.log import Conflict, Listed, Log
from redpip.table.table import Table
from redpip.web.house import House
from redpip.web.live import TRIES, too_busy
from redpip.web.notebook import Notebook
from redpip.web.reviews import Reviews

LONGEST_REVIEW = 300.0  # seconds
MOST_KEPT = 32  # devices


def utc_now() -> datetime:
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class Token:
    """One of today's five: answered, or still to come."""

    card: Card
    answer: Answer | None  # today's
    days: int | None  # until it comes back
    times: int  # how often it was answered before


class Training:
    def __init__(
        self, log: Log, thinkers: Thinkers, house: House, reviews: Reviews, clock: Callable[[], datetime] = utc_now
    ) -> None:
        self._log, self._thinkers, self._house, self._reviews, self.clock = log, thinkers, house, reviews, clock
        self._drawing: tuple[date, asyncio.Task[list[Card]]] | None = None
        self._notebooks: dict[str, Notebook] = {}

    # ---- what there is

    async def progress(self, device: str | None) -> Progress:
        """All that this device has done. It grows with what is added later."""
        return (await self._notebook(device).read()).progress if device else Progress()

    def _notebook(self, device: str) -> Notebook:
        """Those of the devices that were here last are kept."""
        found = self._notebooks.pop(device, None) or Notebook(self._log, device)
        self._notebooks[device] = found
        if len(self._notebooks) > MOST_KEPT:
            del self._notebooks[next(iter(self._notebooks))]
        return found

    async def today(self, progress: Progress, language: str) -> list[Token]:
        """Today's five: those answered today and those to come; one more where all are answered and more is due."""
        now = self.clock()
        answered = {card.id: (card, answer) for card, answer in progress.answered_on(now)}
        tokens = [self._token(progress, card, answer, now) for card, answer in answered.values()]
        done = {token.card.id for token in tokens}
        coming = [card for card in session(progress, now, await self._daily(language)) if card.id not in done]
        room = max(SESSION - len(tokens), 1)
        return tokens + [self._token(progress, card, None, now) for card in coming[:room]]

    def _token(self, progress: Progress, card: Card, answer: Answer | None, now: datetime) -> Token:
        answers = progress.answers.get(card.id, [])
        days = days_until(progress.due_at(card), now) if answers else None
        return Token(card, answer, days, len(answers) - (answer is not None))

    async def card(self, progress: Progress, card_id: str, language: str) -> Card:
        """A card of this device or of today's set."""
        if found := progress.cards.get(card_id):
            return found
        for card in await self._daily(language):
            if card.id == card_id:
                return card
        raise Problem("unknown_card", "There is no such position to train.")

    async def _daily(self, language: str) -> list[Card]:
        """Whoever asks while it is drawn waits for the same drawing; one that failed is tried again."""
        day = self.clock().date()
        if self._drawing is None or self._drawing[0] != day or _failed(self._drawing[1]):
            self._drawing = (day, asyncio.create_task(self._draw(day, language)))
        return await asyncio.shield(self._drawing[1])

    async def _draw(self, day: date, language: str) -> list[Card]:
        drawn = await self._thinkers.run(daily_errand(day, language))
        return [from_json(Card, data) for data in drawn]

    # ---- questions and answers

    async def choices(self, card: Card, language: str) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = await self._thinkers.run(choices_errand(card, language))
        return found

    async def answer(self, device: str, card: Card, line: str, language: str) -> tuple[dict[str, Any], int]:
        """What the answer cost and why, and in how many days the card comes back; it is kept before it is told."""
        verdict = await self._thinkers.run(judge_errand(card, line, language))
        now = self.clock()
        answer = Answer(card.id, now.isoformat(), verdict["line"], verdict["cost"], verdict["mark"])
        progress = await self._add(device, lambda known: answer_entries(known, card, answer))
        # of a device that was forgotten in the same moment nothing else is known
        due = progress.due_at(card) if card.id in progress.answers else due_after([answer])
        return verdict, days_until(due, now)

    async def merge(self, device: str, entries: Sequence[Mapping[str, Any]]) -> None:
        """Adds what was trained elsewhere; what is known here already stays as it is."""
        await self._add(device, lambda known: [entry for entry in entries if known.lacks(entry)])

    async def _add(self, device: str, entries: Callable[[Progress], Iterable[Mapping[str, Any]]]) -> Progress:
        """Writes what follows from all that is known; whoever comes second reads again."""
        for _ in range(TRIES):
            page = await self._notebook(device).read()
            new = await asyncio.to_thread(lambda known: [dict(entry) for entry in entries(known)], page.progress)
            if not new:
                return page.progress
            with suppress(Conflict):
                await self._log.add_training(device, page.number, new)
                return await self.progress(device)
        raise too_busy()

    # ---- games

    async def unseen(self, device: str | None, progress: Progress) -> list[Listed]:
        """Finished tables of this device that nobody has looked at, the latest first. Where several play at one device,
        nobody knows which of them is asking."""
        found = await self._house.tables_of(device) if device else []
        over = [one for one in found if one.facts and one.facts["phase"] == "over"]
        return [one for one in over if _key(one.id) not in progress.games and _seats(one, device) == 1]

    async def look(self, device: str, language: str) -> tuple[int, int]:
        """Looks at the latest game that nobody has looked at: how many positions came of it, and how many are left."""
        unseen = await self.unseen(device, await self.progress(device))
        if not unseen:
            return 0, 0
        table = (await self._house.find(unseen[0].id)).table
        found = await self._reviews.look(table, language, LONGEST_REVIEW)
        if not isinstance(found, Review):
            raise Problem("work_overran", "This took longer than {seconds} s.", seconds=f"{LONGEST_REVIEW:g}")
        return await self.take(device, table, found), len(unseen) - 1

    async def take(self, device: str | None, table: Table, found: Review) -> int:
        """Keeps what came of a game for the device that played it, once: the number of new positions."""
        progress = await self.progress(device)
        before = len(progress.cards)
        listed = next((one for one in await self.unseen(device, progress) if one.id == table.id), None)
        if device is None or listed is None or table.play is None:
            return 0
        (seat,), history, key = table.seats_of(device), table.play, _key(table.id)
        at = datetime.fromtimestamp(listed.changed, UTC)
        entries = await asyncio.to_thread(lambda: list(game_entries(found, history, seat, key, table.id, at)))
        after = await self._add(device, lambda known: [] if key in known.games else entries)
        return max(len(after.cards) - before, 0)


def _key(table_id: str) -> str:
    return f"table/{table_id}"


def _seats(listed: Listed, device: str | None) -> int:
    return sum(device in seat["devices"] for seat in listed.facts["seats"]) if listed.facts else 0


def _failed(task: asyncio.Task[Any]) -> bool:
    return task.done() and (task.cancelled() or task.exception() is not None)
