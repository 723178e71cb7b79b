"""What follows from a command. Pure: a command is refused before anything has changed, or tells what happens."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, assert_never

from redpip.core import referee
from redpip.core.dice import Faces, shown
from redpip.core.fair import dice_seed
from redpip.core.game import Acted, Back, Event, Over, Roll, Seat, Thrown
from redpip.core.history import History
from redpip.core.noting import find_way
from redpip.core.options import make_rules
from redpip.core.problem import Problem
from redpip.core.record import read_event
from redpip.core.setup import Setup
from redpip.core.shaker import SeededShaker
from redpip.core.witness import saw_told, throw_seen
from redpip.table.chair import NOBODY
from redpip.table.command import (
    CODE_TIME,
    REACTIONS,
    Abandon,
    Act,
    AnswerAsk,
    BeReady,
    BotAnswer,
    Caller,
    ChangeKeeping,
    Command,
    Correct,
    End,
    Follow,
    Join,
    Leave,
    NoteTurn,
    React,
    Redo,
    RemoveDevice,
    Return,
    Reveal,
    Saw,
    SeatBot,
    ShowCode,
    Start,
    ThrowDice,
    TimeUp,
    Undo,
    Withdraw,
)
from redpip.table.events import (
    Abandoned,
    Answered,
    Asked,
    Coded,
    Ended,
    Entry,
    Faltered,
    Followed,
    Hosted,
    Joined,
    Kept,
    Played,
    Question,
    Reacted,
    Ready,
    Removed,
    Revealed,
    Seated,
    Started,
    StoodIn,
    TableEvent,
    TimedOut,
    Vacated,
    Withdrawn,
)
from redpip.table.evolve import evolve
from redpip.table.links import door, free_seats
from redpip.table.names import clean_name, free_name
from redpip.table.refusals import refused
from redpip.table.table import LOG_GAP, Table


@dataclass(frozen=True, slots=True)
class Step:
    """An event that is to happen, and the table after it."""

    entry: Entry
    table: Table


def decide(table: Table, command: Command, caller: Caller, now: float) -> tuple[Step, ...]:
    """What happens if this command is done; nothing where it was done before."""
    if caller.key is not None and caller.key in table.keys:
        return ()
    if table.outdated == LOG_GAP:
        raise refused(LOG_GAP)
    seat = getattr(command, "seat", None)
    if seat is not None and not 0 <= seat < len(table.chairs):
        raise refused("no_seat")
    draft = Draft(table, caller, now)
    draft.take(command)
    return draft.signed()


class Draft:
    """What would happen, step by step. The table that it began with stays as it is."""

    def __init__(self, table: Table, caller: Caller, now: float) -> None:
        self.table = table
        self._caller = caller
        self._now = now
        self._steps: list[Step] = []

    def note(self, event: TableEvent) -> None:
        entry = Entry(event, self._now)
        self.table = evolve(self.table, entry)
        self._steps.append(Step(entry, self.table))

    def signed(self) -> tuple[Step, ...]:
        """The steps. The last bears the key: where it is there, the whole command is done."""
        key = self._caller.key
        if key is None or not self._steps:
            return tuple(self._steps)
        *before, last = self._steps
        keys = {**last.table.keys, key: last.table.seq}
        return (*before, Step(Entry(last.entry.event, last.entry.at, key), last.table.but(keys=keys)))

    def take(self, command: Command) -> None:
        match command:
            case Act(seat=seat, action=action, seen=seen):
                self._act(seat, action, seen)
            case ThrowDice(seat=seat, faces=faces):
                self._throw(seat, faces)
            case NoteTurn(seat=seat, note=text):
                self._note(seat, text)
            case Saw(seat=seat, text=text):
                self._tell_of_dice(seat, lambda play: saw_told(play, seat, text))
            case Correct(seat=seat, event=number, text=text):
                self._tell_of_dice(seat, lambda play: referee.corrected(play, number - 1, text))
            case Redo(seat=seat):
                self._tell_of_dice(seat, lambda play: referee.redone(play, self.table.bots))
            case ChangeKeeping(seat=seat, way=way):
                self._change_keeping(seat, way)
            case Undo(seat=seat) if self.table.own_dice:
                self._tell_of_dice(seat, lambda play: referee.undone(play, self.table.bots))
            case Undo(seat=seat, seen=seen):
                self._undo(seat, seen)
            case AnswerAsk(seat=seat, yes=yes):
                self._answer(seat, yes)
            case React(seat=seat, reaction=reaction):
                self._react(seat, reaction)
            case SeatBot(seat=seat, bot=bot, name=name):
                self._bot(seat, bot, name)
            case Return(seat=seat):
                self._return(seat)
            case BeReady(seat=seat, nonce=nonce):
                self._ready(seat, nonce)
            case Start():
                self._start()
            case Abandon():
                self._abandon()
            case Join():
                self._join(command)
            case ShowCode(seat=seat):
                self._own(seat)
                self.note(Coded(seat, self._now + CODE_TIME))
            case Withdraw(seat=seat):
                self._withdraw(seat)
            case RemoveDevice(seat=seat, device=label):
                self._remove(seat, label)
            case BotAnswer():
                self._bot_answer(command)
            case TimeUp():
                self._time_up()
            case Reveal():
                self._reveal()
            case Follow(table=following):
                self._follow(following)
            case Leave():
                self._leave()
            case End():
                self._end()
            case _:
                assert_never(command)

    # ---- playing

    def _act(self, seat: Seat, text: str, seen: int | None) -> None:
        play = self._running()
        self._own(seat)
        self._still(seat, seen)
        action = referee.action_told(play, seat, text) if self.table.own_dice else play.rules.parse(text)
        if self.table.chairs[seat].stand_in:
            self.note(StoodIn(seat, None))
        self.note(Played(Acted(seat, action)))
        self._settle()

    def _throw(self, seat: Seat, text: str) -> None:
        """Dice from people's hands."""
        self._tell_of_dice(seat, lambda play: self._thrown(play, seat, text))

    def _thrown(self, play: History, seat: Seat, text: str) -> referee.Events:
        if isinstance(play.next, Roll) and seat not in self.table.throwers:
            raise refused("not_your_turn")
        return throw_seen(play, text)

    def _note(self, seat: Seat, text: str) -> None:
        self._tell_of_dice(seat, lambda play: referee.note_told(play, seat, text))

    def _tell_of_dice(self, seat: Seat, told: Callable[[History], Iterable[Event[Any]]]) -> None:
        """People who sit at one table put slips right without asking: everybody sees in the log what was changed."""
        over = self.table.own_dice and self.table.over and self.table.play
        play = over or self._running()
        self._own(seat)
        if not self.table.own_dice:
            raise refused("dice_are_ours")
        for event in told(play):
            self.note(Played(event))
        self._settle()

    def _change_keeping(self, seat: Seat, way: str) -> None:
        self._own(seat)
        if not self.table.own_dice:
            raise refused("dice_are_ours")
        self.note(Kept(seat, find_way(self.table.game, way)))

    def _bot_answer(self, answer: BotAnswer) -> None:
        table = self.table
        if table.position != answer.position or table.bot_seat != answer.seat:
            return  # the game has gone on, or a person plays there again
        play = self._running()
        action = play.rules.parse(answer.action)
        if answer.instead_of is not None:
            self.note(Faltered(answer.seat, answer.instead_of, answer.why or "bot_failed"))
        self.note(Played(Acted(answer.seat, action)))
        self._settle()

    def _settle(self) -> None:
        """Dice that are due fall at once; a game that is over is closed."""
        while isinstance(due := (play := self._running()).next, Roll) and self.table.service_throws(due):
            self._fall(due, play.own_faces if play.setup.seed else play.seeded_faces(self._seed()))
        match due:
            case Over(scores=scores, winners=winners, returns=returns):
                self.note(Ended(list(scores), list(winners), list(returns)))
                self._reveal()

    def _reveal(self) -> None:
        """The seed, once nobody can use it any more."""
        if self.table.may_reveal(self._now):
            self.note(Revealed(self.table.secrets.server_seed))

    def _fall(self, roll: Roll, faces: Faces) -> None:
        self.note(Played(Thrown(roll.seat, faces, len(shown(faces)))))

    def _seed(self) -> str:
        nonces = tuple(chair.nonce for chair in self.table.chairs if chair.nonce)
        return dice_seed(self.table.secrets.server_seed, nonces)

    def _undo(self, seat: Seat, seen: int | None) -> None:
        self._running()
        self._own(seat)
        self._still(seat, seen)
        if not self.table.can_undo(seat):
            raise refused("cannot_undo")
        self._agree(seat, "undo", seat)

    def _time_up(self) -> None:
        deadline = self.table.deadline
        if deadline is not None and self._now >= deadline and self.table.timed_out is None:
            self.note(TimedOut(self.table.turn[0]))
            self._settle()

    # ---- what the others have a say in

    def _agree(self, by: Seat, what: Question, seat: Seat) -> None:
        """Those who are here are asked; where nobody is to be asked it is done."""
        known = (by, seat) if what == "bot" else (by,)
        asked = [other for other in sorted(self.table.others(*known)) if not self._away(other)]
        if asked:
            self.note(Asked(by, what, seat, asked))
        else:
            self._agreed(by, what, seat)

    def _agreed(self, by: Seat, what: Question, seat: Seat) -> None:
        match what:
            case "undo":
                to = self._running().last_choice(by)
                if to is None:
                    raise refused("cannot_undo")
                self.note(Played(Back(to)))
            case "bot":
                self._stand_in(seat, self.table.game.house_bot)
            case "end":
                self._close(by)

    def _answer(self, seat: Seat, yes: bool) -> None:
        self._own(seat)
        ask = self.table.ask
        if ask is None or seat not in ask.waiting:
            raise refused("nothing_asked")
        self.note(Answered(seat, yes))
        if self.table.ask is not None and not self.table.ask.waiting:
            self._agreed(ask.by, ask.what, ask.seat)

    def _abandon(self) -> None:
        if self.table.phase not in ("waiting", "playing"):
            raise refused("not_playing")
        seats = self.table.seats_of(self._caller.device)
        host = self._caller.device == self.table.host
        if not host and (self.table.phase == "waiting" or not seats):
            raise refused("host_only")
        if self.table.phase == "playing" and seats:
            self._agree(seats[0], "end", seats[0])
        else:
            self._close(min(seats, default=-1))

    def _end(self) -> None:
        if self.table.phase in ("waiting", "playing"):
            self._close(-1)

    def _close(self, by: Seat) -> None:
        self.note(Abandoned(by))
        self._reveal()

    def _react(self, seat: Seat, reaction: str) -> None:
        self._own(seat)
        if reaction not in REACTIONS:
            raise refused("bad_reaction")
        self.note(Reacted(seat, reaction))

    # ---- who sits where

    def _bot(self, seat: Seat, bot: str | None, name: str) -> None:
        chair, game = self.table.chairs[seat], self.table.game
        if bot is not None:
            game.bot(bot)
        if self.table.phase == "waiting":
            self._host()
            if chair.kind == "person":
                raise refused("seat_taken")
            if bot is not None:
                self.seat_bot(seat, bot, name)
            elif chair.kind == "bot":
                self.note(Vacated(seat))
            return
        self._running()
        mine = self.table.seats_of(self._caller.device)
        if seat in mine:
            self._stand_in(seat, bot or game.house_bot)
        elif chair.kind != "person" or not mine:
            raise refused("not_your_seat")
        elif not self._away(seat):
            raise refused("not_away")
        else:
            self._agree(mine[0], "bot", seat)

    def _stand_in(self, seat: Seat, bot: str) -> None:
        self._check_bot(bot)
        self.note(StoodIn(seat, bot))
        self._settle()  # dice that this person was to throw

    def _return(self, seat: Seat) -> None:
        self._own(seat)
        if self.table.chairs[seat].stand_in:
            self.note(StoodIn(seat, None))

    def _join(self, join: Join) -> None:
        device = self._caller.device
        assert device is not None, "only devices have links"
        found = door(self.table, join.token, self._now)
        if found.kind == "device" and found.seat is not None:
            if not self.table.chairs[found.seat].holds(device):
                self.note(Joined(found.seat, device))
            return
        if found.seat is not None and self.table.chairs[found.seat].holds(device):
            return
        if self.table.phase != "waiting":
            raise refused("link_used" if found.kind == "used" else "already_started")
        free = free_seats(self.table)
        seat = found.seat if found.kind == "seat" and found.seat in free else join.seat
        if seat not in free or seat is None:
            raise refused("link_used" if found.kind == "used" else "seat_taken")
        self.seat_person(seat, join.name, device, agrees=join.agrees)

    def seat_person(self, seat: Seat, name: str, device: str, *, agrees: bool = False) -> None:
        self.note(Seated(seat, free_name(clean_name(name), self.table.names), device, agrees=agrees))

    def deal(self, seat: Seat, nonce: str) -> None:
        """This person plays dice that others have too: what they would add to them is fixed."""
        self.note(Ready(seat, nonce))
        self._start_when_full()

    def seat_bot(self, seat: Seat, bot: str, name: str = "") -> None:
        """Called as whoever asked for it calls it, or by its own name."""
        self._check_bot(bot)
        others = self.table.names[:seat] + self.table.names[seat + 1 :]
        self.note(Seated(seat, free_name(name or bot.capitalize(), others), None, bot))
        self._start_when_full()

    def _check_bot(self, bot: str) -> None:
        opened, game = self.table.opened, self.table.game
        with game.concerned(opened.preset):
            game.check_bot(bot, make_rules(game.rules, self.table.options(tuple(range(opened.seats))), opened.seats))

    def _withdraw(self, seat: Seat) -> None:
        chair = self.table.chairs[seat]
        if chair.kind == "person":
            self._own(seat)
        else:
            self._host()
        if (chair.kind == "person" and chair.code_until is None) or chair.kind == "bot":
            raise refused("nothing_to_withdraw")
        self.note(Withdrawn(seat))

    def _remove(self, seat: Seat, label: str) -> None:
        self._own(seat)
        chair = self.table.chairs[seat]
        found = next((device for device in chair.devices if device.label == label), None)
        if found is None:
            raise refused("no_device_there")
        if chair.device_ids <= {found.id}:
            raise refused("last_device")
        self.note(Removed(seat, found.id))

    def _leave(self) -> None:
        """Where the game has begun the seat stays theirs, and a bot can play there; before, it is somebody else's."""
        device = self._caller.device
        if self.table.phase != "waiting":
            return
        for seat in self.table.seats_of(device):
            if self.table.chairs[seat].device_ids == {device}:
                self.note(Vacated(seat))
        if self.table.host in (device, NOBODY):
            self._hand_on()

    def _hand_on(self) -> None:
        """To another device of the same person, or else to whoever sits there; without anybody the table is closed."""
        host = self.table.host
        for seat in (*self.table.seats_of(host), *self.table.people):
            for device in self.table.chairs[seat].devices:
                if device.id not in (host, NOBODY):
                    self.note(Hosted(seat, device.id))
                    return
        self._close(-1)

    # ---- the start and what comes after the end

    def _ready(self, seat: Seat, nonce: str) -> None:
        self._own(seat)
        if self.table.phase != "waiting":
            return
        if not (8 <= len(nonce) <= 64 and nonce.isascii() and nonce.isalnum()):
            raise refused("bad_nonce")
        if not self.table.chairs[seat].nonce:
            self.note(Ready(seat, nonce))
        self._start_when_full()

    def _start_when_full(self) -> None:
        if all(chair.bot or chair.nonce for chair in self.table.chairs):
            self._begin()

    def _start(self) -> None:
        self._host()
        if self.table.phase != "waiting":
            raise refused("already_started")
        if self.table.unready:
            raise refused("too_few")
        self._begin()

    def _begin(self) -> None:
        table = self.table
        taken = [seat for seat, chair in enumerate(table.chairs) if chair.kind != "open"]
        drawn = SeededShaker(self._seed()).first(len(taken)) if taken else 0
        first = drawn if table.opened.first not in taken else taken.index(table.opened.first)
        setup = self._setup(taken, first)
        self.note(Started(first, taken, setup.match, setup.hash, setup.coach))
        for data in table.opened.given:
            self.note(Played(read_event(data, setup)))
        self._settle()

    def _setup(self, taken: Iterable[Seat], first: Seat) -> Setup:
        """Presets, options and matches can need more players than the game itself."""
        chairs = tuple(self.table.chairs[seat] for seat in taken)
        try:
            coach = self.table.coaches(chairs)
            return self.table.setup(chairs, first, self.table.match_length(chairs), coach=coach)
        except Problem as problem:
            raise refused("too_few") if problem.code in ("bad_seats", "bad_match") else problem from None

    def _follow(self, following: str) -> None:
        if self.table.phase not in ("over", "abandoned"):
            raise refused("not_over")
        if self.table.rematch is None:
            self.note(Followed(following))

    # ---- who may

    def _running(self) -> History:
        if self.table.outdated:
            raise refused("other_rules")
        if self.table.phase in ("over", "abandoned"):
            raise refused("game_over")
        if self.table.play is None:
            raise refused("not_playing")
        return self.table.play

    def _own(self, seat: Seat) -> None:
        if not self.table.chairs[seat].holds(self._caller.device):
            raise refused("not_your_seat")

    def _still(self, seat: Seat, seen: int | None) -> None:
        """Is it still about what was seen? Of two devices in a seat that press at once only the first moves."""
        if seen is not None and self.table.has_moved(seat, seen):
            raise refused("moved_on")

    def _host(self) -> None:
        if self._caller.device != self.table.host:
            raise refused("host_only")

    def _away(self, seat: Seat) -> bool:
        return self._caller.presence.is_away(self.table.chairs[seat].device_ids, self._now)
