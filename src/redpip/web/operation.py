"""How a service is run: where it listens, what it writes down, who may measure it, how long it keeps tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import TypeVar

from redpip.core.problem import Problem, unknown
from redpip.settings import setting
from redpip.store.retention import FOR_EVER, Retention, read_age
from redpip.web.live import Pace
from redpip.web.logs import FORMS, LEVELS

Networks = tuple[IPv4Network | IPv6Network, ...]
T = TypeVar("T")

THIS_MACHINE_ONLY = (ip_network("127.0.0.0/8"), ip_network("::1"))
LONGEST_PACE = 60.0  # seconds
SHORTEST_TOKEN = 16  # characters


@dataclass(frozen=True, slots=True)
class Operation:
    log_format: str = "text"
    log_level: str = "warning"
    metrics_from: Networks = THIS_MACHINE_ONLY
    metrics_token: str | None = None
    retention: Retention = FOR_EVER


USUAL = Operation()


@dataclass(frozen=True, slots=True)
class Told:
    """What the one who runs the service has said, by option, environment or file."""

    host: str
    port: int | None
    browser: bool
    pace: Pace | None
    operation: Operation


def told(flags: Mapping[str, str | None]) -> Told:
    """``flags`` are the options that were given; whatever is not among them may be a setting."""

    def read(name: str, reader: Callable[[str], T], usual: T, right: str = "") -> T:
        given = setting(name, flags.get(name))
        try:
            return usual if given is None else reader(given)
        except ValueError:
            code = "bad_config" if flags.get(name) is None else "bad_usage"
            raise Problem(
                code,
                "The setting {name} cannot be {given!r}. Right is: {right}",
                name=name,
                given=given,
                right=right,
            ) from None

    return Told(
        read("host", str, "127.0.0.1"),
        read("port", _port, None, "0–65535"),
        read("browser", _yes, True, "yes, no"),
        read("pace", _pace, None, "0–60"),
        Operation(
            read("log_format", _form, "text"),
            read("log_level", _level, "warning"),
            read("metrics_from", _networks, THIS_MACHINE_ONLY, "127.0.0.1,10.0.0.0/8"),
            read("metrics_token", _token, None),
            Retention(
                read("keep_finished", read_age, None),
                read("keep_unfinished", read_age, None),
                read("end_idle", read_age, None),
            ),
        ),
    )


def _port(given: str) -> int:
    if not 0 <= (port := int(given)) <= 65535:
        raise ValueError
    return port


def _yes(given: str) -> bool:
    if given not in ("yes", "no"):
        raise ValueError
    return given == "yes"


def _pace(given: str) -> Pace:
    if not 0 <= (seconds := float(given)) <= LONGEST_PACE:
        raise ValueError
    return Pace(seconds, seconds)


def _form(given: str) -> str:
    if given not in FORMS:
        raise unknown("form", given, list(FORMS))
    return given


def _level(given: str) -> str:
    if given not in LEVELS:
        raise unknown("log level", given, list(LEVELS))
    return given


def _networks(given: str) -> Networks:
    return tuple(ip_network(one.strip(), strict=False) for one in given.split(",") if one.strip())


def _token(given: str) -> str:
    if len(given) < SHORTEST_TOKEN:
        raise Problem(
            "bad_metrics_token", "The token for metrics has {least} characters or more.", least=SHORTEST_TOKEN
        )
    return given
