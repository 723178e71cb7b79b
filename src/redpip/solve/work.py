"""Threads that share work which can be stopped."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager


@contextmanager
def at_work(threads: int) -> Iterator[ThreadPoolExecutor]:
    """Threads that drop what they have not begun when the work is stopped."""
    workers = ThreadPoolExecutor(threads)
    try:
        yield workers
    finally:
        workers.shutdown(cancel_futures=True)
