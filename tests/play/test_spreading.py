"""Workers of this machine, and how they end."""

from __future__ import annotations

import signal
from multiprocessing import active_children
from multiprocessing.process import BaseProcess
from threading import Event

import pytest

from patience import PATIENCE
from redpip.play.spreading import processes_here


def wait_long() -> bool:
    return Event().wait(PATIENCE)


def test_a_stop_waits_for_no_piece() -> None:
    others, workers = active_children(), list[BaseProcess]()

    def stop() -> None:
        with processes_here(1) as here:
            here.executor.submit(wait_long)
            workers.extend(child for child in active_children() if child not in others)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        stop()
    assert [worker.exitcode for worker in workers] == [-signal.SIGTERM]
