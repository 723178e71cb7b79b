"""What can happen at a table. The log of these events is the table: everything else follows from it.

Fields are plain JSON values, so that an event is stored as it is. Devices are known by a hash of their token.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Literal

from redpip.core.problem import Problem


@dataclass(frozen=True, slots=True)
class Opened:
    game: str
    preset: str
    options: dict[str, Any]
    seats: int
    host: str  # the device that opened the table
    commitment: str
    first: int | None = None
    clock: int | None = None  # seconds for a turn; then a bot plays it
    match: int | None = None


@dataclass(frozen=True, slots=True)
class Seated:
    """A person with a device, or a bot, sits down."""

    seat: int
    name: str
    device: str | None = None
    bot: str | None = None


@dataclass(frozen=True, slots=True)
class Joined:
    """The person in this seat also plays from another device."""

    seat: int
    device: str


@dataclass(frozen=True, slots=True)
class Vacated:
    seat: int


@dataclass(frozen=True, slots=True)
class Ready:
    """The person in this seat has seen the commitment and adds a nonce."""

    seat: int
    nonce: str


@dataclass(frozen=True, slots=True)
class Started:
    first: int
    seats: list[int]  # the chairs that are taken, in order; empty ones are put away


@dataclass(frozen=True, slots=True)
class Played:
    """An event of the game, in its record form."""

    event: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Asked:
    """A player asks the other people for something."""

    by: int
    what: Literal["undo", "bot"]
    seat: int


@dataclass(frozen=True, slots=True)
class Answered:
    by: int
    yes: bool


@dataclass(frozen=True, slots=True)
class StoodIn:
    """A bot plays for the person in this seat; None: the person plays again."""

    seat: int
    bot: str | None


@dataclass(frozen=True, slots=True)
class TimedOut:
    """The time for the turn is over; a bot plays the rest of it."""

    seat: int


@dataclass(frozen=True, slots=True)
class Reacted:
    seat: int
    reaction: str


@dataclass(frozen=True, slots=True)
class Ended:
    scores: list[int]
    winners: list[int]


@dataclass(frozen=True, slots=True)
class Revealed:
    server_seed: str


@dataclass(frozen=True, slots=True)
class Abandoned:
    by: int


@dataclass(frozen=True, slots=True)
class Followed:
    """The same players meet again at another table."""

    table: str


TableEvent = (
    Opened | Seated | Joined | Vacated | Ready | Started | Played | Asked | Answered | StoodIn | TimedOut | Reacted
    | Ended | Revealed | Abandoned | Followed
)  # fmt: skip

KINDS: dict[str, type[Any]] = {
    kind.__name__.lower(): kind
    for kind in (
        Opened, Seated, Joined, Vacated, Ready, Started, Played, Asked, Answered, StoodIn, TimedOut, Reacted, Ended,
        Revealed, Abandoned, Followed,
    )
}  # fmt: skip

# what nobody outside needs to know
_PRIVATE = {"device", "host"}


def to_data(event: TableEvent) -> dict[str, Any]:
    return {"kind": type(event).__name__.lower(), **asdict(event)}


def public_data(event: TableEvent) -> dict[str, Any]:
    return {name: value for name, value in to_data(event).items() if name not in _PRIVATE}


def from_data(data: dict[str, Any]) -> TableEvent:
    try:
        kind = KINDS[data["kind"]]
        event: TableEvent = kind(**{name: value for name, value in data.items() if name != "kind"})
    except (KeyError, TypeError):
        raise Problem("bad_event", "This is no event of a table: {given}.", given=str(data)[:80]) from None
    return event
