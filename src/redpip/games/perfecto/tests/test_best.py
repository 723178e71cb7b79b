"""What bids tell, what a sketch makes of them, and that bot and advice answer wherever somebody chooses."""

from itertools import product
from random import Random

import numpy as np
import pytest

from redpip.core.advice import Point
from redpip.core.game import Choose, Over, Roll, act, throw
from redpip.core.shaker import SeededShaker
from redpip.games.perfecto.advisor import PerfectoAdvisor
from redpip.games.perfecto.beliefs import counts, dealt, idle, kinds, number_of, rolling, spread, thrown_again
from redpip.games.perfecto.best import BestBot
from redpip.games.perfecto.mind import Scene, beliefs
from redpip.games.perfecto.notation import MakeBid, MakeCall, RollDice
from redpip.games.perfecto.odds import spread_of
from redpip.games.perfecto.prospects import after_loss, win_chance
from redpip.games.perfecto.rules import PerfectoRules
from redpip.games.perfecto.scoring import count
from redpip.games.perfecto.state import Bid, State

ADVANCED = {"calls": "advanced"}


def scene(bids: tuple[Bid, ...] = (), lives: tuple[int, ...] = (3, 3)) -> Scene:
    return Scene(PerfectoRules(), lives, ((0,) * 6,) * len(lives), bids, 0)


def test_hands_are_numbered_and_count_as_the_rules_say() -> None:
    for hand in product(range(1, 7), repeat=3):
        assert [counts(3)[rank - 1, number_of(hand)] for rank in range(1, 7)] == [count([hand], r) for r in range(1, 7)]


def test_an_unread_cup_counts_by_the_odds() -> None:
    assert spread(dealt(4, (0,) * 6), 4, 2)[:6] == pytest.approx(spread_of(3, 1), abs=1e-12)


def test_frozen_dice_are_known() -> None:
    belief = dealt(2, (0, 5, 0, 0, 0, 0))
    assert {int(hand) % 6 + 1 for hand in np.flatnonzero(belief)} == {5}


def test_throwing_again_keeps_what_counts() -> None:
    """Die by die, from a hand that is known: 4 is idle for 2, a red is not."""
    belief = np.zeros(216)
    belief[number_of((4, 2, 2))] = 1.0
    after = thrown_again(belief, 3, idle(3, 2), loose=0b111)
    assert {int(hand) for hand in np.flatnonzero(after)} == {number_of((face, 2, 2)) for face in range(1, 7)}
    assert after.sum() == pytest.approx(1)
    frozen = thrown_again(belief, 3, idle(3, 2), loose=0b110)
    assert frozen == pytest.approx(belief)


def test_few_ways_of_a_throw_stand_for_all() -> None:
    """What can be expected of the number that was rolled for, from each kind of hand, stays nearly the same."""
    found, change = kinds(4, (2, 3, 6)), rolling(4, (2, 3, 6), 3)
    exact = thrown_again(dealt(4, (0,) * 6), 4, idle(4, 3), 0b1111)
    before = found.weights(dealt(4, (0,) * 6))
    after = np.zeros(len(found))
    for kind in range(len(found)):
        ways = slice(change.rows[kind], change.rows[kind + 1])
        np.add.at(after, change.into[ways], before[kind] * change.chance[ways])
    assert after.sum() == pytest.approx(1)
    assert after @ found.counts(3) == pytest.approx(found.weights(exact) @ found.counts(3), rel=0.02)


def test_a_bid_tells_of_its_number() -> None:
    before, after = beliefs(scene()), beliefs(scene((Bid(3, 5, 0),)))
    gained = counts(3) @ after[0] - counts(3) @ before[0]
    assert gained[4] == max(gained)  # by reds the others gain as well, but less
    assert gained[4] > gained[1] + 0.05
    assert after[1] == pytest.approx(before[1])  # of the other cup nothing was said


def test_a_roll_before_a_bid_tells_more() -> None:
    silent, rolled = beliefs(scene((Bid(3, 5, 0),))), beliefs(scene((Bid(3, 5, 0, rolled=1),)))
    assert counts(3)[4] @ rolled[0] > counts(3)[4] @ silent[0]
    assert rolled[0].sum() == pytest.approx(1)


def position(rules: PerfectoRules, hands: tuple[tuple[int, ...], ...], *said: str) -> State:
    state = rules.start(seats=len(hands), first=0)
    for hand in hands:
        state = throw(rules, state, (*hand, *(0,) * (6 - len(hand))))
    for text in said:
        state = act(rules, state, state.seat, rules.parse(text))
    return state


def choice(rules: PerfectoRules, state: State) -> object:
    due = rules.next(state)
    assert isinstance(due, Choose)
    seat = min(due.options)
    return BestBot(rules, seat, Random(1)).choose(rules.view(state, seat), due.options[seat])


def test_what_cannot_be_is_challenged() -> None:
    rules = PerfectoRules(dice=2)
    assert choice(rules, position(rules, ((3, 4), (4, 3)), "bid 5x6")) == MakeCall("challenge")


def test_what_must_be_is_not_challenged() -> None:
    rules = PerfectoRules(dice=2)
    chosen = choice(rules, position(rules, ((3, 4), (6, 6)), "bid 1x6"))
    assert chosen not in (MakeCall("challenge"), MakeCall("perfecto"))
    assert not isinstance(chosen, RollDice) or 0 < len(chosen.dice) <= 2


def test_after_a_roll_it_bids() -> None:
    rules = PerfectoRules(dice=2)
    state = act(rules, position(rules, ((3, 4), (6, 6)), "bid 1x6"), 1, RollDice((1,)))
    state = throw(rules, state, (1, 0, 0, 0, 0, 0))
    assert isinstance(choice(rules, state), MakeBid)


TABLES = [(2, {}), (3, ADVANCED), (4, {}), (4, {**ADVANCED, "teams": True})]


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_bot_and_advice_answer_wherever_somebody_chooses(seats: int, options: dict[str, object]) -> None:
    """Whole games of two dice. What anybody can expect is a chance, and at the end what the game brought."""
    rules = PerfectoRules(dice=2, **options)  # type: ignore[arg-type]
    state, shaker, advised = rules.start(seats, 0), SeededShaker(5), 0
    bots = [BestBot(rules, seat, Random(seat)) for seat in range(seats)]
    advisors = [PerfectoAdvisor(rules, seat) for seat in range(seats)]
    while not isinstance(due := rules.next(state), Over):
        for seat, advisor in enumerate(advisors):
            worth = advisor.value(Point(rules.view(state, seat)))
            assert 0 <= worth.value <= 1
            assert worth.error >= 0
        if isinstance(due, Roll):
            state = throw(rules, state, shaker.throw(due))
            continue
        seat = min(due.options)
        view, options_here = rules.view(state, seat), due.options[seat]
        advice = advisors[seat].advise(Point(view), options_here)
        assert {one.action for one in advice.ranked} == set(options_here)
        assert not advice.exact
        assert advice.ranked[0].value == pytest.approx(advisors[seat].value(Point(view)).value)
        advised += 1
        state = act(rules, state, seat, bots[seat].choose(view, options_here))
    assert advised > 3
    for seat, advisor in enumerate(advisors):
        assert advisor.value(Point(rules.view(state, seat))).value == due.returns[seat]


def test_lives_are_worth_what_fair_rounds_make_of_them() -> None:
    assert win_chance((1, 1), 0, False) == 0.5
    assert win_chance((2, 1), 0, False) == 0.75
    assert win_chance((1, 1, 1), 2, False) == pytest.approx(1 / 3)
    assert win_chance((2, 0, 1), 0, False) == 0.75
    assert after_loss((1, 1), 1, 1, 0, False) == 1
    assert win_chance((2, 1, 1, 1), 0, True) == win_chance((1, 1, 2, 1), 2, True) == 0.75
    assert after_loss((1, 1, 1, 1), 1, 1, 0, True) == 1
    assert after_loss((1, 1, 1, 1), 1, 1, 3, True) == 0
