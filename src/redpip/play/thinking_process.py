"""A worker process as its parent sees it."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import pickle
import signal
import sys
from asyncio import StreamReader
from asyncio.subprocess import PIPE, Process
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from redpip.core.discreet import Untold
from redpip.core.effort import Progress
from redpip.core.problem import Problem
from redpip.play.thinking_question import Errand, Key, Question
from redpip.play.thinking_worker import LENGTH, Task

LOG = logging.getLogger(__name__)
# a group of its own, since Ctrl-C is the parent's; and no session, since Linux lets sessions wait for each other
PROGRAM = "import os; os.setpgrp(); from redpip.play.thinking_worker import work; work()"
LONG = 1.0  # seconds after which a bot that still thinks steps back
LONGEST_ANSWER = 2**25  # bytes of a line


class Died(Exception):
    """The process ended, whoever ended it."""


class TooLarge(Exception):
    """The process had not enough memory for this bot."""


class BotFault(Exception):
    """The bot raised an error, or named what is not among its options; or an errand raised one."""

    def __init__(self, reason: str, trace: str) -> None:
        super().__init__(reason)
        self.trace = trace


class Worker:
    def __init__(self, process: Process) -> None:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        self._process = process
        self._questions, self._answers = process.stdin, process.stdout
        self._told: dict[Key, int] = {}  # how many events each of its bots has heard
        self._logging = asyncio.create_task(_log_lines(process.pid, process.stderr))

    @classmethod
    async def start(cls) -> Worker:
        """A process that finds the same packages as this one, ready for its first question."""
        worker = cls(
            await asyncio.create_subprocess_exec(
                *(sys.executable, "-P", "-c", PROGRAM),
                stdin=PIPE,
                stdout=PIPE,
                stderr=PIPE,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
                limit=LONGEST_ANSWER,
            )
        )
        try:
            await worker._answer()
        except BaseException:
            await worker.close()
            raise
        return worker

    @property
    def is_alive(self) -> bool:
        return self._process.returncode is None

    @property
    def bots(self) -> int:
        return len(self._told)

    def keeps(self, key: Key) -> bool:
        return key in self._told

    async def ask(self, question: Question) -> int:
        """The number of the option that the bot chose. A bot that is not kept here is seated and told everything."""
        told = self._told.pop(question.key, None)  # whatever goes wrong, it is seated anew the next time
        await self._send(
            Task(
                question.key,
                (question.setup, question.luck) if told is None else None,
                question.heard[told or 0 :],
                question.view,
                question.options,
                question.limits.memory,
            )
        )
        with self._stepping_back():
            answer = await self._sound_answer()
        self._told[question.key] = len(question.heard)
        return int(answer["chosen"])

    async def run(self, errand: Errand, progress: Progress) -> Any:
        """What came of the errand, or the Problem that it ended with."""
        await self._send(errand)
        while "progress" in (answer := await self._sound_answer()):
            progress(answer["progress"])
        if "problem" in answer:
            raise Problem(answer["problem"], "{said}", said=answer["said"])
        return answer["done"]

    async def _sound_answer(self) -> dict[str, Any]:
        answer = await self._answer()
        if "large" in answer:
            raise TooLarge
        if "failed" in answer:
            raise BotFault(answer["failed"], answer["traceback"])
        return answer

    @contextmanager
    def _stepping_back(self) -> Iterator[None]:
        long = asyncio.get_running_loop().call_later(LONG, self._step_back)
        try:
            yield
        finally:
            long.cancel()

    def _step_back(self) -> None:
        """From now on it has what nobody else wants of the cores, all of them, and makes room at once: where it only
        had a lower priority, whoever is to be answered would wait each time until its slice is over."""
        if hasattr(os, "SCHED_IDLE"):
            with suppress(OSError):  # it has just ended
                for thread in Path(f"/proc/{self._process.pid}/task").iterdir():
                    os.sched_setscheduler(int(thread.name), os.SCHED_IDLE, os.sched_param(0))

    def forget(self, table: str) -> None:
        gone = [key for key in self._told if key[0] == table]
        for key in gone:
            del self._told[key]
        if gone:
            self._write(table)

    async def close(self) -> None:
        """Ends the process, whatever it does."""
        if self.is_alive:
            try:
                os.killpg(self._process.pid, signal.SIGKILL)  # with whatever the bots have started
            except ProcessLookupError:  # it has only just begun, and has no group yet
                self._process.kill()
        await self._process.wait()
        self._questions.close()
        await asyncio.wait({self._logging}, timeout=1)
        self._logging.cancel()

    def _write(self, message: Task | Errand | str) -> None:
        data = pickle.dumps(message)
        self._questions.write(len(data).to_bytes(LENGTH, "big") + data)

    async def _send(self, task: Task | Errand) -> None:
        self._write(task)
        try:
            await self._questions.drain()
        except ConnectionError:
            raise Died from None

    async def _answer(self) -> dict[str, Any]:
        line = await self._answers.readline()
        if not line.endswith(b"\n"):
            raise Died
        answer: dict[str, Any] = json.loads(line)
        return answer


async def _log_lines(pid: int, errors: StreamReader) -> None:
    """What bots print, and what the system says of a process that breaks down."""
    while text := await errors.read(4096):
        for line in text.decode(errors="replace").splitlines():
            LOG.warning("worker %d: %s", pid, Untold(line))
