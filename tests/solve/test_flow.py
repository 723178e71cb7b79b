"""Games pushed forward: what is written, and in how many games something is."""

from itertools import product

import numpy as np
import pytest

from redpip.solve.pool.backward import Backward
from redpip.solve.pool.facts import Pool
from redpip.solve.pool.flow import Flow
from redpip.solve.pool.mass import Figures

RUN_OF_ONES = [dice.count(0) >= 4 for dice in product(range(6), repeat=6)]


def two_boxes(rolls: int, floors: tuple[int, ...] = (0, 0, 0)) -> Pool:
    """Each box pays 10 for four ones or more, and 1 for anything else."""
    points = np.array([[1.0, 10.0], [1.0, 10.0]])
    return Pool(rolls, 0.0, floors, points, np.array(RUN_OF_ONES, np.uint16))


def figures_of(pool: Pool) -> tuple[Figures, float]:
    """With marks for four ones or more, for nothing and for anything; and what the start is worth."""
    backward = Backward(pool)
    backward.solve()
    marked = np.array([RUN_OF_ONES, [False] * 6**6, [True] * 6**6])
    return Flow(backward, marked).run(lambda _: None, 1, lambda _: None), float(backward.table[pool.full, pool.rolls])


def test_chances_of_two_throws() -> None:
    """One roll a turn leaves nothing to choose but flips."""
    figures, _ = figures_of(two_boxes(2, (0, 0, 1)))
    one = figures.tally.marks[0] / 2
    assert figures.without == pytest.approx([(1 - one) ** 2, 1, 0])
    assert figures.tally.marks[1:] == pytest.approx([0, 2])
    assert figures.variance == pytest.approx(2 * 81 * one * (1 - one))


def test_the_mean_is_the_solved_value() -> None:
    figures, value = figures_of(two_boxes(5))
    assert figures.tally.brought.sum() == pytest.approx(value)
    count = figures.tally.marks[0]
    assert count / 2 < 1 - figures.without[0] < count
