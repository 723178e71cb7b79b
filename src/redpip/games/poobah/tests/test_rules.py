"""What the rules and their options allow, and what is true of every game."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from moves import any_game, code_of, facts_of, moved
from redpip.core.dice import parse_faces
from redpip.core.game import Choose, Over, Roll
from redpip.core.options import make_rules
from redpip.core.problem import Problem, Refused
from redpip.games.poobah.notation import Change, Done, RollDice, parse
from redpip.games.poobah.rules import PoobahRules, State

RULES = PoobahRules()
few_games = settings(deadline=None, max_examples=25, derandomize=True)


def position(hands: str, scores: tuple[int, ...], phase: Any, seat: int = 0, **more: Any) -> State:
    dice = tuple(map(parse_faces, hands.split()))
    return State(dice, scores, (5,) * len(dice), seat, phase, more.pop("active", tuple(range(len(dice)))), **more)


# ---- a turn


def test_first_turn_rolls_all_dice() -> None:
    start = RULES.start(2, 1)
    assert RULES.next(start) == Choose({1: (RollDice((1, 2, 3, 4, 5, 6)),)})
    assert code_of(RULES, start, "roll 1 2") == "first_turn_all"
    assert code_of(RULES, start, "roll none") == "first_turn_all"
    assert code_of(RULES, start, "done") == "wrong_phase"


def test_later_any_dice_or_none() -> None:
    state = position("133422 111111", (0, 0), "roll")
    due = RULES.next(state)
    assert isinstance(due, Choose)
    assert len(due.options[0]) == 64
    assert moved(RULES, state, "roll none").phase == "change"
    assert moved(RULES, state, "roll 2 3", "-55---").hands[0] == parse_faces("155422")


def test_reds_old_and_new_may_be_turned_once() -> None:
    state = moved(RULES, position("133422 111111", (0, 0), "roll"), "roll 2", "-2----", "change 4>1")
    assert state.hands[0] == parse_faces("123122")
    assert code_of(RULES, state, "change 4>2") == "not_red"
    assert code_of(RULES, state, "change 1>1") == "same_number"
    assert code_of(RULES, state, "change 1>7") == "bad_face"
    assert code_of(RULES, state, "change 7>1") == "bad_die"
    assert code_of(RULES, state, "roll 1") == "wrong_phase"
    assert moved(RULES, state, "change 1>6", "change 3>6", "done").hands[0] == parse_faces("626122")


def test_refusals_tell_what_a_sentence_needs() -> None:
    assert facts_of(RULES, RULES.start(2, 1), "roll 1 2") == {"dice": (1, 2, 3, 4, 5, 6)}
    small = PoobahRules(dice=2)
    assert facts_of(small, small.start(2, 0), "roll 1 3") == {"given": (1, 3)}
    state = position("133422 111111", (0, 0), "change")
    for move, facts in (
        ("change 2>1", {"die": 2}),
        ("change 1>1", {"die": 1}),
        ("change 1>7", {"face": 7}),
        ("change 7>1", {"given": (7,)}),
    ):
        assert facts_of(RULES, state, move) == facts


def test_scoring_begins_after_the_opening_turns() -> None:
    for seats, opening in ((2, 3), (3, 3), (5, 1)):
        rules = PoobahRules(opening_turns=opening)
        state = rules.start(seats, seats - 1)
        for turn in range(seats * opening):
            assert state.phase == "roll"
            assert state.seat == (seats - 1 + turn) % seats
            assert rules.pays_next(state) == (turn == seats * opening - 1)
            state = moved(rules, state, "roll 123456", "222222", "done")
            assert state.cast == ()
        assert rules.next(state) == Roll(None, (1, 2, 3, 4, 5, 6))
        state = moved(rules, state, "111111", "roll none", "done")
        assert state.phase == "score"


# ---- the end


def test_highest_score_wins_whoever_moved() -> None:
    state = position("111112 222233 555555", (60, 70, 95), "score")
    assert RULES.next(moved(RULES, state, "566643")) == Over((60, 73, 100), (60.0, 73.0, 100.0), (2,))


def test_of_two_past_the_target_the_higher_wins() -> None:
    over = RULES.next(moved(RULES, position("111112 222233", (98, 99), "score"), "124544"))
    assert isinstance(over, Over)
    assert (over.scores, over.winners) == ((100, 103), (1,))


def test_overtime_is_for_the_tied_alone() -> None:
    state = moved(RULES, position("111112 222233 551544", (99, 97, 91), "score", 1), "166565")
    assert (state.active, state.overtime, state.seat, state.scores) == ((0, 2), True, 2, (101, 97, 101))
    assert code_of(RULES, state, "roll none") == "overtime_min_one"
    level = moved(RULES, state, "roll 4", "---2--", "done", "666333")
    assert (level.seat, level.scores) == (0, (101, 97, 101))
    # the 3s of the player who is out no longer stand in anybody's way, and earn nothing
    ended = moved(RULES, level, "roll 1", "3-----", "done", "366666")
    assert RULES.next(ended) == Over((104, 97, 101), (104.0, 97.0, 101.0), (0,))


@pytest.mark.parametrize(("shrinks", "active"), [(False, (0, 1, 2)), (True, (0, 1))])
def test_overtime_of_three_stays_or_shrinks(shrinks: bool, active: tuple[int, ...]) -> None:
    rules = PoobahRules(overtime_shrinks=shrinks)
    state = position("211111 231333 551544", (100, 100, 100), "score", 2, overtime=True)
    after = moved(rules, state, "266662")
    assert (after.scores, after.active, after.seat) == ((104, 104, 100), active, 0)


# ---- every game


@few_games
@given(st.integers(2, 5), st.integers(0, 2**32), st.booleans())
def test_what_holds_in_every_game(seats: int, seed: int, shrinks: bool) -> None:
    rules = PoobahRules(target=60, overtime_shrinks=shrinks)
    states = list(any_game(rules, seats, seed))
    for before, after in itertools.pairwise(states):
        assert all(old <= new for old, new in zip(before.scores, after.scores, strict=True))
        assert set(after.active) <= set(before.active)
        assert after.seat in after.active
        assert max(after.turns) - min(after.turns) <= 1 or after.overtime
        if before.phase != "score":
            assert before.scores == after.scores
        if not after.overtime and after.phase != "over":
            assert max(after.scores) < rules.target
    over = rules.next(states[-1])
    assert isinstance(over, Over)
    assert over.scores[over.winners[0]] == max(over.scores) >= rules.target
    assert over.scores.count(max(over.scores)) == 1


# ---- texts and options


@pytest.mark.parametrize("action", [RollDice(()), RollDice((1, 4)), Change(2, 5), Done()])
def test_text_leads_back(action: Any) -> None:
    assert parse(str(action)) == action


def test_short_and_other_spellings() -> None:
    assert parse("r 14") == RollDice((1, 4))
    assert parse("R NONE") == RollDice(())
    assert parse("c 2 5") == parse("change 2>5") == Change(2, 5)
    assert parse("d") == Done()
    for text in ("roll", "change 2", "change a>b", "change 1>99999", "done 3", "none"):
        with pytest.raises(Refused):
            parse(text)


def test_a_hand_may_be_smaller_in_the_laboratory() -> None:
    rules = PoobahRules(dice=2, opening_turns=1, target=3)
    state = moved(rules, rules.start(2, 0), "roll 12", "33----", "done", "roll 12", "44----", "done", "34----")
    assert (state.scores, state.phase, state.winner) == ((3, 4), "over", 1)
    assert code_of(rules, rules.start(2, 0), "roll 3") == "bad_die"


def test_options_have_limits() -> None:
    for wrong in ({"target": 0}, {"opening_turns": 0}, {"dice": 7}, {"overtime_shrinks": 1}):
        with pytest.raises(Problem):
            make_rules(PoobahRules, wrong, 2)
