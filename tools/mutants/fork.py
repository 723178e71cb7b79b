"""Work in processes of its own, which may fail, fall silent or never end."""

from __future__ import annotations

import os
import resource
import signal
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TypeVar

from mutants.ground import WORK

NO_END = "(no end)"

Task = TypeVar("Task")
Work = Callable[[], str | None]


def in_fork(work: Work, seconds: float | None = None, quiet: bool = True) -> str | None:
    """What a process of its own answers. One that takes many times the usual time of a core has no end."""
    child = _start(work, seconds, quiet)
    _, status = os.waitpid(child, 0)
    if quiet:
        _end_group(child)
    return _answer_of(child, status)


def in_forks(tasks: Iterable[tuple[Task, Work, float]], jobs: int) -> Iterator[tuple[Task, str | None]]:
    """The same for many, so many at once, as they end. Each is asked for when there is room for it."""
    running: dict[int, Task] = {}
    for task, work, seconds in tasks:
        running[_start(work, seconds, quiet=True)] = task
        if len(running) == jobs:
            yield _first(running)
    while running:
        yield _first(running)


def _first(running: dict[int, Task]) -> tuple[Task, str | None]:
    child, status = os.wait()
    _end_group(child)
    return running.pop(child), _answer_of(child, status)


def _start(work: Work, seconds: float | None, quiet: bool) -> int:
    child = os.fork()
    if child == 0:
        _answer(work, seconds, quiet)
    return child


def _answer_of(child: int, status: int) -> str | None:
    if os.WIFSIGNALED(status):
        return NO_END if os.WTERMSIG(status) in (signal.SIGXCPU, signal.SIGALRM) else f"(signal {os.WTERMSIG(status)})"
    answer = _place(child)
    said = answer.read_text("utf-8")
    answer.unlink()
    return said or None


def _place(process: int) -> Path:
    return WORK / f"answer-{process}"


def _answer(work: Work, seconds: float | None, quiet: bool) -> None:
    """In the new process: works, writes and ends, whatever happens."""
    if quiet:
        os.setsid()
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
    if seconds is not None:
        limit = int(4 + 5 * seconds)
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 5))  # at the second it would be killed without a word
        signal.alarm(60 * limit)  # for one that only waits
        resource.setrlimit(resource.RLIMIT_DATA, (6 << 30, 6 << 30))
    try:
        said = work() or ""
    except BaseException as error:
        said = f"({type(error).__name__}: {error})"
    _place(os.getpid()).write_text(said, "utf-8")
    os._exit(0)


def _end_group(leader: int) -> None:
    """Ends what a test has started and left running."""
    try:
        os.killpg(leader, signal.SIGKILL)
    except ProcessLookupError:
        return
