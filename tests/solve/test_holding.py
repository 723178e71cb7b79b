"""Sets of boxes that are solved side by side do not get in each other's way."""

from itertools import combinations

import numpy as np
import pytest

from redpip.games.spicy.pools import pool_of
from redpip.games.spicy.rules import SpicyRules
from redpip.solve.pool.holding import HoldingBackward, apart


def touched(group: list[int], boxes: int) -> set[int]:
    return {open_set | more for open_set in group for more in (0, *(1 << box for box in range(boxes)))}


@pytest.mark.parametrize("boxes", [1, 4, 10])
def test_groups_of_a_round_touch_different_levels(boxes: int) -> None:
    rounds = apart(list(range(1 << boxes)))
    assert sorted(s for groups in rounds for group in groups for s in group) == list(range(1 << boxes))
    for groups in rounds:
        for one, other in combinations(groups, 2):
            assert not touched(one, boxes) & touched(other, boxes)
    if boxes == 10:
        assert {len(groups) for groups in rounds} == {4}


@pytest.mark.parametrize("options", [{}, {"hold_all": True}, {"zero_roll_turns": True}], ids=str)
def test_threads_change_nothing(options: dict[str, bool]) -> None:
    pool = pool_of(SpicyRules(extra=True, boxes=("1", "2", "4", "6", "SUM", "RED"), rolls=4, **options))
    alone, together = HoldingBackward(pool), HoldingBackward(pool)
    alone.solve(threads=1)
    together.solve(threads=4)
    assert np.array_equal(alone.table, together.table, equal_nan=True)
