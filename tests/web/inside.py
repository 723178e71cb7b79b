"""A real service on a real socket, in a thread of the test: its ceilings are as low as the test wants them."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Self

import uvicorn

from patience import PATIENCE
from redpip.web.app import create_app
from redpip.web.ceilings import Ceilings
from redpip.web.hosts import Hosts, read_proxies
from redpip.web.live import Pace
from redpip.web.serve import Guard, guarded_config, listen

from .client import Device


class Inside:
    """Use as ``with Inside(folder, spectators=2) as service``."""

    def __init__(self, folder: Path, *, names: tuple[str, ...] = (), proxies: tuple[str, ...] = (), **ceilings: float):
        guard = Guard(names, read_proxies(proxies), Ceilings(**ceilings))  # type: ignore[arg-type]
        self._listener = listen("127.0.0.1", 0)
        self.app = create_app(
            folder / "tables.sqlite", Pace(0, 0, away=3600), ceilings=guard.ceilings, hosts=Hosts.of(guard.hosts)
        )
        self._server = uvicorn.Server(guarded_config(self.app, guard))
        self._thread = threading.Thread(target=self._server.run, args=([self._listener],))
        self._devices: list[Device] = []
        self.address: tuple[str, int] = self._listener.getsockname()
        self.url = f"http://localhost:{self.address[1]}"

    def device(self) -> Device:
        self._devices.append(Device(self.url))
        return self._devices[-1]

    def __enter__(self) -> Self:
        self._thread.start()
        self.device().http.get("/games").raise_for_status()
        return self

    def __exit__(self, *_: object) -> None:
        for device in self._devices:
            device.http.close()
        self._server.should_exit = True
        self._thread.join(PATIENCE)
        self._listener.close()
