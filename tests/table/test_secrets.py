"""An eavesdropper on every stream but one: two tables whose only difference is what one seat threw sound the same.

Runs for every game of the catalog that has secrets.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from random import Random

import pytest

from redpip.core.catalog import Game, all_games
from redpip.core.dice import Faces
from redpip.core.game import Choose, Seat
from redpip.core.shaker import seeded_faces
from redpip.core.transcript import to_jsonl, to_text
from redpip.table.command import Abandon, Act, BeReady, Command
from redpip.table.decide import Step
from redpip.table.events import Played, to_data
from redpip.table.picture import Moment
from redpip.table.viewer import Viewer, eyes, heard, still_looking, table_words
from redpip.testing.playouts import choose

from .desk import MIA, Desk

SHARED = "ben's and ada's device"
DEVICES = (MIA, SHARED, SHARED)
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


def opened(game: Game, preset: str) -> Desk:
    desk = Desk(3, game.id, preset)
    for seat, (name, device) in enumerate(zip(("Mia", "Ben", "Ada"), DEVICES, strict=True)):
        desk.sit(seat, name, device)
    return desk


def starting() -> Iterator[tuple[str, Command]]:
    for seat, device in enumerate(DEVICES):
        yield device, BeReady(seat, f"nonce000{seat}")


def moving(desk: Desk, luck: Random, most: int) -> Iterator[tuple[str, Command]]:
    """What to do next, until something is turned up for all."""
    for _ in range(most):
        play = desk.table.play
        assert play is not None
        due = play.next
        assert isinstance(due, Choose)
        seat, action = choose(due.options, luck)
        if play.rules.reveals(play.state, play.rules.play(play.state, seat, action)):
            return
        yield DEVICES[seat], Act(seat, str(action))


def scene(desk: Desk, viewer: Viewer) -> str:
    """What the game's own page draws, and nothing else."""
    sight = Moment(desk.table, desk.presence, desk.now).sight(viewer, table_words(desk.table, "en"))
    return json.dumps(sight.drawn["scene"], sort_keys=True)


def all_that_reaches(desk: Desk, steps: Iterable[Step], viewer: Viewer) -> str:
    """Events, scenes, the table, the log in words, what may be chosen, and the record in both forms."""
    table = desk.table
    told = [heard(step.table, step.entry.event, eyes(step.table, viewer)) for step in steps]
    seen = Moment(table, desk.presence, desk.now).sight(viewer, table_words(table, "en")).whole
    record = table.record(eyes(table, viewer))
    return json.dumps([told, seen, to_jsonl(record), to_text(record)], sort_keys=True)


def viewers_without(hidden: Seat) -> Iterator[Viewer]:
    yield from (Viewer(None), Viewer(SHARED))
    yield from (Viewer(DEVICES[seat], seat) for seat in range(3) if seat != hidden)


class Twins:
    """Two tables at which the same is done, and at one of them a seat has other dice."""

    def __init__(self, game: Game, preset: str, hidden: Seat, patch: pytest.MonkeyPatch) -> None:
        self.one, self.two = opened(game, preset), opened(game, preset)
        self._hidden = hidden
        self._patch = patch

    def do(self, device: str, command: Command) -> list[tuple[Desk, tuple[Step, ...]]]:
        first = self.one.do(device, command)
        with self._patch.context() as patched:
            patched.setattr("redpip.core.history.seeded_faces", self._other_faces)
            return [(self.one, first), (self.two, self.two.do(device, command))]

    def _other_faces(self, key: bytes, seat: Seat | None, number: int, dice: Iterable[int]) -> Faces:
        return seeded_faces(b"somewhere else" if seat == self._hidden else key, seat, number, dice)


@secret_modes
@pytest.mark.parametrize("hidden", [0, 1, 2])
def test_others_hear_nothing_of_hidden_dice(
    game: Game, preset: str, hidden: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard_own = seen_own = compared = 0
    for seed in range(2):
        twins = Twins(game, preset, hidden, monkeypatch)
        for device, command in starting():
            pair = twins.do(device, command)
        compare(pair, hidden)
        for device, command in moving(twins.one, Random(seed), most=12):
            pair = twins.do(device, command)
            compare(pair, hidden)
            compared += 1
            mine = Viewer(DEVICES[hidden], hidden)
            heard_own += len({all_that_reaches(desk, steps, mine) for desk, steps in pair}) == 2
            seen_own += len({scene(desk, mine) for desk, _ in pair}) == 2
    assert min(heard_own, seen_own) > 0.9 * compared > 0


def compare(pair: list[tuple[Desk, tuple[Step, ...]]], hidden: Seat, viewers: Iterable[Viewer] | None = None) -> None:
    for viewer in viewers or viewers_without(hidden):
        first, second = (all_that_reaches(desk, steps, viewer) for desk, steps in pair)
        assert first == second, f"seat {viewer.seat} on {viewer.device} hears of seat {hidden}'s dice"


def overhear(game: Game, preset: str, seed: int, patch: pytest.MonkeyPatch) -> tuple[int, int]:
    """A whole game, each time with other eyes. As soon as something is turned up, both tables go on from the same one.

    How often both were compared, and how often the hidden seat itself knew them apart."""
    luck, hidden = Random(seed), seed % 3
    twins = Twins(game, preset, hidden, patch)
    for device, command in starting():
        twins.do(device, command)
    viewers, compared, apart = [*viewers_without(hidden)], 0, 0
    while (play := twins.one.table.play) and isinstance(due := play.next, Choose):
        seat, action = choose(due.options, luck)
        if play.rules.reveals(play.state, play.rules.play(play.state, seat, action)):
            twins.two = twins.one.copy()
        pair = twins.do(DEVICES[seat], Act(seat, str(action)))
        compare(pair, hidden, [viewers[compared % len(viewers)]])
        compared += 1
        apart += len({str(desk.table.play and desk.table.play.state) for desk, _ in pair}) == 2
    return compared, apart


QUARTERS = [range(first, first + 250) for first in range(0, 1000, 250)]


@pytest.mark.parametrize(
    "games", [range(3), *(pytest.param(quarter, marks=pytest.mark.slow) for quarter in QUARTERS)], ids=str
)
def test_whole_games_of_perfecto_are_overheard_in_vain(games: range, monkeypatch: pytest.MonkeyPatch) -> None:
    game = all_games()["perfecto"]
    presets = [preset for preset in game.presets if game.seats(preset)[0] <= 3]
    found = [overhear(game, presets[seed % len(presets)], seed, monkeypatch) for seed in games]
    compared, apart = (sum(numbers) for numbers in zip(*found, strict=True))
    assert apart > 0.3 * compared > 0


@secret_modes
def test_shared_device_is_nobodys_when_another_of_its_seats_is_to_move(game: Game, preset: str) -> None:
    desk = opened(game, preset)
    for device, command in starting():
        desk.do(device, command)
    ben = Viewer(SHARED, 1)
    for device, command in moving(desk, Random(1), most=20):
        desk.do(device, command)
        after = still_looking(desk.table, ben)
        turn = [seat for seat in desk.table.turn if DEVICES[seat] == SHARED]
        assert after == Viewer(SHARED, None if turn and 1 not in turn else 1)
        assert still_looking(desk.table, Viewer(MIA)) == Viewer(MIA)
    assert eyes(desk.table, Viewer(MIA)) == 0, "nobody else plays from there"
    assert eyes(desk.table, Viewer(SHARED)) is None
    assert eyes(desk.table, Viewer(SHARED, 0)) is None, "that seat is not theirs"


@secret_modes
def test_whole_record_is_out_at_the_end(game: Game, preset: str) -> None:
    desk = opened(game, preset)
    for device, command in starting():
        desk.do(device, command)
    assert [to_jsonl(desk.table.record(seat)).count('"throw":6') for seat in (0, None)] == [2, 3]
    thrown = [entry.event for entry in desk.log if isinstance(entry.event, Played)]
    assert [heard(desk.table, event, seat) == to_data(event) for event in thrown for seat in (0, None)] == [
        getattr(event.event, "seat", None) == seat for event in thrown for seat in (0, None)
    ]
    desk.do(MIA, Abandon())  # the others are away
    assert '"throw":6' not in to_jsonl(desk.table.record())
