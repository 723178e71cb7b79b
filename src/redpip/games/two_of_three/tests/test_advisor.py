"""What the advisor says agrees with the rules throw by throw, and near the end with the slow oracle."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

import numpy as np
import pytest

from duels import winners, wins
from moves import any_game, moved
from redpip.core.advice import Point, Worth
from redpip.core.game import Choose, Next, Over
from redpip.games.two_of_three import GAME
from redpip.games.two_of_three.advisor import TwoOfThreeAdvisor
from redpip.games.two_of_three.board import LINES
from redpip.games.two_of_three.learned import grid, values
from redpip.games.two_of_three.notation import Action, Place
from redpip.games.two_of_three.position import position as arrays
from redpip.games.two_of_three.rules import State, TwoOfThreeRules
from redpip.games.two_of_three.scoring import Piece
from redpip.games.two_of_three.search import CANDIDATES, Search, full
from redpip.solve.lines.grid import symmetries
from redpip.solve.oracle import Less, Oracle, throws

from .test_rules import position

RULES = TwoOfThreeRules()
TWO_LEFT = "0:12 0:22 1:16 1:21 0:33 1:36 1:44 0:46 1:54 . 1:61"


@dataclass(frozen=True, slots=True)
class PlayedToWin(TwoOfThreeRules):
    """So that the oracle minds who wins and not by how much."""

    def next(self, state: State) -> Next[Action]:
        due = TwoOfThreeRules.next(self, state)
        if isinstance(due, Over):
            return replace(due, returns=tuple(full(due.scores, seat) for seat in (0, 1)))
        return due


def any_ending(dice: int, empty: int, luck: Random) -> State:
    """A position with so many squares empty; whoever rolls has a die."""
    squares = luck.sample(range(2 * dice), 2 * dice - empty)
    own = luck.randint(1, empty)
    kept = [luck.sample(range(1, dice + 1), dice - hand) for hand in (own, empty - own)]
    pieces = [Piece(seat, die, luck.randint(1, 6)) for seat in (0, 1) for die in kept[seat]]
    laid = dict(zip(squares, pieces, strict=True))
    hands = tuple(tuple(die for die in range(1, dice + 1) if die not in kept[seat]) for seat in (0, 1))
    return State(tuple(laid.get(square) for square in range(2 * dice)), hands, 0, 0, "roll")


@pytest.mark.parametrize("empty", [1, 2])
def test_endings_are_bounded_as_the_oracle_finds_them(empty: int) -> None:
    dice = 4 - empty
    rules, luck = PlayedToWin(dice=dice, ties_end=True), Random(empty)
    oracle = Oracle(rules, 2, less=lambda state: Less(replace(state, pushed=None)))
    search, unsettled = Search(rules), 0
    for _ in range(2):
        state = any_ending(dice, empty, luck)
        value = oracle.value(state)
        widths = []
        for pushes in range(4):
            low, high = search.bounds(state, pushes)
            assert low - 1e-12 <= value <= high + 1e-12
            widths.append(high - low)
        assert widths == sorted(widths, reverse=True)
        assert widths[-1] < 0.01
        unsettled += 0 < value < 1
    assert unsettled  # else nothing was asked


def test_an_ending_on_the_whole_board_counts_every_throw() -> None:
    """One square left, and no red: each face wins, ties or loses there."""
    state = position("0:12 0:22 1:16 1:21 0:33 1:36 1:44 0:46 1:54 0:51 1:62")
    low, high = Search(RULES).bounds(state, pushes=0)
    rules = TwoOfThreeRules(ties_end=True)
    ends = [moved(rules, state, "roll 6", f"-----{face}", "place 6 12") for face in range(1, 6)]
    worth = [full(_lines(end), 0) for end in ends]
    assert low <= sum(worth) / 6 + 1 / 6
    assert low >= sum(worth) / 6 - 1e-12  # a red may do better than the square, never worse
    assert high == pytest.approx(sum(worth) / 6 + 1 / 6)


def _lines(state: State) -> tuple[int, ...]:
    due = TwoOfThreeRules(ties_end=True).next(state)
    assert isinstance(due, Over)
    return due.scores


def test_a_roll_is_worth_the_mean_over_all_throws() -> None:
    """By the rules, each throw laid in every way they allow, and what was learned summed line by line."""
    rules = TwoOfThreeRules(dice=3)
    state = State((Piece(1, 2, 4), None, None, Piece(0, 3, 3), None, None), ((1, 2), (1, 3)), 0, 0, "roll")
    search = Search(rules)
    for group in ((1,), (1, 2)):
        rolling = moved(rules, state, "roll " + " ".join(map(str, group)))
        fallen = [_best(rules, rules.rolled(rolling, faces)) for faces in throws(group)]
        assert search.rolls(state)[group].value == pytest.approx(np.mean(fallen), abs=1e-6)


def _best(rules: TwoOfThreeRules, state: State) -> float:
    if state.seat == 0 and state.phase == "place":
        due = rules.next(state)
        assert isinstance(due, Choose)
        return max(_best(rules, rules.play(state, 0, action)) for action in due.options[0])
    learned, here = values(3), arrays(state)
    own, others = here.hands[1], here.hands[0]
    table = learned.lines[1, own, others]
    total = learned.start[own, others] + sum(table[line, code] for line, code in enumerate(here.codes))
    return 1 - float(1 / (1 + np.exp(-total)))


def test_lines_that_a_turn_of_the_board_joins_are_worth_the_same() -> None:
    assert len(symmetries(list(LINES.values()), 12)) == 4
    found = grid(6)
    assert len(set(found.shapes[0, :, 0].tolist())) == 3
    assert found.owners[1 * 169 + 2 * 13 + 3] == 1
    assert found.owners[1 * 169 + 8 * 13 + 9] == -1
    assert found.owners[1 * 169 + 8 * 13 + 10] == 0


# ---- advice


@pytest.mark.parametrize(
    ("faces", "best"), [("----16", "place 6 10"), ("----45", "place 5 12"), ("----26", "place 5 12")]
)
def test_it_takes_the_squares_that_win(faces: str, best: str) -> None:
    state = moved(RULES, position(TWO_LEFT), "roll 5 6", faces)
    advice = TwoOfThreeAdvisor(RULES, 0).advise(Point(state), _options(state))
    assert advice.ranked[0].value == 1.0
    assert best in [str(one.action) for one in advice.ranked if advice.loss(one.action) == 0]


def test_two_seats_share_every_chance_and_every_option_has_one() -> None:
    seats = [TwoOfThreeAdvisor(RULES, seat) for seat in (0, 1)]
    for state in any_game(RULES, 2, 5):
        if state.board.count(None) > 6:
            continue  # early positions take longest and say nothing else
        first, second = (advisor.value(Point(state)) for advisor in seats)
        assert first.value + second.value == pytest.approx(1)
        assert first.error == second.error
        if state.phase in ("roll", "place") and state.seat == 0:
            advice = seats[0].advise(Point(state), _options(state))
            assert {one.action for one in advice.ranked} == set(_options(state))
            assert all(0 <= one.value <= 1 for one in advice.ranked)
            if state.phase == "place":
                assert advice.ranked[0].value == pytest.approx(first.value)


def test_a_die_that_no_good_way_lays_there_still_has_a_value() -> None:
    """Three dice have more squares than there are ways whose reply is looked at."""
    state = moved(RULES, position("1:12 1:24 0:36 0:41 1:53"), "roll 1 2 5", "24--1-")
    advice = TwoOfThreeAdvisor(RULES, 0).advise(Point(state), _options(state))
    assert len(advice.ranked) > CANDIDATES
    assert advice.ranked[0].value >= advice.ranked[-1].value
    assert isinstance(advice.best, Place)


def test_the_end_is_what_the_game_brought() -> None:
    over = next(state for state in any_game(TwoOfThreeRules(ties_end=True), 2, 2) if state.phase == "over")
    assert TwoOfThreeAdvisor(RULES, 0).value(Point(over)) == Worth(full(_lines(over), 0))


def _options(state: State) -> tuple[Action, ...]:
    due = RULES.next(state)
    assert isinstance(due, Choose)
    return tuple(due.options[state.seat])


def test_it_beats_chance() -> None:
    assert wins(GAME, "best", 4) >= 3


@pytest.mark.parametrize("dice", [2, 3])
def test_it_plays_on_every_board(dice: int) -> None:
    assert winners(GAME, "bot:best,bot:random", "1", dice=dice)
