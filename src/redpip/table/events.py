"""What can happen at a table. The log of these events is the table: everything else follows from it.

Fields are plain JSON values, but for the game's own events, whose form is that of a record. Devices are known by a hash
of their token. A field with a default may be missing in a log from before it was there.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from redpip.core.game import Event
from redpip.core.noting import Way
from redpip.core.problem import Problem
from redpip.core.record import event_json, read_event
from redpip.core.setup import Setup

DiceFrom = Literal["committed", "people"]
Question = Literal["undo", "bot", "end"]


@dataclass(frozen=True, slots=True)
class Opened:
    game: str
    preset: str
    options: dict[str, Any]  # one value a chair where an option is a seat's own
    seats: int
    host: str  # the device that opened the table
    commitment: str
    first: int | None = None  # the chair that starts; None: drawn
    clock: int | None = None  # seconds for a turn; then a bot plays it
    match: int | None = None  # points to win; None: one game, or as long as the preset's match is for so many
    dice: DiceFrom = "committed"
    think: int = 120  # seconds that a bot may think about one choice
    coach: bool = False  # whoever opened it wants the coach to be asked, if everybody agrees
    given: list[dict[str, Any]] = field(default_factory=list)  # events of another game, with which this one begins
    keep: Way = "every"  # how much people tell of their own dice
    same: str = ""  # which dice others get too: daily/DATE or challenge/TOKEN
    sealed: float | None = None  # the seed is revealed after the end, and not before this time


@dataclass(frozen=True, slots=True)
class Seated:
    """A person with a device, or a bot, sits down."""

    seat: int
    name: str
    device: str | None = None
    bot: str | None = None
    agrees: bool = False  # that the coach may be asked


@dataclass(frozen=True, slots=True)
class Joined:
    """The person in this seat also plays from another device."""

    seat: int
    device: str


@dataclass(frozen=True, slots=True)
class Removed:
    """This device no longer plays from the seat."""

    seat: int
    device: str


@dataclass(frozen=True, slots=True)
class Coded:
    """A code for one more device is shown in this seat."""

    seat: int
    until: float


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """The link or the code of this seat is no longer good."""

    seat: int


@dataclass(frozen=True, slots=True)
class Vacated:
    seat: int


@dataclass(frozen=True, slots=True)
class Hosted:
    """Whoever sits here has the table from now on: the links are theirs, and the start."""

    seat: int
    device: str


@dataclass(frozen=True, slots=True)
class Ready:
    """The person in this seat has seen the commitment and adds a nonce."""

    seat: int
    nonce: str


@dataclass(frozen=True, slots=True)
class Started:
    first: int
    seats: list[int]  # the chairs that are taken, in order; empty ones are put away
    match: int | None = None
    rules: str | None = None  # the hash of the rules that the game is played by
    coach: bool = False  # everybody agreed that it may be asked


@dataclass(frozen=True, slots=True)
class Played:
    """An event of the game."""

    event: Event[Any]


@dataclass(frozen=True, slots=True)
class Kept:
    """From now on people tell so much of their own dice."""

    seat: int
    way: Way


@dataclass(frozen=True, slots=True)
class Unread:
    """An event of a game whose rules are no longer ours, as it was logged."""

    event: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Asked:
    """A player asks the other people for something."""

    by: int
    what: Question
    seat: int
    of: list[int] | None = None  # who is asked; None: everybody else


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
class Faltered:
    """The bot of this seat gave no answer, and another moves for it this once."""

    seat: int
    bot: str
    why: str


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
    returns: list[float] = field(default_factory=list)


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


@dataclass(frozen=True, slots=True)
class Forgotten:
    """Somebody's names and devices were removed from all that is written above."""


@dataclass(frozen=True, slots=True)
class Renewed:
    """A device has another token, and goes by another name in all that is written above."""


OtherEvent = (
    Opened | Seated | Joined | Removed | Coded | Withdrawn | Vacated | Hosted | Ready | Started | Kept | Unread
    | Asked | Answered | StoodIn | Faltered | TimedOut | Reacted | Ended | Revealed | Abandoned | Followed | Forgotten
    | Renewed
)  # fmt: skip
TableEvent = Played | OtherEvent

KINDS: dict[str, type[Any]] = {
    kind.__name__.lower(): kind
    for kind in (
        Opened, Seated, Joined, Removed, Coded, Withdrawn, Vacated, Hosted, Ready, Started, Kept, Asked, Answered,
        StoodIn, Faltered, TimedOut, Reacted, Ended, Revealed, Abandoned, Followed, Forgotten,
        Renewed,
    )
}  # fmt: skip

# what nobody outside needs to know
_PRIVATE = {"device", "host"}


@dataclass(frozen=True, slots=True)
class Entry:
    """An event in the log: its time, and the key of the command whose last event it is."""

    event: TableEvent
    at: float
    key: str | None = None


def to_data(event: TableEvent) -> dict[str, Any]:
    match event:
        case Played(event=played):
            return {"kind": "played", "event": event_json(played)}
        case Unread(event=data):
            return {"kind": "played", "event": data}
    return {"kind": type(event).__name__.lower(), **asdict(event)}


def public_data(event: TableEvent) -> dict[str, Any]:
    return {name: value for name, value in to_data(event).items() if name not in _PRIVATE}


def from_data(data: dict[str, Any], setup: Setup | None) -> TableEvent:
    """The event of this JSON form; ``setup`` is that of the game under way, if its rules are ours."""
    try:
        if data["kind"] == "played":
            return Unread(data["event"]) if setup is None else Played(read_event(data["event"], setup))
        kind = KINDS[data["kind"]]
        event: TableEvent = kind(**{name: value for name, value in data.items() if name != "kind"})
    except (KeyError, TypeError):
        raise Problem("bad_event", "This is no event of a table: {given}.", given=str(data)[:80]) from None
    return event
