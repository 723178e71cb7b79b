"""Best play in every corner of the options: each game comes to its end, and the slow oracle agrees at every step."""

from functools import partial
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from redpip.core.catalog import find_game
from redpip.core.game import Choose, Over, Roll
from redpip.core.shaker import SeededShaker
from redpip.games.spicy.advisor import SpicyAdvisor
from redpip.games.spicy.rules import SpicyRules
from redpip.games.spicy.scoring import BOXES
from redpip.games.spicy.solver import solver
from redpip.solve.oracle import Oracle
from redpip.solve.verify import verify

from .conftest import worth


@st.composite
def shrunken_rules(draw: st.DrawFn) -> SpicyRules:
    """Two dice and few boxes, or few rolls for the whole card, so that the oracle is soon done."""
    extra = draw(st.booleans())
    options: dict[str, Any] = {
        name: draw(st.booleans()) for name in ("zero_roll_turns", "hold_all", "zero_frees_dice", "flips")
    }
    whole = not (extra or options["zero_roll_turns"]) and draw(st.booleans())
    boxes = BOXES if whole else sorted(draw(st.sets(st.sampled_from(BOXES), min_size=1, max_size=3)), key=BOXES.index)
    rolls = draw(st.integers(1, 3 if len(boxes) < 3 else 2))
    junior = rolls >= len(boxes) and draw(st.booleans())
    bonus = draw(st.sampled_from((0, 5, 100)))
    return SpicyRules(extra, (True,) if junior else (), rolls=rolls, bonus=bonus, boxes=tuple(boxes), dice=2, **options)


@settings(deadline=None, max_examples=40, derandomize=True)
@given(rules=shrunken_rules(), seed=st.integers(0, 1000))
def test_best_plays_to_the_end_as_the_oracle_does(rules: SpicyRules, seed: int) -> None:
    game, _ = find_game("spicy")
    best, advisor, oracle = game.bot("best").seat(rules, 0, Random(0)), SpicyAdvisor(rules, 0), Oracle(rules)
    state, shaker = rules.start(1, 0), SeededShaker(seed)
    while True:
        assert worth(advisor, state) == pytest.approx(oracle.value(state), abs=1e-9)
        match rules.next(state):
            case Over():
                return
            case Roll() as roll:
                state = rules.rolled(state, shaker.throw(roll))
            case Choose(options):
                after = rules.play(state, 0, best.choose(state, options[0]))
                assert oracle.value(after) == pytest.approx(oracle.value(state), abs=1e-9)
                state = after


FEW: list[dict[str, Any]] = [{"rolls": 1}, {"rolls": 2}, {"rolls": 5}, {"rolls": 1, "boxes": BOXES[:4], "extra": True}]


@pytest.mark.parametrize("options", FEW, ids=str)
def test_few_rolls_are_enough_for_a_check(options: dict[str, Any]) -> None:
    rules = SpicyRules(dice=2, **options)
    states = solver(rules).sample(Random(6), 6)
    assert max(check.difference for check in verify(rules, partial(SpicyAdvisor, rules), states)) < 1e-9
