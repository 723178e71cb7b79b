"""What the rules allow, and what is true of every game."""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from moves import any_game, code_of, facts_of, moved
from redpip.core.dice import parse_faces
from redpip.core.game import Choose, Over
from redpip.core.options import make_rules
from redpip.core.problem import Problem, Refused
from redpip.games.catch6.notation import Catch, Pass, RollDice, parse
from redpip.games.catch6.rules import Catch6Rules, State
from redpip.games.catch6.scoring import points

RULES = Catch6Rules()
few_games = settings(deadline=None, max_examples=25, derandomize=True)


def position(dice: str, owners: str = "......", phase: str = "catch", seat: int = 0) -> State:
    """Seat 0 has these dice; owners are written as 0, 1 or a dot."""
    owned = tuple(None if char == "." else int(char) for char in owners)
    hands = (parse_faces(dice), parse_faces("112346"))
    return State(hands, owned, (False, False), seat, phase)  # type: ignore[arg-type]


def offered(rules: Catch6Rules, state: State) -> list[str]:
    due = rules.next(state)
    assert isinstance(due, Choose)
    return [str(action) for action in due.options[state.seat]]


# ---- rolling


def test_first_roll_takes_all_dice_for_both() -> None:
    state = RULES.start(2, 1)
    assert (state.seat, offered(RULES, state)) == (1, ["roll 1 2 3 4 5 6"])
    state = moved(RULES, state, "roll 123456", "123456", "pass")
    assert (state.seat, offered(RULES, state)) == (0, ["roll 1 2 3 4 5 6"])
    assert code_of(RULES, state, "roll 1 2 3 4 5") == "must_roll_all"
    assert code_of(RULES, state, "roll none") == "no_dice"


def test_later_any_dice_but_at_least_one_are_rolled_and_the_others_stay() -> None:
    state = moved(RULES, position("555123", phase="roll"), "roll 4 5", "---55-")
    assert (state.hands[0], state.cast) == (parse_faces("555553"), (4, 5))
    assert moved(RULES, state, "pass").cast == (), "positions are the same, whatever was rolled before them"
    assert len(offered(RULES, position("555123", phase="roll"))) == 63
    assert code_of(RULES, position("555123", phase="roll"), "roll none") == "no_dice"


def test_full_house_and_raffle_force_a_roll_of_all_dice_and_red_does_not() -> None:
    assert moved(RULES, position("332223"), "catch 3").must_all == (True, False)
    assert moved(RULES, position("444444"), "catch 1").must_all == (True, False)
    assert moved(RULES, position("551552"), "catch 5").must_all == (False, False)
    assert moved(RULES, position("444444"), "catch 4").must_all == (False, False)  # by its red
    assert moved(RULES, position("444444"), "catch 4 raffle").must_all == (True, False)
    assert moved(RULES, position("332223"), "pass").must_all == (False, False)  # declined


def test_forced_roll_is_forced_once() -> None:
    state = moved(RULES, position("332223"), "catch 3", "roll 1", "1-----", "pass")
    assert offered(RULES, state) == ["roll 1 2 3 4 5 6"]
    state = moved(RULES, state, "roll 123456", "654321", "pass", "roll 1", "1-----", "pass")
    assert len(offered(RULES, state)) == 63


# ---- catching


def test_a_catch_is_offered_with_its_way_and_without() -> None:
    assert offered(RULES, position("551552")) == ["catch 5", "catch 5 red", "pass"]
    assert offered(RULES, position("123456")) == ["pass"]


def test_number_is_caught_once() -> None:
    assert offered(RULES, position("551552", "....1.")) == ["pass"]
    assert code_of(RULES, position("551552", "....1."), "catch 5") == "already_caught"
    assert code_of(RULES, position("551552", "....0."), "catch 5") == "already_caught"
    assert code_of(RULES, position("551552"), "catch 2") == "not_collected"
    assert code_of(RULES, position("551552"), "catch 5 full") == "not_collected"
    assert code_of(RULES, position("551552"), "catch 7") == "bad_number"
    assert code_of(RULES, position("551552"), "roll 1") == "wrong_phase"
    assert code_of(RULES, position("551552", phase="roll"), "catch 5") == "wrong_phase"


def test_14_points_win_at_once() -> None:
    ended = moved(RULES, position("222213", "0....0"), "catch 2")
    assert (ended.phase, ended.winner) == ("over", 0)
    assert RULES.next(ended) == Over((15, 0), (1.0, 0.0), (0,))
    level = moved(RULES, position("222213", "0.1101"), "catch 2")
    assert (level.scores, level.winner) == ((14, 13), 0)


def test_no_carryover_in_a_single_game() -> None:
    assert code_of(RULES, position("551552"), "catch 5 carry") == "no_carryover_in_single"


def test_refusals_tell_what_a_sentence_needs() -> None:
    small = Catch6Rules(dice=2)
    assert facts_of(small, small.start(2, 0), "roll 1 3") == {"given": (1, 3)}
    assert facts_of(RULES, RULES.start(2, 0), "roll 1") == {"dice": (1, 2, 3, 4, 5, 6)}
    for owners, number in (("......", 7), ("....1.", 5), ("......", 2)):
        assert facts_of(RULES, position("551552", owners), f"catch {number}") == {"number": number}


def test_a_turn_of_which_its_dice_alone_are_known() -> None:
    for seat in (0, 1):
        before = replace(position("551552", phase="roll", seat=seat), must_all=(True, True))
        lying = RULES.lying(before, parse_faces("66----"))
        assert lying.hands[seat] == parse_faces("66----"), "nothing of what lay there before is known"
        assert lying.hands[1 - seat] == before.hands[1 - seat]
        assert (lying.phase, lying.cast, lying.must_all[seat], lying.must_all[1 - seat]) == (
            "catch",
            (1, 2, 3, 4, 5, 6),
            False,
            True,
        )


# ---- every game


@few_games
@given(st.integers(0, 2**32), st.integers(1, 14))
def test_what_holds_in_every_game(seed: int, target: int) -> None:
    rules = Catch6Rules(target=target)
    states = list(any_game(rules, 2, seed))
    for before, after in itertools.pairwise(states):
        new = set(before.free) - set(after.free)
        assert set(after.free) <= set(before.free)
        assert len(new) <= (before.phase == "catch")
        assert all(after.owners[number - 1] == before.seat for number in new)
        assert (after.seat != before.seat) == (before.phase == "catch" and after.phase != "over")
        if after.phase != "over":
            assert max(after.scores) < target
    over = rules.next(states[-1])
    assert isinstance(over, Over)
    assert over.scores[over.winners[0]] == max(over.scores) >= target
    assert sum(over.scores) == 27 - sum(map(points, states[-1].free))


# ---- texts and options


@pytest.mark.parametrize(
    "action",
    [RollDice((1, 4)), Catch(5), Catch(6, "fullhouse"), Catch(5, "red", carry=True), Catch(2, carry=True), Pass()],
)
def test_text_leads_back(action: Any) -> None:
    assert parse(str(action)) == action


def test_short_and_other_spellings() -> None:
    assert parse("r 14") == RollDice((1, 4))
    assert parse("C 6 FULL") == parse("c 6 f") == Catch(6, "fullhouse")
    assert parse("c 5 red carry") == parse("c 5 red c") == Catch(5, "red", carry=True)
    assert parse("c 5 c") == Catch(5, None, carry=True)
    for text in ("roll", "catch", "catch x", "c 5 r", "c 5 blue", "c 5 carry red", "c 5 red full", "pass 3", "c 99999"):
        with pytest.raises(Refused):
            parse(text)


def test_hands_may_be_smaller_in_the_laboratory() -> None:
    rules = Catch6Rules(dice=2, target=2)
    state = moved(rules, rules.start(2, 0), "roll 12", "22----")
    assert [str(action) for action in rules.next(state).options[0]][:2] == ["catch 1", "catch 2"]  # type: ignore[union-attr]
    assert moved(rules, state, "catch 2 red").winner == 0
    assert code_of(rules, rules.start(2, 0), "roll 3") == "bad_die"


def test_options_have_limits() -> None:
    for wrong in ({"target": 0}, {"target": 15}, {"dice": 1}, {"dice": 7}, {"carryover": True}):
        with pytest.raises(Problem):
            make_rules(Catch6Rules, wrong, 2)
