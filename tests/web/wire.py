"""A network between browser and service that can vanish without a word, as a phone's does in a tunnel."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from urllib.parse import urlsplit


class Wire:
    """What is sent while it is cut is lost, and connections from before stay dead when it is mended."""

    def __init__(self, url: str) -> None:
        self._far = ("localhost", urlsplit(url).port or 80)
        self._near = socket.create_server(("localhost", 0))
        self.url = f"http://localhost:{self._near.getsockname()[1]}"
        self._all = [self._near]
        self._alive: set[socket.socket] = set()
        self._is_cut = False
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        self._is_cut = True
        self._alive.clear()

    def mend(self) -> None:
        self._is_cut = False

    def close(self) -> None:
        for end in self._all:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._near.accept()
            except OSError:
                return
            far = socket.create_connection(self._far)
            self._all += (near, far)
            if not self._is_cut:
                self._alive |= {near, far}
            for come, go in ((near, far), (far, near)):
                threading.Thread(target=self._carry, args=(come, go), daemon=True).start()

    def _carry(self, come: socket.socket, go: socket.socket) -> None:
        with suppress(OSError):
            while data := come.recv(65536):
                if come in self._alive:
                    go.sendall(data)
            if come in self._alive:
                go.shutdown(socket.SHUT_WR)
