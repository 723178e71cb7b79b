"""A turn without the kernels: the same values, and the kernels only for those who stay."""

import os
import subprocess
import sys

import numpy as np
import pytest

from redpip.games.spicy.pools import pool_of
from redpip.games.spicy.rules import SpicyRules
from redpip.solve.pool.backward import Backward
from redpip.solve.pool.plain import SHORT, Kernels, plain_turn

GAMES = [
    SpicyRules(boxes=("2", "RUN", "SUM"), rolls=7),
    SpicyRules(boxes=("2", "SET", "RED"), rolls=9, junior=(True,)),
    SpicyRules(boxes=("6", "RED"), rolls=5, flips=False),
    SpicyRules(boxes=("1", "2", "3"), rolls=4, dice=4, zero_roll_turns=True),
]


@pytest.mark.parametrize("rules", GAMES, ids=str)
def test_a_plain_turn_has_the_values_of_the_kernels(rules: SpicyRules) -> None:
    pool = pool_of(rules)
    backward = Backward(pool)
    backward.solve()
    for open_set in range(1, pool.full + 1):
        floor = pool.floors[open_set.bit_count()]
        plainly, fast = (
            levels[floor:]
            for levels in (plain_turn(pool, backward.table, open_set, pool.rolls), backward.turn(open_set))
        )
        assert plainly.shape == fast.shape
        assert np.abs(plainly - fast).max() < 1e-9
        some = backward.turn(open_set, floor + 1)
        assert len(some) == min(floor + 2, floor + len(fast))
        assert np.array_equal(some[floor:], fast[:2])


class Compiling:
    """Work that goes on until somebody says how it ended."""

    begun = 0
    ended: int | None = None

    def __call__(self) -> "Compiling":
        self.begun += 1
        return self

    def poll(self) -> int | None:
        return self.ended


@pytest.mark.parametrize(("ended", "at_hand"), [(None, False), (0, True), (1, False)])
def test_kernels_are_compiled_for_those_who_stay(ended: int | None, at_hand: bool) -> None:
    work = Compiling()
    kernels = Kernels(work, "not imported")
    assert not any(kernels.at_hand() for _ in range(SHORT))
    assert work.begun == 0
    assert not kernels.at_hand()
    work.ended = ended
    assert kernels.at_hand() == at_hand
    assert work.begun == 1


def test_the_kernels_of_a_turn_can_be_compiled_apart() -> None:
    assert subprocess.run([sys.executable, "-m", "redpip.solve.pool.compiling"], check=False).returncode == 0


@pytest.mark.parametrize("asked", ["advise spicy 424425", "advise spicy --preset junior 424425_12_4.5.6"])
def test_a_first_question_needs_no_compiler(asked: str) -> None:
    code = (
        "import sys; from redpip.cli import main\ntry: main()\nfinally: print('numba' in sys.modules, file=sys.stderr)"
    )
    run = subprocess.run(
        [sys.executable, "-c", code, *asked.split()], env={**os.environ, "LANG": "C"}, capture_output=True, text=True
    )
    assert run.stdout.startswith("expected total, exact\n")
    assert run.stderr == "False\n"
