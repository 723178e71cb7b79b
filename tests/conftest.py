"""Hypothesis draws the same cases in every run, Ctrl-C means what it says, and nobody looks for garbage in vain."""

import gc
import os
import signal
from itertools import chain

import pytest
from hypothesis import HealthCheck, settings

from redpip.core.memory import rarely_look_for_cycles

# "explore" draws other cases each time, and many more of them
settings.register_profile("steady", deadline=None, derandomize=True, max_examples=100)
settings.register_profile("explore", deadline=None, max_examples=2500, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))

# a shell that runs the tests in the background has us ignore Ctrl-C, and so would every program we start
signal.signal(signal.SIGINT, signal.default_int_handler)

# thousands of tests are kept for the whole run: looking through them again and again for cycles finds nothing
gc.disable()


def pytest_collection_finish() -> None:
    rarely_look_for_cycles()
    gc.enable()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Pages wait and rules compute: at any time some workers do the one and some the other, so that no core idles.

    Each worker is handed one stretch of the list; tests that share a browser stay together in it.
    """
    pages = [item for item in items if "web" in item.path.parts]
    others = [item for item in items if "web" not in item.path.parts]
    pages.sort(key=lambda item: "browser" not in getattr(item, "fixturenames", ()))
    workers = getattr(config, "workerinput", {}).get("workercount", 1)
    items[:] = []
    for worker in range(workers):
        share = [
            stretch[len(stretch) * worker // workers : len(stretch) * (worker + 1) // workers]
            for stretch in (pages, others)
        ]
        items += chain(*(share if worker % 2 == 0 else reversed(share)))
