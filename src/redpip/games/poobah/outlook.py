"""What hands and points are worth in a game of two, as ``model`` found it and ``make tables`` stored it."""

from __future__ import annotations

import lzma
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from io import BytesIO
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from redpip.games.poobah import model
from redpip.games.poobah.hands import Floats
from redpip.games.poobah.pay import MOST

FILE: Final = Path(__file__).parent / "tables" / "outlook.npz.xz"
PATTERNS: Final = 6  # of hands; more would take room and win no games
OPENING: Final = 6  # turns before the first pay that are told apart, none among them
FARTHEST: Final = int(model.NEEDS[-1])  # points to need that are told apart
STEPS: Final = np.iinfo(np.int8).max


@dataclass(frozen=True, eq=False)
class Outlook:
    """Chances are those of the mover."""

    means: Floats  # [the mover's need, the other's], by whole points; 0 is for whoever needs nothing more
    weights: Floats  # the same for each pattern, [need, other's need, pattern]
    patterns: Floats  # [the mover's hand, the other's, pattern]
    overtime: Floats  # [the mover's hand, the other's]
    opening: Floats  # [turns before the first that is paid for, the mover's hand, the other's]

    def ahead(self, needs: Floats, others: Floats) -> Floats:
        """The mover's chance with any hands; between whole points in proportion."""
        far = np.maximum(0.0, np.maximum(needs, others) - FARTHEST)
        return _between(self.means, np.clip(needs - far, 0, FARTHEST), np.clip(others - far, 0, FARTHEST))

    def unpaid(self, turns: int, target: int) -> Floats:
        """[the mover's hand, the other's] where so many turns are not paid for yet. The shorter the race, the more a
        hand decides."""
        scale = float(self._main(target) / self._main(FARTHEST))
        found: Floats = np.clip(0.5 + scale * (self.opening[min(turns, OPENING - 1)] - 0.5), 0.0, 1.0)
        return found

    def _main(self, need: int) -> Any:
        return self.weights[min(need, FARTHEST), min(need, FARTHEST), 0]

    def terms(self, need: int, other: int, overtime: bool) -> Floats:
        """[points paid to me and the other] what my chance is made of after such a pay, the other being to move: see
        ``faced``."""
        return _terms(self, need, other, overtime)

    def faced(self, other: int) -> Floats:
        """[hand] what the terms are of, against this one: a constant, overtime, each pattern."""
        tied = 1.0 - self.overtime[other]
        return np.column_stack([np.ones_like(tied), tied, self.patterns[other]])


@lru_cache(maxsize=64)
def _terms(known: Outlook, need: int, other: int, overtime: bool) -> Floats:
    left, others_left = (points[:, :] for points in np.meshgrid(need - _PAID, other - _PAID, indexing="ij"))
    over = (np.minimum(left, others_left) <= 0) | overtime
    far = max(0, need - FARTHEST, other - FARTHEST)
    at = tuple(np.clip(points - far, 1, FARTHEST) for points in (others_left, left))
    found = np.empty((MOST, MOST, 2 + PATTERNS))
    found[..., 0] = np.where(over, left < others_left, 1.0 - known.means[at])
    found[..., 1] = over & (left == others_left)
    found[..., 2:] = np.where(over[..., None], 0.0, -known.weights[at])
    return found.reshape(MOST * MOST, 2 + PATTERNS)


_PAID: Final = np.arange(MOST)


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
        means = _whole_points(kept["means"][..., None])[..., 0]
        means[0], means[:, 0], means[0, 0] = 1.0, 0.0, 0.5
        patterns = np.moveaxis(_read(kept, "patterns"), 0, -1)
        weights = _whole_points(kept["weights"])
        return Outlook(means, weights, np.ascontiguousarray(patterns), _read(kept, "overtime"), _read(kept, "opening"))


def _whole_points(table: NDArray[np.float32]) -> Floats:
    """[need, other's need, any] by every point, given by those that were solved."""
    points = np.array([np.interp(np.arange(FARTHEST + 1), model.NEEDS, one) for one in np.eye(len(model.NEEDS))])
    found: Floats = np.einsum("ijk,ia,jb->abk", table.astype(np.float64), points, points)
    return found


def make_tables() -> None:
    race = model.Race()
    race.solve()
    means, weights, hands = model.patterns(race.chances, PATTERNS)
    opening = model.opening(race.chances[-1, -1], OPENING)
    FILE.parent.mkdir(exist_ok=True)
    bytes_of = {"patterns": hands, "overtime": race.overtime - 0.5, "opening": opening - 0.5}
    parts = {name: part for name, values in bytes_of.items() for name, part in _written(name, values).items()}
    with lzma.open(FILE, "wb") as packed:
        np.savez(packed, means=means, weights=weights, **parts)  # type: ignore[arg-type]


def _written(name: str, values: model.Chances) -> Mapping[str, NDArray[Any]]:
    """As bytes, each table with a step of its own."""
    step = np.abs(values).max(axis=(-2, -1), keepdims=True) / STEPS
    return {name: np.rint(values / step).astype(np.int8), f"{name}_step": step}


def _read(kept: Mapping[str, NDArray[Any]], name: str) -> Floats:
    middle = 0.0 if name == "patterns" else 0.5
    found: Floats = middle + kept[name] * kept[f"{name}_step"].astype(np.float64)
    return found
