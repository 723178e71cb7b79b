"""Bots think in processes of their own, so that nothing else waits for them."""

from __future__ import annotations

import asyncio
import logging
import os
import time
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from random import Random
from typing import Any, Self

from redpip.core.problem import Problem
from redpip.core.record import read_header

NICENESS = 10  # people's moves come first
logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Limits:
    """What a bot may take for one choice."""

    seconds: float = 10.0
    memory: int = 2 * 1024**3  # bytes


@dataclass(frozen=True, slots=True)
class Question:
    table: str
    seat: int
    bot: str
    seq: int  # the position it is asked about
    setup: dict[str, Any]  # a record's header without the dice's seed
    luck: str
    heard: tuple[dict[str, Any], ...]
    view: Any
    options: tuple[Any, ...]
    limits: Limits


@dataclass(frozen=True, slots=True)
class Answer:
    seq: int
    action: Any
    seconds: float


class Thinkers:
    """Use as ``async with Thinkers() as thinkers``. Workers start with the first question."""

    def __init__(self, workers: int | None = None) -> None:
        self._count = workers or min(4, max(2, os.cpu_count() or 1))
        self._pool: ProcessPoolExecutor | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        self._stop()

    async def ask(self, question: Question) -> Answer:
        """What the bot chooses; ``bot_failed`` or ``bot_overran`` where it does not."""
        pool = self._pool = self._pool or _new_pool(self._count)
        loop = asyncio.get_running_loop()
        try:
            answer = await asyncio.wait_for(loop.run_in_executor(pool, _answer, question), question.limits.seconds)
        except TimeoutError:
            self._stop()
            raise Problem("bot_overran", "The bot {bot} took too long.", bot=question.bot) from None
        except BrokenExecutor:
            self._stop()
            raise Problem("bot_failed", "The bot {bot} gave no answer.", bot=question.bot) from None
        except Exception as error:
            logger.exception("the bot %s failed at table %s", question.bot, question.table)
            raise Problem("bot_failed", "The bot {bot} gave no answer.", bot=question.bot) from error
        if answer.action not in question.options:
            raise Problem("bot_failed", "The bot {bot} gave no answer.", bot=question.bot)
        return answer

    def forget(self, table: str) -> None:
        """The game is over: its bots go."""

    def _stop(self) -> None:
        if self._pool is not None:
            for process in list(self._pool._processes.values()):
                process.kill()
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None


def _new_pool(workers: int) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(workers, get_context("spawn"), os.nice, (NICENESS,))


def _answer(question: Question) -> Answer:
    start = time.perf_counter()
    setup = read_header(question.setup)
    bot = setup.seat_bot(question.bot, question.seat, Random(question.luck))
    return Answer(question.seq, bot.choose(question.view, question.options), time.perf_counter() - start)
