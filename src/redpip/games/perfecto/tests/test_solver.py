"""Rounds as they are solved against the rules, and what cannot be asked."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from redpip.core.effort import QUIET
from redpip.core.game import Choose, Roll, act, throw
from redpip.core.problem import Problem
from redpip.games.perfecto.notation import MakeBid, MakeCall
from redpip.games.perfecto.round import CALLS, Hands, Round
from redpip.games.perfecto.rules import PerfectoRules
from redpip.games.perfecto.solver import PerfectoSolver

BIDS = tuple(MakeBid(*bid) for bid in ((2, 1), (2, 2), (3, 1), (4, 2)))


@given(seed=st.integers(0, 10**6))
@settings(max_examples=40, deadline=None)
def test_calls_pay_what_the_rules_say(seed: int) -> None:
    """Any bid by either, called either way over any dice."""
    luck, rules = Random(seed), PerfectoRules(dice=2)
    played = Round((2, 2), BIDS, rolling=True)
    duel, cups = played.duel(), played.hands
    hands = [luck.randrange(cup.number) for cup in cups]
    place, name, opening = luck.randrange(1, len(BIDS)), luck.randrange(2), luck.randrange(2)
    state = rules.start(seats=2, first=0)
    for cup, hand in zip(cups, hands, strict=True):
        assert isinstance(rules.next(state), Roll)
        state = throw(rules, state, (*cup.all[hand], 0, 0, 0, 0))
    for speaker, bid in enumerate([BIDS[0], BIDS[place]][opening:]):
        state = act(rules, state, speaker, bid)
    caller = 1 if opening else 0
    state = act(rules, state, caller, MakeCall(CALLS[name]))
    assert state.last is not None
    measure = played.ranks.index(BIDS[place].rank)
    counts = [duel.measures[player][measure][hand] for player, hand in enumerate(hands)]
    pay = duel.pays[(place * 2 + name) * 2 + caller][*counts]
    assert pay == (1 if state.last.winner == 0 else -1)


def test_rolling_keeps_the_other_dice() -> None:
    """5 and 6 count like 3 where 1 and 2 are bid, so half of the faces of die 1 are one."""
    hands = Hands(2, (1, 2))
    change = hands.rolled((1,))
    begin, end = change.rows[hands.all.index((2, 3)) :][:2]
    ways = {
        hands.all[after]: chance for after, chance in zip(change.into[begin:end], change.chance[begin:end], strict=True)
    }
    assert ways == pytest.approx({(1, 3): 1 / 6, (2, 3): 1 / 6, (3, 3): 4 / 6})


def test_hands_that_count_alike_are_one_hand() -> None:
    """Of 3 and 4 a die shows one, the other, both by its red, or none; a red and nothing are as much as a 3 and a 4."""
    bids = (MakeBid(1, 3), MakeBid(1, 4))
    merged, full = Round((2, 2), bids, rolling=False).duel(), Round((2, 2), bids, rolling=True).duel()
    assert [len(duel.weights[0]) for duel in (full, merged)] == [16, 9]
    assert sum(merged.weights[0]) == pytest.approx(1)
    assert sum(full.weights[0]) == pytest.approx(1)


@pytest.mark.parametrize("hands", [(1, 3), (3, 1), (2, 2)])
@pytest.mark.parametrize("opening", [True, False])
def test_the_size_is_known_before(hands: tuple[int, int], opening: bool) -> None:
    asked = Round(hands, BIDS[:2], rolling=True, roll_on_opening=opening)
    duel = asked.duel()
    assert asked.size == duel.tree.size((len(duel.weights[0]), len(duel.weights[1])))


BAD = [
    {"hands": "2,7", "bids": "2x1"},
    {"hands": "0,2", "bids": "2x1"},
    {"hands": "2", "bids": "2x1"},
    {"hands": "2,2,2", "bids": "2x1"},
    {"hands": "two,2", "bids": "2x1"},
    {"hands": "2,2", "bids": ""},
    {"hands": "2,2", "bids": "2x7"},
    {"hands": "2,2", "bids": "7x1"},
    {"hands": "2,2", "bids": "2x1,2x1"},
    {"hands": "2,2", "bids": "two ones"},
    {"hands": "2,2", "bids": "2x1", "rolling": "maybe"},
    {"hands": "2,2", "bids": "2x1", "gap": "0"},
    {"hands": "2,2", "bids": "2x1", "gap": "small"},
    {},
]


@pytest.mark.parametrize("asked", BAD)
def test_what_cannot_be_asked_is_said_before_any_work(asked: dict[str, str]) -> None:
    with pytest.raises(Problem) as refused:
        PerfectoSolver(PerfectoRules(), QUIET, **asked).solve(again=False)
    assert refused.value.code == "bad_question"


def test_too_large_a_round_is_said_before_any_work() -> None:
    every = ",".join(f"{quantity}x{rank}" for quantity in range(1, 15) for rank in range(1, 7))
    with pytest.raises(Problem) as refused:
        PerfectoSolver(PerfectoRules(), hands="6,6", bids=every, rolling="").solve(again=False)
    assert refused.value.code == "too_large"


@pytest.mark.parametrize("options", [{"calls": "advanced"}, {"teams": True}])
def test_only_basic_rounds_of_two_are_solved(options: dict[str, object]) -> None:
    with pytest.raises(Problem) as refused:
        PerfectoSolver(PerfectoRules(**options), hands="2,2", bids="2x1").solve(again=False)  # type: ignore[arg-type]
    assert refused.value.code == "not_solved"


def test_choices_of_the_rules_are_those_of_the_tree() -> None:
    """At the start: every bid, and every group of dice to roll."""
    rules, asked = PerfectoRules(dice=2), Round((2, 2), BIDS, rolling=True)
    state = rules.start(seats=2, first=0)
    while isinstance(due := rules.next(state), Roll):
        state = throw(rules, state, (3, 4, 0, 0, 0, 0))
    assert isinstance(due, Choose)
    rolls = [option for option in due.options[0] if str(option).startswith("roll")]
    assert asked.duel().tree.choices(0) == len(BIDS) + len(rolls)
