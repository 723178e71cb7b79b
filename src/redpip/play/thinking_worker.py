"""What a worker process does: it keeps the bots of many tables, and asks them one question after another.

A message from the parent is a pickle, its length before it: a ``Task``, an ``Errand``, or the name of a table whose
bots may go. What goes back is a line of JSON, since the parent need not trust a bot with more; before it an errand may
tell how far it is, a line each time.
"""

from __future__ import annotations

import json
import os
import pickle
import resource
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any, BinaryIO

from redpip.core.catalog import all_games
from redpip.core.game import Event
from redpip.core.problem import Problem
from redpip.core.record import read_header
from redpip.core.seated import SeatedBot
from redpip.core.setup import Setup
from redpip.core.words import common_words
from redpip.play.thinking_question import Errand, Key

NICENESS = 10  # people's moves come first
LENGTH = 8  # bytes that say how long a message is
LONGEST = 10_000  # characters of a traceback
STEP = 0.01  # of an errand, between two words of how far it is


@dataclass(frozen=True, slots=True)
class Task:
    key: Key
    seating: tuple[dict[str, Any], str] | None  # setup and luck of a bot that is to be seated (anew)
    heard: Sequence[Event[Any]]  # what the bot has not been told yet
    view: Any
    options: Sequence[Any]
    memory: int


class Desk:
    """The bots that live here."""

    def __init__(self, say: Callable[[dict[str, Any]], None]) -> None:
        self._bots: dict[Key, SeatedBot] = {}
        self._say = say

    def answer(self, message: bytes) -> dict[str, Any] | None:
        """The number of the option chosen, or what went wrong."""
        try:
            task = pickle.loads(message)
            if isinstance(task, str):
                self._forget(task)
                return None
            if isinstance(task, Errand):
                return self._ran(task)
            with _at_most(task.memory):
                return {"chosen": self._chosen(task)}
        except MemoryError:
            return {"large": True}
        except BaseException as error:  # a bot is anybody's code
            reason = traceback.format_exception_only(error)[-1].strip()
            return {"failed": reason[:200], "traceback": traceback.format_exc()[-LONGEST:]}

    def _chosen(self, task: Task) -> int:
        if task.seating:
            setup, luck = task.seating
            _, seat, name = task.key
            self._bots[task.key] = SeatedBot(_setup(json.dumps(setup)), name, seat, luck)
        bot = self._bots[task.key]
        for event in task.heard:
            bot.heard(event)
        action = bot.choose(task.view, task.options)
        if action not in task.options:
            raise ValueError(f"{str(action)[:80]!r} is not among its options")
        return task.options.index(action)

    def _ran(self, errand: Errand) -> dict[str, Any]:
        told = 0.0

        def progress(part: float) -> None:
            nonlocal told
            if part - told >= STEP or part < told:
                told = part
                self._say({"progress": part})

        try:
            with _at_most(errand.limits.memory):
                return {"done": errand.work(*errand.facts, progress)}
        except Problem as problem:
            return {"problem": problem.code, "said": common_words(errand.language).problem(problem)}

    def _forget(self, table: str) -> None:
        for key in [key for key in self._bots if key[0] == table]:
            del self._bots[key]


@lru_cache(maxsize=64)
def _setup(text: str) -> Setup:
    return read_header(json.loads(text))


@contextmanager
def _at_most(memory: int) -> Iterator[None]:
    """Limits what this process may write to. Address space would not do, of which compiled kernels reserve more than
    twice what they use; this counts neither what is only reserved nor files that are read as memory."""
    soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
    resource.setrlimit(resource.RLIMIT_DATA, (memory if hard == resource.RLIM_INFINITY else min(memory, hard), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))


def work() -> None:
    """Answers until the parent goes, which closes the pipe, however it ends."""
    questions, answers = _take_pipes()
    os.nice(NICENESS)
    with suppress(OSError):  # where memory is short, rather a worker ends than the service
        Path("/proc/self/oom_score_adj").write_text("500")
    messages: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_listen, args=(questions, messages), daemon=True).start()
    all_games()  # imported before the first question

    def say(reply: dict[str, Any]) -> None:
        answers.write(json.dumps(reply).encode() + b"\n")
        answers.flush()

    desk = Desk(say)
    reply: dict[str, Any] | None = {"ready": True}
    while True:
        if reply is not None:
            say(reply)
        reply = desk.answer(messages.get())


def _take_pipes() -> tuple[BinaryIO, BinaryIO]:
    """The pipes to the parent, out of the way of bots that read and print."""
    questions, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    return questions, answers


def _listen(questions: BinaryIO, messages: SimpleQueue[bytes]) -> None:
    while header := questions.read(LENGTH):
        messages.put(questions.read(int.from_bytes(header, "big")))
    os._exit(0)
