"""The odds are right, the odds bot follows them, and it beats chance by far."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from random import Random
from typing import Any

import pytest

from duels import lower_bound, wins
from redpip.core.dice import parse_faces
from redpip.core.game import Choose
from redpip.games.perfecto import GAME
from redpip.games.perfecto.bots import OddsBot
from redpip.games.perfecto.odds import odds_of, spread_of
from redpip.games.perfecto.rules import PerfectoRules
from redpip.games.perfecto.scoring import count
from redpip.games.perfecto.state import Bid, Call, State

RULES = PerfectoRules()
ADVANCED = PerfectoRules(calls="advanced")


def position(hands: str, bid: Bid | None = None, **more: Any) -> State:
    dice = tuple(map(parse_faces, hands.split()))
    lives = tuple(sum(map(bool, hand)) for hand in dice)
    seats = len(dice)
    bids = (bid,) if bid else ()
    return replace(State(lives, dice, ((),) * seats, 0, 0, (None,) * seats, "bidding", bids=bids), **more)


def choice(state: State, rules: PerfectoRules = RULES, seat: int = 0) -> str:
    due = rules.next(state)
    assert isinstance(due, Choose)
    return str(OddsBot(rules, seat, Random(1)).choose(rules.view(state, seat), due.options[seat]))


# ---- odds


def test_chances_of_hidden_dice_are_those_of_all_throws() -> None:
    """Dice 1, 2 and 3 of another player, for the number 2."""
    throws = [count(((*faces, 0, 0, 0),), 2) for faces in product(range(1, 7), repeat=3)]
    assert spread_of(2, 1) == pytest.approx([throws.count(number) / 216 for number in range(5)])


def test_own_dice_and_frozen_ones_are_known() -> None:
    state = position("2222-- 22----", Bid(5, 2, 1))
    odds = odds_of(RULES, RULES.view(state, 0))
    assert odds.at_least(5, 2) == 1  # four 2s, one of them red
    assert odds.at_least(6, 2) == pytest.approx(1 - 2 / 3 * 5 / 6)
    frozen = odds_of(RULES, RULES.view(replace(state, frozen=((), (2,))), 0))
    assert frozen.at_least(7, 2) == 1
    assert frozen.exactly(7, 2) == pytest.approx(2 / 3)
    assert odds_of(RULES, state).at_least(8, 2) == 1 != odds_of(RULES, RULES.view(state, None)).at_least(8, 2)


# ---- choices


def test_it_doubts_what_is_unlikely() -> None:
    assert choice(position("111111 222222", Bid(9, 5, 1))) == "challenge"


def test_it_calls_perfecto_where_that_is_likeliest() -> None:
    """Four 5s of its own and a frozen red make five; the one die out of sight brings none in two cases of three."""
    state = position("555564 243261", Bid(5, 5, 1), lives=(6, 1), frozen=((), (2, 3, 4, 5, 6)))
    assert choice(state) == "perfecto"


def test_it_bids_what_is_likeliest() -> None:
    assert choice(position("444441 222222", Bid(3, 6, 1))) == "bid 4x4"


def test_it_takes_the_likelier_side() -> None:
    state = position("111111 222222 333333", Bid(12, 5, 1), call=Call("challenge", 2), phase="sides")
    assert choice(state) == "side caller"
    assert choice(replace(state, bids=(Bid(1, 1, 1),))) == "side bidder"


def test_it_raises_gives_up_and_evades() -> None:
    called = Call("challenge", 1)
    assert choice(position("444441 222222", Bid(4, 4, 0), call=called), ADVANCED) == "double"
    doubled = Call("challenge", 1, 2, 1)
    assert choice(position("333362 222222", Bid(14, 4, 0), call=doubled), ADVANCED) == "surrender"
    assert choice(position("444441 222222", Bid(5, 3, 0), call=called), ADVANCED).startswith("sidestep")


def test_it_beats_chance_in_a_few_games() -> None:
    assert wins(GAME, "odds", 40) >= 36


@pytest.mark.slow
def test_it_beats_chance() -> None:
    assert lower_bound(GAME, "odds") >= 0.9
