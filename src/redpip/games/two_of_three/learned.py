"""What lines are worth in this game, as playing against oneself taught it and ``make tables`` stored it."""

from __future__ import annotations

import lzma
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Final

import numpy as np

from redpip.core.effort import QUIET, Progress
from redpip.games.two_of_three.board import lines_within
from redpip.games.two_of_three.rules import TwoOfThreeRules
from redpip.games.two_of_three.scoring import counts
from redpip.solve.lines.grid import Grid, make_grid
from redpip.solve.lines.learning import learn
from redpip.solve.lines.values import Learned, Values, values_of

FILE: Final = Path(__file__).parent / "tables" / "learned.npz.xz"
GAMES: Final = 600_000
SEED: Final = 1


@cache
def grid(dice: int) -> Grid:
    """The board for so many dice each."""
    return make_grid(tuple(lines_within(2 * dice).values()), 2 * dice, counts)


@cache
def values(dice: int) -> Values:
    """Learned on the whole board; on a smaller one lines are worth as much."""
    with lzma.open(FILE) as packed, np.load(BytesIO(packed.read())) as kept:
        learned = Learned(*(kept[name].astype(np.float64) for name in Learned._fields))
    whole, board = grid(TwoOfThreeRules().dice), grid(dice)
    lines = values_of(whole, learned)
    names = list(lines_within(2 * TwoOfThreeRules().dice))
    return Values(lines.lines[:, :, :, [names.index(name) for name in lines_within(board.squares)]], lines.start)


def make_tables(progress: Progress = QUIET.progress) -> None:
    learned = learn(grid(TwoOfThreeRules().dice), GAMES, SEED, progress)
    FILE.parent.mkdir(exist_ok=True)
    with lzma.open(FILE, "wb") as packed:
        np.savez(packed, **{name: array.astype(np.float16) for name, array in learned._asdict().items()})
