"""Bots think in worker processes, and long work is done there, so that nobody else waits for them.

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

from redpip.core.discreet import Untold
from redpip.core.effort import Progress
from redpip.core.problem import Phrase, Problem
from redpip.play.thinking_lanes import Lanes
from redpip.play.thinking_process import BotFault, Died, TooLarge, Worker
from redpip.play.thinking_question import Answer, Errand, Kind, Limits, Question

__all__ = ["Answer", "Errand", "Limits", "Question", "Thinkers"]

LOG = logging.getLogger(__name__)
MOST_WORKERS = 4
TRIES = 2  # of a question whose worker ended
START = 60.0  # seconds that a worker may take to start
CLOSED = Phrase("the service is stopping")

T = TypeVar("T")


@dataclass(eq=False, slots=True)
class _Asked:
    """A question or an errand that waits for a worker, or for its answer."""

    asked: Question | Errand
    answer: asyncio.Future[Any]
    progress: Progress = lambda _: None
    tries: int = 0
    thinking: asyncio.Task[Any] | None = None

    def begin(self, worker: Worker) -> Coroutine[Any, Any, Any]:
        return worker.run(self.asked, self.progress) if isinstance(self.asked, Errand) else worker.ask(self.asked)

    def succeed(self, result: Any, seconds: float) -> None:
        if not self.answer.done():
            asked = self.asked
            chosen = result if isinstance(asked, Errand) else Answer(asked.seq, asked.options[result], seconds)
            self.answer.set_result(chosen)

    def fail(self, problem: Problem) -> None:
        if not self.answer.done():
            self.answer.set_exception(problem)

    def fail_since(self, reason: object) -> None:
        if isinstance(self.asked, Errand):
            self.fail(Problem("work_failed", "This could not be worked out: {reason}", reason=reason))
            return
        player = self.asked.seat + 1
        self.fail(Problem("bot_failed", "The bot of player {player} failed: {reason}", player=player, reason=reason))

    def fail_overrun(self) -> None:
        seconds = f"{self.asked.limits.seconds:g}"
        if isinstance(self.asked, Errand):
            self.fail(Problem("work_overran", "This took longer than {seconds} s.", seconds=seconds))
            return
        player = self.asked.seat + 1
        self.fail(
            Problem(
                "bot_overran",
                "The bot of player {player} took longer than {seconds} s.",
                player=player,
                seconds=seconds,
            )
        )

    def fail_too_large(self) -> None:
        memory = self.asked.limits.memory // 2**20
        if isinstance(self.asked, Errand):
            self.fail(Problem("work_too_large", "This needed more than {memory} MiB of memory.", memory=memory))
            return
        player = self.asked.seat + 1
        self.fail(
            Problem(
                "bot_too_large",
                "The bot of player {player} needed more than {memory} MiB of memory.",
                player=player,
                memory=memory,
            )
        )

    def __str__(self) -> str:
        asked = self.asked
        return asked.name if isinstance(asked, Errand) else f"bot:{asked.bot} at table {asked.table}"


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
        answer: Answer = await self._ask(_Asked(question, asyncio.get_running_loop().create_future()))
        return answer

    async def run(self, errand: Errand, progress: Progress = lambda _: None) -> Any:
        """What comes of an errand. Its own Problem, or one of ours (``work_failed``, ``work_overran``,
        ``work_too_large``)."""
        return await self._ask(_Asked(errand, asyncio.get_running_loop().create_future(), progress))

    async def _ask(self, asked: _Asked) -> Any:
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

    @property
    def busy(self) -> tuple[int, int]:
        """How many questions are thought about, and how many wait."""
        thinking = sum(asked.thinking is not None for asked in self._asked)
        return thinking, len(self._asked) - thinking

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
            if asked.thinking or asked.answer.done() or not self._lanes.may_start(asked.asked.kind):
                continue
            if self._idle:
                self._give(asked)
            else:
                left += 1
        for _ in range(min(left - len(self._starting), self._most - len(self._workers) - len(self._starting))):
            _keep(self._starting, asyncio.create_task(self._start()))

    def _give(self, asked: _Asked) -> None:
        """To the worker that keeps the bot, else one that has met its kind and has its tables, else the freest."""
        question, met = asked.asked, self._workers
        key = question.key if isinstance(question, Question) else None
        worker = max(self._idle, key=lambda one: (bool(key and one.keeps(key)), question.kind in met[one], -one.bots))
        self._idle.remove(worker)
        met[worker].add(question.kind)
        self._lanes.begin(question.kind)
        asked.tries += 1
        asked.thinking = asyncio.create_task(self._within(question.limits.seconds, partial(asked.begin, worker)))
        asked.thinking.add_done_callback(partial(self._settle, worker, asked, self._clock()))

    def _settle(self, worker: Worker, asked: _Asked, begun: float, thought: asyncio.Task[Any]) -> None:
        """What came of it: an answer, a Problem, or another try."""
        seconds = self._clock() - begun
        self._lanes.end(asked.asked.kind, seconds)
        asked.thinking = None
        error = asyncio.CancelledError() if thought.cancelled() else thought.exception()
        match error:
            case None:
                asked.succeed(thought.result(), seconds)
            case Problem():
                asked.fail(error)
            case BotFault():
                LOG.error("%s: %s", asked, Untold(error.trace, str(error).partition(":")[0]))
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
        LOG.warning("%s", asked, exc_info=error)
        match error:
            case TimeoutError():
                asked.fail_overrun()
            case Died() | TooLarge() if asked.tries < TRIES:
                pass  # others may have had their part in it
            case TooLarge():
                asked.fail_too_large()
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
