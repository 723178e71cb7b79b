"""What the rules allow, and what is true of every game."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from moves import any_game, code_of, facts_of, moved
from redpip.core.dice import shown
from redpip.core.game import Choose, Over, Roll, act
from redpip.core.problem import Refused
from redpip.games.two_of_three.board import LINES, SQUARES, lines_of
from redpip.games.two_of_three.notation import Done, Place, RollDice, parse
from redpip.games.two_of_three.rules import Hand, State, TwoOfThreeRules
from redpip.games.two_of_three.scoring import Board, Piece, line_owner, score

RULES = TwoOfThreeRules()
ALL: Hand = (1, 2, 3, 4, 5, 6)
few_games = settings(deadline=None, max_examples=25, derandomize=True)


def board_of(text: str) -> Board:
    """A board from words such as ``0:55`` (seat 0, die 5 showing 5) or ``.``, square by square."""
    cells = text.split()
    return tuple(None if cell == "." else Piece(int(cell[0]), int(cell[2]), int(cell[3])) for cell in cells)


def rest(board: Board) -> tuple[Hand, Hand]:
    """The dice that are not on the board."""
    gone = {(piece.seat, piece.die) for piece in board if piece}
    first, second = (tuple(die for die in ALL if (seat, die) not in gone) for seat in (0, 1))
    return first, second


def position(text: str, seat: int = 0, first: int = 0) -> State:
    board = board_of(text + " ." * (12 - len(text.split())))
    return State(board, rest(board), seat, first, "roll")


def refused(state: State, move: str) -> str:
    return code_of(RULES, state, move)


# ---- the board


def test_every_line_has_three_squares_and_only_this_board_does_so_up_to_symmetry() -> None:
    assert {len(line) for line in LINES.values()} == {3}
    assert sorted(len(lines_of(square)) for square in range(12)) == [2] * 6 + [3] * 6
    found = {holes for holes in combinations([(r, c) for r in range(4) for c in range(4)], 4) if is_fair(set(holes))}
    ours = {(r, c) for r in range(4) for c in range(4)} - {(row - 1, column - 1) for row, column in SQUARES}
    assert len(found) == 8
    assert found == {tuple(sorted(turned)) for turned in symmetries(ours)}


def is_fair(holes: set[tuple[int, int]]) -> bool:
    lines = [{(n, k) for k in range(4)} for n in range(4)] + [{(k, n) for k in range(4)} for n in range(4)]
    lines += [{(k, k) for k in range(4)}, {(k, 3 - k) for k in range(4)}]
    return all(len(line - holes) == 3 for line in lines)


def symmetries(squares: set[tuple[int, int]]) -> list[set[tuple[int, int]]]:
    turned = [squares]
    for _ in range(3):
        turned.append({(c, 3 - r) for r, c in turned[-1]})
    return turned + [{(r, 3 - c) for r, c in one} for one in turned]


# ---- rolling


def test_one_to_three_dice_of_the_hand() -> None:
    start = RULES.start(2, 1)
    due = RULES.next(start)
    assert isinstance(due, Choose)
    assert list(due.options) == [1]
    assert [len([a for a in due.options[1] if isinstance(a, RollDice) and len(a.dice) == n]) for n in (1, 2, 3)] == [
        6,
        15,
        20,
    ]
    assert refused(start, "roll") == "roll_1_to_3"
    assert refused(start, "roll 1 2 3 4") == "roll_1_to_3"
    assert refused(start, "place 1 1") == "wrong_phase"
    assert refused(start, "done") == "wrong_phase"
    state = moved(RULES, start, "roll 2 5", "-2--1-")
    assert (state.hands, shown(state.faces), state.phase) == ((ALL, (1, 3, 4, 6)), (2, 5), "place")
    assert refused(state, "roll 1") == "wrong_phase"


def test_dice_on_the_board_are_not_in_hand() -> None:
    state = position("0:15")
    assert refused(state, "roll 1 2") == "die_not_in_hand"
    with pytest.raises(Refused) as caught:
        act(RULES, state, 0, RollDice((2, 2)))
    assert caught.value.code == "bad_die"


def test_whole_hand_once_the_other_is_empty() -> None:
    state = position("1:12 1:24 1:36 1:41 1:53 1:65")
    assert RULES.next(state) == Choose({0: (RollDice(ALL),)})
    for move in ("roll 1", "roll 1 2 3", "roll"):
        assert refused(state, move) == "must_roll_all_hand"


def test_refusals_tell_what_a_sentence_needs() -> None:
    assert facts_of(RULES, position("0:15"), "roll 1 2") == {"dice": (1,)}
    alone = position("1:12 1:24 1:36 1:41 1:53 1:65")
    assert facts_of(RULES, alone, "roll 1") == {"dice": ALL}
    state = moved(RULES, position("1:12 0:24"), "roll 3 5", "--1-5-")
    for move, facts in (
        ("place 4 3", {"die": 4, "dice": (3, 5)}),
        ("place 3 13", {"square": 13, "last": 12}),
        ("place 3 1", {"square": 1}),
        ("place 5 2", {"square": 2}),
        ("done", {"dice": (3, 5)}),
    ):
        assert facts_of(RULES, state, move) == facts
    assert facts_of(RULES, moved(RULES, state, "place 5 1"), "place 3 1") == {"square": 1}


# ---- placing


def test_white_needs_an_empty_square_and_red_may_push() -> None:
    state = moved(RULES, position("1:24 0:16"), "roll 3 5", "--2-5-")
    assert refused(state, "place 3 1") == "white_cannot_replace"
    assert refused(state, "place 3 2") == "white_cannot_replace"
    assert refused(state, "place 5 2") == "cannot_replace_own"
    assert refused(state, "place 4 3") == "die_not_rolled"
    assert refused(state, "place 3 13") == refused(state, "place 3 0") == "no_such_square"
    assert (state.cast, state.faces) == ((), (0, 0, 2, 0, 5, 0))
    assert refused(state, "done") == "incomplete_placement"
    after = moved(RULES, state, "place 5 1")
    assert (after.board[0], after.pushed, after.hands[1]) == (Piece(0, 5, 5), Piece(1, 2, 4), ALL)
    assert after.seat == 0
    assert refused(after, "place 3 1") == "duplicate_square"
    assert refused(after, "place 5 3") == "die_not_rolled"
    done = moved(RULES, after, "place 3 3")
    assert (done.seat, done.phase, done.laid) == (1, "roll", ())
    pushed = moved(RULES, state, "place 3 3", "place 5 1")
    assert (pushed.seat, pushed.pushed, pushed.faces) == (1, Piece(1, 2, 4), (0,) * 6)
    rolling = moved(RULES, pushed, "roll 2 4")
    assert rolling.pushed is None
    assert RULES.next(rolling) == Roll(1, (2, 4), among=ALL)


def test_two_reds_need_two_squares() -> None:
    state = moved(RULES, position("1:24 1:36"), "roll 3 5", "--3-5-", "place 3 1")
    assert refused(state, "place 5 1") == "duplicate_square"
    assert moved(RULES, state, "place 5 2").hands[1] == ALL


def test_red_on_the_board_has_no_power_later() -> None:
    state = moved(RULES, position("0:11 1:24"), "roll 3", "--2---")
    assert refused(state, "place 1 2") == "die_not_rolled"
    assert refused(state, "place 3 2") == "white_cannot_replace"


# ---- lines


@pytest.mark.parametrize(
    ("cells", "owner"),
    [
        ("0:55 0:11 1:25", 0),
        ("1:55 0:15 1:22", 1),
        ("0:15 0:23 0:64", 0),
        ("1:13 1:24 0:65", 1),
        ("1:13 0:23 0:33", 0),
        ("0:16 0:31 1:12", None),
        ("0:21 0:32 0:16", None),
        ("0:16 0:26 .", None),
    ],
)
def test_majority_with_a_pair_or_a_sequence(cells: str, owner: int | None) -> None:
    assert line_owner(board_of(cells)) == owner


ALMOST = "0:12 0:22 1:16 1:21 0:33 1:36 1:44 0:46 1:54 0:51 1:61"


def test_full_board_ends_the_game() -> None:
    over = moved(RULES, position(ALMOST), "roll 6", "-----3", "place 6 12")
    assert (over.phase, RULES.next(over)) == ("over", Over((4, 3), (4.0, 3.0), (0,)))
    assert over.laid == ()
    full = moved(RULES, position(". " + ALMOST), "roll 6", "-----3")
    assert refused(full, "place 6 12") == "white_cannot_replace"


def test_last_die_that_pushes_leaves_a_square_open() -> None:
    state = moved(RULES, position(ALMOST), "roll 6", "-----6", "place 6 11")
    assert (state.phase, state.seat, state.hands, state.board[11]) == ("roll", 1, ((), (6,)), None)
    assert RULES.next(state) == Choose({1: (RollDice((6,)),)})


TIED = "0:11 0:22 1:15 1:21 0:33 1:36 1:44 0:46 1:54 0:51 1:61"


def test_tie_is_played_again_and_the_other_starts() -> None:
    again = moved(RULES, position(TIED), "roll 6", "-----3", "place 6 12")
    assert (again.phase, again.seat, again.first, again.hands) == ("roll", 1, 1, (ALL, ALL))
    assert not any(again.board)
    assert score(again.tied) == (2, 2)
    assert moved(RULES, again, "roll 1").tied == ()


def test_a_game_of_which_its_lines_alone_are_known() -> None:
    start = RULES.start(2, 0)
    again = RULES.ended(start, (4, 4))
    assert (again, again.first, again.tied) == (RULES.start(2, 1), 1, ()), "nobody knows how the dice lay"
    assert RULES.next(RULES.ended(start, (3, 5))) == Over((3, 5), (3.0, 5.0), (1,))
    assert RULES.next(TwoOfThreeRules(ties_end=True).ended(start, (4, 4))) == Over((4, 4), (4.0, 4.0), (0, 1))


def test_tie_ends_a_game_of_a_match() -> None:
    rules = TwoOfThreeRules(ties_end=True)
    over = moved(rules, position(TIED), "roll 6", "-----3", "place 6 12")
    assert rules.next(over) == Over((2, 2), (2.0, 2.0), (0, 1))


# ---- what is true of every game


@few_games
@given(st.integers(0, 2**32))
def test_invariants_of_any_game(seed: int) -> None:
    for state in any_game(RULES, 2, seed):
        held = sum(map(len, state.hands)) + len(state.cast) + len(shown(state.faces))
        assert state.board.count(None) == held
        assert state.phase != "roll" or state.hand
    assert all(state.board)
    assert 0 < sum(score(state.board)) <= 10


def test_actions_as_people_type_them() -> None:
    assert parse("r 14") == parse("roll 4, 1") == RollDice((1, 4))
    assert parse("p 4 11") == parse("PLACE 4>11") == Place(4, 11)
    assert parse("d") == Done()
    for text in ("", "place 4", "place x 1", "place 4 ²", "done 1", "jump"):
        with pytest.raises(Refused) as caught:
            parse(text)
        assert caught.value.code == "bad_action"
