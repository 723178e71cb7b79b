"""Running the service: an address on this machine, a browser where there is one, and a clean end."""

from __future__ import annotations

import asyncio
import errno
import logging
import resource
import socket
import sys
import webbrowser
from collections.abc import Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field, replace

import uvicorn
from starlette.types import ASGIApp

from redpip import __version__
from redpip.core.memory import rarely_look_for_cycles
from redpip.core.problem import Problem, reason_of
from redpip.core.words import common_words
from redpip.store.database import Place, database_at
from redpip.store.log import Log
from redpip.web.app import create_app
from redpip.web.ceilings import Ceilings
from redpip.web.doorkeeper import Doorkeeper
from redpip.web.greeting import THIS_MACHINE, greeting, near
from redpip.web.hosts import Hosts, Network
from redpip.web.live import Pace
from redpip.web.logs import write_logs
from redpip.web.operation import USUAL, Operation
from redpip.web.stopping import LONGEST_REQUEST, Stoppable

logger = logging.getLogger(__name__)
TRIES = 20  # ports that are looked at where none was asked for
TURN = 0.00005  # seconds after which the thread that writes to the disk gets its turn beside a busy one
UNREAD = 60_000  # milliseconds after which nothing is kept for somebody who takes nothing in
BACKLOG = 256  # newcomers that may wait; they are let in all at once, also those who are then sent away
SPARE_FILES = BACKLOG + 150  # beside those of connections


@dataclass(frozen=True, slots=True)
class Guard:
    """Who is let in."""

    hosts: Sequence[str] = ()  # names of this service, beside its own
    proxies: Sequence[Network] = ()  # addresses and networks that may say for whom they ask
    ceilings: Ceilings = field(default_factory=Ceilings)


def serve(
    host: str,
    port: int | None,
    place: Place,
    *,
    browser: bool,
    pace: Pace | None = None,
    language: str = "en",
    guard: Guard | None = None,
    operation: Operation = USUAL,
) -> None:
    """Serves until it is stopped."""
    with database_at(place).serving():
        asyncio.run(_can_keep_games(place))
        write_logs(operation.log_format, operation.log_level)
        found = guard or Guard()
        guard = replace(found, ceilings=_affordable(found.ceilings))
        _serve(host, port, place, browser=browser, pace=pace, language=language, guard=guard, operation=operation)
        logger.info("redpip has stopped")


def _serve(
    host: str,
    port: int | None,
    place: Place,
    *,
    browser: bool,
    pace: Pace | None,
    language: str,
    guard: Guard,
    operation: Operation,
) -> None:
    listener = listen(host, port)
    number = listener.getsockname()[1]
    app = create_app(
        place,
        pace,
        open_to_network=host not in THIS_MACHINE,
        ceilings=guard.ceilings,
        hosts=Hosts.of((host, *guard.hosts)),
        operation=operation,
    )
    server = Stoppable(guarded_config(app, guard), app)
    rarely_look_for_cycles()
    sys.setswitchinterval(TURN)
    for line in greeting(host, number, common_words(language)):
        print(line, flush=True)
    logger.info("redpip %s serves the games in %s", __version__, database_at(place).name)
    if browser and _has_browser():
        webbrowser.open(near(host, number))
    # Ctrl-C is how a service is meant to end
    with closing(listener), suppress(KeyboardInterrupt):
        server.run([listener])


def guarded_config(app: ASGIApp, guard: Guard) -> uvicorn.Config:
    """Nobody is believed to be a proxy who was not named as one."""
    proxies = guard.proxies
    return uvicorn.Config(
        app,
        log_config=None,  # our own log has all that it should
        access_log=False,  # paths carry links
        http=Doorkeeper(guard.ceilings, proxies).guest,  # type: ignore[arg-type]
        ws_max_size=65536,
        backlog=BACKLOG,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=[str(one) for one in proxies],
        timeout_graceful_shutdown=LONGEST_REQUEST,
    )


def _affordable(ceilings: Ceilings) -> Ceilings:
    """Each connection is a file to the system, which allows so many: as many as we want, or what it gives."""
    wanted = ceilings.connections + ceilings.streams + SPARE_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        soft = most
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return ceilings
    half = max(2, (soft - SPARE_FILES) // 2)
    return replace(ceilings, connections=half, streams=half, idle_of_address=min(ceilings.idle_of_address, half // 2))


async def _can_keep_games(place: Place) -> None:
    """Whoever starts the service learns at once, and in a sentence, where it could not keep its games."""
    async with Log(place):
        pass


def _has_browser() -> bool:
    try:
        return sys.stdout.isatty() and bool(webbrowser.get())
    except webbrowser.Error:
        return False


def listen(host: str, port: int | None) -> socket.socket:
    """A socket for the service: on this port, or on the first free one from 8000 on."""
    first = 8000 if port is None else port
    for candidate in range(first, first + (TRIES if port is None else 1)):
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        # asyncio sends at once only where the protocol is named; otherwise an answer waits for the one before it
        listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # what it accepts has it too
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNREAD)
        try:
            listener.bind((host, candidate))
        except OSError as error:
            listener.close()
            reason = reason_of(error)
            if isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL:
                raise _bad_host(host, reason) from None
            continue
        listener.listen(128)
        return listener
    raise Problem(
        "port_taken",
        "The service cannot listen on {host}, port {port}: {reason}. Try another --port.",
        host=host,
        port=first,
        reason=reason,
    )


def _bad_host(host: str, reason: object) -> Problem:
    return Problem(
        "bad_host",
        "{host} is no address of this machine: {reason}. 127.0.0.1 serves this machine, 0.0.0.0 your network too.",
        host=host,
        reason=reason,
    )
