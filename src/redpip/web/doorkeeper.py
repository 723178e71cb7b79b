"""Connections: how many there may be, and how long a request may take to arrive.

uvicorn waits for ever for the rest of a request: whoever opens a thousand connections and sends half a line on each
would lock everybody else out.
"""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import Sequence
from http import HTTPStatus
from ipaddress import ip_address
from typing import Any

import orjson
from uvicorn.protocols.http.h11_impl import H11Protocol

from redpip.web.ceilings import Ceilings
from redpip.web.hosts import Network, same_caller
from redpip.web.problems import body

BACK_IN = 10  # seconds


class Doorkeeper:
    def __init__(self, ceilings: Ceilings, proxies: Sequence[Network] = ()) -> None:
        self.ceilings = ceilings
        self._proxies = proxies
        self._here: Counter[str] = Counter()
        self._idle: defaultdict[str, dict[Guest, None]] = defaultdict(dict)  # of an address, the oldest first

    def guest(self, *given: Any, **named: Any) -> Guest:
        """What uvicorn makes for each connection."""
        return Guest(self, *given, **named)

    def who(self, host: str) -> str:
        """By whom a connection is counted; proxies bring everybody, and are not."""
        return "" if self._is_proxy(host) else same_caller(host)

    def _is_proxy(self, host: str) -> bool:
        return bool(self._proxies) and any(ip_address(host) in network for network in self._proxies)

    def admits(self, guest: Guest) -> bool:
        """Counts a newcomer, unless there are too many who are at something."""
        who = guest.who
        if self._here.total() >= self.ceilings.connections and not self._idle:
            return False
        if who and self._here[who] >= self.ceilings.connections_of_address:
            return False
        if self._here.total() >= self.ceilings.connections:
            self._send_away(max(self._idle.values(), key=len))
        self._here[who] += 1
        return True

    def waits_for(self, guest: Guest) -> None:
        """It has no request under way. Where too many of an address have none, the oldest gives way."""
        idle = self._idle[guest.who]
        idle[guest] = None
        if guest.who and len(idle) > self.ceilings.idle_of_address:
            self._send_away(idle)

    def _send_away(self, idle: dict[Guest, None]) -> None:
        oldest = next(iter(idle))
        self.is_busy(oldest)
        oldest.end()

    def is_busy(self, guest: Guest) -> None:
        idle = self._idle[guest.who]
        idle.pop(guest, None)
        if not idle:
            del self._idle[guest.who]

    def left(self, guest: Guest) -> None:
        self.is_busy(guest)
        self._here[guest.who] -= 1
        if not self._here[guest.who]:
            del self._here[guest.who]


class Guest(H11Protocol):
    """A connection, as long as it speaks HTTP."""

    def __init__(self, keeper: Doorkeeper, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._keeper = keeper
        self._late: asyncio.TimerHandle | None = None
        self._counted = False
        self.who = ""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.who = self._keeper.who(self.client[0] if self.client else "")
        self._counted = self._keeper.admits(self)
        if not self._counted:
            self._say(HTTPStatus.TOO_MANY_REQUESTS, "too_many", "Too many connections from this address.")
            return
        self._wait()
        self._arm()

    def data_received(self, data: bytes) -> None:
        if not self._counted:
            return
        super().data_received(data)
        if self._asks:
            self._disarm()
            self._keeper.is_busy(self)
        elif not self.transport.is_closing():
            self._arm()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self._counted and not self._asks:
            self._wait()

    def handle_websocket_upgrade(self, event: Any) -> None:
        """From here on it is a stream, and counted as such."""
        self._leave()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        super().connection_lost(exc)

    @property
    def _asks(self) -> bool:
        """Is a request under way?"""
        return self.cycle is not None and not self.cycle.response_complete

    def _wait(self) -> None:
        self._keeper.waits_for(self)

    def _arm(self) -> None:
        """Once for each request, however slowly it drips."""
        if self._late is None and self._counted:
            self._late = self.loop.call_later(self._keeper.ceilings.header_seconds, self._too_late)

    def _disarm(self) -> None:
        if self._late:
            self._late.cancel()
        self._late = None

    def _too_late(self) -> None:
        self._say(HTTPStatus.REQUEST_TIMEOUT, "too_late", "The request did not arrive in time.")

    def _leave(self) -> None:
        self._disarm()
        if self._counted:
            self._counted = False
            self._keeper.left(self)

    def end(self) -> None:
        self.transport.close()

    def _say(self, status: HTTPStatus, code: str, detail: str) -> None:
        """An answer from the door: nobody has read the request, so nobody knows its language."""
        if self.transport.is_closing():
            return
        said = orjson.dumps(body(code, status, detail))
        head = [
            f"HTTP/1.1 {status.value} {status.phrase}",
            "content-type: application/problem+json",
            f"content-length: {len(said)}",
            f"retry-after: {BACK_IN}",
            "connection: close",
        ]
        self.transport.write("\r\n".join([*head, "", ""]).encode() + said)
        self.transport.close()
