"""Hypothesis draws the same cases in every run, Ctrl-C means what it says, and nobody looks for garbage in vain."""

import gc
import os
import signal

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


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest come first, so that no core waits for them at the end; those that share a browser stay together."""
    items.sort(key=lambda item: ("web" not in item.path.parts, "browser" not in getattr(item, "fixturenames", ())))
