"""Work in pieces, spread over processes of this machine or over a cluster; who asks sees no difference."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from multiprocessing import active_children
from typing import TypeVar

from redpip.core.problem import Problem
from redpip.play.worker import begin_work

A_CORE = 4  # processes, at most
AHEAD = 3  # pieces that wait for each worker, however many there are in all
GLANCE = 2.0  # seconds between two looks at whether anybody still works

Piece = TypeVar("Piece")
Found = TypeVar("Found")


def cores() -> int:
    return os.cpu_count() or 1


def check_processes(processes: int | None) -> None:
    """More than a few for each core would only take memory."""
    most = A_CORE * cores()
    if processes is not None and processes > most:
        raise Problem(
            "bad_processes",
            "At most {most} processes run here, {each} for each core; got {given}.",
            most=most,
            each=A_CORE,
            given=processes,
        )


@dataclass(frozen=True)
class Spreading:
    """Workers, wherever they are. ``look`` raises where nobody works any more."""

    executor: Executor
    workers: int
    look: Callable[[], None] = lambda: None

    def over(self, work: Callable[[Piece], Found], pieces: Iterable[Piece]) -> Iterator[tuple[Piece, Found]]:
        """What came of each piece, in whatever order they are done."""
        todo = iter(pieces)
        waiting: dict[Future[Found], Piece] = {}
        for piece in islice(todo, AHEAD * self.workers):
            waiting[self.executor.submit(work, piece)] = piece
        while waiting:
            ready, _ = wait(waiting, timeout=GLANCE, return_when=FIRST_COMPLETED)
            if not ready:
                self.look()
            for future in ready:
                yield waiting.pop(future), future.result()
                for piece in islice(todo, 1):
                    waiting[self.executor.submit(work, piece)] = piece


@contextmanager
def processes_here(workers: int) -> Iterator[Spreading]:
    """They end at once where something goes wrong, whatever they have begun: a batch can take minutes."""
    others = active_children()
    with ProcessPoolExecutor(workers, initializer=begin_work) as pool:
        try:
            yield Spreading(pool, workers)
        except BaseException:
            for worker in active_children():
                if worker not in others:
                    worker.terminate()
            pool.shutdown(cancel_futures=True)
            raise
