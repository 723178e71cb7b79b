"""A game played by chance comes to an end, and says at every step what is next in a way that makes sense."""

from __future__ import annotations

from typing import Any

import pytest

from contract.playouts import MOST_EVENTS, play_out
from contract.tables import CATALOG, Table, by_chance, every_table
from redpip.core.dice import DICE
from redpip.core.game import Choose, Over, Roll
from redpip.core.problem import Problem
from redpip.core.setup import Player, Setup


@every_table
@by_chance
def test_game_ends(table: Table, seed: int) -> None:
    playout = play_out(table.setup(seed), seed)
    assert len(playout.events) < MOST_EVENTS
    assert isinstance(playout.play.next, Over)
    for state in playout.states:
        check_next(playout.rules.next(state), range(table.seats))


def check_next(due: Any, seats: range) -> None:
    match due:
        case Roll(seat=seat, dice=dice):
            assert seat is None or seat in seats
            assert dice
            assert dice == tuple(die for die in DICE if die in dice)
        case Choose(options):
            assert options
            assert set(options) <= set(seats)
            for actions in options.values():
                assert len(actions) == len(set(actions)) > 0
        case Over(scores=scores, returns=returns, winners=winners):
            assert len(scores) == len(returns) == len(seats)
            assert winners == tuple(seat for seat in seats if seat in winners)
            assert all(returns[seat] == max(returns) for seat in winners)
        case _:
            raise AssertionError(f"next is {due!r}")


@every_table
@by_chance
def test_same_seed_same_game(table: Table, seed: int) -> None:
    setup = table.setup(seed)
    one, two = play_out(setup, seed), play_out(setup, seed)
    assert one.events == two.events
    assert one.states == two.states


@every_table
def test_other_seed_other_dice(table: Table) -> None:
    games = {tuple(play_out(table.setup(seed * table.seats), seed=1).events) for seed in range(5)}
    assert len(games) == 5


@pytest.mark.parametrize("table", [table for table in CATALOG if table.match is None], ids=str)
def test_seat_limits_hold(table: Table) -> None:
    most = table.game.presets[table.preset].most_seats or table.game.most_seats
    for seats in {table.game.least_seats - 1, most + 1 if most else 0}:
        with pytest.raises(Problem) as caught:
            Setup(table.game, table.preset, {}, tuple(Player("P") for _ in range(seats)), 0)
        assert caught.value.code == "bad_seats"
