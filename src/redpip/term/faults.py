"""What goes wrong beside the command itself is told on standard error, in a sentence, while it runs."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from redpip.core.problem import Problem


@contextmanager
def telling_faults(language: Callable[[], str]) -> Iterator[None]:
    """Says each plug-in that is left out, as it is found."""
    log, teller = logging.getLogger("redpip.plugins"), _Teller(language)
    log.addHandler(teller)
    try:
        yield
    finally:
        log.removeHandler(teller)


class _Teller(logging.Handler):
    def __init__(self, language: Callable[[], str]) -> None:
        super().__init__()
        self._language = language

    def emit(self, record: logging.LogRecord) -> None:
        from redpip.core.words import common_words

        with suppress(OSError):  # nobody reads it; that is no reason to stop
            for fault in record.args or ():
                if isinstance(fault, Problem):
                    print(f"redpip: {common_words(self._language()).problem(fault)}", file=sys.stderr, flush=True)
