"""The table itself: ``do`` takes a command and returns the events that follow; ``fold`` takes events from a log.

Both end in the same bookkeeping, so a table read back from its log is the table that was there before.
"""

from __future__ import annotations

import hmac
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from redpip.core.catalog import Game, find_game
from redpip.core.fair import Fair, commitment_to, dice_seed
from redpip.core.game import Choose, Event, Over, Roll, Seat
from redpip.core.options import make_rules, read_options
from redpip.core.playing import Play
from redpip.core.problem import Problem, Refusal, Refused
from redpip.core.record import Record, event_json, read_event, record_of
from redpip.core.setup import Player, Setup
from redpip.core.shaker import SeededShaker
from redpip.core.words import N_
from redpip.table.chair import Chair, Secrets
from redpip.table.command import REACTIONS, Command, Presence
from redpip.table.events import (
    Abandoned,
    Answered,
    Asked,
    Ended,
    Followed,
    Joined,
    Opened,
    Played,
    Reacted,
    Ready,
    Revealed,
    Seated,
    Started,
    StoodIn,
    TableEvent,
    TimedOut,
    Vacated,
)

LOG_LINES = 40

REFUSALS = {
    "no_seat": N_("There is no such seat at this table."),
    "not_your_seat": N_("Somebody else sits there."),
    "seat_taken": N_("This seat is taken."),
    "wrong_link": N_("This link does not open a seat at this table."),
    "host_only": N_("Only the one who opened the table can do that."),
    "not_playing": N_("The game is not running."),
    "already_started": N_("The game has begun already."),
    "not_over": N_("The game is not over yet."),
    "too_few": N_("There are not enough players yet."),
    "not_away": N_("That player was here a moment ago. Wait a little."),
    "nothing_asked": N_("Nothing was asked of you."),
    "bad_nonce": N_("A nonce is 8 to 64 letters and digits."),
    "bad_reaction": N_("There is no such reaction."),
    "cannot_undo": N_("Only what you chose since the last throw can be taken back."),
}


def refused(code: str) -> Refused:
    return Refused(Refusal(code))


@dataclass(slots=True)
class Ask:
    """A question to the other people, open until all have said yes or one has said no."""

    by: Seat
    what: str
    seat: Seat
    waiting: set[Seat]


@dataclass(frozen=True, slots=True)
class Told:
    """What happened and, for a game event, what everybody could see after it: enough to tell it in any language."""

    seq: int
    event: Event[Any] | StoodIn | TimedOut
    view: Any = None
    lines: dict[str, dict[str, Any]] = field(default_factory=dict)  # by language, once somebody has asked


class Table:
    def __init__(self, table_id: str, secrets: Secrets, opened: Opened) -> None:
        self.id = table_id
        self.secrets = secrets
        self.opened = opened
        self.game, _ = find_game(opened.game)
        self.chairs = [Chair(number) for number in range(opened.seats)]
        self.play: Play | None = None
        self.ask: Ask | None = None
        self.over: Over | None = None
        self.revealed = False
        self.abandoned = False
        self.rematch: str | None = None
        self.timed_out: Seat | None = None
        self.turn_since = 0.0  # when the seat to move began to move
        self._timed: tuple[Seat, ...] = ()  # whose time is running
        self._now = 0.0
        self.seq = 1  # of the last event; 1 is the opening
        self.told: deque[Told] = deque(maxlen=LOG_LINES)
        self.keys: dict[str, int] = {}
        # told of each event while the table still is as that event left it
        self.watch: Callable[[int, TableEvent], None] = lambda _seq, _event: None
        self._new: list[TableEvent] = []

    # ---- facts

    @property
    def phase(self) -> str:
        if self.abandoned:
            return "abandoned"
        if self.play is None:
            return "waiting"
        return "over" if self.over else "playing"

    @property
    def turn(self) -> tuple[Seat, ...]:
        """The seats that are to choose now."""
        if self.phase != "playing" or self.play is None:
            return ()
        due = self.play.next
        return tuple(due.options) if isinstance(due, Choose) else ()

    @property
    def movers(self) -> tuple[Seat, ...]:
        """The seats to choose, or the one whose dice are in the air."""
        due = self.play.next if self.play else None
        return (due.seat,) if isinstance(due, Roll) and due.seat is not None else self.turn

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(chair.name for chair in self.chairs)

    def seats_of(self, device: str | None) -> tuple[Seat, ...]:
        return tuple(seat for seat, chair in enumerate(self.chairs) if device in chair.devices)

    @property
    def unready(self) -> tuple[Seat, ...]:
        """People who have not added their nonce yet."""
        if self.play is not None:
            return ()
        return tuple(seat for seat, chair in enumerate(self.chairs) if chair.kind == "person" and not chair.nonce)

    @property
    def deadline(self) -> float | None:
        if self.opened.clock is None or not self.turn or self.chairs[self.turn[0]].player_bot:
            return None
        return self.turn_since + self.opened.clock

    @property
    def bot_seat(self) -> Seat | None:
        """The seat that a bot is to move for."""
        for seat in self.turn:
            if self.chairs[seat].player_bot or seat == self.timed_out:
                return seat
        return None

    def record(self, seat: Seat | None = None) -> Record:
        """The record so far. Until the end it lacks the seed, and whatever this seat or a spectator may not know."""
        if self.play is None:
            raise refused("not_playing")
        record = record_of(self.play)
        if self.revealed:
            return record
        fair = Fair(self.opened.commitment, self._nonces())
        heard = tuple(replace(entry, event=self.play.rules.seen(entry.event, seat)) for entry in record.entries)
        return replace(record, setup=replace(record.setup, seed=None, fair=fair), entries=heard)

    # ---- commands

    def do(self, command: Command, device: str, now: float, presence: Presence) -> list[TableEvent]:
        """The events that this command leads to; nothing where the command was done before."""
        if command.key in self.keys:
            return []
        if not 0 <= command.seat < len(self.chairs):
            raise refused("no_seat")
        handlers: dict[str, Callable[[], None]] = {
            "act": lambda: self._act(command.seat, command.action, device),
            "undo": lambda: self._undo(command.seat, device),
            "answer": lambda: self._answer(command.seat, command.yes, device),
            "react": lambda: self._react(command.seat, command.reaction, device),
            "bot": lambda: self._bot(command.seat, command.bot, device, now, presence),
            "back": lambda: self._back(command.seat, device),
            "ready": lambda: self._ready(command.seat, command.nonce, device),
            "start": lambda: self._start(device),
            "abandon": lambda: self._abandon(device),
        }
        return self._collect(handlers[command.do], now, command.key)

    def sit(self, seat: Seat, name: str, device: str, now: float) -> list[TableEvent]:
        """A person takes a seat, or comes to it from another device."""
        return self._collect(lambda: self._sit(seat, name, device), now)

    def sit_bot(self, seat: Seat, bot: str, now: float) -> list[TableEvent]:
        return self._collect(lambda: self._seat_bot(seat, bot), now)

    def check_invitation(self, token: str) -> Seat:
        for seat, chair in enumerate(self.chairs):
            if hmac.compare_digest(self.secrets.invitation(chair.number).encode(), token.encode()):
                return seat
        raise refused("wrong_link")

    def bot_step(self, now: float) -> list[TableEvent]:
        """One choice of the bot that is to move."""
        seat = self.bot_seat
        return [] if seat is None else self._collect(lambda: self._bot_choice(seat), now)

    def tick(self, now: float) -> list[TableEvent]:
        """What follows from time alone."""
        deadline = self.deadline
        if deadline is None or now < deadline or self.timed_out is not None:
            return []
        return self._collect(lambda: self._note(TimedOut(self.turn[0])), now)

    def follow(self, table_id: str, now: float) -> list[TableEvent]:
        return self._collect(lambda: self._note(Followed(table_id)), now)

    def _collect(self, work: Callable[[], None], now: float, key: str | None = None) -> list[TableEvent]:
        self._new = []
        self._now = now
        work()
        if key is not None:
            self.keys[key] = self.seq
        return self._new

    # ---- what each command does

    def _act(self, seat: Seat, text: str, device: str) -> None:
        play = self._running()
        self._own(seat, device)
        event = play.act(seat, play.rules.parse(text))
        if self.chairs[seat].stand_in:
            self._note(StoodIn(seat, None))
        self._played(event)
        self._settle()

    def _bot_choice(self, seat: Seat) -> None:
        play = self._running()
        name = self.chairs[seat].player_bot or next(iter(self.game.bots))
        luck = Random(f"{play.setup.seed}/bot/{seat}/{len(play.events)}")
        bot = play.setup.seat_bot(name, seat, luck)
        due = play.next
        assert isinstance(due, Choose)
        self._played(play.act(seat, bot.choose(play.rules.view(play.state, seat), due.options[seat])))
        self._settle()

    def _settle(self) -> None:
        """Dice that are due fall at once; a game that is over is closed."""
        play = self._running()
        while isinstance(play.next, Roll):
            self._played(play.shake())
        match play.next:
            case Over(scores=scores, winners=winners):
                self._note(Ended(list(scores), list(winners)))
                self._note(Revealed(self.secrets.server_seed))

    def _undo(self, seat: Seat, device: str) -> None:
        self._running()
        self._own(seat, device)
        if not self.can_undo(seat):
            raise refused("cannot_undo")
        others = self._others(device)
        if others:
            self._note(Asked(seat, "undo", seat))
        else:
            self._take_back(seat)

    def can_undo(self, seat: Seat) -> bool:
        return self.play is not None and self.play.last_choice(seat) is not None

    def _take_back(self, seat: Seat) -> None:
        play = self._running()
        to = play.last_choice(seat)
        if to is None:
            raise refused("cannot_undo")
        self._played(play.back(to))

    def _answer(self, seat: Seat, yes: bool, device: str) -> None:
        self._own(seat, device)
        if self.ask is None or seat not in self.ask.waiting:
            raise refused("nothing_asked")
        ask = self.ask
        self._note(Answered(seat, yes))
        if self.ask is None or ask.waiting:
            return
        self.ask = None
        if ask.what == "undo":
            self._take_back(ask.by)
        else:
            self._note(StoodIn(ask.seat, next(iter(self.game.bots))))

    def _react(self, seat: Seat, reaction: str, device: str) -> None:
        self._own(seat, device)
        if reaction not in REACTIONS:
            raise refused("bad_reaction")
        self._note(Reacted(seat, reaction))

    def _bot(self, seat: Seat, bot: str | None, device: str, now: float, presence: Presence) -> None:
        chair = self.chairs[seat]
        if self.play is None:
            self._host(device)
            if chair.kind == "person":
                raise refused("seat_taken")
            if bot is None:
                self._note(Vacated(seat))
            else:
                self._seat_bot(seat, bot)
            return
        self._running()
        name = bot or next(iter(self.game.bots))
        self.game.bot(name)
        if device in chair.devices:
            self._note(StoodIn(seat, name))
        elif chair.kind != "person" or not self.seats_of(device):
            raise refused("not_your_seat")
        elif not presence.is_away(chair.devices, now):
            raise refused("not_away")
        elif self._others(device, *chair.devices):
            self._note(Asked(self.seats_of(device)[0], "bot", seat))
        else:
            self._note(StoodIn(seat, name))

    def _back(self, seat: Seat, device: str) -> None:
        self._own(seat, device)
        if self.chairs[seat].stand_in:
            self._note(StoodIn(seat, None))

    def _sit(self, seat: Seat, name: str, device: str) -> None:
        chair = self.chairs[seat] if seat < len(self.chairs) else None
        if chair is None or chair.kind == "bot":
            raise refused("seat_taken")
        if device in chair.devices:
            return
        if chair.kind == "person":
            self._note(Joined(seat, device))
        elif self.play is not None:
            raise refused("already_started")
        else:
            self._note(Seated(seat, self._free_name(name), device))

    def _seat_bot(self, seat: Seat, bot: str) -> None:
        self.game.bot(bot)
        self._note(Seated(seat, self._free_name(bot.capitalize()), None, bot))
        self._start_when_full()

    def _free_name(self, name: str) -> str:
        taken = {chair.name for chair in self.chairs}
        return next(n for n in (name, *(f"{name} {k}" for k in range(2, 99))) if n not in taken)

    def _ready(self, seat: Seat, nonce: str, device: str) -> None:
        self._own(seat, device)
        if self.play is not None:
            return
        if not (8 <= len(nonce) <= 64 and nonce.isascii() and nonce.isalnum()):
            raise refused("bad_nonce")
        if not self.chairs[seat].nonce:
            self._note(Ready(seat, nonce))
        self._start_when_full()

    def _start_when_full(self) -> None:
        if all(chair.bot or chair.nonce for chair in self.chairs):
            self._begin()

    def _start(self, device: str) -> None:
        self._host(device)
        if self.play is not None:
            raise refused("already_started")
        if self.unready or not self._can_play(sum(chair.kind != "open" for chair in self.chairs)):
            raise refused("too_few")
        self._begin()

    def _can_play(self, seats: int) -> bool:
        """Presets and options can need more players than the game itself."""
        try:
            self.game.check_seats(self.opened.preset, seats)
            make_rules(self.game.rules, read_options(self.game.rules, self.opened.options), seats).start(seats, 0)
        except Problem:
            return False
        return True

    def _begin(self) -> None:
        taken = [seat for seat, chair in enumerate(self.chairs) if chair.kind != "open"]
        nonces = tuple(self.chairs[seat].nonce for seat in taken if self.chairs[seat].nonce)
        seed = dice_seed(self.secrets.server_seed, nonces)
        first = self.opened.first
        drawn = SeededShaker(seed).first(len(taken)) if first is None or first not in taken else taken.index(first)
        self._note(Started(drawn, taken))
        self._settle()

    def _abandon(self, device: str) -> None:
        if self.phase not in ("waiting", "playing"):
            raise refused("not_playing")
        self._host(device)
        self._note(Abandoned(min(self.seats_of(device), default=0)))
        self._note(Revealed(self.secrets.server_seed))

    def _running(self) -> Play:
        if self.phase in ("over", "abandoned"):
            raise refused("game_over")
        if self.play is None:
            raise refused("not_playing")
        return self.play

    def _own(self, seat: Seat, device: str) -> None:
        if device not in self.chairs[seat].devices:
            raise refused("not_your_seat")

    def _host(self, device: str) -> None:
        if device != self.opened.host:
            raise refused("host_only")

    def _others(self, *devices: str) -> set[Seat]:
        """People who sit here with other devices than these and play themselves."""
        return {
            seat
            for seat, chair in enumerate(self.chairs)
            if chair.kind == "person" and not chair.stand_in and not chair.devices & set(devices)
        }

    # ---- bookkeeping, the same for what happens now and for what is read from a log

    def _played(self, event: Event[Any]) -> None:
        assert self.play is not None
        self._tell(event, self.play, self.seq + 1)
        self._note(Played(event_json(event)))

    def _tell(self, event: Event[Any], play: Play, seq: int) -> None:
        self.told.append(Told(seq, play.rules.seen(event, None), play.rules.view(play.state, None)))
        self.ask = None

    def _note(self, event: TableEvent) -> None:
        self.seq += 1
        self._new.append(event)
        self._apply(event)
        self._keep_time(self._now)
        self.watch(self.seq, event)

    def fold(self, events: Iterable[tuple[TableEvent, float, str | None]]) -> None:
        """Takes up events from the log, each with its time and the key of its command."""
        for event, at, key in events:
            self.seq += 1
            self._apply(event)
            if isinstance(event, Played):
                self._replay(event)
            self._keep_time(at)
            if key is not None:
                self.keys[key] = self.seq

    def _keep_time(self, now: float) -> None:
        """A seat's time runs on while its dice are in the air, and begins when another's is over."""
        if self.movers != self._timed:
            self._timed, self.turn_since, self.timed_out = self.movers, now, None

    def _replay(self, played: Played) -> None:
        if self.play is None:
            raise Problem("bad_event", "A move stands in the log before the start of the game.")
        event = read_event(played.event, self.play.setup)
        self._tell(self.play.again(event), self.play, self.seq)

    def _apply(self, event: TableEvent) -> None:
        match event:
            case Seated(seat=seat, name=name, device=device, bot=bot):
                self.chairs[seat] = Chair(self.chairs[seat].number, name, {device} if device else set(), bot)
            case Joined(seat=seat, device=device):
                self.chairs[seat].devices.add(device)
            case Vacated(seat=seat):
                self.chairs[seat] = Chair(self.chairs[seat].number)
            case Ready(seat=seat, nonce=nonce):
                self.chairs[seat].nonce = nonce
            case Started(first=first, seats=seats):
                self.chairs = [self.chairs[seat] for seat in seats]
                self.play = Play(self._setup(first))
            case Asked(by=by, what=what, seat=seat):
                asked = {by} if what == "undo" else {by, seat}
                self.ask = Ask(by, what, seat, self._others(*(d for s in asked for d in self.chairs[s].devices)))
            case Answered(by=by, yes=yes):
                self._take_answer(by, yes)
            case StoodIn(seat=seat, bot=bot):
                self.chairs[seat].stand_in = bot
                self.ask = None
                self.told.append(Told(self.seq, event))
            case TimedOut(seat=seat):
                self.timed_out = seat
                self.told.append(Told(self.seq, event))
            case Ended():
                outcome = self.play.next if self.play else None
                self.over = outcome if isinstance(outcome, Over) else None
            case Revealed():
                self.revealed = True
            case Abandoned():
                self.abandoned = True
            case Followed(table=table):
                self.rematch = table
            case Opened() | Played() | Reacted():
                pass

    def _take_answer(self, by: Seat, yes: bool) -> None:
        if self.ask is not None:
            self.ask.waiting.discard(by)
            if not yes:
                self.ask = None

    def _nonces(self) -> tuple[str, ...]:
        return tuple(chair.nonce for chair in self.chairs if chair.nonce)

    def _setup(self, first: Seat) -> Setup:
        nonces = self._nonces()
        opened = self.opened
        return Setup(
            self.game,
            opened.preset,
            read_options(self.game.rules, opened.options),
            tuple(Player(chair.name, chair.bot) for chair in self.chairs),
            first,
            dice_seed(self.secrets.server_seed, nonces),
            opened.match,
            Fair(opened.commitment, nonces, self.secrets.server_seed),
        )


def open_table(
    table_id: str,
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
) -> Table:
    """A new table with empty chairs; ``options`` in their JSON form, the preset's among them."""
    opened = Opened(game.id, preset, options, seats, host, commitment_to(secrets.server_seed), first, clock, match)
    return Table(table_id, secrets, opened)
