"""What hands and points are worth in a game of two, as ``model`` found it and ``make tables`` stored it."""

from __future__ import annotations

import lzma
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from redpip.games.poobah import model
from redpip.games.poobah.hands import Floats, Numbers

FILE: Final = Path(__file__).parent / "tables" / "outlook.npz.xz"
NEAR: Final = 8  # turns to come that are told apart
OPENING: Final = 12  # turns before the first pay that are told apart
FARTHEST: Final = 150  # points to need that are told apart
GRAIN: Final = 3  # steps to a point, so that a hand's worth fits into a byte


@dataclass(frozen=True)
class Outlook:
    later: Floats  # (turns to come, the mover's hand, the other's) -> points, against the usual hands
    opening: Floats  # the same by turns before the first that is paid for
    chance: Floats  # (the mover's need, the other's) -> the mover's chance to win
    length: Floats  # the same -> throws of the scoring dice to come

    def ahead(self, needs: Floats, others: Floats) -> Floats:
        """The mover's chance; between whole points in proportion, and far from the end by the difference alone."""
        far = np.maximum(0.0, np.minimum(needs, others) - FARTHEST / 2)
        return _between(self.chance, np.clip(needs - far, 0, FARTHEST), np.clip(others - far, 0, FARTHEST))

    def turns(self, needs: Floats, others: Floats) -> Floats:
        return _between(self.length, np.clip(needs, 0, FARTHEST), np.clip(others, 0, FARTHEST))

    def hand(self, mover: int, others: Numbers, turns: Floats) -> Floats:
        """What the mover's hand is worth against each other hand, where so many turns are to come."""
        whole = np.minimum(turns.astype(np.intp), NEAR)
        part = turns - whole
        low, high = self.later[whole, mover, others], self.later[whole + 1, mover, others]
        found: Floats = low + np.minimum(part, 1.0) * (high - low)
        return found


def _between(table: Floats, row: Floats, column: Floats) -> Floats:
    top, left = np.minimum(row.astype(np.intp), FARTHEST - 1), np.minimum(column.astype(np.intp), FARTHEST - 1)
    down, right = row - top, column - left
    upper = table[top, left] * (1 - right) + table[top, left + 1] * right
    lower = table[top + 1, left] * (1 - right) + table[top + 1, left + 1] * right
    found: Floats = upper * (1 - down) + lower * down
    return found


@cache
def outlook() -> Outlook:
    with lzma.open(FILE) as packed, np.load(BytesIO(packed.read())) as kept:
        later, opening = kept["later"] / GRAIN, kept["opening"] / GRAIN
        return Outlook(later, opening, kept["chance"].astype(np.float64), kept["length"].astype(np.float64))


def make_tables() -> None:
    values = model.later_values(model.FAR)
    opening = model.opening_values(values[-1], OPENING)
    usual = model.settled_hands(values[-1])
    chance, length = model.race(model.usual_pay(usual), FARTHEST)
    later = np.stack([*values[: NEAR + 1], values[-1]])
    later -= (later * usual.T).sum(axis=(1, 2), keepdims=True)  # the race knows what moving first is worth
    FILE.parent.mkdir(exist_ok=True)
    with lzma.open(FILE, "wb") as packed:
        np.savez(
            packed,
            later=_byte(later),
            opening=_byte(np.stack(opening)),
            chance=chance.astype(np.float32),
            length=length.astype(np.float32),
        )


def _byte(points: Floats) -> NDArray[np.int8]:
    steps = np.rint(GRAIN * points)
    assert np.abs(steps).max() <= np.iinfo(np.int8).max
    return steps.astype(np.int8)
