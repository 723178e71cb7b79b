"""An eavesdropper on every stream but one: two tables whose only difference is what one seat threw sound the same.

Runs for every game of the catalog that has secrets.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random

import pytest

from redpip.core.catalog import Game, all_games
from redpip.core.dice import Faces
from redpip.core.game import Choose, Roll, Seat
from redpip.core.shaker import SeededShaker
from redpip.core.transcript import to_jsonl, to_text
from redpip.table.chair import Secrets
from redpip.table.command import Command, Presence
from redpip.table.events import TableEvent
from redpip.table.picture import Moment, Viewer, eyes, heard, still_looking, table_words
from redpip.table.table import Table, open_table
from redpip.testing.playouts import choose

SECRETS = Secrets("5eed" * 16, "1417e" * 8)
MIA, SHARED = "mia's device", "ben's and ada's device"
DEVICES = (MIA, SHARED, SHARED)
PRESENCE = Presence(frozenset(DEVICES))
secret_modes = pytest.mark.parametrize(
    ("game", "preset"),
    [
        (game, preset)
        for game in all_games().values()
        if game.secrets
        for preset in game.presets
        if game.seats(preset)[0] <= 3
    ],
    ids=lambda value: getattr(value, "id", value),
)


class OtherDice(SeededShaker):
    """The same dice for all but one seat."""

    def __init__(self, seed: str, seat: Seat) -> None:
        super().__init__(seed)
        self._seat = seat
        self._others = SeededShaker("somewhere else")

    def throw(self, roll: Roll) -> Faces:
        return self._others.throw(roll) if roll.seat == self._seat else super().throw(roll)


def opened(game: Game, preset: str) -> Table:
    chosen = game.presets[preset]
    table = open_table("abcdefghij", SECRETS, game, preset, dict(chosen.options), 3, MIA, first=0)
    for seat, (name, device) in enumerate(zip(("Mia", "Ben", "Ada"), DEVICES, strict=True)):
        table.sit(seat, name, device, 0.0)
    return table


def started(table: Table) -> list[TableEvent]:
    events: list[TableEvent] = []
    for seat, device in enumerate(DEVICES):
        events += table.do(Command(f"ready{seat}", "ready", seat, nonce=f"nonce000{seat}"), device, 0.0, PRESENCE)
    return events


def all_that_reaches(table: Table, events: list[TableEvent], viewer: Viewer) -> str:
    """Events, scenes, the table, the log in words, and the record in both forms."""
    told = [heard(table, event, viewer) for event in events]
    seen = Moment(table, PRESENCE, 0.0).sight(viewer, table_words(table, "en"))
    record = table.record(eyes(table, viewer))
    return json.dumps([told, seen, to_jsonl(record), to_text(record)], sort_keys=True)


def viewers_without(hidden: Seat) -> Iterator[Viewer]:
    yield from (Viewer(None), Viewer(SHARED))
    yield from (Viewer(DEVICES[seat], seat) for seat in range(3) if seat != hidden)


def steps(table: Table, luck: Random, most: int) -> Iterator[Command]:
    """What to do next, until something is turned up for all."""
    for number in range(most):
        play = table.play
        assert play is not None
        due = play.next
        assert isinstance(due, Choose)
        seat, action = choose(due.options, luck)
        if play.rules.reveals(play.state, play.rules.play(play.state, seat, action)):
            return
        yield Command(f"step{number}", "act", seat, action=str(action))


@secret_modes
@pytest.mark.parametrize("hidden", [0, 1, 2])
def test_others_hear_nothing_of_hidden_dice(
    game: Game, preset: str, hidden: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard_own = compared = 0
    for seed in range(2):
        one, two = opened(game, preset), opened(game, preset)
        pair = [(one, started(one))]
        with monkeypatch.context() as patched:
            patched.setattr("redpip.core.playing.SeededShaker", lambda seed: OtherDice(seed, hidden))
            pair.append((two, started(two)))
        compare(pair, hidden)
        for command in steps(one, Random(seed), most=12):
            device = DEVICES[command.seat]
            pair = [(table, table.do(command, device, 0.0, PRESENCE)) for table in (one, two)]
            compare(pair, hidden)
            compared += 1
            mine = Viewer(DEVICES[hidden], hidden)
            heard_own += len({all_that_reaches(table, events, mine) for table, events in pair}) == 2
    assert heard_own > 0.9 * compared > 0


def compare(pair: list[tuple[Table, list[TableEvent]]], hidden: Seat) -> None:
    for viewer in viewers_without(hidden):
        first, second = (all_that_reaches(table, events, viewer) for table, events in pair)
        assert first == second, f"seat {viewer.seat} on {viewer.device} hears of seat {hidden}'s dice"


@secret_modes
def test_shared_device_is_nobodys_when_another_of_its_seats_is_to_move(game: Game, preset: str) -> None:
    table = opened(game, preset)
    started(table)
    luck = Random(1)
    ben = Viewer(SHARED, 1)
    for command in steps(table, luck, most=20):
        table.do(command, DEVICES[command.seat], 0.0, PRESENCE)
        after = still_looking(table, ben)
        turn = [seat for seat in table.turn if DEVICES[seat] == SHARED]
        assert after.seat == (None if turn and 1 not in turn else 1)
        assert still_looking(table, Viewer(MIA)) == Viewer(MIA)


@secret_modes
def test_whole_record_is_out_at_the_end(game: Game, preset: str) -> None:
    table = opened(game, preset)
    started(table)
    assert '"throw":6' in to_jsonl(table.record(0))
    table.do(Command("end", "abandon"), MIA, 0.0, PRESENCE)
    assert '"throw":6' not in to_jsonl(table.record())
