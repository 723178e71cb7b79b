"""Games pushed forward: what is written, and in how many games something is."""

from itertools import product

import numpy as np
import pytest

from redpip.solve.backward import Backward
from redpip.solve.flow import Flow
from redpip.solve.pool import Pool

RUN_OF_ONES = [dice.count(0) >= 4 for dice in product(range(6), repeat=6)]


def two_boxes(rolls: int, floors: tuple[int, ...] = (0, 0, 0)) -> Pool:
    """Each box pays 10 for four ones or more, and 1 for anything else."""
    points = np.array([[1.0, 10.0], [1.0, 10.0]])
    return Pool(rolls, 0.0, floors, points, np.array(RUN_OF_ONES, np.uint16))


def flow_of(pool: Pool) -> Flow:
    backward = Backward(pool)
    backward.solve()
    flow = Flow(backward, np.array([[False, True], [False, False], [True, True]]))
    flow.run(lambda _: None, 1)
    return flow


def test_chances_of_two_throws() -> None:
    """One roll a turn leaves nothing to choose but flips."""
    flow = flow_of(two_boxes(2, (0, 0, 1)))
    one = flow.scored[:, 1].sum() / 2
    assert flow.without == pytest.approx([(1 - one) ** 2, 1, 0])
    assert flow.variance == pytest.approx(2 * 81 * one * (1 - one))


def test_the_mean_is_the_solved_value() -> None:
    pool = two_boxes(5)
    flow = flow_of(pool)
    assert (flow.scored * pool.points).sum() + flow.bonus == pytest.approx(flow.backward.table[pool.full, pool.rolls])
    count = flow.scored[:, 1].sum()
    assert count / 2 < 1 - flow.without[0] < count
