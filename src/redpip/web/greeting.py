"""What whoever starts the service is told: where it is, how others on the network get there, and what they miss."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator

import segno

from redpip.core.words import Words
from redpip.web.reach import network_address

EVERYWHERE = ("0.0.0.0", "::")
THIS_MACHINE = ("localhost", "127.0.0.1", "::1")


def greeting(host: str, port: int, words: Words) -> Iterator[str]:
    yield words.say("redpip is at {address}  (Ctrl-C to stop)", address=near(host, port))
    if host in THIS_MACHINE:
        return
    found = network_address() if host in EVERYWHERE else host
    if found is None:
        yield words.say("This machine's address in its network is not known; others need it to come here.")
        return
    address = _address(found, port)
    yield words.say("Others on your network: {address}", address=address)
    if sys.stdout.isatty():
        yield qr_code(address)
    yield words.say(
        "Without HTTPS their browsers cannot install it, keep the screen awake or open pages without a connection. "
        "How to have it: docs/running.md"
    )


def near(host: str, port: int) -> str:
    """Where a browser on this machine finds it."""
    return _address("localhost" if host in (*EVERYWHERE, "127.0.0.1") else host, port)


def _address(host: str, port: int) -> str:
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def qr_code(address: str) -> str:
    """For a camera, in half blocks."""
    drawn = io.StringIO()
    segno.make(address, error="m", micro=False).terminal(drawn, border=2, compact=True)
    return drawn.getvalue().rstrip("\n")
