"""Chances as the page tells them."""

from __future__ import annotations

from moves import moved
from redpip.core.game import legal
from redpip.games.perfecto import GAME
from redpip.games.perfecto.odds import odds_of
from redpip.games.perfecto.rules import PerfectoRules


def test_certain_and_impossible_bids_are_told_apart_from_unlikely_ones() -> None:
    rules = PerfectoRules()
    state = moved(rules, rules.start(2, 0), "222222", "135135")
    view = rules.view(state, 0)
    assert odds_of(rules, view).at_least(7, 2) == 1
    scene = GAME.scene(rules, view, 0, GAME.words(None, "en"), legal(rules.next(state), 0))
    told = {cell["written"]: cell["chance"] for cell in scene["ladder"]}
    assert told["7x2"] == "100"
    assert told["8x2"] == "89"
    assert told["8x1"] == "<1"
    assert set(told.values()) <= {"<1", ">99", "100", *map(str, range(100))}


def test_no_bid_is_certain_before_all_dice_are_seen_to_make_it_so() -> None:
    rules = PerfectoRules()
    view = rules.view(moved(rules, rules.start(2, 0), "222222", "135135"), 0)
    odds = odds_of(rules, view)
    for rank in range(1, 7):
        for quantity in range(1, 15):
            missing = quantity - odds.known[rank - 1]
            assert (odds.at_least(quantity, rank) == 1) == (missing <= 0)
