"""What the scoring dice pay, against the printed example and against a second, slow reading of the rule."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from redpip.core.dice import Faces, parse_faces
from redpip.games.poobah.rules import PoobahRules, State
from redpip.games.poobah.scoring import gains, leaders, pot, worth

face = st.integers(1, 6)
hand = st.tuples(face, face, face, face, face, face)
hands = st.lists(hand, min_size=2, max_size=5)
many = settings(deadline=None, max_examples=200, derandomize=True)


def slow_gains(hands: list[Faces], active: list[int], scoring: Faces) -> tuple[int, ...]:
    """Die by die and player by player, as one would do it at the table."""
    paid = [0] * len(hands)
    for die in range(1, 7):
        number = scoring[die - 1]
        points = number * (2 if number == die else 1)
        for seat in active:
            mine = sum(1 for shows in hands[seat] if shows == number)
            best = all(mine >= sum(1 for shows in hands[other] if shows == number) for other in active)
            if mine and best:
                paid[seat] += points
    return tuple(paid)


def test_the_printed_example() -> None:
    """21 against 16; the hands fit the printed explanation, die by die."""
    mia, jonas, scoring = map(parse_faces, ("634364", "552626", "316454"))
    assert gains((mia, jonas), (0, 1), scoring) == (21, 16)
    paid = {number: (leaders((mia, jonas), (0, 1), number), pot(scoring, number)) for number in (1, 3, 4, 5, 6)}
    assert paid == {1: ((), 1), 3: ((0,), 3), 4: ((0,), 12), 5: ((1,), 10), 6: ((0, 1), 6)}


def test_the_printed_example_in_a_game() -> None:
    mia, jonas, scoring = map(parse_faces, ("634364", "552626", "316454"))
    state = State((mia, jonas), (10, 20), (3, 3), 1, "score", (0, 1))
    after = PoobahRules().rolled(state, scoring)
    assert (after.scores, after.gains, after.seat, after.phase) == ((31, 36), (21, 16), 0, "roll")


def test_a_red_scoring_die_pays_double() -> None:
    assert [worth(4, face) for face in range(1, 7)] == [1, 2, 3, 8, 5, 6]


@many
@given(hands, hand)
def test_gains_as_at_the_table(hands: list[Faces], scoring: Faces) -> None:
    everybody = list(range(len(hands)))
    assert gains(hands, everybody, scoring) == slow_gains(hands, everybody, scoring)


@many
@given(hands, hand, st.data())
def test_only_those_who_play_count(hands: list[Faces], scoring: Faces, data: st.DataObject) -> None:
    active = sorted(data.draw(st.sets(st.integers(0, len(hands) - 1), min_size=1)))
    paid = gains(hands, active, scoring)
    assert paid == slow_gains(hands, active, scoring)
    assert all(paid[seat] == 0 for seat in range(len(hands)) if seat not in active)


@many
@given(hands, hand)
def test_every_number_held_is_paid_to_somebody(hands: list[Faces], scoring: Faces) -> None:
    held = {number for hand in hands for number in hand}
    due = sum(worth(die, number) for die, number in enumerate(scoring, 1) if number in held)
    assert due <= sum(gains(hands, range(len(hands)), scoring)) <= due * len(hands)
    assert max(gains(hands, range(len(hands)), scoring)) <= 42
