"""A small player for tests: HTTP and WebSocket with one device token."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from functools import partial
from typing import Any, Self

import httpx
from websockets.sync.client import ClientConnection, connect

from patience import PATIENCE

# no certificates are read for a service without HTTPS: that would take longer than the request
PLAINLY: Any = {"timeout": PATIENCE, "verify": False}
# what somebody asks who has never been there
get, post, put = (partial(ask, **PLAINLY) for ask in (httpx.get, httpx.post, httpx.put))


def until(ready: Callable[[], Any]) -> Any:
    """Asks now and then, until there is an answer; workers may have much to do for it."""
    end = time.monotonic() + 3 * PATIENCE
    while not (found := ready()):
        assert time.monotonic() < end
        time.sleep(0.05)
    return found


class Device:
    def __init__(self, url: str, token: str | None = None) -> None:
        self.url = url
        self.token = token or secrets.token_hex(20)
        self.headers = {"Authorization": f"Bearer {self.token}"}
        self.http = httpx.Client(base_url=f"{url}/api/v1", headers=self.headers, **PLAINLY)

    def open(self, *seats: dict[str, Any], **facts: Any) -> str:
        answer = self.http.post("/tables", json={"game": "spicy", "seats": list(seats), **facts})
        assert answer.status_code == 201, answer.text
        return str(answer.json()["table"])

    def do(self, table: str, do: str, key: str | None = None, **facts: Any) -> httpx.Response:
        command = {"key": key or secrets.token_hex(8), "do": do, **facts}
        return self.http.post(f"/tables/{table}/commands", json=command)

    def look(self, table: str) -> dict[str, Any]:
        found: dict[str, Any] = self.http.get(f"/tables/{table}").json()
        return found

    def stream(self, table: str, since: int | str = -1, **headers: str) -> Stream:
        return Stream(self, table, since, headers)


def connected(address: str, headers: Mapping[str, str]) -> ClientConnection:
    """A socket whose ends wait for each other, however busy both are."""
    return connect(address, additional_headers=headers, open_timeout=PATIENCE, ping_interval=None)


class Stream:
    """Use as ``with device.stream(table) as stream``."""

    def __init__(self, device: Device, table: str, since: int | str, headers: dict[str, str]) -> None:
        address = device.url.replace("http", "ws") + f"/api/v1/tables/{table}/stream?since={since}"
        self._stack = ExitStack()
        self._connect = lambda: connected(address, {**device.headers, **headers})
        self._socket: ClientConnection

    def __enter__(self) -> Self:
        self._socket = self._stack.enter_context(self._connect())
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def receive(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self._socket.recv(timeout=PATIENCE))
        return message

    def receive_all(self) -> list[dict[str, Any]]:
        """What comes together, where changes were asked for."""
        messages: list[dict[str, Any]] = json.loads(self._socket.recv(timeout=PATIENCE))
        return messages

    def until(self, kind: str) -> dict[str, Any]:
        while (message := self.receive())["type"] != kind:
            pass
        return message

    def send_bytes(self, data: bytes) -> None:
        self._socket.send(data)

    def send(self, do: str, key: str | None = None, **facts: Any) -> str:
        key = key or secrets.token_hex(8)
        self._socket.send(json.dumps({"key": key, "do": do, **facts}))
        return key


def next_action(scene: dict[str, Any]) -> str:
    """Roll once, then write the best box: the quickest way through a game."""
    roll = scene["roll"]
    if roll and not roll["any"]:
        return "roll " + " ".join(map(str, roll["dice"]))
    return str(max((box for box in scene["boxes"] if "points" in box), key=lambda box: box["points"])["action"])
