"""What the rules and their options allow, and what is true of every game."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from moves import any_game, code_of, facts_of, moved
from redpip.core.dice import parse_faces, shown
from redpip.core.game import Choose, Over, Roll, act, throw
from redpip.core.options import make_rules
from redpip.core.problem import Problem
from redpip.games.hot.notation import Bank, RollDice
from redpip.games.hot.rules import HotRules, State

seeds = st.integers(0, 2**32)
few_games = settings(deadline=None, max_examples=20, derandomize=True)


def rules_with(**options: Any) -> HotRules:
    rules: HotRules = make_rules(HotRules, options, 2)
    return rules


def played(rules: HotRules, *moves: str, opened: bool = True) -> State:
    """The position after these moves of whoever is next; a move of six characters is a throw."""
    at = State((1000 if opened else 0, 0), 0, "start")
    return moved(rules, at, *moves)


HOT = ("roll", "151551", "hold 123456")  # 1500 and all six held


# ---- a turn


def test_turn_step_by_step() -> None:
    rules = rules_with()
    state = played(rules, "roll", "142445", "hold 1 2 4 5 6")
    assert (state.turn.total, state.turn.sets) == (550, (4,))
    assert rules.next(state) == Choose({0: (RollDice(), Bank())})
    state = played(rules, "roll", "142445", "hold 1 2 4 5 6", "roll")
    assert rules.next(state) == Roll(0, (3,))
    state = throw(rules, state, parse_faces("--4---"))
    state = act(rules, state, 0, rules.parse("hold 3"))
    assert (state.turn.total, rules.is_hot(state.turn)) == (1100, True)
    state = act(rules, state, 0, rules.parse("bank"))
    assert (state.totals, state.seat) == ((2100, 0), 1)


@pytest.mark.parametrize(
    ("moves", "move", "code"),
    [
        ((), "bank", "must_roll"),
        ((), "hold 1", "must_roll"),
        (("roll", "142445"), "bank", "must_hold"),
        (("roll", "142445"), "roll", "must_hold"),
        (("roll", "142445"), "hold", "empty_hold"),
        (("roll", "142445"), "hold 3", "not_scoring"),
        (("roll", "142445"), "hold 2 4", "not_scoring"),
        (("roll", "142445", "hold 1"), "hold 6", "must_roll"),
        (("roll", "142445", "hold 1", "roll", "-15233"), "hold 1", "not_in_roll"),
    ],
)
def test_refusals(moves: tuple[str, ...], move: str, code: str) -> None:
    rules = rules_with()
    assert code_of(rules, played(rules, *moves), move) == code


def test_dice_lie_loose_or_held_and_never_both() -> None:
    rules = rules_with()
    state = played(rules, "roll", "142445", "hold 1 6")
    assert (state.turn.held, state.turn.loose) == (parse_faces("1----5"), parse_faces("-4244-"))
    assert moved(rules, state, "roll").turn.loose == parse_faces("------")


def test_the_turn_before_is_told_as_it_ended() -> None:
    rules = rules_with(opening_stop="zero")
    held = ("roll", "142445", "hold 1")
    for opened, moves, how, score in (
        (True, (*held, "bank"), "banked", 100),
        (False, (*held, "bank"), "short", 0),
        (True, (*held, "roll", "-34462"), "bust", 0),
    ):
        last = played(rules, *moves, opened=opened).last
        assert last is not None
        assert (last.seat, last.how, last.score, last.turn.held) == (0, how, score, parse_faces("1-----"))


def test_refusals_tell_what_a_sentence_needs() -> None:
    rules = rules_with()
    low = played(rules, "roll", "142445", "hold 1", opened=False)
    assert facts_of(rules, low, "bank") == {"opening": 1000, "total": 100}
    again = played(rules, "roll", "142445", "hold 1", "roll", "-15233")
    assert facts_of(rules, again, "hold 1 2") == {"dice": (1,)}


def test_six_held_are_rolled_again_and_sets_forgotten() -> None:
    rules = rules_with()
    state = played(rules, *HOT, "roll")
    assert (state.turn.total, state.turn.sets) == (1500, ())
    assert rules.next(state) == Roll(0, (1, 2, 3, 4, 5, 6))
    assert played(rules, *HOT, "roll", "123346", "hold 1", "bank").totals == (2600, 0)


def test_how_many_throws_bust() -> None:
    rules = rules_with()
    hot, one = played(rules, *HOT).turn, played(rules, "roll", "142445", "hold 1 2 4 5 6").turn
    assert rules.to_roll(hot) == (1, 2, 3, 4, 5, 6)
    assert [rules.busts(turn)[1] for turn in (hot, one)] == [6**6, 6]


def test_doubling_reaches_earlier_dice() -> None:
    rules = rules_with()
    state = played(rules, *HOT, "roll", "333246", "hold 123", "roll", "---346", "hold 4", "bank")
    assert state.totals == (1000 + 3600, 0)


# ---- options


def test_persist() -> None:
    rules = rules_with(persist=True)
    assert played(rules, *HOT, "roll", "123346", "hold 1", "bank").totals == (1000 + 3000, 0)


def test_singles_make_set() -> None:
    moves = ("roll", "112346", "hold 12", "roll", "--1346", "hold 3", "roll", "---146", "hold 4", "bank")
    assert played(rules_with(), *moves).totals == (1400, 0)
    assert played(rules_with(singles_make_set=True), *moves).totals == (1600, 0)


@pytest.mark.parametrize(("multi", "total"), [("set_only", 2300), ("whole_total", 3800)])
def test_four_in_one_roll(multi: str, total: int) -> None:
    moves = (*HOT, "roll", "444423", "hold 1234")
    assert played(rules_with(multi=multi), *moves).turn.total == total


@pytest.mark.parametrize(("order", "total"), [("double_first", 1650), ("add_first", 1700)])
def test_order(order: str, total: int) -> None:
    moves = ("roll", "444155", "hold 123456", "roll", "222346", "hold 123", "roll", "---251", "hold 4 5")
    assert played(rules_with(order=order), *moves).turn.total == total


def test_opening() -> None:
    rules = rules_with()
    moves = ("roll", "142445", "hold 1 2 4 5 6")
    state = played(rules, *moves, opened=False)
    assert rules.next(state) == Choose({0: (RollDice(),)})
    assert code_of(rules, state, "bank") == "opening"
    assert played(rules, "roll", "111234", "hold 123", "bank", opened=False).totals == (1000, 0)
    assert played(rules_with(opening=550), *moves, "bank", opened=False).totals == (550, 0)


def test_opening_stop_zero() -> None:
    rules = rules_with(opening_stop="zero")
    state = played(rules, "roll", "142445", "hold 1 2 4 5 6", "bank", opened=False)
    assert (state.totals, state.seat) == ((0, 0), 1)
    assert state.last is not None
    assert state.last.how == "short"


@pytest.mark.parametrize(
    "options",
    [
        {"target": 0},
        {"opening": -1},
        {"multi": "all"},
        {"order": ""},
        {"final_tie": "none"},
        {"dice": 7},
        {"persist": 1},
    ],
)
def test_options_have_limits(options: dict[str, Any]) -> None:
    with pytest.raises(Problem) as caught:
        rules_with(**options)
    assert caught.value.code == "bad_option"


# ---- the end


def after(rules: HotRules, seats: int, *scores: int) -> State:
    state = rules.start(seats, 0)
    for score in scores:
        state = rules.ended(state, score, "banked" if score else "bust")
    return state


def test_last_round_gives_everybody_else_one_turn() -> None:
    rules = rules_with()
    state = after(rules, 3, 0, 10_050, 0)
    assert (state.trigger, state.seat, rules.to_beat(state)) == (1, 0, 10_050)
    state = rules.ended(state, 10_100, "banked")
    assert rules.next(state) == Over((10_100, 10_050, 0), (1.0, 0.0, 0.0), (0,))


def test_the_target_must_be_passed() -> None:
    assert after(rules_with(), 2, 10_000).trigger is None
    assert after(rules_with(inclusive=True), 2, 10_000).trigger == 0
    assert after(rules_with(), 2, 10_001).trigger == 0


def test_tie_in_the_last_round() -> None:
    leader, shared = rules_with(), rules_with(final_tie="shared")
    assert leader.next(after(leader, 2, 0, 10_050, 10_050)) == Over((10_050, 10_050), (0.0, 1.0), (1,))
    assert shared.next(after(shared, 2, 0, 10_050, 10_050)) == Over((10_050, 10_050), (0.5, 0.5), (0, 1))
    tied = after(leader, 2, 10_050, 10_050)
    assert (leader.next(tied), tied.seat) == (Over((10_050, 10_050), (1.0, 0.0), (0,)), 1)
    # the one who passed the first leader has to be beaten by the next
    assert leader.next(after(leader, 3, 10_050, 10_100, 10_100)) == Over(
        (10_050, 10_100, 10_100), (0.0, 1.0, 0.0), (1,)
    )


def test_alone_the_turns_count() -> None:
    """H26"""
    rules = rules_with()
    assert rules.next(after(rules, 1, 5000, 0, 5050)) == Over((3,), (-3.0,), (0,))


# ---- any game


OPTIONS: list[dict[str, Any]] = [
    {},
    {"persist": True, "multi": "whole_total"},
    {"order": "add_first", "singles_make_set": True},
    {"opening_stop": "zero", "inclusive": True, "final_tie": "shared"},
    {"dice": 4, "opening": 100},
]


@few_games
@given(seeds, st.integers(1, 4), st.sampled_from(OPTIONS))
def test_in_any_game(seed: int, seats: int, options: dict[str, Any]) -> None:
    rules = rules_with(**{"target": 2000, **options})
    before = rules.start(seats, 0)
    for state in any_game(rules, seats, seed):
        assert all(now >= then for now, then in zip(state.totals, before.totals, strict=True))
        assert all(total == 0 or total >= rules.opening for total in state.totals)
        assert not {*shown(state.turn.held)} & {*shown(state.turn.loose)}
        assert state.turn.total % 50 == 0
        if state.phase == "held":
            assert state.turn.total > before.turn.total
        before = state
    over = rules.next(before)
    assert isinstance(over, Over)
    if seats > 1:
        assert all(before.totals[seat] == max(before.totals) for seat in over.winners)
        assert before.trigger is not None
