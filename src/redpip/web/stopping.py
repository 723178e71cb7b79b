"""How the service ends: whoever has asked something is answered first, and pages are told to come back."""

from __future__ import annotations

import os
import signal
import socket
from types import FrameType

import uvicorn
from fastapi import FastAPI

LONGEST = 5.0  # seconds for what is under way at tables
LONGEST_REQUEST = 3  # seconds for other requests, after that
SIGNALLED = 128  # and the number of the signal: how shells tell that something was ended by it


class Stoppable(uvicorn.Server):
    """A first signal ends it in order and with status 0; a second one at once, as if nobody had handled it."""

    def __init__(self, config: uvicorn.Config, app: FastAPI) -> None:
        super().__init__(config)
        self._app = app

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        if self.should_exit:
            signal.signal(sig, signal.SIG_DFL)
            os.kill(os.getpid(), sig)
            os._exit(SIGNALLED + sig)  # still here: the first process of a container is not ended by its own signals
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._app.state.health.phase = "stopping"
        for server in self.servers:
            server.close()
        await self._app.state.house.finish(LONGEST)
        await super().shutdown(sockets)
