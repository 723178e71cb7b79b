"""A table that people are connected to. It does one thing after the other: each is decided on what the last one left.

Decide, write, become: a command is decided on the table as it is on the disk, the log takes the events if nobody else
has written first, and only then the table becomes what they made of it and anybody sees it.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from redpip.core.game import Seat
from redpip.core.problem import Problem, Refused
from redpip.core.words import common_words
from redpip.play.errands import counsel_errand
from redpip.play.thinking import Thinkers
from redpip.store.log import Append, Conflict, Log
from redpip.table.asking import may_ask
from redpip.table.command import AWAY, BotAnswer, Caller, Command, Presence, TimeUp
from redpip.table.decide import Step, decide
from redpip.table.keeping import numbering
from redpip.table.picture import Moment
from redpip.table.table import Table
from redpip.web.alarm import Alarm
from redpip.web.connection import Connection, Frames, Retold
from redpip.web.deputy import Deputy
from redpip.web.jobs import Awaited, Job, Reading
from redpip.web.neighbours import READ_AGAIN, Alone, AnyNeighbours, Here
from redpip.web.painter import Painter

IDLE = 300.0  # seconds without anybody before a table leaves memory
TICK = 0.1  # what two clocks may differ by
TRIES = 5  # how often a command is decided again because somebody else wrote first
LONGEST_REST = 60.0  # seconds before what failed by itself is tried again

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Pace:
    """How long a bot waits, in seconds, before it moves: people must be able to follow."""

    after_throw: float = 1.1
    after_choice: float = 0.7
    away: float = AWAY  # before the others may ask for one in an empty seat
    thinks: float = 1.5  # before people are told that it thinks

    def times(self, factor: float) -> Pace:
        return replace(self, after_throw=self.after_throw * factor, after_choice=self.after_choice * factor)


class Live:
    def __init__(
        self,
        table: Table,
        log: Log,
        thinkers: Thinkers,
        painter: Painter,
        pace: Pace,
        unload: Callable[[str], None],
        clock: Callable[[], float] = time.time,
        steady: Callable[[], float] = time.monotonic,
        neighbours: AnyNeighbours | None = None,
    ) -> None:
        self.table = table  # as it is on the disk
        self._log = log
        self._thinkers = thinkers
        self._painter = painter
        self._pace = pace
        self._unload = unload
        self._neighbours = neighbours or Alone()
        self._steady = steady
        self._behind = max(clock(), table.turn_since) - steady()  # of the table's time, which nobody can set
        self._jobs: deque[Job] = deque()  # that are to be done
        self._at: Job | None = None  # that is being done
        self._trouble: asyncio.Task[None] | None = None  # with it
        self._connections: set[Connection] = set()
        self._devices: frozenset[str] = frozenset()  # that they come from
        self._seen: dict[str, float] = {}
        self._since = self.now()
        self._awaited = Awaited(painter)
        self._due_at = 0.0  # when something may be due by itself
        self._due = Alarm(self._look_again)
        self._failures = 0  # in a row, of what happens by itself
        self._closed = False
        self._minded = True  # its bots and clocks, by us
        self._moment: Moment | None = None  # that was drawn last
        self._elsewhere: frozenset[str] = frozenset()  # devices that are at other services
        self._wishes: dict[str, float] = {}  # how long bots shall wait, as devices ask for it
        self._deputy = Deputy(thinkers, self)
        self._overtaken: list[Retold] = []  # on the disk and not told yet; a newer picture will show it
        self._unseen: tuple[Step, ...] = ()  # what the last command brought: on the disk, and not shown yet
        self.mind()
        self._go_on()

    # ---- from outside

    async def do(self, command: Command, device: str | None = None, key: str | None = None) -> int:
        """Does this at the table; the number of the last event once everything is on the disk."""
        seq = await self._awaited.answer(self._asked(Job(command, device, key)))
        if device:
            self.met(device)
        return seq

    async def refresh(self) -> None:
        """Somebody else has changed the log: the table becomes what it says."""
        await self._awaited.answer(self._asked(Job(Reading.ALL)))

    async def catch_up(self) -> None:
        """What other services have done so far is seen here too."""
        await self._awaited.answer(self._asked(Job(Reading.REST)))

    def woken(self, seq: int) -> None:
        """Another service has written events up to this number, or changed what was there."""
        if seq == READ_AGAIN or seq > self.table.seq:
            self._ask(Job(Reading.ALL if seq == READ_AGAIN else Reading.REST))

    def _asked(self, job: Job) -> Job:
        if self._closed:
            raise closing()
        self._ask(job)
        return job

    async def counsel(self, seat: Seat, lean: Sequence[str], device: str, language: str) -> Any:
        """What the coach says to this seat; worked out elsewhere, so that the table goes on."""
        play = may_ask(self.table, seat, device)
        says = await self._thinkers.run(counsel_errand(play, seat, lean, language))
        return {**says, "numbering": numbering(play, seat, common_words(language))}

    def now(self) -> float:
        """Goes on at the pace of a clock that is never set, and is never before what has happened here."""
        return self._steady() + self._behind

    def met(self, device: str) -> None:
        """This device was heard of just now, however it came; who only watches is not counted."""
        if self.table.seats_of(device):
            self._seen[device] = self.now()

    def wish_pace(self, device: str | None, factor: float) -> None:
        """This device wants bots to wait so much longer or shorter."""
        if self.table.seats_of(device) and device:
            self._wishes[device] = factor
            self._tell_neighbours()

    def bots_pace(self) -> Pace:
        """As it is wished by whoever plays with bots alone. Where others follow too, nothing changes for them."""
        people = set(self.table.people)
        known = {**self._neighbours.elsewhere(self.table.id), **self._wishes}
        playing = [device for device in known if people <= set(self.table.seats_of(device))]
        return self._pace.times(min((wish for one in playing if (wish := known[one]) is not None), default=1.0))

    def connect(self, connection: Connection) -> None:
        self._paint()
        here = self.presence.here
        self._connections.add(connection)
        self._devices = self._connected()
        if self._closed:
            connection.send(None)  # the reader comes back and finds the table's next owner
        self._say_who_came_or_went(here)

    def disconnect(self, connection: Connection) -> None:
        here, device = self.presence.here, connection.viewer.device
        self._connections.discard(connection)
        self._devices = self._connected()
        if device and device not in self.presence.here:
            self.met(device)
            asyncio.get_running_loop().call_later(self._pace.away + TICK, self._say_presence)
        self._say_who_came_or_went(here)

    @property
    def presence(self) -> Presence:
        here = self._devices.union(self._neighbours.elsewhere(self.table.id))
        return Presence(here, dict(self._seen), self._since, self._pace.away)

    def _connected(self) -> frozenset[str]:
        return frozenset(c.viewer.device for c in self._connections if c.viewer.device)

    def heard_elsewhere(self) -> None:
        """Somebody came or went at another service, or a bot thinks there."""
        for device in self._elsewhere:
            self.met(device)
        self._elsewhere = frozenset(self._neighbours.elsewhere(self.table.id))
        self._say_presence()

    def _tell_neighbours(self) -> None:
        if not self._neighbours.shared:
            return
        seated = (device for device in self._devices if self.table.seats_of(device))
        people = {device: self._wishes.get(device) for device in seated}
        seat = self._deputy.thinking
        self._neighbours.say_here(self.table.id, Here(people, None if seat is None else (self.table.position, seat)))

    @property
    def watching(self) -> int:
        """How many streams go to those who only watch."""
        return sum(not self.table.seats_of(one.viewer.device) for one in self._connections)

    @property
    def unused(self) -> bool:
        """Nobody would notice if it left memory now."""
        return self._idle() and not self._awaited and not self._jobs and self._at is None

    def snapshot(self, connection: Connection) -> str:
        self._paint()  # nobody hears of what came before a picture after it
        try:
            return self._frames(self.table).snapshot(connection)
        except Exception as error:
            logger.exception("table %s cannot be drawn", self.table.id)
            raise Problem("cannot_draw", "This table cannot be shown now. What was done at it is kept.") from error

    @property
    def closed(self) -> bool:
        return self._closed

    @property
    def connections(self) -> int:
        return len(self._connections)

    async def finish(self) -> None:
        """What was asked before is answered, and nothing else begins. A bot that is thinking is asked again, by
        whoever has the table next."""
        self._leave()
        last = Job(Reading.REST)
        self._ask(last)
        await asyncio.wait([last.done])
        self._end_streams()

    def _end_streams(self) -> None:
        self._paint()
        for connection in self._connections:
            connection.send(None)

    def close(self) -> None:
        self._leave()
        if self._trouble:
            self._trouble.cancel()
        for job in (self._at, *self._jobs):
            if job:
                job.settle(closing())
        self._at = None
        self._jobs.clear()
        self._end_streams()

    def _leave(self) -> None:
        self._closed = True
        self._due.stop()
        self._deputy.close(self.table.id)
        self._tell_neighbours()
        self._neighbours.leave(self.table.id)

    # ---- one thing after the other

    def _ask(self, job: Job) -> None:
        self._jobs.append(job)
        self._go_on()

    def _go_on(self) -> None:
        while self._jobs and self._at is None:
            self._begin(self._jobs.popleft())
        if self._at is None and not self._closed:
            self._due_at = asyncio.get_running_loop().time() + self._patience()
            self._due.set(self._due_at)

    def _begin(self, job: Job) -> None:
        self._at = job
        job.tries += 1
        if isinstance(job.command, Reading):
            self._look_into(job)
            return
        try:
            steps = decide(self.table, job.command, Caller(job.device, job.key, self.presence), self.now())
        except Exception as error:
            self._look_into(job, error)
            return
        if steps:
            append = Append(self.table.seq, [step.entry for step in steps], steps[-1].table)
            self._log.put(append, partial(self._written, job, steps))
        else:
            self._end(job, steps)

    def _written(self, job: Job, steps: tuple[Step, ...], error: Exception | None) -> None:
        if self._at is not job:
            return  # the table was closed meanwhile
        if error is None:
            try:
                self._become(steps[-1].table)
                self._end(job, steps)
            except Exception as bug:
                error = bug
                self._show(steps)  # it has happened all the same
        if error is None:
            self._go_on()
        else:
            self._look_into(job, error)

    def _end(self, job: Job, steps: tuple[Step, ...]) -> None:
        self._failures = 0
        job.settle(self.table.keys.get(job.key or "", self.table.seq))
        self._show(steps)
        self._at = None

    def _look_again(self) -> None:
        """Is anything due by itself, or does nobody need this table any longer?"""
        if self._at is not None or self._closed:
            return
        if asyncio.get_running_loop().time() < self._due_at:
            self._due.set(self._due_at)
        elif self._idle():
            self._leave()
            self._unload(self.table.id)
        else:
            self._ask(Job(TimeUp()))

    def _look_into(self, job: Job, error: Exception | None = None) -> None:
        """What takes reading: others may have written, or something went wrong. All else waits meanwhile."""
        self._trouble = asyncio.create_task(self._see_to(job, error))

    async def _see_to(self, job: Job, error: Exception | None) -> None:
        try:
            if await self._again_now(job, error):
                self._jobs.appendleft(job)
        except Exception as trouble:
            await self._recover(job, trouble)
        finally:
            self._at = self._trouble = None
            self._go_on()

    async def _again_now(self, job: Job, error: Exception | None) -> bool:
        """Is it to be tried again, at the table as it is now?"""
        match error:
            case None:
                assert isinstance(job.command, Reading)
                await self._read(job.command)
                job.settle(self.table.seq)
                return False
            case Conflict():
                await self._reload()
            case Refused() if await self._read(Reading.REST):
                pass  # it was about a table that had gone on at another service
            case Problem():
                self._failed(job, error)
                return False
            case _:
                raise error
        if job.tries < TRIES:
            return True
        self._failed(job, too_busy())
        return False

    async def _read(self, what: Reading) -> bool:
        """Has anything happened at another service?"""
        if what is Reading.REST and not self._neighbours.shared:
            return False
        steps = await self._log.steps_after(self.table) if what is Reading.REST else None
        if steps is None:
            await self._reload()
        elif steps:
            self._become(steps[-1].table)
            self._show(steps)
        return steps is None or bool(steps)

    async def _reload(self) -> None:
        """The table is what the log says, not what we remember; people get what was missed, and the picture."""
        table = await self._log.load(self.table.id)
        if table is None:
            raise unknown_table()  # it was removed
        missed = await self._log.events_between(table, self.table.seq)
        self._paint()
        self._become(table)
        for seq, event in missed:
            self._each(Retold(table, seq, event).to)
        self._each(self._frames(table).snapshot)

    def _become(self, table: Table) -> None:
        self.table = table
        self._behind = max(self._behind, table.turn_since - self._steady())
        self.mind()

    def mind(self, again: bool = False) -> None:
        """Sees to it that bots move, and that turns end in time, unless another service does."""
        if self._closed:
            return
        moves_itself = self.table.phase == "playing" and (self.table.bots or self.table.opened.clock is not None)
        if not moves_itself:
            self._neighbours.leave(self.table.id)
        minded = not moves_itself or self._neighbours.minds(self.table.id)
        if minded:
            self._deputy.mind(self.table, again)
        elif self._minded:
            self._deputy.close(self.table.id)
        taken, self._minded = minded and not self._minded, minded
        if taken:
            self._ask(Job(TimeUp()))  # a turn may be over already
        self._tell_neighbours()  # whose bot thinks no longer

    async def _recover(self, job: Job, trouble: Exception) -> None:
        """Whatever went wrong is told to whoever asked and to the one who runs this, and the table goes on."""
        if isinstance(trouble, Problem) and trouble.code == "unknown_table":
            job.settle(trouble)
            self._unload(self.table.id)
            self._leave()
            self._end_streams()
            return
        if isinstance(trouble, Problem) and trouble.code == "cannot_read":
            self._failed(job, trouble)  # the database is away, and the table is as it was
            return
        logger.error("table %s: %s failed", self.table.id, type(job.command).__name__, exc_info=trouble)
        self._failed(job, Problem("table_failed", "Something went wrong here. The table is as it was before."))
        try:
            await self._reload()
        except Exception:
            logger.exception("table %s cannot be read again", self.table.id)

    def _failed(self, job: Job, problem: Problem) -> None:
        job.settle(problem)
        if job.device is None and not isinstance(job.command, Reading):
            self._rest()

    def _rest(self) -> None:
        """What happens by itself is tried again, but never so often that people wait for it."""
        self._failures += 1
        asyncio.get_running_loop().call_later(self._pause, self._again)

    @property
    def _pause(self) -> float:
        """Seconds before what failed by itself is tried again."""
        return min(LONGEST_REST, 2.0 ** min(self._failures - 1, 10)) if self._failures else 0.0

    def _again(self) -> None:
        self.mind(again=True)

    def bot_says(self, answer: BotAnswer) -> None:
        self._ask(Job(answer))

    def bot_thinks(self) -> None:
        self._tell_neighbours()
        self._say_presence()

    def bot_gave_up(self) -> None:
        self._rest()

    def _patience(self) -> float:
        """Seconds until something is due by itself."""
        deadline = self.table.deadline
        if deadline is None or self.table.timed_out is not None or not self._minded:
            return IDLE
        return max(self._pause, deadline - self.now())

    def _idle(self) -> bool:
        goes_on = self._minded and (self.table.bot_seat is not None or self.table.deadline is not None)
        return not self._connections and not goes_on

    # ---- what people get to see

    def _frames(self, table: Table) -> Frames:
        thinking = self._deputy.thinking if self._minded else self._neighbours.thinking(table.id, table.position)
        self._moment = Moment(table, self.presence, self.now(), thinking, self._moment)
        return Frames(self._moment)

    def _show(self, steps: tuple[Step, ...]) -> None:
        """Pictures of each step, now that it is on the disk, as soon as whoever took it has been answered."""
        if not self._connections or not steps:
            return
        if not self._unseen:
            self._painter.ask(self._paint)
            self._unseen = steps
            return
        # where others came before it could be drawn, the last picture is enough
        *overtaken, last = *self._unseen, *steps
        self._overtaken += [Retold(step.table, step.table.seq, step.entry.event) for step in overtaken]
        self._unseen = (last,)

    def _paint(self) -> None:
        """Pictures of what a command brought."""
        overtaken, self._overtaken = self._overtaken, []
        steps, self._unseen = self._unseen, ()
        try:
            for missed in overtaken:
                self._each(missed.to)
            for step in steps:
                self._each(partial(self._frames(step.table).event, event=step.entry.event))
        except Exception:
            logger.exception("table %s cannot be drawn", self.table.id)
            self._ask(Job(Reading.ALL))  # everybody gets a picture of the table as it is

    def _say_who_came_or_went(self, here: frozenset[str]) -> None:
        """Nobody is told of those who only watch, or who are here by another stream too."""
        self._tell_neighbours()
        if self.presence.here != here:
            self._say_presence()

    def _say_presence(self) -> None:
        self._paint()
        self._each(self._frames(self.table).presence)

    def _each(self, draw: Callable[[Connection], str]) -> None:
        """To everybody here. Where a picture cannot be drawn, its reader goes without, and nobody else notices."""
        for connection in self._connections:
            if connection.behind:
                continue
            try:
                connection.send(draw(connection))
            except Exception:
                logger.exception("table %s: a picture cannot be drawn", self.table.id)


def unknown_table() -> Problem:
    return Problem("unknown_table", "There is no such table. It may have been removed.")


def closing() -> Problem:
    return Problem("closing", "The service is closing this table for a moment. Try again.")


def too_busy() -> Problem:
    return Problem("too_busy", "Somebody else is changing this table at the same time. Try again.")
