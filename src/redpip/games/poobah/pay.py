"""What a throw of the scoring dice pays two hands, as a distribution."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from redpip.core.dice import DICE
from redpip.games.poobah.hands import COUNTS, Floats
from redpip.games.poobah.scoring import worth
from redpip.solve.heaps import Numbers

MOST: Final = sum(max(worth(die, face) for face in DICE) for die in DICE) + 1
_MINE, _THEIRS = 1, 2
_PLACES: Final = 4 ** np.arange(len(DICE))


def who_gets(mine: NDArray[np.int64], theirs: NDArray[np.int64], others: NDArray[np.int64]) -> Numbers:
    """For counts of each number, whose each is: a code with a place for each number. ``others`` are the most that
    anybody else has."""
    most = np.maximum(np.maximum(mine, theirs), others)
    own = (mine == most) & (most > 0)
    their = (theirs == most) & (most > 0)
    codes: Numbers = (own * _MINE + their * _THEIRS) @ _PLACES
    return codes


def pairs() -> Numbers:
    """The code of every hand against every other."""
    nobody = np.zeros(len(DICE), dtype=np.int64)
    return np.stack([who_gets(COUNTS, hand, nobody) for hand in COUNTS], axis=1)


@lru_cache(maxsize=256)
def all_pays(codes: tuple[int, ...]) -> tuple[Numbers, Floats, Numbers]:
    """The pays of several codes, one after the other: both numbers of points as one, how likely, where each begins."""
    found = [pays(code) for code in codes]
    points = np.concatenate([mine * MOST + theirs for mine, theirs, _ in found])
    firsts = np.cumsum([0, *(len(likely) for _, _, likely in found)])[:-1]
    return points, np.concatenate([likely for _, _, likely in found]), firsts


@lru_cache(maxsize=8192)
def pays(code: int) -> tuple[Numbers, Numbers, Floats]:
    """How likely it is that one hand is paid so much and the other so much."""
    both = np.zeros((MOST, MOST))
    both[0, 0] = 1.0
    for die in DICE:
        fallen = np.zeros_like(both)
        for face in DICE:
            owner = code // int(_PLACES[face - 1]) % 4
            own, their = (worth(die, face) if owner & side else 0 for side in (_MINE, _THEIRS))
            fallen[own:, their:] += both[: MOST - own, : MOST - their] / len(DICE)
        both = fallen
    mine, theirs = np.nonzero(both)
    return mine, theirs, both[mine, theirs]
