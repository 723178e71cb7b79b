"""What a number carried over is worth at a score of the match, as a part of winning the game that is given up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache


@dataclass(frozen=True)
class Carrying:
    """Of games: the chance of whoever begins, and of whoever has a number already while the other begins."""

    first: float
    ahead: Mapping[int, float]  # by number

    def worth(self, number: int, mine: int, theirs: int) -> float:
        """``mine`` and ``theirs`` are the games still to win. Whoever wins a game made its last roll, so the other
        begins the next one; who gives a game up made the last roll as well."""
        if theirs <= 1:
            return 0.0
        win = cache(self._match)
        won, lost = win(mine - 1, theirs, False), win(mine, theirs - 1, True)
        chance = self.ahead[number]
        carried = chance * win(mine - 1, theirs - 1, False) + (1 - chance) * win(mine, theirs - 2, True)
        return max(0.0, (carried - lost) / (won - lost))

    def _match(self, mine: int, theirs: int, begin: bool) -> float:
        """The chance to win the match, without any carryover on the way."""
        if mine == 0 or theirs == 0:
            return float(mine == 0)
        chance = self.first if begin else 1 - self.first
        return chance * self._match(mine - 1, theirs, False) + (1 - chance) * self._match(mine, theirs - 1, True)
