"""Work in a process of its own, which may fail, fall silent or never end."""

from __future__ import annotations

import os
import resource
import signal
from collections.abc import Callable
from pathlib import Path

from mutants.ground import WORK

NO_END = "(no end)"


def in_fork(work: Callable[[], str | None], seconds: float | None = None, quiet: bool = True) -> str | None:
    """What a process of its own answers. One that takes many times the usual time of a core has no end."""
    answer = WORK / f"answer-{os.getpid()}"
    answer.unlink(missing_ok=True)
    child = os.fork()
    if child == 0:
        _answer(work, answer, seconds, quiet)
    _, status = os.waitpid(child, 0)
    if quiet:
        _end_group(child)
    if os.WIFSIGNALED(status):
        return NO_END if os.WTERMSIG(status) in (signal.SIGXCPU, signal.SIGALRM) else f"(signal {os.WTERMSIG(status)})"
    return answer.read_text("utf-8") or None


def _answer(work: Callable[[], str | None], answer: Path, seconds: float | None, quiet: bool) -> None:
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
    answer.write_text(said, "utf-8")
    os._exit(0)


def _end_group(leader: int) -> None:
    """Ends what a test has started and left running."""
    try:
        os.killpg(leader, signal.SIGKILL)
    except ProcessLookupError:
        return
