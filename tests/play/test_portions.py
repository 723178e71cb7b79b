"""What a worker is given at a time, and which games are batches."""

from __future__ import annotations

from typing import Any

import pytest

from redpip.core.catalog import all_games, find_game
from redpip.core.setup import Setup
from redpip.play.portions import Portion, Portioning, can_be_batched
from redpip.play.seating import arrange, read_guests
from redpip.play.simulate import BLOCK, Plan, new_progress, play_portion, simulate

HOT, _ = find_game("hot")
KIND = HOT.batch
assert KIND
FEWEST = KIND.fewest


def even(piece: int) -> bool:
    return piece % 2 == 0


def told(portions: list[Portion[int]]) -> list[tuple[int, ...]]:
    assert all(one.batched == even(one.pieces[0]) for one in portions)
    return [one.pieces for one in portions]


def test_pieces_of_a_batch_wait_for_each_other() -> None:
    portioning = Portioning(KIND, even, FEWEST // 2, workers=1)
    assert told([*portioning.over([0, 1, 2, 3, 4])]) == [(1,), (3,), (0, 2, 4)]


def test_every_worker_has_a_share() -> None:
    found = [*Portioning(KIND, even, FEWEST, workers=3).over(range(0, 14, 2))]
    assert told(found) == [(0, 2, 4), (6, 8, 10), (12,)]


def test_a_batch_is_not_too_large() -> None:
    assert KIND
    games = KIND.most // 2
    assert told([*Portioning(KIND, even, games, workers=1).over([0, 2, 4])]) == [(0, 2), (4,)]


def test_a_few_games_are_played_by_the_rules() -> None:
    found = [*Portioning(KIND, even, FEWEST // 2 - 1, workers=1).over([0, 2])]
    assert found == [Portion((0,)), Portion((2,))]


def test_nobody_has_to_take_batches() -> None:
    assert [*Portioning(None, even, FEWEST, workers=1).over([0, 2])] == [Portion((0,)), Portion((2,))]


def setup(players: str, match: int | None = None, first: str | None = None, **options: Any) -> Setup:
    return arrange(HOT, None, options, read_guests(HOT, players), seed="1", match=match, first=first)


def test_games_that_batches_know() -> None:
    assert can_be_batched(setup("bot:best,bot:cool"))
    assert not can_be_batched(setup("bot:best,bot:random"))
    assert not can_be_batched(setup("bot:cool,bot:cool,bot:cool"))
    assert not can_be_batched(setup("bot:cool,bot:cool", match=3))
    assert not can_be_batched(setup("bot:cool,bot:cool", persist=True))


@pytest.mark.parametrize("game", [game for game in all_games().values() if game.batch], ids=lambda game: game.id)
def test_batches_know_bots_of_their_game(game: Any) -> None:
    assert set(game.bots) > game.batch.bots > {*()}


@pytest.mark.parametrize("first", [None, "2"])
def test_a_simulation_comes_to_the_same(first: str | None) -> None:
    plan = Plan(setup("bot:cool,bot:cool", first=first, target=1000, opening=300), 2 * BLOCK, draw_first=not first)
    by_rules = simulate(plan, 1, new_progress(plan), lambda _: None, None, by_rules=True)
    assert play_portion(plan.text, Portion((0, 1), batched=True)) == by_rules
    assert simulate(plan, 1, new_progress(plan), lambda _: None, None) == by_rules
