"""Figures for whoever runs the service, as Prometheus reads them: how much and how fast, never who, where or what.

Whatever is worth counting calls a function of this module; that costs a microsecond or two.
"""

from __future__ import annotations

from hmac import compare_digest
from ipaddress import ip_address
from time import perf_counter
from typing import TYPE_CHECKING

from fastapi import APIRouter, Request
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from starlette.exceptions import HTTPException
from starlette.responses import Response

from redpip import __version__
from redpip.core.problem import Problem
from redpip.store.watch import Watch
from redpip.web.operation import Operation
from redpip.web.reach import THIS_MACHINE

if TYPE_CHECKING:
    from redpip.play.thinking import Thinkers
    from redpip.web.house import House

router = APIRouter(include_in_schema=False)
REGISTRY = CollectorRegistry()
FORWARDED = ("forwarded", "x-forwarded-for", "x-real-ip", "via")
QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
MANY = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)

ProcessCollector(registry=REGISTRY)
_info = Gauge("redpip_info", "The version that runs", ["version"], registry=REGISTRY)
_tables = Gauge("redpip_tables", "Tables in memory", registry=REGISTRY)
_connections = Gauge("redpip_connections", "Streams to players and spectators", registry=REGISTRY)
_thinking = Gauge("redpip_bots_thinking", "Questions that worker processes are at", registry=REGISTRY)
_waiting = Gauge("redpip_bots_waiting", "Questions that wait for a worker process", registry=REGISTRY)
_aside = Gauge("redpip_tables_set_aside", "Tables found damaged at the start", registry=REGISTRY)
_faults = Gauge("redpip_page_faults", "Faults found in the pages of the file after the start", registry=REGISTRY)
_commands = Counter(
    "redpip_commands", "Commands at tables by outcome: ok, or the code of a problem", ["code"], registry=REGISTRY
)
_done = _commands.labels("ok")  # looked up once, since nearly all are
_answers = Histogram("redpip_ack_seconds", "From a command to its answer", registry=REGISTRY, buckets=QUICK)
_commits = Histogram("redpip_commit_seconds", "Transactions that were written", registry=REGISTRY, buckets=QUICK)
_sizes = Histogram("redpip_commit_events", "Events in one transaction", registry=REGISTRY, buckets=MANY)
_limited = Counter(
    "redpip_limited", "Requests refused because they were too many or too large", ["code"], registry=REGISTRY
)
_unread = Counter("redpip_read_failures", "Reads that the database did not answer", registry=REGISTRY)
_unwritten = Counter("redpip_write_failures", "Transactions that could not be written", registry=REGISTRY)
_info.labels(__version__).set(1)


class CountedLog(Watch):
    def committed(self, events: int, seconds: float) -> None:
        _commits.observe(seconds)
        _sizes.observe(events)

    def not_read(self) -> None:
        _unread.inc()

    def not_written(self) -> None:
        _unwritten.inc()


class answering:  # noqa: N801 - used as ``with answering():``
    """While a command is done; how it ended is counted, and how long it took."""

    def __enter__(self) -> None:
        self._begun = perf_counter()

    def __exit__(self, kind: object, error: BaseException | None, at: object) -> None:
        _answers.observe(perf_counter() - self._begun)
        if error is None:
            _done.inc()
        else:
            _commands.labels(error.code if isinstance(error, Problem) else "failed").inc()


def limited(code: str) -> None:
    _limited.labels(code).inc()


def damaged(tables: int, pages: int) -> None:
    _aside.set(tables)
    _faults.set(pages)


@router.get("/metrics")
async def metrics(request: Request) -> Response:
    """For this machine, the addresses that were named, and whoever has the token. For all others it is not there."""
    if not _may_read(request, request.app.state.operation):
        raise HTTPException(404)
    _look(request.app.state.house, request.app.state.thinkers)
    return Response(
        generate_latest(REGISTRY), headers={"content-type": CONTENT_TYPE_LATEST, "cache-control": "no-store"}
    )


def _look(house: House, thinkers: Thinkers) -> None:
    """What is counted only when somebody asks."""
    _tables.set(house.tables)
    _connections.set(house.connections)
    thinking, waiting = thinkers.busy
    _thinking.set(thinking)
    _waiting.set(waiting)


def _may_read(request: Request, operation: Operation) -> bool:
    scheme, _, given = request.headers.get("authorization", "").partition(" ")
    if operation.metrics_token and scheme.lower() == "bearer":
        return compare_digest(given.encode(), operation.metrics_token.encode())
    if request.client is None or any(name in request.headers for name in FORWARDED):
        return False  # a proxy's address is not that of whoever asks
    try:
        address = ip_address(request.client.host)
    except ValueError:
        return False
    if address.is_loopback and request.url.hostname not in (*THIS_MACHINE, "::1"):
        return False  # by a name of the network, so through a proxy on this machine
    return any(address in network for network in operation.metrics_from)
