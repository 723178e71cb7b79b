"""How much of everything there may be, so that nobody can take the service from the others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from redpip.core.words import N_
from redpip.web.limits import Later

MIB = 2**20
STATM = Path("/proc/self/statm")


@dataclass(frozen=True, slots=True)
class Ceilings:
    """One address may have what a school needs: a hundred browsers, each with six connections and a stream."""

    connections: int = 4000  # in all, beside streams
    connections_of_address: int = 2000
    idle_of_address: int = 600  # that have not sent a whole request; the oldest goes when a further one comes
    header_seconds: float = 10.0  # within which a request's head is there
    body_seconds: float = 30.0  # and its body
    body_bytes: int = 256 * 1024
    record_bytes: int = 2 * MIB
    profile_bytes: int = 8 * MIB
    requests_a_second: float = 500.0  # of one address, in the long run
    requests_at_once: float = 10_000.0
    streams: int = 4000
    streams_of_address: int = 2000
    spectators: int = 200  # at one table
    tables: int = 5000  # in memory at once
    memory: int = 4096 * MIB  # of the service itself, beyond which there are no new tables and streams
    checks_waiting: int = 20  # records of one address that wait to be looked at, one at a time


class HouseFull(Later):
    def __init__(self, seconds: int = 60) -> None:
        super().__init__(
            "house_full",
            N_("The house is full just now. Try again in {wait}."),
            seconds,
        )


class TooManyWatch(Later):
    def __init__(self, most: int, seconds: int = 60) -> None:
        super().__init__(
            "too_many_watch",
            N_("{most} people are watching this table already. Try again in {wait}."),
            seconds,
            most=most,
        )


class TooManyStreams(Later):
    def __init__(self, seconds: int = 10) -> None:
        super().__init__(
            "too_many_streams", N_("Too many tables are open at your address. Try again in {wait}."), seconds
        )


def memory_used() -> int:
    """Bytes of memory that this process holds; 0 where the system does not tell."""
    with suppress(OSError, ValueError, IndexError):
        return int(STATM.read_text().split()[1]) * 4096
    return 0


class Streams:
    """Who follows tables, by address."""

    def __init__(self, ceilings: Ceilings) -> None:
        self._ceilings = ceilings
        self._here: Counter[str] = Counter()

    def check(self, address: str) -> None:
        """Is there room for one more?"""
        if self._here.total() >= self._ceilings.streams or memory_used() > self._ceilings.memory:
            raise HouseFull
        if self._here[address] >= self._ceilings.streams_of_address:
            raise TooManyStreams

    @contextmanager
    def one(self, address: str) -> Iterator[None]:
        self._here[address] += 1
        try:
            yield
        finally:
            self._here[address] -= 1
            if not self._here[address]:
                del self._here[address]
