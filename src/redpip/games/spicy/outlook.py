"""What the next throws can bring in a box: by all the ways in which the dice can fall, reds turned as it suits the box.

Of several throws each takes the dice that suit it best.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from redpip.core.dice import Faces
from redpip.games.spicy.kinds import score_kinds
from redpip.games.spicy.rules import SpicyRules
from redpip.solve.pool.facts import Floats
from redpip.solve.pool.turn import folded, keeps


class Outlook:
    """What throwing these dice can bring, while the others lie as they do."""

    def __init__(self, rules: SpicyRules, faces: Faces, dice: tuple[int, ...]) -> None:
        self._rules, self._dice = rules, dice
        self._where = tuple(slice(None) if die in dice else max(face - 1, 0) for die, face in enumerate(faces, 1))

    def mean(self, box: str, throws: int = 1) -> float:
        return float(self._fallen(_points(self._rules, box, throws - 1)).mean())

    def chance(self, box: str, points: int, throws: int = 1) -> float:
        """Of so many points or more."""
        return float(self._fallen(_chances(self._rules, box, points, throws - 1)).mean())

    def results(self, box: str) -> tuple[int, ...]:
        """All that the next throw can bring, in order; the first is safe."""
        return tuple(map(int, np.unique(self._fallen(_points(self._rules, box, 0)))))

    def _fallen(self, level: Floats) -> Floats:
        """By throw: a die that shows its red may be turned to whatever suits best."""
        values = level.reshape((6,) * 6)[self._where].copy()
        for at, die in enumerate(self._dice if self._rules.flips else ()):
            axis = np.moveaxis(values, at, 0)
            axis[die - 1] = axis.max(axis=0)
        return values


# ---- what every configuration of the dice is worth, before so many more throws


@lru_cache(maxsize=64)  # 0.4 MB each
def _points(rules: SpicyRules, box: str, throws: int) -> Floats:
    if throws:
        return folded(keeps(_points(rules, box, throws - 1), rules.flips))
    points: Floats = _scores(rules)[rules.boxes.index(box)]
    return points


@lru_cache(maxsize=64)
def _chances(rules: SpicyRules, box: str, points: int, throws: int) -> Floats:
    if throws:
        return folded(keeps(_chances(rules, box, points, throws - 1), rules.flips))
    return (_points(rules, box, 0) >= points).astype(np.float64)


@lru_cache(maxsize=4)
def _scores(rules: SpicyRules) -> Floats:
    """[box, configuration]: points."""
    points, kinds = score_kinds(rules)
    return points[:, kinds]
