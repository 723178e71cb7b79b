"""The strongest bot's numbers agree with what the rules say throw by throw; its tables are what the model finds."""

from __future__ import annotations

from collections import Counter
from itertools import product

import numpy as np
import pytest

from duels import winners, wins
from redpip.core.dice import DICE, Faces, is_red
from redpip.games.poobah import GAME
from redpip.games.poobah.hands import COUNTS, HANDS, whole
from redpip.games.poobah.model import NEEDS, RED, WHITE, Race, open_values, patterns
from redpip.games.poobah.notation import Change, Done, RollDice
from redpip.games.poobah.outlook import outlook
from redpip.games.poobah.pay import pays, who_gets
from redpip.games.poobah.rules import PoobahRules, State
from redpip.games.poobah.scoring import gains
from redpip.games.poobah.strategist import Ending, Plan
from redpip.solve.heaps import heap_of

RULES = PoobahRules()
ENDS = np.random.default_rng(1).random(HANDS)


def turned(hand: Faces) -> float:
    """The best that can be made of the reds, one after the other."""
    reds = [die for die in DICE if is_red(die, hand[die - 1])]
    best = 0.0
    for faces in product(DICE, repeat=len(reds)):
        shown = dict(zip(reds, faces, strict=True))
        best = max(best, ENDS[whole(shown.get(die, face) for die, face in enumerate(hand, 1))])
    return best


@pytest.mark.parametrize("hand", [(1, 1, 3, 2, 6, 5), (2, 2, 2, 4, 4, 6), (6, 5, 4, 3, 2, 1)])
def test_rolls_are_worth_the_mean_over_all_throws(hand: Faces) -> None:
    plan = Plan(ENDS)
    for dice in ((), (2,), (1, 4), (3, 6)):
        fallen = []
        for faces in product(DICE, repeat=len(dice)):
            thrown = dict(zip(dice, faces, strict=True))
            fallen.append(turned(tuple(thrown.get(die, face) for die, face in enumerate(hand, 1))))
        assert plan.value(hand, RollDice(dice)) == pytest.approx(np.mean(fallen))


def test_reds_are_turned_one_by_one() -> None:
    plan, hand = Plan(ENDS), (1, 2, 5, 5, 4, 4)
    steps = [plan.value(hand, Change(die, face)) for die in (1, 2) for face in DICE if face != die]
    assert max(*steps, plan.value(hand, Done())) == pytest.approx(turned(hand))
    assert plan.value(hand, Done()) == pytest.approx(ENDS[whole(hand)])


@pytest.mark.parametrize("hands", [((6, 6, 1, 2, 3, 4), (6, 5, 5, 1, 3, 2)), ((1, 1, 1, 1, 1, 1), (2, 2, 2, 2, 2, 2))])
def test_pay_is_that_of_the_rules(hands: tuple[Faces, Faces]) -> None:
    counted = Counter(gains(hands, (0, 1), faces) for faces in product(DICE, repeat=6))
    mine, theirs = (COUNTS[whole(hand)] for hand in hands)
    found = pays(int(who_gets(mine, theirs, np.zeros_like(mine))))
    pairs = {(int(one), int(other)): chance for one, other, chance in zip(*found, strict=True)}
    assert pairs == pytest.approx({pair: number / 6**6 for pair, number in counted.items()})


def test_a_third_hand_takes_what_it_leads() -> None:
    hands = ((6, 6, 1, 2, 3, 4), (6, 6, 5, 1, 3, 2), (6, 6, 6, 5, 5, 4))
    for throw in ((6, 6, 6, 6, 6, 6), (1, 2, 3, 4, 5, 6), (5, 5, 5, 1, 1, 1)):
        paid = gains(hands, (0, 1, 2), throw)
        mine, theirs, third = (COUNTS[whole(hand)] for hand in hands)
        code = int(who_gets(mine, theirs, third))
        owners = {face: code // 4 ** (face - 1) % 4 for face in DICE}
        worth = [(face, face * (2 if is_red(die, face) else 1)) for die, face in enumerate(throw, 1)]
        assert paid[0] == sum(points for face, points in worth if owners[face] & 1)
        assert paid[1] == sum(points for face, points in worth if owners[face] & 2)


def test_the_model_throws_dice_as_it_says() -> None:
    def mean(kept: tuple[int, ...], reds: int) -> float:
        if len(kept) + reds == 6:
            hands = (whole((*kept, *faces)) for faces in product(DICE, repeat=reds))
            return float(max(ENDS[hand] for hand in hands))
        return WHITE * sum(mean((*kept, face), reds) for face in DICE) + RED * mean(kept, reds + 1)

    found = open_values(ENDS[:, None])
    for kept in ((6, 6, 5), (1, 2, 3, 4)):
        assert found[0, heap_of(kept), 0] == pytest.approx(mean(kept, 0))


@pytest.fixture(scope="module")
def race() -> Race:
    found = Race(NEEDS[:2])
    found.solve()
    return found


def test_chances_are_the_mean_over_all_pays(race: Race) -> None:
    """Where each needs one point the next pay decides, but for ties and throws that pay nobody."""
    hands = (6, 6, 1, 2, 3, 4), (6, 5, 5, 1, 3, 2)
    mine, theirs = map(whole, hands)
    paid, others, likely = pays(int(who_gets(COUNTS[mine], COUNTS[theirs], np.zeros_like(COUNTS[0]))))
    nothing = likely[(paid == 0) & (others == 0)].sum()
    tied = likely[(paid == others) & (paid > 0)].sum()
    won = likely[paid > others].sum() + tied * (1 - race.overtime[theirs, mine])
    won += nothing * (1 - race.chances[0, 0, theirs, mine])
    assert won <= race.chances[0, 0, mine, theirs] + 1e-6  # nobody has to roll


def test_tables_are_what_the_model_finds(race: Race) -> None:
    known = outlook()
    found = known.means[1, 1] + known.patterns @ known.weights[1, 1]
    assert np.abs(found - race.chances[0, 0]).mean() < 0.01
    assert np.abs(known.overtime - race.overtime).max() < 0.003
    assert (np.diff(known.means[1:, 60]) < 0).all()  # the more one needs, the less likely it is


def test_patterns_of_chances_lead_back_to_them(race: Race) -> None:
    means, weights, hands = patterns(race.chances, 4)  # as many as there are pairs of needs
    again = means[..., None, None] + np.tensordot(weights, hands, 1)
    assert np.abs(again - race.chances).max() < 1e-4


def test_the_last_throw_is_weighed_exactly() -> None:
    """Where each needs one point, whoever is paid more has won; a tie goes to overtime."""
    hands = ((6, 6, 1, 2, 3, 4), (6, 5, 5, 1, 3, 2))
    state = State(hands, (99, 99), (9, 9), 0, "roll", (0, 1))
    mine, theirs = (COUNTS[whole(hand)] for hand in hands)
    paid, others, likely = pays(int(who_gets(mine, theirs, np.zeros_like(mine))))
    tied = 1 - outlook().overtime[whole(hands[1]), whole(hands[0])]
    won = likely[paid > others].sum() + likely[paid == others].sum() * tied
    assert Ending(RULES, state, 0).values()[whole(hands[0])] == pytest.approx(won, abs=2e-3)  # nobody is paid: rare


def test_it_beats_chance() -> None:
    assert wins(GAME, "best", 4) >= 3


@pytest.mark.parametrize("options", [{"opening_turns": 1, "target": 40}, {"dice": 3}])
def test_it_plays_at_any_table(options: dict[str, int]) -> None:
    assert winners(GAME, "bot:best,bot:best,bot:random", "1", **options) != (2,)
