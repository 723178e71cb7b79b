"""What the rules and their options allow, and what is true of every game."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from moves import any_game, code_of, moved
from redpip.core.dice import NO_FACES, shown
from redpip.core.game import Choose, Over, Roll
from redpip.core.options import make_rules
from redpip.core.problem import Problem, Refused
from redpip.core.setup import Player, Setup
from redpip.games.rolling import GAME
from redpip.games.rolling.notation import Aside, RollDice, Stop
from redpip.games.rolling.rules import Ended, RollingRules, State, Turn
from redpip.games.rolling.scoring import chances

seeds = st.integers(0, 2**32)
few_games = settings(deadline=None, max_examples=25, derandomize=True)

FILLED = (
    "roll",
    "551346",
    "aside 12",
    "roll",
    "--2213",
    "aside 34",
    "roll",
    "----54",
    "aside 5",
    "roll",
    "-----2",
    "aside 6",
)


def rules_with(**options: Any) -> RollingRules:
    rules: RollingRules = make_rules(RollingRules, options, 2)
    return rules


def played(rules: RollingRules, *moves: str, state: State | None = None, seats: int = 2) -> State:
    """The position after these moves of whoever is next; a move of six characters is a throw."""
    at = state or rules.start(seats, 0)
    return moved(rules, at, *moves)


def with_totals(*totals: int, seat: int = 0) -> State:
    return State(totals, seat, "start")


# ---- a turn


def test_turn_step_by_step() -> None:
    rules = rules_with()
    state = rules.start(2, 0)
    assert rules.next(state) == Choose({0: (RollDice(),)})
    state = played(rules, "roll", state=state)
    assert rules.next(state) == Roll(0, (1, 2, 3, 4, 5, 6))
    state = played(rules, "551346", "aside 1 2", state=state)
    assert rules.next(state) == Choose({0: (RollDice(), Stop())})
    assert state.turn.loose == (0, 0, 1, 3, 4, 6)
    state = played(rules, "roll", state=state)
    assert state.turn.loose == NO_FACES
    assert rules.next(state) == Roll(0, (3, 4, 5, 6))
    state = played(rules, "--5134", "aside 3 6", "stop", state=state)
    assert (state.totals, state.seat, state.phase) == ((15, 0), 1, "start")
    assert state.last == Ended(0, 15, "stopped", Turn(0, (5, 5, 5, 0, 0, 4), (0, 0, 0, 1, 3, 0)))


@pytest.mark.parametrize(
    ("moves", "move", "code"),
    [
        ((), "stop", "must_roll"),
        ((), "aside 1", "no_roll"),
        (("roll", "551346"), "stop", "must_set_aside"),
        (("roll", "551346"), "roll", "must_set_aside"),
        (("roll", "551346"), "aside 1 3", "need_match"),
        (("roll", "551346"), "aside", "need_match"),
        (("roll", "551346", "aside 1 2"), "aside 3", "no_roll"),
        (("roll", "551346", "aside 1 2", "roll", "--5134"), "aside 1 3", "not_in_roll"),
        (("roll", "551346", "aside 1 2", "roll", "--5134"), "aside 4", "need_match"),
    ],
)
def test_refusals(moves: tuple[str, ...], move: str, code: str) -> None:
    rules = rules_with()
    assert code_of(rules, played(rules, *moves), move) == code


def test_reds_are_not_turned() -> None:
    with pytest.raises(Refused) as caught:
        rules_with().parse("flip 4>5")
    assert caught.value.code == "no_flip"


def test_fill_up_doubles_or_is_carried() -> None:
    rules = rules_with()
    filled = played(rules, *FILLED)
    assert rules.to_roll(filled.turn) == (1, 2, 3, 4, 5, 6)
    assert rules.chances(filled.turn.aside) == chances(NO_FACES, 6)
    assert rules.chances((5, 5, 0, 0, 0, 0)) == chances((5, 5, 0, 0, 0, 0), 4)
    stopped = played(rules, "stop", state=filled)
    assert stopped.totals == (72, 0)
    assert stopped.last is not None
    assert stopped.last.how == "doubled"
    carried = played(rules, "roll", state=filled)
    assert (carried.turn.carried, carried.turn.aside) == (36, NO_FACES)
    assert rules.next(carried) == Roll(0, (1, 2, 3, 4, 5, 6))
    assert played(rules, "515423", "aside 1 3 4", "stop", state=carried).totals == (46, 0)
    assert played(rules, "221166", "aside 123456", "stop", state=carried).totals == (140, 0)
    bust = played(rules, "213456", state=carried)
    assert (bust.totals, bust.seat) == ((0, 0), 1)
    assert bust.last == Ended(0, 0, "bust", Turn(36, loose=(2, 1, 3, 4, 5, 6)))


def test_all_aside_but_some_alone_ends_the_turn() -> None:
    rules = rules_with()
    state = played(rules, "roll", "221345", "aside 123456")
    assert (state.totals, state.seat) == ((8, 0), 1)
    assert state.last == Ended(0, 8, "spent", Turn(0, (2, 2, 1, 3, 4, 5)))


# ---- the end


def test_a_tie_is_not_enough() -> None:
    rules = rules_with()
    state = rules.ended(with_totals(0, 250, seat=0), 250, "stopped")
    assert rules.next(state) == Over((250, 250), (0.0, 1.0), (1,))


def test_the_leader_stays_in_after_a_bust() -> None:
    rules = rules_with()
    state = rules.ended(with_totals(260, 100, 90, seat=0), 0, "bust")
    assert (state.out, state.seat) == ((), 1)


def test_who_is_out_is_skipped_and_the_last_one_wins() -> None:
    rules = rules_with()
    state = with_totals(0, 0, 0)
    for score in (250, 0, 270, 30):
        state = rules.ended(state, score, "stopped")
    assert (state.out, state.seat) == ((1,), 2)
    state = rules.ended(state, 0, "bust")
    assert rules.next(state) == Over((280, 0, 270), (1.0, 0.0, 0.0), (0,))


def test_what_must_be_passed() -> None:
    rules = rules_with()
    assert rules.to_beat(with_totals(249, 100), 1) is None
    assert rules.to_beat(with_totals(250, 100), 1) == 250
    assert rules.to_beat(with_totals(250, 100), 0) == 100
    assert rules.to_beat(with_totals(400), 0) is None


def test_alone_the_turns_count() -> None:
    """K28"""
    rules = rules_with(target=30)
    state = rules.start(1, 0)
    for score in (10, 0, 19):
        state = rules.ended(state, score, "stopped")
        assert (state.seat, state.phase) == (0, "start")
    assert rules.next(rules.ended(state, 1, "stopped")) == Over((4,), (-4.0,), (0,))


# ---- presets and options


def table(preset: str, **options: Any) -> Setup:
    return Setup(GAME, preset, options, (Player("A"), Player("B")), 0, "1")


def test_only_2004_lets_you_choose_the_target() -> None:
    assert table("2004", target=100).game_rules.target == 100
    assert table("2018").game_rules == table("2018", target=250).game_rules == table("2004").game_rules
    with pytest.raises(Problem) as caught:
        table("2018", target=100)
    assert caught.value.code == "bad_option"
    assert "2004" in caught.value.message


@pytest.mark.parametrize("options", [{"target": 0}, {"target": 100_001}, {"dice": 1}, {"dice": 7}, {"target": True}])
def test_options_have_limits(options: dict[str, Any]) -> None:
    with pytest.raises(Problem) as caught:
        rules_with(**options)
    assert caught.value.code == "bad_option"


@pytest.mark.parametrize("dice", range(2, 7))
def test_fewer_dice_fill_up_sooner(dice: int) -> None:
    rules = rules_with(dice=dice)
    faces = "3" * dice + "-" * (6 - dice)
    state = played(rules, "roll", faces, f"aside {'123456'[:dice]}")
    assert rules.filled(state.turn.aside)
    assert rules.next(played(rules, "roll", state=state)) == Roll(0, (1, 2, 3, 4, 5, 6)[:dice])


# ---- any game


@few_games
@given(seeds, st.integers(1, 5))
def test_in_any_game(seed: int, seats: int) -> None:
    rules = rules_with(target=60)
    before = rules.start(seats, 0)
    for state in any_game(rules, seats, seed):
        assert all(now >= then for now, then in zip(state.totals, before.totals, strict=True))
        assert state.out[: len(before.out)] == before.out
        assert state.seat not in state.out or state.phase == "over"
        assert not {*shown(state.turn.aside)} & {*shown(state.turn.loose)}
        assert not state.out or max(state.totals) >= rules.target
        before = state
    over = rules.next(before)
    assert isinstance(over, Over)
    assert len(over.winners) == 1
    if seats > 1:
        assert len(before.out) == seats - 1
        assert before.totals[over.winners[0]] == max(before.totals) >= rules.target


@few_games
@given(seeds)
def test_every_way_of_setting_aside_gains(seed: int) -> None:
    rules = rules_with()
    for state in any_game(rules, 2, seed):
        due = rules.next(state)
        for action in due.options[state.seat] if isinstance(due, Choose) else ():
            if isinstance(action, Aside):
                after = rules.play(state, state.seat, action)
                turn = after.last.turn if after.last else after.turn
                assert turn.points > state.turn.points
