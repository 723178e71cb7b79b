"""A table as an immutable value. ``evolve`` makes the next one from an event; nothing else changes a table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from redpip.core.catalog import Game, find_game
from redpip.core.fair import Fair, commitment_to, dice_seed
from redpip.core.game import Acted, Back, Choose, Event, Noted, Over, Roll, Seat
from redpip.core.growing import Growing
from redpip.core.history import History
from redpip.core.noting import Way, ways_of
from redpip.core.once import once
from redpip.core.options import make_rules, read_options
from redpip.core.record import Entry as RecordEntry
from redpip.core.record import Record
from redpip.core.referee import Turn, turn_of
from redpip.core.setup import Player, Setup
from redpip.play.thinking_question import Limits
from redpip.table.chair import Chair, Secrets
from redpip.table.events import (
    DiceFrom,
    Faltered,
    Joined,
    Opened,
    Question,
    Removed,
    Started,
    StoodIn,
    TimedOut,
    Unread,
)
from redpip.table.refusals import refused

LOG_GAP = "log_gap"  # of a table whose log lacks an event: it can be read, and nothing can be written after it
LOG_LINES = 40  # of what happened that are shown
MOST_TOLD = 4 * LOG_LINES


@dataclass(frozen=True, slots=True)
class Ask:
    """A question to the other people, open until all have said yes or one has said no."""

    by: Seat
    what: Question
    seat: Seat
    waiting: frozenset[Seat]


TableNews = Started | StoodIn | Faltered | TimedOut | Joined | Removed | Unread


@dataclass(frozen=True, slots=True)
class Told:
    """What happened and, for a game event, what everybody could see after it: enough to tell it in any language."""

    seq: int
    event: Event[Any] | TableNews
    view: Any = None
    lines: dict[str, Any] = field(default_factory=dict, compare=False)  # by language, once somebody has asked


def remembered(told: Growing[Told], new: Told) -> Growing[Told]:
    """This too. What has long left the log is dropped from time to time, for that means to copy the rest."""
    return (told if len(told) < MOST_TOLD else Growing(told[-LOG_LINES:])).plus(new)


@dataclass(frozen=True)
class Table:
    id: str
    secrets: Secrets
    opened: Opened
    game: Game
    chairs: tuple[Chair, ...]
    host: str  # the device whose table it is
    seq: int = 1  # of the last event; 1 is the opening
    position: int = 0  # seq of the last event that changed what is to be chosen
    play: History | None = None
    ask: Ask | None = None
    over: Over | None = None
    ended: float | None = None  # when it was over or given up
    revealed: bool = False
    abandoned_by: Seat | None = None
    rematch: str | None = None
    timed_out: Seat | None = None
    turn_since: float = 0.0  # when the seat to move began to move
    timed: tuple[Seat, ...] = ()  # whose time is running
    told: Growing[Told] = field(default_factory=Growing)  # the latest at its end
    keys: Mapping[str, int] = field(default_factory=dict)  # of the commands that are done: seq of their last event
    keep: Way = "every"  # how much people tell of their own dice
    outdated: str | None = None  # why the game cannot be played on: code of what no longer fits

    def but(self, **changes: Any) -> Table:
        """This table with something changed: ``dataclasses.replace``, at a tenth of its cost."""
        after = object.__new__(Table)
        known = after.__dict__
        known.update(self.__dict__)
        for name in _WORKED_OUT if "chairs" in changes else _OF_THE_GAME:
            known.pop(name, None)
        known.update(changes)
        return after

    # ---- facts

    @property
    def phase(self) -> str:
        if self.over:
            return "over"
        if self.abandoned_by is not None or self.outdated:
            return "abandoned"
        return "waiting" if self.play is None else "playing"

    @once
    def turn(self) -> tuple[Seat, ...]:
        """The seats that are to choose now, or to throw dice of their own."""
        if self.phase != "playing" or self.play is None:
            return ()
        due = self.play.next
        if isinstance(due, Choose):
            return tuple(due.options)
        return self.throwers

    @property
    def throwers(self) -> tuple[Seat, ...]:
        """Whose dice are to be thrown by hand: the seat's own, and anybody's where they are neutral."""
        due = self.play.next if self.play else None
        if not isinstance(due, Roll) or self.service_throws(due):
            return ()
        return self.people if due.seat is None else (due.seat,)

    def service_throws(self, roll: Roll) -> bool:
        """People throw their own dice where the table says so. Bots have no hands, nor where they play for somebody."""
        if self.opened.dice == "committed":
            return True
        if roll.seat is None:
            return self.timed_out is not None or all(chair.player_bot for chair in self.chairs)
        return self.timed_out == roll.seat or self.chairs[roll.seat].player_bot is not None

    @once
    def movers(self) -> tuple[Seat, ...]:
        """The seats to choose, or the one whose dice are in the air."""
        due = self.play.next if self.play else None
        return (due.seat,) if isinstance(due, Roll) and due.seat is not None else self.turn

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(chair.name for chair in self.chairs)

    @property
    def people(self) -> tuple[Seat, ...]:
        return tuple(seat for seat, chair in enumerate(self.chairs) if chair.kind == "person")

    @property
    def devices(self) -> Iterable[str]:
        """All that somebody plays from."""
        return self._seats_by_device

    def seats_of(self, device: str | None) -> tuple[Seat, ...]:
        return self._seats_by_device.get(device or "", ())

    @once
    def _seats_by_device(self) -> Mapping[str, tuple[Seat, ...]]:
        found: dict[str, tuple[Seat, ...]] = {}
        for seat, chair in enumerate(self.chairs):
            for device in chair.devices:
                found[device.id] = (*found.get(device.id, ()), seat)
        return found

    @once
    def sitting(self) -> Sequence[Mapping[str, Any]]:
        """Who sits in each chair and plays from where, as lists tell it."""
        return [{"name": chair.name, "devices": sorted([one.id for one in chair.devices])} for chair in self.chairs]

    @property
    def unready(self) -> tuple[Seat, ...]:
        """People who have not added their nonce yet."""
        if self.phase != "waiting":
            return ()
        return tuple(seat for seat in self.people if not self.chairs[seat].nonce)

    @property
    def deadline(self) -> float | None:
        if self.opened.clock is None or not self.turn or self.chairs[self.turn[0]].player_bot:
            return None
        return self.turn_since + self.opened.clock

    @property
    def bot_seat(self) -> Seat | None:
        """The seat that a bot is to choose for."""
        due = self.play.next if self.play else None
        if self.phase != "playing" or not isinstance(due, Choose):
            return None
        bots = (seat for seat in due.options if self.chairs[seat].player_bot or seat == self.timed_out)
        return next(bots, None)

    @property
    def limits(self) -> Limits:
        """What a bot may take for one choice."""
        return Limits(seconds=self.opened.think)

    @property
    def own_dice(self) -> bool:
        """People throw real dice."""
        return self.opened.dice == "people"

    @property
    def ways(self) -> tuple[Way, ...]:
        """How the game can be kept."""
        return ways_of(self.game)

    @property
    def bots(self) -> tuple[Seat, ...]:
        return tuple(seat for seat, chair in enumerate(self.chairs) if chair.player_bot)

    def turn_to_note(self, seat: Seat) -> Turn:
        """The turn whose result may be noted for this seat now."""
        if not self.own_dice or self.phase != "playing" or self.play is None:
            return Turn(None)
        return turn_of(self.play, seat)

    def may_reveal(self, now: float) -> bool:
        """Is the seed due? Where others may still be playing with the same dice, not before their time is over."""
        ended = self.over is not None or self.abandoned_by is not None
        return ended and not self.revealed and now >= (self.opened.sealed or 0.0)

    @property
    def lends_dice(self) -> bool:
        """Can others play with the dice of this game? It is open and over, its dice are of a seed from their first
        throw on, and nobody else's game of today is played with them."""
        if self.over is None or self.play is None or self.outdated or self.game.secrets:
            return False
        setup = self.play.setup
        return setup.fair is not None and not setup.given and (self.opened.sealed is None or self.revealed)

    def can_undo(self, seat: Seat) -> bool:
        if self.own_dice and self.play is not None and seat not in self.bots:
            told = (getattr(self.play.events[number], "seat", None) for number in self.play.standing)
            return self.phase in ("playing", "over") and any(who not in self.bots for who in told)
        return self.phase == "playing" and self.play is not None and self.play.last_choice(seat) is not None

    def has_moved(self, seat: Seat, seen: int) -> bool:
        """Has this seat, or a step back, made something else of what it saw at this position?"""
        if seen >= self.position:
            return False
        for told in reversed(self.told):
            if told.seq <= seen:
                return False
            if isinstance(told.event, Back) or (isinstance(told.event, Acted | Noted) and told.event.seat == seat):
                return True
        return len(self.told) >= LOG_LINES  # what was before is remembered no longer

    def others(self, *seats: Seat) -> frozenset[Seat]:
        """People who play themselves, and from other devices than those in these seats."""
        known = {device for seat in seats for device in self.chairs[seat].device_ids}
        return frozenset(
            seat
            for seat in self.people
            if not self.chairs[seat].stand_in and self.chairs[seat].device_ids.isdisjoint(known)
        )

    # ---- the game

    def options(self, chairs: tuple[int, ...]) -> dict[str, Any]:
        """The house rules for these chairs: what is a seat's own goes with it."""
        values = read_options(self.game.rules, self.opened.options)
        return {
            name: tuple(value[chair] for chair in chairs)
            if self.game.options[name].per_seat and isinstance(value, tuple) and len(value) == self.opened.seats
            else value
            for name, value in values.items()
        }

    def setup(self, chairs: tuple[Chair, ...], first: Seat, match: int | None, *, coach: bool) -> Setup:
        """All that is fixed when the game starts with these chairs."""
        opened, nonces = self.opened, tuple(chair.nonce for chair in chairs if chair.nonce)
        committed = opened.dice == "committed"
        return Setup(
            self.game,
            opened.preset,
            self.options(tuple(chair.number for chair in chairs)),
            tuple(Player(chair.name, chair.bot) for chair in chairs),
            first,
            dice_seed(self.secrets.server_seed, nonces) if committed else None,
            match,
            Fair(opened.commitment, nonces, self.secrets.server_seed) if committed else None,
            len(opened.given),
            coach,
            self.own_dice,
        )

    def coaches(self, chairs: Iterable[Chair]) -> bool:
        """Do all of these people agree that the coach may be asked?"""
        return self.opened.coach and all(chair.agrees for chair in chairs if chair.kind == "person")

    def match_length(self, chairs: tuple[Chair, ...]) -> int | None:
        """What a match among these players is to; None for a single game."""
        rules = make_rules(self.game.rules, self.options(tuple(chair.number for chair in chairs)), len(chairs))
        return self.game.match_length(self.opened.preset, rules, len(chairs), self.opened.match)

    def record(self, seat: Seat | None = None) -> Record:
        """The record so far. Until the end it lacks the seed, and whatever this seat or a spectator may not know."""
        if self.outdated:
            raise refused(LOG_GAP if self.outdated == LOG_GAP else "other_rules")
        if self.play is None:
            raise refused("not_playing")
        setup, rules, result = self.play.setup, self.play.rules, self.play.next
        if self.revealed or (setup.fair is None and self.over):
            entries = tuple(map(RecordEntry, self.play.events))
            return Record(setup, entries, result if isinstance(result, Over) else None)
        fair = setup.fair and Fair(setup.fair.commitment, setup.fair.nonces)
        heard = tuple(RecordEntry(rules.seen(event, seat)) for event in self.play.events)
        return Record(replace(setup, seed=None, fair=fair), heard, result if isinstance(result, Over) else None)


_WORKED_OUT = tuple(name for name, kind in vars(Table).items() if isinstance(kind, once))
_OF_THE_CHAIRS = ("_seats_by_device", "sitting")  # as long good as these
_OF_THE_GAME = tuple(name for name in _WORKED_OUT if name not in _OF_THE_CHAIRS)


def new_table(table_id: str, secrets: Secrets, opened: Opened) -> Table:
    """A table with empty chairs."""
    game, _ = find_game(opened.game)
    chairs = tuple(map(Chair, range(opened.seats)))
    return Table(table_id, secrets, opened, game, chairs, opened.host, keep=opened.keep)


def opening(
    secrets: Secrets,
    game: Game,
    preset: str,
    options: dict[str, Any],
    seats: int,
    host: str,
    *,
    first: Seat | None = None,
    clock: int | None = None,
    match: int | None = None,
    dice: DiceFrom = "committed",
    coach: bool = False,
    given: Sequence[dict[str, Any]] = (),
    keep: Way = "every",
    same: str = "",
    sealed: float | None = None,
) -> Opened:
    """The first event of a table; ``options`` in their JSON form, the preset's among them."""
    committed = commitment_to(secrets.server_seed)
    return Opened(
        game.id,
        preset,
        options,
        seats,
        host,
        committed,
        first,
        clock,
        match,
        dice,
        coach=coach,
        given=list(given),
        keep=keep,
        same=same,
        sealed=sealed,
    )
