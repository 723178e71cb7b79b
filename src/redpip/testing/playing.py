"""A game played by chance comes to an end, and says at every step what is next in a way that makes sense."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Any

import pytest

from redpip.core.catalog import Game
from redpip.core.dice import DICE
from redpip.core.game import Choose, Over, Roll
from redpip.core.problem import Problem
from redpip.core.setup import Player, Setup
from redpip.testing.playouts import play_out, whole_game
from redpip.testing.suite import SEEDS, Suite
from redpip.testing.tables import Table, tables_of

Standing = tuple[float, int]  # a seat's return and score


class Playing(Suite):
    def test_game_ends(self, table: Table, seed: int) -> None:
        playout = whole_game(table, seed)
        for state in playout.states:
            check_next(playout.rules.next(state), range(table.seats))

    def test_returns_say_who_is_ahead(self, game: Game) -> None:
        """More is better in returns, whatever the sheet counts. Pages put losers in that order too, and where returns
        are equal by the higher score: so where the lowest score wins, they must differ."""
        overs = [over_of(table, seed) for table in tables_of(game) if not table.match for seed in SEEDS]
        pairs = [pair for over in overs for pair in combinations(zip(over.returns, over.scores, strict=True), 2)]
        lowest_wins = any(better > worse and score < other for (better, score), (worse, other) in both_ways(pairs))
        for (one, score), (two, other) in both_ways(pairs):
            if one > two:
                assert score <= other if lowest_wins else score >= other, "the better score is now high, now low"
            elif one == two and lowest_wins:
                assert score == other, f"{score} and {other}, but equal returns: -score will do where the lowest wins"

    def test_same_seed_same_game(self, table: Table, seed: int) -> None:
        one, two = whole_game(table, seed), play_out(table.setup(seed), seed)
        assert one.events == two.events
        assert one.states == two.states

    def test_other_seed_other_dice(self, table: Table) -> None:
        games = {tuple(play_out(table.setup(seed * table.seats), 1, most_events=100).events) for seed in range(5)}
        assert len(games) == 5

    def test_seat_limits_hold(self, single_table: Table) -> None:
        most = single_table.game.presets[single_table.preset].most_seats or single_table.game.most_seats
        for seats in {single_table.game.least_seats - 1, most + 1 if most else 0}:
            with pytest.raises(Problem) as caught:
                Setup(single_table.game, single_table.preset, {}, tuple(Player("P") for _ in range(seats)), 0)
            assert caught.value.code == "bad_seats"


def over_of(table: Table, seed: int) -> Over:
    over = whole_game(table, seed).play.next
    assert isinstance(over, Over)
    return over


def both_ways(pairs: Iterable[tuple[Standing, Standing]]) -> Iterator[tuple[Standing, Standing]]:
    for one, two in pairs:
        yield one, two
        yield two, one


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
            assert winners == tuple(seat for seat in seats if returns[seat] == max(returns)), "who has most has won"
        case _:
            raise AssertionError(f"next is {due!r}")
