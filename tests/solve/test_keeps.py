"""Hands and keeps as classes, against trying every throw; and compiled against plain."""

from itertools import combinations, product

import numpy as np
import pytest

from redpip.solve.keeps import kernels, plain
from redpip.solve.keeps.shape import Shape, found_shape, shape_of

DICE = 3
FREE = [frozenset[int](), frozenset([1]), frozenset([2, 5]), frozenset([1, 2, 3]), frozenset(range(1, 7))]
Hand = tuple[int, ...]


def worth_of(shape: Shape, columns: int = 1) -> plain.Floats:
    return np.random.default_rng(7).random((shape.hands, columns))


def thrown(hand: Hand, dice: tuple[int, ...]) -> list[Hand]:
    falls = (dict(zip(dice, fall, strict=True)) for fall in product(range(1, 7), repeat=len(dice)))
    return [tuple(fall.get(die, face) for die, face in enumerate(hand)) for fall in falls]


@pytest.mark.parametrize("free", FREE, ids=sorted)
def test_every_throw_of_every_hand(free: frozenset[int]) -> None:
    shape = shape_of(DICE, free)
    fallen = worth_of(shape)
    best = plain.best_keeps(shape, plain.throw_means(shape, fallen))
    chosen = plain.chosen_keeps(shape, plain.throw_means(shape, fallen)[:, 0])
    for hand in product(range(1, 7), repeat=DICE):
        cube = plain.throws_of(shape, fallen[:, 0], hand)
        values = {}
        for size in range(1, DICE + 1):
            for dice in combinations(range(DICE), size):
                values[dice] = np.mean([fallen[shape.at(fall), 0] for fall in thrown(hand, dice)])
                assert cube[tuple(int(die in dice) for die in range(DICE))] == pytest.approx(values[dice])
        assert best[shape.at(hand), 0] == pytest.approx(max(values.values()))
        hands, shares = plain.thrown_from(shape, int(chosen[shape.at(hand)]))
        assert shares.sum() == pytest.approx(1)
        assert shares @ fallen[hands, 0] == pytest.approx(max(values.values()))


@pytest.mark.parametrize("free", FREE[1:4], ids=sorted)
def test_compiled_is_plain(free: frozenset[int]) -> None:
    shape = shape_of(DICE, free)
    values = plain.throw_means(shape, worth_of(shape, 3))
    assert kernels.throw_means(shape, worth_of(shape, 3)) == pytest.approx(values)
    assert kernels.best_keeps(shape, values.copy()) == pytest.approx(plain.best_keeps(shape, values))
    shares = np.zeros((shape.size, 1))
    shares[-1] = 1.0
    hands, found = plain.thrown_from(shape, shape.size - 1)
    assert kernels.fallen_shares(shape, shares)[hands, 0] == pytest.approx(found)


def test_classes_of_six_dice() -> None:
    """So many hands, and keeps, with none to six numbers free."""
    found = [shape_of(6, frozenset(range(1, free + 1))) for free in range(4)]
    assert [(shape.hands, shape.size) for shape in found] == [(11, 30), (63, 185), (440, 1244), (2883, 7750)]


def test_shapes_with_as_many_free_numbers_are_alike() -> None:
    """Renamed from one another, they are what a look at every keep finds."""
    for free in ({2, 5}, {1, 2, 3, 4, 6}):
        renamed, found = shape_of(6, frozenset(free)), found_shape(6, frozenset(free))
        assert np.array_equal(renamed.of, found.of)
        assert np.array_equal(renamed.of[renamed.keeps], np.arange(found.size))
        values = worth_of(found)
        kept = plain.throw_means(found, values)
        assert plain.throw_means(renamed, values) == pytest.approx(kept)
        assert np.array_equal(plain.best_keeps(renamed, kept), plain.best_keeps(found, kept))
