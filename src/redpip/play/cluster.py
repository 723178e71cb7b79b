"""The workers of a Dask cluster, for work that is spread over many machines. Dask is an extra: ``redpip[cluster]``."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager
from typing import Any

from redpip import __version__
from redpip.core.problem import Problem
from redpip.play.spreading import Spreading

PATIENCE = 10.0  # seconds in which a cluster must answer, and for which it may be without workers
RETRIES = 3  # how often a piece is given to another worker after its own was lost


@contextmanager
def join_cluster(address: str, clock: Callable[[], float] = time.monotonic) -> Iterator[Spreading]:
    client = _client(address)
    try:
        yield Spreading(
            client.get_executor(pure=False, retries=RETRIES), _workers(client, address), _Watch(client, clock)
        )
    except (CancelledError, OSError, _killed()) as error:
        raise _lost() from error
    finally:
        client.close()


def _client(address: str) -> Any:
    try:
        from distributed import Client
        from distributed.comm import get_address_host_port
    except ImportError:
        raise Problem("no_dask", "Work on a cluster needs Dask here: pip install 'redpip[cluster]'.") from None
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what matters is said by whoever asked
    try:
        get_address_host_port(address)  # a client that cannot even be made has a lot to say when it is thrown away
        return Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TimeoutError):
        raise Problem(
            "no_cluster",
            "No Dask cluster answers at {address}. Start one (dask scheduler, dask worker) and name its scheduler,"
            " such as tcp://127.0.0.1:8786.",
            address=address,
        ) from None


def _workers(client: Any, address: str) -> int:
    """How many there are, if all of them are of our own version."""
    try:
        versions = set(client.run(_version).values())
    except Exception as error:  # whatever a worker that lacks redpip raises
        raise _differs() from error
    if not versions:
        raise Problem(
            "no_cluster", "The cluster at {address} has no workers yet: dask worker {address}", address=address
        )
    if versions != {__version__}:
        raise _differs()
    return len(client.scheduler_info(n_workers=-1)["workers"])


def _version() -> str:
    return __version__


class _Watch:
    def __init__(self, client: Any, clock: Callable[[], float]) -> None:
        self._client, self._clock = client, clock
        self._seen = clock()

    def __call__(self) -> None:
        if self._client.status == "running" and self._client.scheduler_info(n_workers=-1)["workers"]:
            self._seen = self._clock()
        elif self._clock() - self._seen > PATIENCE:
            raise _lost()


def _killed() -> type[BaseException]:
    """What Dask raises where a piece was lost with one worker after another."""
    from distributed import KilledWorker

    killed: type[BaseException] = KilledWorker
    return killed


def _lost() -> Problem:
    return Problem(
        "cluster_lost", "The cluster has lost its workers. What they have done is kept: give the command again."
    )


def _differs() -> Problem:
    return Problem(
        "cluster_differs",
        "The cluster's workers must have redpip {version}, as this machine does.",
        version=__version__,
    )
