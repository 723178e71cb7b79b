"""Where others find this service, so that a link or a code leads somewhere."""

from __future__ import annotations

import socket
from contextlib import suppress
from ipaddress import ip_address

from starlette.requests import HTTPConnection

ELSEWHERE = "192.0.2.1"  # an address that is nobody's
THIS_MACHINE = ("localhost", "127.0.0.1", "[::1]")


def reach_of(connection: HTTPConnection) -> str:
    """The address for links: the one that the caller uses, unless that is good for this machine alone. Then it is the
    machine's own in its network, or nothing where the service does not listen there."""
    base = connection.base_url
    if base.hostname not in THIS_MACHINE:
        return str(base)
    if not getattr(connection.app.state, "open_to_network", False):
        return ""
    address = network_address()
    return f"{base.scheme}://{address}:{base.port or 80}/" if address else ""


def network_address() -> str | None:
    """This machine's address in its network, if it has one."""
    with suppress(OSError):
        for *_, place in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET):
            if not ip_address(place[0]).is_loopback:
                return str(place[0])
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        way.connect((ELSEWHERE, 9))  # nothing is sent: the system only says by which address it would be
        found = str(way.getsockname()[0])
        return None if ip_address(found).is_loopback else found
    return None
