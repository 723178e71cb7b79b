"""A real service in a process of its own, which tests may kill."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, suppress
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright
from sqlalchemy import URL

from patience import PATIENCE
from redpip.store.database import Place

from .browser import Person, launch
from .client import Device
from .nursery import Forked, close_nursery

PROGRAM = """
import sys
from itertools import count
from pathlib import Path
from redpip.store.postgres import read_url
from redpip.web import api
from redpip.web.live import Pace
from redpip.web.serve import serve
data, port, pace, between = sys.argv[1], int(sys.argv[2]), float(sys.argv[3]), float(sys.argv[4])
data = read_url(data) if "://" in data else Path(data)
for limit in (api.opening, api.commanding):
    limit.clock = count(0, between).__next__
serve("127.0.0.1", port, data, browser=False, pace=Pace(pace, pace, away=0.5))
"""


def pytest_sessionfinish() -> None:
    close_nursery()


def _is_free(port: int) -> bool:
    with socket.socket() as tried, suppress(OSError):
        tried.bind(("127.0.0.1", port))
        return True
    return False


# none that the system gives away by itself: while a service is down, nobody else may come to have its port
PORTS = filter(_is_free, count(10_000 + os.getpid() * 41 % 20_000))


class Service:
    """Its callers are limited as if so many seconds went by between two requests, however fast the machine is."""

    def __init__(
        self,
        data: Place,
        pace: float = 0.0,
        between: float = 3600.0,
        begins: str = "",
        environ: Mapping[str, str] | None = None,
    ) -> None:
        self.bug = begins  # lines of Python that it begins with the next time
        self._environ = environ
        self._data = data.render_as_string(hide_password=False) if isinstance(data, URL) else str(data)
        self._settings = [str(pace), str(between)]
        self._port = str(next(PORTS))  # the same again after each start
        self.url = ""
        self.status: int | None = None  # once it has ended
        self._process: subprocess.Popen[str] | Forked | None = None
        self._devices: list[Device] = []
        self.start()

    def device(self) -> Device:
        self._devices.append(Device(self.url))
        return self._devices[-1]

    def start(self) -> None:
        words = [self._data, self._port, *self._settings]
        if self.bug or self._environ:
            command = [sys.executable, "-c", self.bug + PROGRAM, *words]
            own = {**os.environ, **(self._environ or {})}
            self._process = subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=own
            )
        else:
            self._process = Forked(PROGRAM, words)
        assert self._process.stdout is not None
        first = self._process.stdout.readline()
        found = re.search(r"http://localhost:(\d+)", first)
        assert found, first + self._process.stdout.read()
        self.url, self._port = found[0], found[1]

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def kill(self) -> None:
        """As a power cut would."""
        assert self._process is not None
        self._process.send_signal(signal.SIGKILL)
        self._process.communicate()

    def stop(self, how: signal.Signals = signal.SIGINT) -> str:
        """Ends the service as Ctrl-C does; what it said after its first line."""
        assert self._process is not None
        for device in self._devices:
            device.http.close()
        self._process.send_signal(how)
        out, _ = self._process.communicate(timeout=PATIENCE)
        self.status = self._process.returncode
        return out


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """One service for all tests that leave it as it was."""
    running = Service(tmp_path_factory.mktemp("service") / "tables.sqlite")
    yield running
    running.stop()


@pytest.fixture
def own_service(tmp_path: Path) -> Iterator[Service]:
    """A service to kill, flood or stop; whoever looks at its pages leaves before it ends."""
    running = Service(tmp_path / "tables.sqlite")
    yield running
    try:
        all_leave()
    finally:
        running.stop()


class Screens:
    """One browser for all tests in a row that look at pages: to start one takes longer than many of them.

    While it runs, no test of its thread can have a loop of its own, so it ends before a test that looks at none, here
    or in another folder.
    """

    def __init__(self) -> None:
        self._running = ExitStack()
        self._playwright: Playwright | None = None
        self._browser: Browser | None = None

    @property
    def playwright(self) -> Playwright:
        self._playwright = self._playwright or self._running.enter_context(sync_playwright())
        return self._playwright

    @property
    def browser(self) -> Browser:
        self._browser = self._browser or self._running.enter_context(launch(self.playwright))
        return self._browser

    def close(self) -> None:
        self._running.close()
        self._playwright = self._browser = None


@pytest.fixture(scope="package")
def screens() -> Iterator[Screens]:
    shown = Screens()
    yield shown
    shown.close()


@pytest.fixture
def playwright(screens: Screens) -> Playwright:
    return screens.playwright


@pytest.fixture
def browser(screens: Screens) -> Browser:
    return screens.browser


@pytest.fixture(autouse=True)
def no_needless_screens(request: pytest.FixtureRequest, screens: Screens) -> None:
    if "playwright" not in request.fixturenames and "browser" not in request.fixturenames:
        screens.close()


NewPerson = Callable[..., Person]


@pytest.fixture
def person(browser: Browser, service: Service) -> NewPerson:
    def new(url: str = service.url, **device: Any) -> Person:
        return Person(browser, url, **device)

    return new


@pytest.fixture(autouse=True)
def everybody_leaves() -> Iterator[None]:
    """However a test came by its people, nothing may have gone wrong on any of their screens."""
    yield
    all_leave()


def all_leave() -> None:
    troubles = [trouble for one in list(Person.present) for trouble in one.close()]
    assert not troubles
