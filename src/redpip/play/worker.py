"""What every worker process does when it begins."""

from __future__ import annotations

import os
import signal
from multiprocessing import parent_process
from threading import Thread

from redpip.core.memory import rarely_look_for_cycles


def begin_work() -> None:
    """Leaves Ctrl-C to the parent, whom it reaches too, and ends with the parent, however that ends."""
    rarely_look_for_cycles()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent:
        parent.join()  # a pipe that the system closes, even behind a process that was killed
        os._exit(1)
