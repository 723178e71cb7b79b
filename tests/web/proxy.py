"""A small proxy in front of several services: each connection goes to the first of them that answers."""

from __future__ import annotations

import socket
import threading
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from typing import Self
from urllib.parse import urlsplit


class Proxy:
    """Use as ``with Proxy([url, url]) as proxy``."""

    def __init__(self, urls: Sequence[str]) -> None:
        self._addresses = [("127.0.0.1", urlsplit(url).port) for url in urls]
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://localhost:{self._listener.getsockname()[1]}"
        self._sockets = ExitStack()
        self._threads: list[threading.Thread] = []

    def __enter__(self) -> Self:
        self._start(self._accept)
        return self

    def __exit__(self, *_: object) -> None:
        _end(self._listener)
        self._threads[0].join()
        self._sockets.close()
        for thread in self._threads:
            thread.join()
        self._listener.close()

    def _start(self, work: object, *given: object) -> None:
        self._threads.append(threading.Thread(target=work, args=given, daemon=True))  # type: ignore[arg-type]
        self._threads[-1].start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                self._connect(self._listener.accept()[0])

    def _connect(self, near: socket.socket) -> None:
        self._sockets.enter_context(near)
        self._sockets.callback(_end, near)
        for address in self._addresses:
            with suppress(OSError):
                far = self._sockets.enter_context(socket.create_connection(address))
                self._sockets.callback(_end, far)
                self._start(_pass_on, near, far)
                self._start(_pass_on, far, near)
                return
        _end(near)


def _pass_on(source: socket.socket, target: socket.socket) -> None:
    with suppress(OSError):
        while data := source.recv(65536):
            target.sendall(data)
    _end(source)
    _end(target)


def _end(one: socket.socket) -> None:
    """Whoever waits for it goes on."""
    with suppress(OSError):
        one.shutdown(socket.SHUT_RDWR)
