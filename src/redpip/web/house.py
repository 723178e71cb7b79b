"""All tables of this service: opened, found in memory or in the log, and let go when nobody is there."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from secrets import choice
from typing import Any, Literal

from redpip.core.catalog import find_game
from redpip.core.game import Acted
from redpip.core.noting import Way, find_way
from redpip.core.options import changed_options, make_rules
from redpip.core.problem import Problem
from redpip.core.record import event_json
from redpip.core.setup import Player, Setup
from redpip.play.thinking import Thinkers
from redpip.store.log import Append, Conflict, Listed, Log
from redpip.store.retention import in_parts
from redpip.table.chair import NOBODY, Chair, new_secrets
from redpip.table.command import Caller, Follow, Leave, Reveal
from redpip.table.decide import Draft, decide
from redpip.table.events import DiceFrom, Entry, Joined
from redpip.table.names import bot_name
from redpip.table.refusals import refused
from redpip.table.summary import last_moved
from redpip.table.table import LOG_GAP, Table, new_table, opening
from redpip.web.ceilings import Ceilings, HouseFull, memory_used
from redpip.web.live import TRIES, Live, Pace, closing, too_busy, unknown_table
from redpip.web.neighbours import AnyNeighbours, neighbours_of
from redpip.web.painter import Painter

logger = logging.getLogger(__name__)
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
MOST_SEATS = 8  # where the rules set no limit


@dataclass(frozen=True, slots=True)
class SeatPlan:
    """Who is to sit in a seat: a person of this device, of any given devices, a bot, or whoever gets the link."""

    kind: Literal["person", "bot", "open"]
    name: str = ""
    bot: str = ""
    devices: tuple[str, ...] = ()
    agrees: bool = False  # that the coach may be asked


def bot_plan(bot: str, language: str) -> SeatPlan:
    return SeatPlan("bot", bot_name(bot, language), bot=bot)


@dataclass(frozen=True, slots=True)
class Dealt:
    """Dice that others get too. What people add to them is fixed, so they are neither asked nor able to change them."""

    same: str  # what these dice are known by: daily/DATE or challenge/TOKEN
    server_seed: str
    nonces: tuple[str, ...]
    sealed: float | None = None  # the seed is not revealed before this time


@dataclass(frozen=True, slots=True)
class TablePlan:
    game: str
    preset: str | None
    options: dict[str, Any]
    seats: Sequence[SeatPlan]
    host: str
    first: int | None = None
    clock: int | None = None
    match: int | None = None
    dice: DiceFrom = "committed"
    coach: bool = False  # may be asked, if everybody agrees
    keep: Way = "every"  # how much people tell of their own dice
    given: Sequence[dict[str, Any]] = ()  # events of another game, with which this one begins
    dealt: Dealt | None = None  # None: dice of this table alone


class House:
    def __init__(
        self,
        log: Log,
        thinkers: Thinkers,
        pace: Pace,
        clock: Callable[[], float] | None = None,
        painter: Painter | None = None,
        steady: Callable[[], float] = time.monotonic,
        neighbours: AnyNeighbours | None = None,
        ceilings: Ceilings | None = None,
    ) -> None:
        self._log = log
        self._ceilings = ceilings or Ceilings()
        self._thinkers = thinkers
        self._painter = painter or Painter()
        self._pace = pace
        self._neighbours = neighbours or neighbours_of(log)
        self._clock = clock or self._neighbours.clock
        self._steady = steady
        self._live: dict[str, Live] = {}
        self._loading: dict[str, asyncio.Task[Live]] = {}
        self._streams: set[asyncio.Task[None]] = set()
        self._finishing = False

    async def __aenter__(self) -> House:
        await self._neighbours.open(self._live.get, lambda: tuple(self._live.values()))
        return self

    async def __aexit__(self, *_: object) -> None:
        self.close()
        await self._neighbours.close()

    async def open(self, plan: TablePlan, keep: Callable[[Append], Awaitable[None]] | None = None) -> Table:
        """``keep`` writes the new table down, where something else is to be kept with it."""
        self._check_open()
        self._make_room()
        append = laid_out(new_id(), plan, self._clock())
        await (keep or self._log.append)(append)
        logger.info("table %s opened: %s", append.table.id, append.table.game.id)
        return self._enliven(append.table).table

    async def find(self, table_id: str) -> Live:
        """The table's one owner; whoever asks for the same table while it is read waits for the same reading."""
        if not table_id.isalnum():
            raise unknown_table()
        self._check_open()
        live = self._live.get(table_id)
        if live is not None:
            if self._neighbours.shared:
                await live.catch_up()
            await self._reveal(live)
            return live
        loading = self._loading.get(table_id)
        if loading is None:
            loading = self._loading[table_id] = asyncio.create_task(self._load(table_id))
            loading.add_done_callback(lambda _: self._loading.pop(table_id, None))
        live = await asyncio.shield(loading)
        await self._reveal(live)
        return live

    async def _reveal(self, live: Live) -> None:
        """A seed that was kept back while others played with it is there once somebody looks."""
        if live.table.opened.sealed is not None and live.table.may_reveal(self._clock()):
            await live.do(Reveal())

    async def _load(self, table_id: str) -> Live:
        self._make_room()
        table = await self._log.load(table_id)
        if table is None:
            raise unknown_table()
        return self._enliven(table)

    def _make_room(self) -> None:
        """For one more table in memory: those that nobody uses now are let go."""
        if len(self._live) < self._ceilings.tables and memory_used() < self._ceilings.memory:
            return
        for live in [one for one in self._live.values() if one.unused]:
            live.close()
            self._drop(live.table.id)
        if len(self._live) >= self._ceilings.tables or memory_used() >= self._ceilings.memory:
            raise HouseFull

    def _enliven(self, table: Table) -> Live:
        """The table's owner; whoever has found it in the log before us may have made it already."""
        if table.id not in self._live:
            self._live[table.id] = Live(
                table,
                self._log,
                self._thinkers,
                self._painter,
                self._pace,
                self._drop,
                self._clock,
                self._steady,
                self._neighbours,
            )
        return self._live[table.id]

    async def rematch(self, table_id: str, device: str) -> str:
        """The same players at a new table, everybody one seat further on; it is there once the old one names it."""
        live = await self.find(table_id)
        if not live.table.seats_of(device) and device != live.table.host:
            raise refused("not_your_seat")
        for _ in range(TRIES):
            if live.table.rematch is not None:
                return live.table.rematch
            now = self._clock()
            new = laid_out(new_id(), _again(live.table, device), now)
            steps = decide(live.table, Follow(new.table.id), Caller(device), now)
            try:
                await self._log.append(Append(live.table.seq, [step.entry for step in steps], steps[-1].table), new)
            except Conflict:
                await live.refresh()
                continue
            self._enliven(new.table)
            await live.refresh()
            return new.table.id
        raise too_busy()

    async def branch(self, table_id: str, event: int, device: str, language: str) -> Table:
        """A new table at which a finished game is played on from before this event."""
        live = await self.find(table_id)
        return await self.open(_from_there(live.table, event, device, language))

    async def forget(self, device: str) -> None:
        done: set[str] = set()
        # a rematch can seat the device at one more table until all of its tables have forgotten it
        while left := [one for one in await self._log.tables_naming(device) if one not in done]:
            for some in in_parts(left):
                await self._forget_names(some, device)
            for waiting in await self._log.tables_naming(device, phase="waiting"):
                await self._leave(waiting, device)
            for some in in_parts(left):
                await self._forget_at(some, device)
            done.update(left)
        await self._log.forgotten(device)

    async def _forget_names(self, table_ids: Sequence[str], device: str) -> None:
        """A name that was given on a device which has been removed since goes with the last one in the seat."""
        for table_id in await self._log.tables_taken_over(device, table_ids):
            if table := await self._readable(table_id):
                last = [chair for chair in table.chairs if chair.device_ids == {device}]
                for named in {chair.named for chair in last} - {device, NOBODY, *table.devices}:
                    await self._forget_at([table_id], named)

    async def _readable(self, table_id: str) -> Table | None:
        try:
            return await self._log.load(table_id)
        except Problem as problem:
            if problem.code == "cannot_read":  # the database is away
                raise
            return None

    async def _leave(self, table_id: str, device: str) -> None:
        """Who is forgotten keeps nobody waiting. The table is read for this alone, also where no more fit in memory."""
        for _ in range(TRIES):
            try:
                if append := await self._leaving(table_id, device):
                    await self._log.append(append)
            except Conflict:
                continue
            return
        raise too_busy()

    async def _leaving(self, table_id: str, device: str) -> Append | None:
        table = await self._readable(table_id)
        if table is None or table.outdated:
            return None  # nobody can begin there
        steps = decide(table, Leave(), Caller(device), self._clock())
        return Append(table.seq, [step.entry for step in steps], steps[-1].table) if steps else None

    async def _forget_at(self, table_ids: Sequence[str], device: str) -> None:
        await self._rewrite(table_ids, lambda: self._log.forget(device, table_ids, self._clock()))

    async def renew(self, device: str, to: str) -> None:
        """The device has another token. Whoever still holds the old one is a stranger from now on, on open
        streams too."""
        touched: list[str] = []

        async def renewed() -> None:
            touched[:] = await self._log.renew(device, to, self._clock())

        await self._rewrite(touched, renewed)

    async def _rewrite(self, table_ids: Sequence[str], rewrite: Callable[[], Awaitable[None]]) -> None:
        """Somebody may play at one of these tables in the same moment, through another service."""
        for _ in range(TRIES):
            try:
                await rewrite()
            except Conflict:
                continue
            for table_id in table_ids:
                await self._refresh(table_id)
            return
        raise too_busy()

    async def refresh(self, table_ids: Iterable[str]) -> None:
        """These tables were changed or removed beside us."""
        for table_id in table_ids:
            with suppress(Problem):
                await self._refresh(table_id)

    def set_aside(self, table_ids: Iterable[str]) -> None:
        """What is kept of these is damaged: nobody plays on at one as it is remembered, but as it can be read."""
        for table_id in table_ids:
            if live := self._live.pop(table_id, None):
                live.close()

    async def _refresh(self, table_id: str) -> None:
        """Whoever remembers the table reads it again, also if they were just reading it."""
        if loading := self._loading.get(table_id):
            await asyncio.wait([loading])
        if live := self._live.get(table_id):
            await live.refresh()

    async def tables_of(self, device: str) -> list[Listed]:
        found = await self._log.tables_of(device)
        facts = [await self._log.facts_of(listed) for listed in found]
        known = [replace(one, facts=facts) for one, facts in zip(found, facts, strict=True) if facts is not None]
        return sorted(known, key=lambda one: -last_moved(one.facts or {}, one.changed))

    async def bring(self, device: str, to: str) -> None:
        """Another device of the same person sits wherever this one does."""
        for listed in await self._log.tables_of(device):
            for _ in range(TRIES):
                live = await self.find(listed.id)
                draft = Draft(live.table, Caller(), self._clock())
                for seat in set(live.table.seats_of(device)) - set(live.table.seats_of(to)):
                    draft.note(Joined(seat, to))
                steps = draft.signed()
                if not steps or live.table.outdated == LOG_GAP:
                    break
                try:
                    await self._log.append(Append(live.table.seq, [step.entry for step in steps], draft.table))
                except Conflict:
                    continue
                finally:
                    await live.refresh()
                break

    # ---- for whoever runs the service

    @property
    def tables(self) -> int:
        return len(self._live)

    @property
    def connections(self) -> int:
        return sum(live.connections for live in self._live.values())

    def now(self) -> float:
        return self._clock()

    def streaming(self, stream: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Runs a stream, which is waited for at the end."""
        task = asyncio.create_task(stream)
        self._streams.add(task)
        task.add_done_callback(self._streams.discard)
        return task

    async def finish(self, seconds: float) -> None:
        """What is under way is answered, streams end after that, and nothing else begins; within so many seconds."""
        self._finishing = True
        try:
            async with asyncio.timeout(seconds):
                await asyncio.gather(*(live.finish() for live in self._live.values()))
                if self._streams:
                    await asyncio.wait(self._streams)
        except TimeoutError:
            logger.warning("not everybody could be answered within %g s", seconds)

    def _check_open(self) -> None:
        if self._finishing:
            raise closing()

    def close(self) -> None:
        for live in self._live.values():
            live.close()
        self._live.clear()

    def _drop(self, table_id: str) -> None:
        self._live.pop(table_id, None)


def laid_out(table_id: str, plan: TablePlan, now: float) -> Append:
    """A new table with those who sit there at once; nothing is kept of a plan that cannot be played."""
    game, edition = find_game(plan.game)
    preset, chosen = game.preset(plan.preset or edition)
    seats = len(plan.seats)
    game.check_seats(preset, seats)
    if seats > MOST_SEATS:
        raise Problem("bad_seats", "A table has at most {most} seats.", most=MOST_SEATS)
    if plan.first is not None and plan.first >= seats:
        raise Problem("bad_first", "There is no seat {seat} to start.", seat=plan.first)
    with game.concerned(preset):
        rules = make_rules(game.rules, {**chosen.options, **_tuples(plan.options)}, seats)
        players = tuple(Player(str(seat)) for seat in range(seats))
        match = game.match_length(preset, rules, seats, plan.match)
        Setup(game, preset, {**chosen.options, **_tuples(plan.options)}, players, 0, match=match)
        if plan.dice == "people":
            find_way(game, plan.keep)
    dealt, options = plan.dealt, changed_options(rules)
    secrets = new_secrets()
    if dealt:
        secrets = replace(secrets, server_seed=dealt.server_seed)
    opened = opening(
        secrets,
        game,
        preset,
        options,
        seats,
        plan.host,
        first=plan.first,
        clock=plan.clock,
        match=plan.match,
        dice=plan.dice,
        coach=plan.coach,
        given=plan.given,
        keep=plan.keep,
        same=dealt.same if dealt else "",
        sealed=dealt.sealed if dealt else None,
    )
    draft = Draft(new_table(table_id, secrets, opened), Caller(plan.host), now)
    for seat, who in enumerate(plan.seats):
        if who.kind == "bot":
            draft.seat_bot(seat, who.bot, who.name)
        for number, device in enumerate(who.devices):
            if number == 0:
                draft.seat_person(seat, who.name, device, agrees=who.agrees)
                if dealt:  # the parts of all who played before are this one's
                    draft.deal(seat, "/".join(dealt.nonces))
            else:
                draft.note(Joined(seat, device))
    entries = [Entry(opened, now), *(step.entry for step in draft.signed())]
    return Append(0, entries, draft.table)


def _again(table: Table, host: str) -> TablePlan:
    """The same players and rules, everybody one seat further on; what belongs to a person goes along."""
    opened = table.opened
    numbers = [chair.number for chair in table.chairs]
    moved = [*numbers[1:], *numbers[:1]]
    options = {
        name: [value[number] for number in moved] if table.game.options[name].per_seat else value
        for name, value in opened.options.items()
    }
    seats = [_same(chair) for chair in (*table.chairs[1:], *table.chairs[:1])]
    return TablePlan(
        opened.game,
        opened.preset,
        options,
        seats,
        host,
        None,
        opened.clock,
        opened.match,
        opened.dice,
        opened.coach,
        keep=table.keep,
    )


def _from_there(table: Table, event: int, host: str, language: str) -> TablePlan:
    """The game as it was before this event, for the one who is to choose. Bots sit where they sat, and for people."""
    play = table.play
    if play is None or table.phase != "over":
        raise refused("not_over")
    number = event - 1
    chosen = play.events[number] if number in play.standing else None
    if not isinstance(chosen, Acted):
        raise refused("no_choice_there")
    setup = play.setup
    seats = [
        SeatPlan("person", player.name, devices=(host,), agrees=True)
        if seat == chosen.seat
        else bot_plan(player.bot or setup.game.house_bot, language)
        for seat, player in enumerate(setup.players)
    ]
    given = [event_json(play.events[before]) for before in play.standing if before < number]
    options = changed_options(setup.game_rules)
    return TablePlan(
        setup.game.id,
        setup.preset,
        options,
        seats,
        host,
        setup.first,
        match=setup.match,
        coach=True,
        given=given,
    )


def _same(chair: Chair) -> SeatPlan:
    if chair.bot:
        return SeatPlan("bot", chair.name, bot=chair.bot)
    devices = tuple(device.id for device in chair.devices if device.id != NOBODY)
    return SeatPlan("person", chair.name, "", devices, chair.agrees) if devices else SeatPlan("open")


def _tuples(options: dict[str, Any]) -> dict[str, Any]:
    """Lists of JSON as the tuples that options are."""
    return {name: tuple(value) if isinstance(value, list) else value for name, value in options.items()}


def new_id() -> str:
    return "".join(choice(LETTERS) for _ in range(10))
