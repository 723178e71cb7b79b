"""Hands of six dice are whole heaps. A heap of fewer dice leaves the others open: thrown and not fallen yet, or red, so
that their number is still to be chosen."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import Final

import numpy as np
from numpy.typing import NDArray

from redpip.solve.heaps import FULL, HEAP_LIST, HEAPS, PLACE, SIZE, SIZES, Numbers, heap_of

Floats = NDArray[np.float64]

ROWS: Final = [slice(*np.searchsorted(SIZES, [size, size + 1])) for size in range(SIZE + 1)]  # heaps of each size
HANDS: Final = HEAPS - FULL
COUNTS: Final = np.array(HEAP_LIST[FULL:])  # of each whole hand

_parts: Final = [[PLACE[part] for part in product(*(range(count + 1) for count in heap))] for heap in HEAP_LIST[FULL:]]
PARTS: Final[Numbers] = np.concatenate([np.array(parts) for parts in _parts])  # what can be kept of each whole hand
FIRST_PART: Final[Numbers] = np.cumsum([0, *map(len, _parts)])[:-1]


def whole(faces: Iterable[int]) -> int:
    """The number of a hand of six dice among all such."""
    return heap_of(faces) - FULL
