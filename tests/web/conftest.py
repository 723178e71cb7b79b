"""A real service in a process of its own, which tests may kill."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from .browser import launch
from .client import Device

PROGRAM = """
import sys
from pathlib import Path
from redpip.web.live import Pace
from redpip.web.serve import serve
data, port, pace = Path(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])
serve("127.0.0.1", port, data, browser=False, pace=Pace(pace, pace, away=0.5))
"""


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


class Service:
    def __init__(self, data: Path, pace: float = 0.0) -> None:
        self._data = data
        self._pace = pace
        self._port = free_port()
        self.url = f"http://localhost:{self._port}"
        self._process: subprocess.Popen[str] | None = None
        self._devices: list[Device] = []
        self.start()

    def device(self) -> Device:
        self._devices.append(Device(self.url))
        return self._devices[-1]

    def start(self) -> None:
        command = [sys.executable, "-c", PROGRAM, str(self._data), str(self._port), str(self._pace)]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        assert self._process.stdout is not None
        first = self._process.stdout.readline()
        assert self.url in first, first + self._process.stdout.read()

    def kill(self) -> None:
        """As a power cut would."""
        assert self._process is not None
        self._process.send_signal(signal.SIGKILL)
        self._process.communicate()

    def stop(self) -> str:
        """Ends the service as Ctrl-C does; what it said after its first line."""
        assert self._process is not None
        for device in self._devices:
            device.http.close()
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGINT)
        out, _ = self._process.communicate(timeout=20)
        return out


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """One service for all tests that leave it as it was."""
    running = Service(tmp_path_factory.mktemp("service") / "tables.sqlite")
    yield running
    running.stop()


@pytest.fixture
def own_service(tmp_path: Path) -> Iterator[Service]:
    """A service to kill, flood or stop."""
    running = Service(tmp_path / "tables.sqlite")
    yield running
    running.stop()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        chromium = launch(playwright)
        yield chromium
        chromium.close()
