"""Answers for the seats that bots play, at the pace of people, without ever holding up the table."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Protocol
from weakref import proxy

from redpip.core.game import Seat, Thrown, legal
from redpip.core.history import History
from redpip.core.luck import Luck, luck_key
from redpip.core.problem import Problem
from redpip.play.thinking import Question, Thinkers
from redpip.table.command import BotAnswer
from redpip.table.table import Table

if TYPE_CHECKING:
    from redpip.web.live import Pace

logger = logging.getLogger(__name__)


class Employer(Protocol):
    """Whose bots these are."""

    def bots_pace(self) -> Pace: ...

    def bot_says(self, answer: BotAnswer) -> None: ...

    def bot_thinks(self) -> None:
        """For a while already."""

    def bot_gave_up(self) -> None: ...


class Deputy:
    """Asks a bot whenever one is to choose, and hands its answer on with the position that it was asked about."""

    def __init__(self, thinkers: Thinkers, employer: Employer) -> None:
        self._thinkers = thinkers
        self._employer: Employer = proxy(employer)  # who has us, so that we need not keep it
        self._asked: tuple[int, Seat, str] | None = None
        self._task: asyncio.Task[None] | None = None
        self.thinking: Seat | None = None  # whose bot has been at it for a while

    def mind(self, table: Table, again: bool = False) -> None:
        """Asks whoever is to choose at this table, unless they are at it; ``again`` even if they have answered."""
        asked = _due(table)
        if asked == self._asked and not (again and (self._task is None or self._task.done())):
            return
        self._stop()
        self._asked = asked
        if asked is not None:
            self._task = asyncio.create_task(self._think(table, *asked))
        elif table.phase in ("over", "abandoned"):
            self._thinkers.forget(table.id)

    def close(self, table_id: str) -> None:
        self._stop()
        self._asked = None
        self._thinkers.forget(table_id)

    def _stop(self) -> None:
        self.thinking = None
        if self._task is not None:
            self._task.cancel()
            self._task = None

    async def _think(self, table: Table, position: int, seat: Seat, bot: str) -> None:
        assert table.play is not None
        told = table.told[-1].event if table.told else None
        pace = self._employer.bots_pace()
        await asyncio.sleep(pace.after_throw if isinstance(told, Thrown) else pace.after_choice)
        slow = asyncio.get_running_loop().call_later(pace.thinks, self._takes_long, seat)
        answer = None
        try:
            answer = await self._ask(table, table.play, position, seat, bot)
        except Exception:
            logger.exception("table %s: nobody could choose for seat %s", table.id, seat)
        finally:
            slow.cancel()
        self.thinking = None
        if answer is None:
            self._employer.bot_gave_up()
        else:
            self._employer.bot_says(answer)

    async def _ask(self, table: Table, play: History, position: int, seat: Seat, bot: str) -> BotAnswer:
        """The bot's answer; where it has none, that of the house's bot, and of no bot at all where that fails too."""
        failed, why = None, None
        for name in dict.fromkeys((bot, table.game.house_bot)):
            try:
                answer = await self._thinkers.ask(Question.of(table.id, position, play, seat, name, table.limits))
                return BotAnswer(seat, position, str(answer.action), failed, why)
            except Problem as problem:
                failed, why = failed or bot, why or problem.code
            except Exception:
                logger.exception("table %s: the bot %s failed", table.id, name)
                failed, why = failed or bot, why or "bot_failed"
        return BotAnswer(seat, position, _anything(play, seat), failed, why)

    def _takes_long(self, seat: Seat) -> None:
        self.thinking = seat
        self._employer.bot_thinks()


def _due(table: Table) -> tuple[int, Seat, str] | None:
    """At which position which bot is to choose for which seat."""
    seat = table.bot_seat
    if seat is None:
        return None
    return table.position, seat, table.chairs[seat].player_bot or table.game.house_bot


def _anything(play: History, seat: Seat) -> str:
    luck = Luck(luck_key(play.setup.seed, seat))
    luck.renew(len(play.events))
    return str(luck.choice(legal(play.next, seat)))
