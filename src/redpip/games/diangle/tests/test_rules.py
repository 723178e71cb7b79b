"""What the rules and their options allow, and what is true of every game."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from moves import any_game, code_of, facts_of, moved
from redpip.core.dice import DICE, parse_faces
from redpip.core.game import Choose, Over
from redpip.core.options import make_rules
from redpip.core.problem import Problem, Refused
from redpip.games.diangle.notation import Accept, Advance, EndTurn, Lift, Place, Reroll, Select, parse
from redpip.games.diangle.rules import Climber, DiangleRules, Row, State

RULES = DiangleRules()
ANYTIME = DiangleRules(advance_anytime=True)
EMPTY: tuple[Row, ...] = ((), (), ())
few_games = settings(deadline=None, max_examples=25, derandomize=True)


def position(level: int, faces: str, rows: tuple[Row, ...] = EMPTY, phase: Any = "arrange", seats: int = 2) -> State:
    waiting = (Climber(0, EMPTY),) * (seats - 1)
    return State((Climber(level, rows, parse_faces(faces), 2), *waiting), 0, phase)


# ---- rolling


def test_first_turn_rolls_all_dice() -> None:
    start = RULES.start(2, 1)
    assert RULES.next(start) == Choose({1: (Select((1, 2, 3, 4, 5, 6)),)})
    assert code_of(RULES, start, "select 1 2") == "first_turn_all"
    assert code_of(RULES, start, "advance 1") == "wrong_phase"


def test_dice_beside_the_board_are_rolled_and_others_may_be() -> None:
    state = position(0, "411266", ((2, 3), (4,), ()), "select")
    assert RULES.must_roll(state.climber) == (1, 5, 6)
    due = RULES.next(state)
    assert isinstance(due, Choose)
    assert len(due.options[0]) == 8
    assert code_of(RULES, state, "select 1 5") == "must_roll_unplaced"
    rolled = moved(RULES, state, "select 1 3 5 6", "3-4-55")
    assert (rolled.climber.rows, rolled.climber.faces) == (((2,), (4,), ()), parse_faces("314255"))


def test_one_second_roll_of_the_same_dice() -> None:
    state = moved(RULES, RULES.start(1, 0), "select 123456", "411566")
    assert code_of(RULES, state, "reroll 1 4") == "same_dice_only"
    assert code_of(RULES, state, "place 2>1") == "wrong_phase"
    again = moved(RULES, state, "reroll", "112233")
    assert again.phase == "arrange"
    assert code_of(RULES, again, "reroll") == "wrong_phase"
    assert moved(RULES, state, "accept").climber.faces == parse_faces("411566")


# ---- rows


@pytest.mark.parametrize(
    ("level", "values"),
    [(0, (1, 2, 3)), (3, (4, 5, 6)), (4, (5, 6, 5)), (7, (4, 3, 2)), (9, (2, 1, None)), (10, (1, None, None))],
)
def test_rows_follow_the_track(level: int, values: tuple[int | None, ...]) -> None:
    assert RULES.row_values(level) == values


def test_placing_is_refused_with_a_reason() -> None:
    state = position(0, "411113", ((2, 3, 4), (), ()))
    assert code_of(RULES, state, "place 1>1") == "wrong_row"
    assert code_of(RULES, state, "place 5>1") == "row_overfull"
    assert code_of(RULES, state, "place 2>1") == "die_placed"
    assert code_of(RULES, state, "place 6>4") == code_of(RULES, state, "place 6>0") == "no_such_row"
    assert code_of(RULES, state, "place 9>1") == code_of(RULES, state, "lift 9") == "bad_die"
    assert code_of(RULES, state, "lift 1") == "not_on_board"
    assert code_of(RULES, position(9, "211111"), "place 2>3") == "no_such_row"


def test_refusals_tell_what_a_sentence_needs() -> None:
    state = position(0, "411113", ((2, 3, 4), (), ()))
    assert facts_of(RULES, state, "place 6>4") == {"row": 4}
    assert facts_of(RULES, state, "place 1>1") == {"row": 1, "number": 1}
    assert facts_of(RULES, state, "place 5>1") == {"row": 1, "size": 3}
    assert facts_of(RULES, state, "place 2>1") == {"die": 2}
    assert facts_of(RULES, state, "place 9>1") == facts_of(RULES, state, "lift 9") == {"given": (9,)}
    assert facts_of(RULES, state, "lift 1") == {"die": 1}
    assert facts_of(RULES, state, "advance 4") == {"most": 3}
    assert facts_of(RULES, state, "advance 2") == {"row": 2}
    whole = position(0, "111223", ((1, 2, 3), (4, 5), (6,)))
    assert facts_of(RULES, whole, "end") == facts_of(RULES, whole, "advance 1") == {"rows": 3}
    start = RULES.start(2, 0)
    assert facts_of(RULES, start, "select 1 2") == {"dice": (1, 2, 3, 4, 5, 6)}
    some = position(0, "411266", ((2, 3), (4,), ()), "select")
    assert facts_of(RULES, some, "select 1 5") == {"dice": (1, 5, 6)}


@pytest.mark.parametrize(("counted", "turns"), [(True, (3, 4)), (False, (3, 3))])
def test_a_turn_of_which_its_levels_alone_are_known(counted: bool, turns: tuple[int, int]) -> None:
    rules = DiangleRules(count_extra_turns=counted)
    after = rules.climbed(position(0, "411113", ((2, 3, 4), (), ())), 3, diangle=True)
    assert (after.climbers[0].level, after.climbers[0].turns, after.seat) == (3, turns[0], 0), "a Diangle brings a turn"
    again = rules.climbed(after, 1, diangle=False)
    assert (again.climbers[0].level, again.climbers[0].turns, again.seat) == (4, turns[1], 1)
    assert rules.climbed(position(9, "111111"), 2, diangle=False).phase == "over"
    resting = replace(position(4, "555116"), spent=(1, 2, 3))
    assert ANYTIME.climbed(resting, 1, diangle=False).climbers[0].resting == (), "its dice were taken up again"


def test_a_red_fills_its_row_and_leaves_room() -> None:
    state = moved(RULES, position(0, "115663"), "place 1>1")
    assert RULES.filled(state.climber) == (True, False, False)
    assert RULES.filled(moved(RULES, state, "place 2>1").climber) == (True, False, False)
    assert RULES.filled(moved(RULES, state, "lift 1", "place 2>1").climber) == (False, False, False)


def test_a_five_goes_below_or_on_top() -> None:
    state = position(4, "555651")
    assert [RULES.rows_for(state.climber, die) for die in (1, 4, 5, 6)] == [(0, 2), (1,), (0, 2), ()]
    assert moved(RULES, state, "place 5>3", "lift 5", "place 5>1").climber.rows == ((5,), (), ())


# ---- advancing


def test_advancing_drops_rows_and_rests_the_dice() -> None:
    state = moved(RULES, position(0, "411214", ((2, 3, 5), (4,), ())), "advance 1")
    assert (state.climber.level, state.climber.rows, state.spent) == (1, ((4,), (), ()), (2, 3, 5))
    assert moved(RULES, state, "place 1>3").climber.rows == ((4,), (), (1,))
    assert code_of(RULES, state, "advance 1") == "row_not_filled"
    assert code_of(RULES, state, "advance 4") == code_of(RULES, state, "advance 0") == "bad_count"


def test_dice_that_rest_are_refused_unless_the_option_says_otherwise() -> None:
    state = position(4, "555111", ((1, 2, 3), (), ()))
    assert code_of(RULES, moved(RULES, state, "advance 1"), "place 1>2") == "die_spent"
    again = DiangleRules(reuse_removed=True)
    after = moved(again, state, "advance 1", "place 1>2", "place 2>2")
    assert after.climber.rows == ((), (1, 2), ())
    # at the start of the next turn nothing rests any more, but it is rolled
    ended = moved(RULES, position(4, "555111", ((1, 2, 3), (), ()), seats=1), "advance 1", "end")
    assert (ended.spent, RULES.must_roll(ended.climber)) == ((), DICE)


def test_a_diangle_must_be_taken_and_brings_a_turn() -> None:
    state = position(0, "211213", ((2, 3, 5), (1, 4), (6,)))
    assert code_of(RULES, state, "end") == code_of(RULES, state, "advance 2") == "diangle_mandatory"
    taken = moved(RULES, state, "advance 3")
    assert (taken.climber.level, taken.extra) == (3, 1)
    extra = moved(RULES, taken, "end")
    assert (extra.seat, extra.phase, extra.is_extra, extra.extra) == (0, "select", True, 0)
    assert moved(RULES, extra, "select 123456", "111111", "accept", "end").seat == 1


def test_several_diangles_bring_several_turns() -> None:
    """Three reds, then three more: the six dice `123456` pass six levels and bank two extra turns."""
    state = moved(RULES, position(0, "123456"), "place 1>1", "place 2>2", "place 3>3", "advance 3")
    state = moved(RULES, state, "place 4>1", "place 5>2", "place 6>3", "advance 3")
    assert (state.climber.level, state.extra, RULES.row_values(6)) == (6, 2, (5, 4, 3))
    state = moved(RULES, state, "end", "select 123456", "111111", "accept", "end")
    assert (state.seat, state.is_extra, state.extra) == (0, True, 0)


def test_the_last_level_wins_at_once() -> None:
    ended = moved(RULES, position(9, "212216", ((1, 3, 4), (2, 5), ())), "advance 2")
    assert RULES.next(ended) == Over((11, 0), (11.0, 0.0), (0,))
    from_three = moved(RULES, position(8, "323321", ((1, 3, 4), (2, 5), (6,))), "advance 3")
    assert (from_three.phase, from_three.extra) == ("over", 0)


def test_both_last_rows_filled_may_still_wait() -> None:
    state = position(9, "212216", ((1, 3, 4), (2, 5), ()))
    assert moved(RULES, state, "end").seat == 1


# ---- advancing before the roll, where that is agreed


def test_a_filled_row_may_be_passed_before_the_roll() -> None:
    """Three 1s wait at the bottom and a 2 above; die 1 shows a 4 and fits on top once the 1s are passed."""
    state = position(0, "411215", ((2, 3, 5), (4,), ()), "select")
    assert code_of(RULES, state, "advance 1") == "wrong_phase"
    assert code_of(ANYTIME, state, "advance 2") == "row_not_filled"
    assert code_of(ANYTIME, state, "place 1>1") == "wrong_phase"
    after = moved(ANYTIME, state, "advance 1")
    assert (after.climber.level, after.climber.rows, after.climber.turns) == (1, ((4,), (), ()), 2)
    assert ANYTIME.must_roll(after.climber) == (1, 2, 3, 5, 6)
    assert code_of(ANYTIME, after, "place 2>1") == "die_spent"
    assert code_of(ANYTIME, after, "place 6>3") == "wrong_row"
    assert code_of(ANYTIME, after, "lift 4") == code_of(ANYTIME, after, "end") == "wrong_phase"
    placed = moved(ANYTIME, after, "place 1>3")
    assert code_of(ANYTIME, placed, "select 6") == "must_roll_unplaced"
    rolled = moved(ANYTIME, placed, "select 2356", "-23-11", "accept")
    assert (rolled.climber.rows, rolled.spent, rolled.climber.turns) == (((4,), (), (1,)), (), 3)
    assert moved(ANYTIME, rolled, "place 2>1").climber.rows == ((2, 4), (), (1,))


def test_nothing_is_passed_between_the_rolls_or_on_a_first_turn() -> None:
    state = position(0, "411215", ((2, 3, 5), (4,), ()), "select")
    rolled = moved(ANYTIME, state, "select 1 6", "3----3")
    assert code_of(ANYTIME, rolled, "advance 1") == "wrong_phase"
    assert moved(ANYTIME, rolled, "accept", "advance 1").climber.level == 1
    assert ANYTIME.next(ANYTIME.start(2, 0)) == Choose({0: (Select((1, 2, 3, 4, 5, 6)),)})


def test_a_diangle_before_the_roll_is_taken_and_the_turn_goes_on() -> None:
    """The red 1 is passed and the red 2 drops to the bottom; two 3s and the 4 beside the board fill the other rows."""
    state = position(0, "122433", ((1,), (2, 3), ()), "select")
    assert code_of(ANYTIME, state, "advance 3") == "row_not_filled"
    after = moved(ANYTIME, state, "advance 1", "place 5>2", "place 6>2", "place 4>3")
    assert code_of(ANYTIME, after, "select 1") == code_of(ANYTIME, after, "advance 2") == "diangle_mandatory"
    taken = moved(ANYTIME, after, "advance 3")
    assert (taken.climber.level, taken.phase, taken.extra, taken.spent) == (4, "advanced", 1, DICE)
    turn = moved(ANYTIME, taken, "select 123456", "111111", "accept", "end")
    assert (turn.seat, turn.is_extra) == (0, True)
    assert moved(ANYTIME, turn, "select 123456", "111111", "accept", "end").seat == 1


def test_what_rests_is_rolled_before_it_comes_back() -> None:
    """Three 5s passed on the way up stay out of the 5 on the way down until they are rolled."""
    state = position(4, "555116", ((1, 2, 3), (6,), ()), seats=1)
    ended = moved(ANYTIME, state, "advance 1", "end")
    assert (ended.phase, ended.spent) == ("select", (1, 2, 3))
    down = moved(ANYTIME, ended, "advance 1")
    assert (down.climber.level, ANYTIME.row_values(6)) == (6, (5, 4, 3))
    assert code_of(ANYTIME, down, "place 1>1") == code_of(ANYTIME, down, "place 6>1") == "die_spent"
    rolled = moved(ANYTIME, down, "select 123456", "555111", "accept")
    assert moved(ANYTIME, rolled, "place 1>1", "place 2>1", "place 3>1", "advance 1").climber.level == 7
    again = DiangleRules(advance_anytime=True, reuse_removed=True)
    assert moved(again, state, "advance 1", "end", "advance 1", "place 1>1").climber.rows == ((1,), (), ())


def test_the_others_rest_too() -> None:
    state = position(4, "555116", ((1, 2, 3), (6,), ()))
    other = moved(ANYTIME, state, "advance 1", "end")
    assert (other.seat, other.spent) == (1, ())
    back = moved(ANYTIME, other, "select 123456", "444444", "accept", "end")
    assert (back.seat, back.spent) == (0, (1, 2, 3))
    assert moved(ANYTIME, back, "select 123456").climber.resting == ()


def test_what_rests_does_so_in_an_extra_turn_too() -> None:
    state = replace(position(4, "555116"), spent=(1, 2, 3), extra=1)
    again = moved(ANYTIME, state, "end")
    assert (again.seat, again.is_extra, again.spent) == (0, True, (1, 2, 3))


def test_the_last_level_may_be_passed_before_the_roll() -> None:
    ended = moved(ANYTIME, position(10, "133333", ((1,), (), ()), "select"), "advance 1")
    assert ANYTIME.next(ended) == Over((11, 0), (11.0, 0.0), (0,))


# ---- alone


@pytest.mark.parametrize(("counted", "turns"), [(False, 2), (True, 3)])
def test_alone_turns_count_and_fewer_are_better(counted: bool, turns: int) -> None:
    rules = DiangleRules(top=2, count_extra_turns=counted)
    state = moved(rules, rules.start(1, 0), "select 123456", "444444", "accept", "end")
    state = moved(rules, state, "select 123456", "121333", "accept", "place 1>1", "place 2>2", "end")
    assert state.climber.turns == 2
    state = moved(rules, State(state.climbers, 0, "select", is_extra=True), "select 3456", "--1333", "accept")
    state = moved(rules, state, "place 3>3", "advance 3")
    assert rules.next(state) == Over((turns,), (float(-turns),), (0,))


# ---- every game


@few_games
@given(st.integers(1, 4), st.integers(0, 2**32), st.booleans(), st.booleans())
def test_what_holds_in_every_game(seats: int, seed: int, reuse: bool, anytime: bool) -> None:
    rules = DiangleRules(top=3, reuse_removed=reuse, advance_anytime=anytime)
    states = list(any_game(rules, seats, seed))
    for before, after in pairwise(states):
        check_board(rules, after)
        others = [seat for seat in range(seats) if seat != before.seat]
        assert all(before.climbers[seat] == after.climbers[seat] for seat in others)
        assert before.climber.level <= after.climbers[before.seat].level
        if after.before_roll:
            assert rules.must_roll(after.climber) or rules.is_diangle(after.climber)
    assert sum(rules.finished(climber) for climber in states[-1].climbers) == 1


def check_board(rules: DiangleRules, state: State) -> None:
    for climber in state.climbers:
        assert len(set(climber.placed)) == len(climber.placed)
        for row, size, value in zip(climber.rows, rules.rows, rules.row_values(climber.level), strict=True):
            assert len(row) <= size
            assert all(climber.faces[die - 1] == value for die in row)
    assert not set(state.spent) & set(state.climber.placed)


# ---- lemma D17: there is always something to roll


@pytest.mark.parametrize("level", range(11))
def test_six_dice_on_the_board_are_a_diangle(level: int) -> None:
    """A turn ends only without a Diangle, so with fewer than six dice on the board: one at least is rolled next."""
    values = RULES.row_values(level)
    squares = [row for row, size in enumerate(RULES.rows) if values[row] is not None for _ in range(size)]
    full = [layout for layout in every_layout(squares) if sum(map(len, layout)) == len(DICE)]
    assert bool(full) == (None not in values)
    for layout in full:
        assert RULES.is_diangle(Climber(level, layout))


def every_layout(squares: list[int]) -> list[tuple[Row, ...]]:
    """All ways to lay dice on these squares; which face they show does not matter to the lemma."""
    sizes = [squares.count(row) for row in range(3)]
    found: list[tuple[Row, ...]] = []
    for first in groups(DICE, sizes[0]):
        rest = tuple(die for die in DICE if die not in first)
        for second in groups(rest, sizes[1]):
            last = tuple(die for die in rest if die not in second)
            found += [(first, second, third) for third in groups(last, sizes[2])]
    return found


def groups(dice: tuple[int, ...], most: int) -> list[Row]:
    return [group for size in range(most + 1) for group in combinations(dice, size)]


# ---- texts and options


@pytest.mark.parametrize(
    "action", [Select((1, 2)), Accept(), Reroll(), Reroll((1, 4)), Place(3, 1), Lift(3), Advance(2), EndTurn()]
)
def test_text_leads_back(action: Any) -> None:
    assert parse(str(action)) == action


def test_short_and_other_spellings() -> None:
    assert parse("s 12") == Select((1, 2))
    assert parse("p 3 1") == parse("place 3>1") == Place(3, 1)
    assert (parse("ac"), parse("ad 2"), parse("r"), parse("e"), parse("l 3")) == (
        Accept(),
        Advance(2),
        Reroll(),
        EndTurn(),
        Lift(3),
    )
    for text in ("a", "a 2", "place 3", "place x>1", "lift", "advance", "advance two", "end 1", "accept all"):
        with pytest.raises(Refused):
            parse(text)


@pytest.mark.parametrize(
    "wrong", [{"rows": ()}, {"rows": (1, 2)}, {"rows": (4, 3)}, {"rows": (1, 1, 1, 1)}, {"top": 7}]
)
def test_options_have_limits(wrong: dict[str, Any]) -> None:
    with pytest.raises(Problem):
        make_rules(DiangleRules, wrong, 2)


def test_a_smaller_board_uses_fewer_dice() -> None:
    rules = DiangleRules(rows=(2, 1), top=2)
    assert (rules.all_dice, rules.track, rules.row_values(1)) == ((1, 2, 3), (1, 2, 1), (2, 1))
    assert DiangleRules(rows=(1,)).all_dice == (1,)
