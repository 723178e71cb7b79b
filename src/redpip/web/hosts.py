"""By which names this service is called, and which proxies are believed."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from redpip.core.problem import Problem

ANY = "*"
NAME = re.compile(r"[a-z0-9_-]+(\.[a-z0-9_-]+)*\.?(:\d+)?", re.IGNORECASE)
Network = IPv4Network | IPv6Network


@dataclass(frozen=True, slots=True)
class Hosts:
    """A page of another site can have its own name lead to this machine and would then be taken for ours. So only names
    that are known to be ours are answered; an address is never a name of somebody else's."""

    names: frozenset[str]

    @classmethod
    def of(cls, given: Iterable[str] = ()) -> Hosts:
        own = socket.gethostname().lower()
        names = {"localhost", own, own.partition(".")[0], own.partition(".")[0] + ".local"}
        return cls(frozenset(names | {_plain(name) for name in given}))

    def knows(self, host: str | None) -> bool:
        """``host`` as a request names it, with or without a port; programs of old name none."""
        if host is None or ANY in self.names:
            return True
        name = _plain(host)
        return name in self.names or name.endswith(".localhost") or _is_address(name)


def _plain(host: str) -> str:
    """Without a port, brackets or a final dot."""
    name = host.strip().lower()
    if name.startswith("["):
        return name[1:].partition("]")[0]
    return (name.rpartition(":")[0] if name.count(":") == 1 else name).removesuffix(".")


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def read_names(given: Sequence[str]) -> tuple[str, ...]:
    """Names that a browser could send; by any other the service would never be called."""
    for name in given:
        if name != ANY and not NAME.fullmatch(name.strip()) and not _is_address(_plain(name)):
            raise Problem(
                "bad_host_name",
                "{given!r} is no name of a service. Right is the name alone, such as dice.example, or * for every"
                " name.",
                given=name,
            )
    return tuple(given)


def read_proxies(given: Sequence[str]) -> tuple[Network, ...]:
    """Addresses or networks, as 10.0.0.7 or 10.0.0.0/24."""
    return tuple(_network(text.strip()) for text in given)


def _network(text: str) -> Network:
    try:
        return ip_network(text)
    except ValueError:
        raise Problem(
            "bad_proxy",
            "{given!r} is no address of a proxy. Name one as 127.0.0.1, ::1 or 10.0.0.0/24.",
            given=text,
        ) from None


@lru_cache(maxsize=10_000)
def same_caller(host: str) -> str:
    """What is counted as one address: in IPv6 a household has a whole network of them."""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if not isinstance(address, IPv6Address):
        return host
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(ip_network((address, 64), strict=False))
