"""What can be asked of a table: by people, by the bots that answer for a seat, and by the house itself."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from redpip.core.game import Seat

AWAY = 60.0  # seconds after which others may ask for a bot in somebody's seat
CODE_TIME = 600.0  # seconds for which the code for a further device is good
REACTIONS = ("nice", "lucky", "ouch", "thinking", "thanks", "again")


# ---- of people


@dataclass(frozen=True, slots=True)
class Act:
    seat: Seat
    action: str
    seen: int | None = None  # the position that it was chosen at, where whoever asks says so


@dataclass(frozen=True, slots=True)
class ThrowDice:
    """Dice that people have thrown themselves."""

    seat: Seat
    faces: str


@dataclass(frozen=True, slots=True)
class NoteTurn:
    """The result of a turn with real dice of which no more is told."""

    seat: Seat
    note: str


@dataclass(frozen=True, slots=True)
class Correct:
    """Something else in place of an entry that people made of their dice."""

    seat: Seat
    event: int  # its number in the record, from 1
    text: str


@dataclass(frozen=True, slots=True)
class Saw:
    """What happened with real dice, as somebody saw it who did not ask the rules."""

    seat: Seat
    text: str


@dataclass(frozen=True, slots=True)
class Redo:
    """What was taken back last is done again."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ChangeKeeping:
    """How a game with real dice is kept from now on."""

    seat: Seat
    way: str


@dataclass(frozen=True, slots=True)
class Undo:
    seat: Seat
    seen: int | None = None  # as for an action


@dataclass(frozen=True, slots=True)
class AnswerAsk:
    seat: Seat
    yes: bool


@dataclass(frozen=True, slots=True)
class React:
    seat: Seat
    reaction: str


@dataclass(frozen=True, slots=True)
class SeatBot:
    """A bot for this seat. Before the game None takes it out again; during it None is the bot of the house."""

    seat: Seat
    bot: str | None
    name: str = ""  # what whoever asks calls it


@dataclass(frozen=True, slots=True)
class Return:
    """The person in this seat plays again."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class BeReady:
    seat: Seat
    nonce: str


@dataclass(frozen=True, slots=True)
class Start:
    """Without the seats that are still open."""


@dataclass(frozen=True, slots=True)
class Abandon:
    """The game ends here."""


@dataclass(frozen=True, slots=True)
class Join:
    """Take the seat that a link opens, another one that is free where it is taken, or come by a seat's code."""

    token: str
    name: str
    seat: Seat | None = None  # which of the free ones, where the link's own is taken
    agrees: bool = False  # that the coach may be asked


@dataclass(frozen=True, slots=True)
class ShowCode:
    """A code with which one more device can come to one's own seat."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Withdraw:
    """The link or the code of this seat is no longer good."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class RemoveDevice:
    """A device may no longer play from one's own seat."""

    seat: Seat
    device: str  # its label


# ---- of bots and of the house


@dataclass(frozen=True, slots=True)
class BotAnswer:
    """What a bot chose at a position; dropped where the game has gone on since."""

    seat: Seat
    position: int
    action: str
    instead_of: str | None = None  # the bot that should have answered
    why: str | None = None  # the code of what went wrong with it


@dataclass(frozen=True, slots=True)
class TimeUp:
    """The time for a turn may be over."""


@dataclass(frozen=True, slots=True)
class Reveal:
    """The time may have come to reveal a seed that others were still playing with."""


@dataclass(frozen=True, slots=True)
class Follow:
    """The same players go on at another table."""

    table: str


@dataclass(frozen=True, slots=True)
class Leave:
    """Whoever plays from this device goes for good, and holds nothing up that has not begun."""


@dataclass(frozen=True, slots=True)
class End:
    """Nobody has been at this game for long: the house ends it."""


PeopleCommand = (
    Act | ThrowDice | NoteTurn | Saw | Correct | Redo | ChangeKeeping | Undo
    | AnswerAsk | React | SeatBot | Return | BeReady | Start | Abandon | Join | ShowCode
    | Withdraw | RemoveDevice
)  # fmt: skip
Command = PeopleCommand | BotAnswer | TimeUp | Reveal | Follow | Leave | End


@dataclass(frozen=True, slots=True)
class Presence:
    """Which devices are connected, and when the others were last heard of."""

    here: frozenset[str] = frozenset()
    seen: Mapping[str, float] = field(default_factory=dict)
    since: float = 0.0  # nobody was watched before this moment
    patience: float = AWAY

    def is_here(self, devices: Collection[str]) -> bool:
        return not self.here.isdisjoint(devices)

    def is_away(self, devices: Collection[str], now: float) -> bool:
        """None of these devices has been heard of for a while."""
        if self.is_here(devices):
            return False
        last = max((at for device, at in self.seen.items() if device in devices), default=self.since)
        return now - max(last, self.since) >= self.patience


@dataclass(frozen=True, slots=True)
class Caller:
    """Who asks."""

    device: str | None = None  # None: a bot or the house
    key: str | None = None  # the same key is never done twice
    presence: Presence = Presence()


HOUSE = Caller()
