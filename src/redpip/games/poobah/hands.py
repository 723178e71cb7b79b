"""Hands of six dice as heaps: how many of each number lie there, whichever dice they are. A heap of fewer dice leaves
the others open: thrown and not fallen yet, or red, so that their number is still to be chosen."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations_with_replacement, product
from typing import Final

import numpy as np
from numpy.typing import NDArray

from redpip.core.dice import DICE

Floats = NDArray[np.float64]
Numbers = NDArray[np.intp]

SIZE: Final = len(DICE)
HEAP_LIST: Final = [
    tuple(map(heap.count, DICE)) for size in range(SIZE + 1) for heap in combinations_with_replacement(DICE, size)
]
_PLACE: Final = {heap: place for place, heap in enumerate(HEAP_LIST)}
HEAPS: Final = len(HEAP_LIST)

_sizes: Final = np.array([sum(heap) for heap in HEAP_LIST])
ROWS: Final = [slice(*np.searchsorted(_sizes, [size, size + 1])) for size in range(SIZE + 1)]  # heaps of each size
FULL: Final[int] = ROWS[SIZE].start  # the first whole hand
HANDS: Final = HEAPS - FULL
COUNTS: Final = np.array(HEAP_LIST[FULL:])  # of each whole hand


def _more(heap: tuple[int, ...], at: int) -> int:
    return _PLACE[(*heap[:at], heap[at] + 1, *heap[at + 1 :])]


# the heap with one die more, for each number on it; of heaps that are not whole
MORE: Final[Numbers] = np.array([[_more(heap, at) for at in range(SIZE)] for heap in HEAP_LIST[:FULL]])

_parts: Final = [[_PLACE[part] for part in product(*(range(count + 1) for count in heap))] for heap in HEAP_LIST[FULL:]]
PARTS: Final[Numbers] = np.concatenate([np.array(parts) for parts in _parts])  # what can be kept of each whole hand
FIRST_PART: Final[Numbers] = np.cumsum([0, *map(len, _parts)])[:-1]


def heap_of(faces: Iterable[int]) -> int:
    place = 0
    for face in faces:
        place = int(MORE[place, face - 1])
    return place


def whole(faces: Iterable[int]) -> int:
    """The number of a hand of six dice among all such."""
    return heap_of(faces) - FULL
