"""Dice as heaps: how many of each number lie there, whichever dice they are; and choices of dice as masks."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations, combinations_with_replacement
from typing import Final

import numpy as np
from numpy.typing import NDArray

from redpip.core.dice import DICE

Numbers = NDArray[np.intp]

SIZE: Final = len(DICE)
ALL: Final = (1 << SIZE) - 1  # the mask of all dice, bit 0 for die 1
HEAP_LIST: Final = [
    tuple(map(heap.count, DICE)) for size in range(SIZE + 1) for heap in combinations_with_replacement(DICE, size)
]
PLACE: Final = {heap: place for place, heap in enumerate(HEAP_LIST)}
HEAPS: Final = len(HEAP_LIST)
SIZES: Final = np.array([sum(heap) for heap in HEAP_LIST])
FULL: Final = int(np.searchsorted(SIZES, SIZE))  # the first heap of all dice


def _more(heap: tuple[int, ...], at: int) -> int:
    return PLACE[(*heap[:at], heap[at] + 1, *heap[at + 1 :])]


# the heap with one die more, for each number on it; of heaps that are not whole
MORE: Final[Numbers] = np.array([[_more(heap, at) for at in range(SIZE)] for heap in HEAP_LIST[:FULL]])

# the choices of dice in the order in which the rules name them: few before many, low dice before high ones
MASKS: Final[Numbers] = np.array(
    [sum(1 << die for die in dice) for size in range(SIZE + 1) for dice in combinations(range(SIZE), size)]
)


def heap_of(faces: Iterable[int]) -> int:
    place = 0
    for face in faces:
        place = int(MORE[place, face - 1])
    return place
