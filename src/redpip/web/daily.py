"""Daily dice at the service: one game a day for each device, and the results with luck taken out."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime
from secrets import token_hex
from typing import Any

from redpip.core.fair import commitment_to
from redpip.core.problem import Phrase, Problem
from redpip.core.words import Words
from redpip.play.daily_dice import daily_dice_game, ends, name_of, server_seed
from redpip.play.review import Review
from redpip.store.log import Conflict, Log
from redpip.store.rounds import Round, Rounds, own_of
from redpip.table.names import clean_name
from redpip.table.table import Table
from redpip.web.days import day_phrase
from redpip.web.house import Dealt, House, SeatPlan, TablePlan
from redpip.web.live import TRIES, too_busy
from redpip.web.reviews import Reviews
from redpip.web.training import LONGEST_REVIEW, utc_now

KEY = "daily"

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Figures:
    """A result with luck taken out: skill is what was played, less the luck."""

    name: str
    played: float
    luck: float
    start: float  # what perfect play can expect

    @property
    def skill(self) -> float:
        return self.played - self.luck


@dataclass(frozen=True, slots=True)
class Standing:
    """The table of a day."""

    day: date
    commitment: str
    seed: str | None  # once the day is over
    rows: tuple[tuple[Figures, bool], ...]  # by skill; whether it is the reader's own
    playing: int
    pending: int  # that are over and still looked at
    mine: Round | None


class Daily:
    def __init__(self, log: Log, house: House, reviews: Reviews, clock: Callable[[], datetime] = utc_now) -> None:
        self._rounds, self._house, self._reviews, self.clock = Rounds(log), house, reviews, clock
        self._work: asyncio.Task[None] | None = None

    @property
    def today(self) -> date:
        return self.clock().date()

    def _told(self, day: date) -> Phrase:
        return day_phrase(day, self.today)

    async def open(self, device: str, name: str, day: date) -> Table:
        """The device's game of this day: a new one, or the one it has not finished yet."""
        if day != self.today:
            waiting = self._told(self.today)
            raise Problem("other_day", "Those dice are of another day. The dice of {day} are waiting.", day=waiting)
        name, same = clean_name(name), name_of(day)
        for _ in range(TRIES):
            mine = own_of(await self._rounds.of(same, device))
            if mine and mine.phase in ("over", "abandoned"):
                raise Problem(
                    "daily_done",
                    "You have played the dice of {day} already. New ones come tomorrow.",
                    day=self._told(day),
                )
            if mine:
                return (await self._house.find(mine.table_id)).table
            try:
                plan = await self._plan(device, name, day)
                return await self._house.open(plan, lambda append: self._rounds.open(same, device, append))
            except Conflict:  # somebody pressed twice
                continue
        raise too_busy()

    async def _plan(self, device: str, name: str, day: date) -> TablePlan:
        dealt = Dealt(name_of(day), await self._seed(day), (name_of(day),), ends(day))
        seats = [SeatPlan("person", name, devices=(device,))]
        return TablePlan(daily_dice_game().id, None, {}, seats, device, 0, dealt=dealt)

    async def _seed(self, day: date) -> str:
        return server_seed(await self._rounds.key(KEY, token_hex(32)), day)

    # ---- results

    async def standing(self, day: date, device: str | None) -> Standing:
        """As far as it is known; whatever is still to be looked at is looked at from now on."""
        if day > self.today:
            raise Problem("bad_day", "The dice of {day} are not thrown yet.", day=self._told(day))
        rounds = await self._rounds.of(name_of(day), device)
        over = [one for one in rounds if one.phase == "over"]
        pending = [one for one in over if one.figures is None]
        self._look(pending)
        known = [(Figures(**one.figures), one.own) for one in over if one.figures]
        seed = await self._seed(day)
        return Standing(
            day,
            commitment_to(seed),
            seed if day < self.today else None,
            tuple(sorted(known, key=lambda one: (-one[0].skill, one[0].name))),
            sum(one.phase == "playing" for one in rounds),
            len(pending),
            own_of(rounds),
        )

    def _look(self, rounds: list[Round]) -> None:
        """One game after the other, so that nobody at a table has to wait for it."""
        if rounds and (self._work is None or self._work.done()):
            self._work = asyncio.create_task(self._figure_out(rounds))

    async def _figure_out(self, rounds: list[Round]) -> None:
        for one in rounds:
            try:
                table = (await self._house.find(one.table_id)).table
                found = await self._reviews.look(table, "en", LONGEST_REVIEW)
                if isinstance(found, Review):
                    await self._rounds.note(one.table_id, _figures(table, found))
            except Problem as problem:
                logger.warning("the daily game at table %s cannot be looked at: %s", one.table_id, problem)

    def close(self) -> None:
        if self._work:
            self._work.cancel()


def _figures(table: Table, review: Review) -> dict[str, Any]:
    seat = review.seats[0]
    assert seat.sums is not None
    assert seat.result is not None
    return {"name": table.names[0], "played": seat.result, "luck": seat.sums.luck, "start": seat.sums.start}


def honest_sentence(standing: Standing, words: Words) -> str:
    """Who scored most, and who decided best."""
    rows = [figures for figures, _ in standing.rows]
    if not rows:
        over = standing.seed and not standing.pending
        return words.say("Nobody has played these dice.") if over else words.say("Nobody has a result yet.")
    most, best = max(rows, key=lambda one: one.played).name, rows[0].name
    if len(rows) == 1:
        mine = standing.rows[0][1]
        return words.say("Yours is the first result.") if mine else words.say("{name} has the first result.", name=best)
    if most == best:
        return words.say("{name} scored most and decided best.", name=best)
    return words.say("{most} scored most, {best} decided best.", most=most, best=best)
