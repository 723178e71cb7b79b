"""Changes put together are the whole picture, for everybody and at every step, and hold nothing that is not in it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from redpip.core.catalog import all_games
from redpip.core.game import Choose
from redpip.table.command import Abandon, Act, Presence, React, Undo
from redpip.table.decide import Step
from redpip.table.picture import Moment
from redpip.table.viewer import Viewer
from redpip.testing.playouts import choose
from redpip.testing.tables import Table, tables_of
from redpip.web.connection import Connection, Frames, connection_for
from table.desk import Desk

from .changes import Frame, whole
from .client import Device
from .conftest import Service

MOVES = 25
SHARED = "a device that two share"


class Reader:
    """One who asked for changes, and beside it one who did not; what both are told must come to the same."""

    def __init__(self, desk: Desk, device: str | None, language: str) -> None:
        self.asked = connection_for(desk.table, device, language, changes=True)
        self.plain = connection_for(desk.table, device, language)
        self.shown: Frame = {}
        self.told = self.changes = 0

    def look(self, viewer: Viewer) -> None:
        """A device that several share says whose eyes are on it."""
        self.asked.viewer = self.plain.viewer = viewer

    def hear(self, frames: Frames, tell: str, *facts: Any) -> None:
        frame, full = (self._told(frames, tell, connection, *facts) for connection in (self.asked, self.plain))
        self.told += tell == "event"
        self.changes += tell == "event" and "changes" in frame
        nothing_else_in(frame, full)
        seen = whole(self.shown, frame)
        assert text(seen) == text(full)
        self.shown = {**self.shown, **seen}

    def _told(self, frames: Frames, tell: str, connection: Connection, *facts: Any) -> Frame:
        told: Frame = json.loads(getattr(frames, tell)(connection, *facts))
        return told


def text(frame: Frame) -> str:
    """As it is written: 1 is not true."""
    return json.dumps(frame, sort_keys=True)


def nothing_else_in(frame: Frame, full: Frame) -> None:
    """So whoever may see the whole learns nothing more from changes."""
    for part in ("table", "scene"):
        for name, value in (frame.get(part) or {}).items():
            if part == "table" and name == "log" and "changes" in frame:
                assert all(line in full["table"]["log"] for line in value["lines"])
            else:
                assert full[part][name] == value
    assert frame.keys() - {"changes"} <= full.keys()


class Watched:
    """A table, and all who look at it."""

    def __init__(self, table: Table, luck: Random) -> None:
        options = {**table.game.playout_options, **dict(table.house)}
        self.desk = Desk(table.seats, table.game.id, table.preset, options=options, match=table.match)
        self.luck = luck
        self.devices = [SHARED if seat > 1 else f"device {seat}" for seat in range(table.seats)]
        self.moment: Moment | None = None
        self.readers = [Reader(self.desk, device, luck.choice(("en", "de"))) for device in {*self.devices, None}]
        self.all_readers = [*self.readers]
        for reader in self.readers:
            reader.hear(self.frames(), "snapshot")
        for seat, device in enumerate(self.devices):
            self.desk.sit(seat, f"P{seat}", device)
        for reader in self.readers:
            reader.hear(self.frames(), "snapshot")
        before = self.desk.table
        self.desk.ready()
        assert self.desk.table is not before

    def frames(self, table: Any = None) -> Frames:
        self.moment = Moment(table or self.desk.table, self.desk.presence, self.desk.now, before=self.moment)
        return Frames(self.moment)

    def show(self, steps: tuple[Step, ...]) -> None:
        for step in steps:
            frames = self.frames(step.table)
            for reader in self.readers:
                reader.hear(frames, "event", step.entry.event)

    def something(self) -> None:
        """Time goes by, somebody comes or goes, comes back, hands the device on, says something or steps back."""
        self.desk.now += self.luck.choice((0, 1, 100))
        reader = self.luck.choice(self.readers)
        match self.luck.randrange(8):
            case 0:
                here = frozenset(self.luck.sample(self.devices, self.luck.randrange(len(self.devices))))
                self.desk.presence = Presence(here)
                frames = self.frames()
                for one in self.readers:
                    one.hear(frames, "presence")
            case 1:
                self.readers.remove(reader)
                self.readers.append(Reader(self.desk, reader.asked.viewer.device, reader.asked.words.language))
                self.all_readers.append(self.readers[-1])
                self.readers[-1].hear(self.frames(), "snapshot")
            case 2:
                seats = self.desk.table.seats_of(reader.asked.viewer.device)
                reader.look(Viewer(reader.asked.viewer.device, self.luck.choice((None, *seats))))
                reader.hear(self.frames(), "snapshot")
            case 3:
                self.show(self.desk.do(self.devices[0], React(0, "nice")))
            case 4:
                able = [seat for seat in range(len(self.devices)) if self.desk.table.can_undo(seat)]
                if able:
                    self.show(self.desk.do(self.devices[able[0]], Undo(able[0])))

    def move(self) -> None:
        play = self.desk.table.play
        due = play.next if play and self.desk.table.phase == "playing" else None
        if isinstance(due, Choose):
            seat, action = choose(due.options, self.luck)
            self.show(self.desk.do(self.devices[seat], Act(seat, str(action))))


def modes() -> Iterator[Table]:
    for game in all_games().values():
        yield from tables_of(game)


@pytest.mark.parametrize("table", list(modes()), ids=repr)
def test_changes_come_to_the_whole(table: Table) -> None:
    watched = Watched(table, Random(repr(table)))
    for _ in range(MOVES):
        watched.something()
        watched.move()
    watched.desk.presence = Presence()
    watched.desk.now += 3600
    if watched.desk.table.phase == "playing":
        watched.show(watched.desk.do(watched.devices[0], Abandon()))
    told = sum(reader.told for reader in watched.all_readers)
    assert sum(reader.changes for reader in watched.all_readers) > 0.8 * told


# ---- on the wire

ME, BOT = {"kind": "me", "name": "Mia"}, {"kind": "bot", "bot": "greedy"}


def pictures(mia: Device, table: str, path: str) -> Iterator[Frame]:
    """What a program puts together from lines of changes."""
    shown: Frame = {}
    with mia.http.stream("GET", f"/tables/{table}/{path}") as answer:
        for line in answer.iter_lines():
            for message in json.loads(line):
                if message.get("table"):
                    shown = {**shown, **whole(shown, message)}
                yield {**shown, **message} if message.get("table") is None else shown


def test_lines_and_sockets_tell_changes_to_whoever_asks(service: Service) -> None:
    mia = service.device()
    table = mia.open(ME, {"kind": "here", "name": "Ben"}, first=0)
    with mia.stream(table, "-1&changes=true") as stream:
        shown = stream.receive_all()[0]
        assert shown["type"] == "snapshot"
        stream.send("ready", seat=0, nonce="nonce00000")
        stream.send("ready", seat=1, nonce="nonce00001")
        changes = 0
        while shown["table"]["phase"] != "playing":
            for message in stream.receive_all():
                if message.get("table"):
                    changes += "changes" in message
                    shown = {**shown, **whole(shown, message)}
        assert changes
        seen = mia.look(table)
        assert (shown["table"]["turn"], shown["scene"]) == (seen["table"]["turn"], seen["scene"])
    *_, last = zip(pictures(mia, table, "events?since=0&changes=true"), range(shown["seq"] + 1), strict=False)
    assert last[0]["scene"] == seen["scene"]
