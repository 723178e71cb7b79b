"""Equilibria against a linear programme, best responses against strategies that are known, and a game done by hand."""

import numpy as np
import pytest

from redpip.games.perfecto.notation import MakeBid
from redpip.games.perfecto.round import Round
from redpip.solve.bluff.duel import Duel, Tree
from redpip.solve.bluff.equilibrium import Solving, solve

from .sequence_form import Programme

NAMED = ((2, 1), (2, 4), (3, 1), (3, 2), (3, 6))


def round_of(hands: tuple[int, int], bids: tuple[tuple[int, int], ...], rolling: bool) -> Round:
    return Round(hands, tuple(MakeBid(*bid) for bid in bids), rolling)


@pytest.mark.parametrize(
    ("hands", "bids", "rolling"),
    [
        ((2, 2), NAMED, False),
        pytest.param((2, 2), NAMED, True, marks=pytest.mark.slow),
        ((2, 1), ((1, 3), (2, 1), (2, 5)), False),
        ((1, 1), ((1, 2), (1, 6), (2, 1)), True),
        ((2, 1), ((1, 1), (2, 2)), True),
    ],
)
def test_a_round_is_worth_what_the_linear_programme_says(
    hands: tuple[int, int], bids: tuple[tuple[int, int], ...], rolling: bool
) -> None:
    asked = round_of(hands, bids, rolling)
    duel = asked.duel()
    assert asked.size == duel.tree.size((len(duel.weights[0]), len(duel.weights[1])))
    found = solve(duel, 5e-5, 50_000)
    assert 0 <= found.nash_conv <= 5e-5
    assert found.value == pytest.approx(Programme(duel).value(), abs=1e-4)
    assert -found.best[1] - 1e-9 <= found.value <= found.best[0] + 1e-9


def test_five_bids_come_within_a_hundredth_with_rolling() -> None:
    found = solve(round_of((2, 2), NAMED, True).duel(), 0.01, 1000)
    assert found.nash_conv <= 0.01
    assert found.value == pytest.approx(-0.00682, abs=0.005)


def coin() -> Duel:
    """One may say that the coin shows heads or pay 1; the other believes it, which costs 1, or calls, for 2."""
    sides = np.array([[1, 0]])
    pays = np.array([[[-1.0], [-1.0]], [[1.0], [1.0]], [[-2.0], [2.0]]])  # paid, believed, called
    tree = Tree()
    root = tree.node(0)
    heard = tree.node(1)
    tree.edge(root, heard)
    tree.edge(root, tree.end(0, 0))
    tree.edge(heard, tree.end(0, 1))
    tree.edge(heard, tree.end(0, 2))
    return Duel(tree, (np.array([0.5, 0.5]), np.array([1.0])), (sides, np.array([[0]])), pays)


def test_a_bluff_is_made_a_third_of_the_time() -> None:
    """By hand: tails says heads with chance b, and the other believes with chance t. Indifferent are the other where
    2 - 2b = 1 + b, so b = 1/3, and tails where t - 2(1 - t) = -1, so t = 1/3; the value is 1/3."""
    found = solve(coin(), 1e-6, 50_000)
    assert found.value == pytest.approx(1 / 3, abs=1e-5)
    assert found.strategy(0)[:, 0] == pytest.approx([1, 0], abs=1e-3)
    assert found.strategy(0)[:, 1] == pytest.approx([1 / 3, 2 / 3], abs=1e-3)
    assert found.strategy(1)[:, 0] == pytest.approx([1 / 3, 2 / 3], abs=1e-3)


def test_best_responses_are_what_they_are_by_hand() -> None:
    """Before any round both do anything alike: heads is best said, tails as well as paid for, and calling gains 2/3."""
    judged = Solving(coin()).judged()
    assert judged.best[0] == pytest.approx(0.5 * 1.5 + 0.5 * -0.5)
    assert judged.best[1] == pytest.approx(0.5 * 1 - 0.0)
    assert judged.nash_conv == pytest.approx(sum(judged.best))
