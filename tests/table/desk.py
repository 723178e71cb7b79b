"""A table, its log, and a clock that tests turn."""

from __future__ import annotations

import json
from copy import copy
from typing import Any

from redpip.core.catalog import find_game
from redpip.core.game import Choose
from redpip.core.options import changed_options, make_rules
from redpip.table.chair import Secrets
from redpip.table.command import Act, BeReady, BotAnswer, Caller, Command, Join, Presence, TimeUp
from redpip.table.decide import Draft, Step, decide
from redpip.table.events import Entry, to_data
from redpip.table.evolve import read_back
from redpip.table.picture import Moment
from redpip.table.table import Table, new_table, opening
from redpip.table.viewer import Viewer, table_words

SECRETS = Secrets("5eed" * 16, "1417e" * 8)
MIA, BEN, ADA = "mia's device", "ben's device", "ada's device"


class Desk:
    def __init__(self, seats: int, game: str = "spicy", preset: str | None = None, **facts: Any) -> None:
        found, edition = find_game(game)
        name, chosen = found.preset(preset or edition)
        options = {**chosen.options, **facts.pop("options", {})}
        rules = make_rules(found.rules, options, seats)
        opened = opening(SECRETS, found, name, changed_options(rules), seats, MIA, **{"first": 0, **facts})
        self.table = new_table("abcdefghij", SECRETS, opened)
        self.log: list[Entry] = [Entry(opened, 1000.0)]
        self.now = 1000.0
        self.presence = Presence(frozenset({MIA, BEN, ADA}))

    def copy(self) -> Desk:
        """Another one that goes on from here."""
        other = copy(self)
        other.log = [*self.log]
        return other

    def keep(self, steps: tuple[Step, ...]) -> tuple[Step, ...]:
        self.log += [step.entry for step in steps]
        if steps:
            self.table = steps[-1].table
        return steps

    def do(self, device: str | None, command: Command, key: str | None = None) -> tuple[Step, ...]:
        return self.keep(decide(self.table, command, Caller(device, key, self.presence), self.now))

    def sit(self, seat: int, name: str, device: str) -> None:
        draft = Draft(self.table, Caller(device), self.now)
        draft.seat_person(seat, name, device)
        self.keep(draft.signed())

    def bot(self, seat: int, bot: str = "greedy") -> None:
        draft = Draft(self.table, Caller(MIA), self.now)
        draft.seat_bot(seat, bot)
        self.keep(draft.signed())

    def link(self, seat: int) -> str:
        chair = self.table.chairs[seat]
        return SECRETS.invitation(chair.number, chair.links)

    def join(self, device: str, token: str, name: str = "Guest", seat: int | None = None) -> tuple[Step, ...]:
        return self.do(device, Join(token, name, seat))

    def ready(self) -> None:
        for seat in self.table.unready:
            self.do(self.table.chairs[seat].devices[0].id, BeReady(seat, f"nonce0000{seat}"))

    def act(self, device: str, seat: int, action: str) -> tuple[Step, ...]:
        return self.do(device, Act(seat, action))

    def bots_move(self, most: int = 10_000) -> None:
        """The first option of whoever's bot is to choose, so often or until none is."""
        while most and (seat := self.table.bot_seat) is not None:
            due = self.table.play.next if self.table.play else None
            assert isinstance(due, Choose)
            self.do(None, BotAnswer(seat, self.table.position, str(due.options[seat][-1])))
            most -= 1

    def tick(self) -> tuple[Step, ...]:
        return self.do(None, TimeUp())

    def again(self) -> Table:
        """The table that a restarted service would have."""
        rows = [(json.loads(json.dumps(to_data(entry.event))), entry.at, entry.key) for entry in self.log]
        return read_back(self.table.id, SECRETS, rows)

    def seen(self, device: str | None, table: Table | None = None, language: str = "en") -> dict[str, Any]:
        table = table or self.table
        sight = Moment(table, self.presence, self.now).sight(Viewer(device), table_words(table, language))
        seen: dict[str, Any] = json.loads(json.dumps(sight.whole, sort_keys=True))
        return seen


def two_people(**facts: Any) -> Desk:
    desk = Desk(2, **facts)
    desk.sit(0, "Mia", MIA)
    desk.sit(1, "Ben", BEN)
    desk.ready()
    return desk


def against_a_bot(**facts: Any) -> Desk:
    desk = Desk(2, **facts)
    desk.sit(0, "Mia", MIA)
    desk.bot(1)
    desk.ready()
    return desk
