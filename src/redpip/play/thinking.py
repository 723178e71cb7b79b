"""Bots think in worker processes, so that nobody else waits for them.

A question brings all that its bot needs, so any worker can answer it, also after another was stopped. A bot that is
asked again is asked where it lives, if that worker is free, and is told only what has happened since.
"""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from functools import partial
from typing import Any, Self, TypeVar

from redpip.core.problem import Phrase, Problem
from redpip.play.thinking_lanes import Lanes
from redpip.play.thinking_process import BotFault, Died, TooLarge, Worker
from redpip.play.thinking_question import Answer, Kind, Limits, Question

__all__ = ["Answer", "Limits", "Question", "Thinkers"]

LOG = logging.getLogger(__name__)
MOST_WORKERS = 4
TRIES = 2  # of a question whose worker ended
START = 60.0  # seconds that a worker may take to start
CLOSED = Phrase("the service is stopping")

T = TypeVar("T")


@dataclass(eq=False, slots=True)
class _Asked:
    """A question that waits for a worker, or for its answer."""

    question: Question
    answer: asyncio.Future[Answer]
    tries: int = 0
    thinking: asyncio.Task[int] | None = None

    def succeed(self, number: int, seconds: float) -> None:
        if not self.answer.done():
            self.answer.set_result(Answer(self.question.seq, self.question.options[number], seconds))

    def fail(self, problem: Problem) -> None:
        if not self.answer.done():
            self.answer.set_exception(problem)

    def fail_since(self, reason: object) -> None:
        self.fail(
            Problem("bot_failed", "The bot of player {player} failed: {reason}", player=self.player, reason=reason)
        )

    @property
    def player(self) -> int:
        return self.question.seat + 1


class Thinkers:
    """``async with Thinkers() as thinkers``. A worker is started when a question finds none free."""

    def __init__(
        self,
        workers: int | None = None,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Coroutine[Any, Any, None]] = asyncio.sleep,
    ) -> None:
        # two even where there is one core: a slow bot leaves the other to the quick ones
        self._most = workers or min(MOST_WORKERS, max(2, os.cpu_count() or 1))
        self._clock = clock
        self._sleep = sleep
        self._lanes = Lanes(self._most)
        self._asked: list[_Asked] = []  # in the order of their coming
        self._workers: dict[Worker, set[Kind]] = {}  # with the kinds of bots that each has met
        self._idle: list[Worker] = []
        self._starting: set[asyncio.Task[None]] = set()
        self._leaving: set[asyncio.Task[None]] = set()
        self._closed = False

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        self._closed = True
        working = [*self._starting, *(asked.thinking for asked in self._asked if asked.thinking)]
        for asked in self._asked:
            asked.fail_since(CLOSED)
        for task in working:
            task.cancel()
        await asyncio.gather(*working, return_exceptions=True)
        for worker in list(self._workers):
            self._dismiss(worker)
        await asyncio.gather(*self._leaving)

    async def ask(self, question: Question) -> Answer:
        """What the bot chooses. A Problem if it fails (``bot_failed``), or needs more time (``bot_overran``) or memory
        (``bot_too_large``) than its limits allow."""
        asked = _Asked(question, asyncio.get_running_loop().create_future())
        if self._closed:
            asked.fail_since(CLOSED)
        self._asked.append(asked)
        self._hand_out()
        try:
            return await asked.answer
        finally:
            self._asked.remove(asked)
            if asked.thinking:  # for nobody
                asked.thinking.cancel()

    def forget(self, table: str) -> None:
        """The game is over, or nobody looks at it now: its bots go."""
        for worker in self._workers:
            worker.forget(table)

    # ---- who is asked what

    def _hand_out(self) -> None:
        """Gives questions to workers that are free, and starts workers for those that find none."""
        if self._closed:
            return
        self._dismiss_dead()
        left = 0
        for asked in self._asked:
            if asked.thinking or asked.answer.done() or not self._lanes.may_start(asked.question.kind):
                continue
            if self._idle:
                self._give(asked)
            else:
                left += 1
        for _ in range(min(left - len(self._starting), self._most - len(self._workers) - len(self._starting))):
            _keep(self._starting, asyncio.create_task(self._start()))

    def _give(self, asked: _Asked) -> None:
        """To the worker that keeps the bot, else one that has met its kind and has its tables, else the freest."""
        question, met = asked.question, self._workers
        worker = max(self._idle, key=lambda one: (one.keeps(question.key), question.kind in met[one], -one.bots))
        self._idle.remove(worker)
        met[worker].add(question.kind)
        self._lanes.begin(question.kind)
        asked.tries += 1
        asked.thinking = asyncio.create_task(self._within(question.limits.seconds, partial(worker.ask, question)))
        asked.thinking.add_done_callback(partial(self._settle, worker, asked, self._clock()))

    def _settle(self, worker: Worker, asked: _Asked, begun: float, thought: asyncio.Task[int]) -> None:
        """What came of it: an answer, a Problem, or another try."""
        seconds = self._clock() - begun
        self._lanes.end(asked.question.kind, seconds)
        asked.thinking = None
        error = asyncio.CancelledError() if thought.cancelled() else thought.exception()
        match error:
            case None:
                asked.succeed(thought.result(), seconds)
            case BotFault():
                LOG.error("bot:%s at table %s: %s", asked.question.bot, asked.question.table, error.trace)
                asked.fail_since(str(error))
            case _:
                self._dismiss(worker)
                self._blame(asked, error)
        if worker in self._workers:
            self._idle.append(worker)
        self._hand_out()

    def _blame(self, asked: _Asked, error: BaseException) -> None:
        if isinstance(error, asyncio.CancelledError):
            return  # nobody waits for it
        limits = asked.question.limits
        LOG.warning("bot:%s at table %s", asked.question.bot, asked.question.table, exc_info=error)
        match error:
            case TimeoutError():
                asked.fail(
                    Problem(
                        "bot_overran",
                        "The bot of player {player} took longer than {seconds} s.",
                        player=asked.player,
                        seconds=f"{limits.seconds:g}",
                    )
                )
            case Died() | TooLarge() if asked.tries < TRIES:
                pass  # others may have had their part in it
            case TooLarge():
                asked.fail(
                    Problem(
                        "bot_too_large",
                        "The bot of player {player} needed more than {memory} MiB of memory.",
                        player=asked.player,
                        memory=limits.memory // 2**20,
                    )
                )
            case Died():
                asked.fail_since(Phrase("its process ended"))
            case _:
                asked.fail_since(f"{type(error).__name__}: {error}")

    # ---- workers come and go

    async def _start(self) -> None:
        try:
            worker = await self._within(START, Worker.start)
        except (OSError, Died, TimeoutError):
            LOG.exception("a worker could not be started")
            for asked in self._asked if not self._workers else ():
                asked.fail_since(Phrase("its process ended"))
            return
        self._workers[worker] = set()
        self._idle.append(worker)
        self._hand_out()

    def _dismiss(self, worker: Worker) -> None:
        del self._workers[worker]
        _keep(self._leaving, asyncio.create_task(worker.close()))

    def _dismiss_dead(self) -> None:
        for worker in [worker for worker in self._idle if not worker.is_alive]:
            self._idle.remove(worker)
            self._dismiss(worker)

    async def _within(self, seconds: float, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        doing, timer = asyncio.create_task(work()), asyncio.create_task(self._sleep(seconds))
        try:
            await asyncio.wait({doing, timer}, return_when=asyncio.FIRST_COMPLETED)
            if doing.done():
                return doing.result()
            raise TimeoutError
        finally:
            timer.cancel()
            doing.cancel()
            await asyncio.wait({doing})


def _keep(tasks: set[asyncio.Task[None]], task: asyncio.Task[None]) -> None:
    tasks.add(task)
    task.add_done_callback(tasks.discard)
