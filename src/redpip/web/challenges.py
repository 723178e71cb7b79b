"""Duplicate challenges: a link by which others play with the dice of a finished game, and what came of it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from redpip.core.game import Seat
from redpip.core.options import changed_options
from redpip.core.problem import Problem
from redpip.core.words import Words
from redpip.play.parting import Parting, Side, parting, side
from redpip.play.review import Review
from redpip.store.links import Linked, open_challenges
from redpip.store.log import Conflict, Log
from redpip.store.rounds import Rounds, own_of
from redpip.table.names import clean_name
from redpip.table.refusals import refused
from redpip.table.table import Table
from redpip.table.viewer import table_words
from redpip.web.house import Dealt, House, SeatPlan, TablePlan, bot_plan
from redpip.web.live import TRIES, too_busy
from redpip.web.reviews import Reviews

PATIENCE = 0.4  # seconds; what is not known by then is asked for again


@dataclass(frozen=True, slots=True)
class Compared:
    """Another game with the same dice beside the reader's own."""

    mine: Table
    other: Table
    seat: Seat
    parted: Parting | None  # None: they went the same way to the end
    sides: tuple[Side, Side] | None
    waiting: bool  # what the choices cost is still worked out


@dataclass(frozen=True, slots=True)
class Challenge:
    """A challenge as one device sees it. Nothing of anybody's game is told to those who have not finished theirs."""

    token: str
    origin: Table
    seat: Seat
    maker: bool  # the reader made it
    mine: Table | None  # the reader's game with these dice
    phase: str  # of that: "", playing, over, abandoned
    played: int  # games that are finished, the first among them
    compared: tuple[Compared, ...]


class Challenges:
    def __init__(self, log: Log, house: House, reviews: Reviews) -> None:
        self._links, self._rounds, self._house, self._reviews = open_challenges(log), Rounds(log), house, reviews

    async def make(self, table_id: str, device: str) -> str:
        table = (await self._house.find(table_id)).table
        if not table.seats_of(device):
            raise refused("not_your_seat")
        if table.over is None:
            raise refused("not_over")
        if not table.lends_dice:
            raise refused("no_challenge")
        return await self._links.make(table_id, device)

    async def open(self, token: str, device: str, name: str, language: str) -> Table:
        """The device's game with these dice: a new one, or the one that it has not finished yet."""
        linked, origin = await self._found(token)
        if _is_maker(origin, linked, device):
            raise refused("own_challenge")
        name, same = clean_name(name), same_of(linked.handle)
        for _ in range(TRIES):
            mine = own_of(await self._rounds.of(same, device))
            if mine and mine.phase in ("over", "abandoned"):
                raise refused("challenge_done")
            if mine:
                return (await self._house.find(mine.table_id)).table
            try:
                plan = _plan(origin, _seat(origin, linked), same_of(token), device, name, language)
                return await self._house.open(plan, lambda append: self._rounds.open(same, device, append))
            except Conflict:  # somebody pressed twice
                continue
        raise too_busy()

    async def look(self, token: str, device: str | None, language: str) -> Challenge:
        linked, origin = await self._found(token)
        rounds = await self._rounds.of(same_of(linked.handle), device)
        over = [one for one in rounds if one.phase == "over"]
        maker, own = _is_maker(origin, linked, device), own_of(rounds)
        mine = origin if maker else (await self._house.find(own.table_id)).table if own else None
        seat, compared = _seat(origin, linked), []
        if mine is not None and mine.over:
            tables = [(await self._house.find(one.table_id)).table for one in over if not one.own]
            others = tables if maker else [origin, *tables]
            compared = [await self._compare(mine, other, seat, table_words(mine, language)) for other in others]
        phase = "over" if maker else own.phase if own else ""
        return Challenge(token, origin, seat, maker, mine, phase, len(over) + 1, tuple(compared))

    async def _compare(self, mine: Table, other: Table, seat: Seat, words: Words) -> Compared:
        assert mine.play
        assert other.play
        parted = parting(mine.play, other.play)
        if parted is None:
            return Compared(mine, other, seat, None, None, False)
        reviews = [await self._reviewed(table) for table in (mine, other)]
        waiting = any(isinstance(found, float) for found in reviews)
        known = [found if isinstance(found, Review) else None for found in reviews]
        plays = zip((mine.play, other.play), known, parted.events, strict=True)
        facts = [(play, review if not waiting else None, event) for play, review, event in plays]
        one, two = await asyncio.to_thread(lambda: [side(*fact, parted.seat, words) for fact in facts])
        return Compared(mine, other, seat, parted, (one, two), waiting)

    async def _reviewed(self, table: Table) -> Review | float | None:
        if table.game.advisor is None:
            return None
        try:
            return await self._reviews.look(table, "en", PATIENCE)
        except Problem:  # then nobody knows what it cost
            return None

    async def _found(self, token: str) -> tuple[Linked, Table]:
        linked = await self._links.find(token)
        if linked is None:
            raise Problem("unknown_challenge", "This challenge is gone. Whoever made it may have removed it.")
        return linked, (await self._house.find(linked.table_id)).table


def same_of(link: str) -> str:
    return f"challenge/{link}"


def _is_maker(origin: Table, linked: Linked, device: str | None) -> bool:
    """From whichever of their devices."""
    return linked.device == device or origin.chairs[_seat(origin, linked)].holds(device)


def _seat(origin: Table, linked: Linked) -> Seat:
    """Where the one who made the challenge sat; that of a person where nobody knows any more."""
    mine = origin.seats_of(linked.device)
    return mine[0] if mine else next(iter(origin.people), 0)


def _plan(origin: Table, seat: Seat, same: str, device: str, name: str, language: str) -> TablePlan:
    """The same game with the same dice; bots sit where they sat, and for the other people."""
    assert origin.play
    setup = origin.play.setup
    assert setup.fair
    seats = [
        SeatPlan("person", name, devices=(device,))
        if number == seat
        else bot_plan(player.bot or setup.game.house_bot, language)
        for number, player in enumerate(setup.players)
    ]
    dealt = Dealt(same, origin.secrets.server_seed, setup.fair.nonces)
    options = changed_options(setup.game_rules)
    return TablePlan(setup.game.id, setup.preset, options, seats, device, setup.first, match=setup.match, dealt=dealt)
