"""What a table is asked to do, and who waits for it."""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass, field
from enum import Enum

from redpip.core.problem import Problem
from redpip.table.command import Command
from redpip.web.alarm import Alarm
from redpip.web.painter import Painter

LONGEST_ANSWER = 30.0  # seconds after which nobody waits any longer


class Reading(Enum):
    """Of what others have written."""

    ALL = "all"
    REST = "rest"


@dataclass(slots=True)
class Job:
    """A command, and where the number of its last event is awaited."""

    command: Command | Reading
    device: str | None = None  # None: a bot or the house
    key: str | None = None
    tries: int = 0
    done: asyncio.Future[int] = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    def settle(self, outcome: int | Problem) -> None:
        if self.done.done():
            return  # nobody waits any longer, or it was answered before something else went wrong
        if isinstance(outcome, Problem):
            self.done.set_exception(outcome.with_traceback(None))  # which would lead back to us
            self.done.exception()  # nobody waits for what happens by itself
        else:
            self.done.set_result(outcome)

    def give_up(self) -> None:
        """Whoever asked waits no longer; it may still be done."""
        self.settle(
            Problem("no_answer", "The table has not answered yet. Send it again as it was: it is never done twice.")
        )


class Awaited:
    """The answers that somebody waits for."""

    def __init__(self, painter: Painter) -> None:
        self._painter = painter
        self._jobs: deque[tuple[float, Job]] = deque()  # and until when: who asked first is first
        self._too_late = Alarm(self._give_up)

    def __len__(self) -> int:
        return len(self._jobs)

    async def answer(self, job: Job) -> int:
        until = asyncio.get_running_loop().time() + LONGEST_ANSWER
        self._jobs.append((until, job))
        self._too_late.set(until)
        try:
            with self._painter.awaited:
                return await job.done
        finally:
            self._forget_answered()
            del job  # what was refused remembers where it was, and would keep itself

    def _forget_answered(self) -> None:
        while self._jobs and self._jobs[0][1].done.done():
            self._jobs.popleft()

    def _give_up(self) -> None:
        """On those who have waited too long."""
        now = asyncio.get_running_loop().time()
        for until, job in self._jobs:
            if until <= now:
                job.give_up()
        self._forget_answered()
        if self._jobs:
            self._too_late.set(self._jobs[0][0])
