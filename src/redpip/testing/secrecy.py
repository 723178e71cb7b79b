"""Nobody learns what is hidden from them; in an open game nothing is hidden from anybody."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

from redpip.core.game import Choose, Roll, Seat, Thrown
from redpip.testing.leaks import look_for_leaks
from redpip.testing.playouts import Playout, play_out, whole_game
from redpip.testing.suite import Suite
from redpip.testing.tables import MANY, Table


class Secrecy(Suite):
    def test_nobody_learns_what_is_hidden(self, table: Table, seed: int) -> None:
        playout = whole_game(table, seed)
        viewers = (None, *range(table.seats))
        if is_open(playout):
            check_open(playout, viewers)
            return
        check_secrets(playout, viewers)

    def test_no_mode_tells_a_secret(self, secret_mode: Table) -> None:
        check_games(secret_mode, range(1 + MANY))


def is_open(playout: Playout) -> bool:
    """No throw is secret, and nobody chooses while another does."""
    for due in map(playout.rules.next, playout.states):
        if (isinstance(due, Roll) and due.secret) or (isinstance(due, Choose) and len(due.options) > 1):
            return False
    return True


def check_secrets(playout: Playout, viewers: Sequence[Seat | None]) -> None:
    for viewer in viewers:
        report = look_for_leaks(playout, viewer, Random(playout.play.setup.seed))
        assert report.leaks == []
        assert report.pairs > 0
        assert report.differing >= 0.9 * report.pairs
    check_thrower_sees_own_dice(playout)
    assert playout.play.setup.game.secrets, "the game's facts must say that it has secrets"


def check_games(table: Table, seeds: Iterable[int]) -> None:
    """Each game is looked at with other eyes."""
    viewers = (None, *range(table.seats))
    for seed in seeds:
        check_secrets(play_out(table.setup(seed), seed), [viewers[seed % len(viewers)]])


def check_open(playout: Playout, viewers: Sequence[Seat | None]) -> None:
    for viewer in viewers:
        assert all(playout.rules.view(state, viewer) == state for state in playout.states)
        assert all(playout.rules.seen(event, viewer) == event for event in playout.events)


def check_thrower_sees_own_dice(playout: Playout) -> None:
    for event in playout.events:
        if isinstance(event, Thrown):
            assert playout.rules.seen(event, event.seat) == event
