"""Dice for batches of games."""

from __future__ import annotations

import numpy as np
import pytest

from redpip.core.game import Roll
from redpip.core.shaker import SeededShaker
from redpip.solve.batch import random_deals, seeded_deals


def test_seeded_dice_are_those_of_the_shaker() -> None:
    deals, shakers = seeded_deals(["7", "8"], 3, (0, 1, None)), [SeededShaker("7"), SeededShaker("8")]
    assert deals.firsts.tolist() == [shaker.first(2) for shaker in shakers]
    for game, shaker in enumerate(shakers):
        for number in range(3):
            for whose, seat in enumerate((0, 1, None)):
                thrown = shaker.throw(Roll(seat, (1, 2, 3, 4, 5, 6)))
                assert tuple(deals.dice[game, whose, number] + 1) == thrown


def test_dice_of_a_batch_are_fair() -> None:
    faces = np.bincount(random_deals(500, 1, 40).dice.ravel(), minlength=6)
    assert faces / faces.sum() == pytest.approx(np.full(6, 1 / 6), abs=0.01)
