"""All tables of this service: opened, found in memory or in the log, and let go when nobody is there."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass
from secrets import choice
from typing import Any, Literal

from redpip.core.catalog import find_game
from redpip.core.options import changed_options, make_rules
from redpip.core.problem import Problem
from redpip.store.log import Log, Write
from redpip.table.chair import Chair, new_secrets
from redpip.table.table import Table, open_table, refused
from redpip.web.live import Live, Pace

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
MOST_SEATS = 8  # where the rules set no limit
LONGEST_NAME = 20


@dataclass(frozen=True, slots=True)
class SeatPlan:
    """Who is to sit in a seat: a person of this device, of any given devices, a bot, or whoever gets the link."""

    kind: Literal["person", "bot", "open"]
    name: str = ""
    bot: str = ""
    devices: tuple[str, ...] = ()


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


class House:
    def __init__(self, log: Log, pace: Pace) -> None:
        self._log = log
        self._pace = pace
        self._live: dict[str, Live] = {}
        self._opening = asyncio.Lock()

    async def open(self, plan: TablePlan) -> Table:
        game, edition = find_game(plan.game)
        preset, chosen = game.preset(plan.preset or edition)
        seats = len(plan.seats)
        game.check_seats(preset, seats)
        if seats > MOST_SEATS:
            raise Problem("bad_seats", "A table has at most {most} seats.", most=MOST_SEATS)
        with game.concerned(preset):
            rules = make_rules(game.rules, {**chosen.options, **_tuples(plan.options)}, seats)
            rules.start(seats, 0)  # options can need a certain number of players
        table = open_table(
            new_id(),
            new_secrets(),
            game,
            preset,
            changed_options(rules),
            seats,
            plan.host,
            first=plan.first,
            clock=plan.clock,
            match=game.match_length(preset, rules, seats, plan.match),
        )
        now = time.time()
        events = [
            table.opened,
            *(event for seat, who in enumerate(plan.seats) for event in _sit(table, seat, who, now)),
        ]
        await self._log.write(Write(table.id, 1, events, now, table.phase, None, table.secrets))
        self._live[table.id] = Live(table, self._log, self._pace, self._drop)
        return table

    async def find(self, table_id: str) -> Live:
        async with self._opening:
            live = self._live.get(table_id)
            if live is None:
                table = await self._log.load(table_id)
                if table is None:
                    raise Problem("unknown_table", "There is no such table. It may have been removed.")
                live = self._live[table_id] = Live(table, self._log, self._pace, self._drop)
            return live

    async def rematch(self, table_id: str, device: str) -> str:
        """The same players at a new table, everybody one seat further on."""
        live = await self.find(table_id)
        table = live.table
        if table.rematch:
            return table.rematch
        if table.phase != "over":
            raise refused("not_over")
        if not table.seats_of(device):
            raise refused("not_your_seat")
        plans = [_same(chair) for chair in table.chairs]
        seats = [*plans[1:], plans[0]]
        opened = table.opened
        new = await self.open(
            TablePlan(opened.game, opened.preset, opened.options, seats, device, None, opened.clock, opened.match)
        )
        await live.do(lambda old, now: old.follow(new.id, now) if old.rematch is None else [])
        return live.table.rematch or new.id

    async def forget(self, device: str) -> None:
        for table_id in await self._log.forget(device):
            live = self._live.pop(table_id, None)
            if live:
                live.close()

    async def tables_of(self, device: str, most: int = 30) -> list[tuple[Table, float]]:
        found = []
        for table_id, changed in (await self._log.tables_of(device))[:most]:
            live = self._live.get(table_id)
            table = live.table if live else await self._log.load(table_id)
            if table:
                found.append((table, changed))
        return found

    def close(self) -> None:
        for live in self._live.values():
            live.close()
        self._live.clear()

    def _drop(self, table_id: str) -> None:
        self._live.pop(table_id, None)


def _same(chair: Chair) -> SeatPlan:
    return SeatPlan("bot", bot=chair.bot) if chair.bot else SeatPlan("person", chair.name, "", tuple(chair.devices))


def _sit(table: Table, seat: int, plan: SeatPlan, now: float) -> list[Any]:
    if plan.kind == "bot":
        return table.sit_bot(seat, plan.bot, now)
    events = []
    for device in plan.devices:
        events += table.sit(seat, clean_name(plan.name), device, now)
    return events


def clean_name(name: str) -> str:
    text = " ".join("".join(char for char in name if char.isprintable()).split())
    if not 0 < len(text) <= LONGEST_NAME:
        raise Problem("bad_player", "A name has 1 to {most} letters.", most=LONGEST_NAME)
    return text


def _tuples(options: dict[str, Any]) -> dict[str, Any]:
    """Lists of JSON as the tuples that options are."""
    return {name: tuple(value) if isinstance(value, list) else value for name, value in options.items()}


def new_id() -> str:
    return "".join(choice(LETTERS) for _ in range(10))
