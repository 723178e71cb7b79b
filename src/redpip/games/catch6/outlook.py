"""What a position is worth to whoever is to move, both players' dice known.

One's own turn is looked at by every throw, and so is the other's next one, as its solution would play it; what comes
later, and what comes after a catch, by groups. Where one number is left all is exact.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from redpip.core.dice import Faces
from redpip.games.catch6.endings import ending
from redpip.games.catch6.sides import Key, Outcome, Sides, catching, hands_after
from redpip.solve.keeps.plain import Floats, thrown_from, throws_of
from redpip.solve.keeps.shape import shape_of

TURNS_KEPT = 64  # up to 0.4 MB each


class Outlook:
    def __init__(self, sides: Sides) -> None:
        self.sides = sides
        self._fallen = lru_cache(maxsize=TURNS_KEPT)(self._found_fallen)
        self.throws = lru_cache(maxsize=TURNS_KEPT)(self._found_throws)

    def _found_throws(self, key: Key, mine: Faces, theirs: int) -> Floats:
        """[0 or 1 for each die] what throwing those with a 1 is worth to whoever is to move, against this hand."""
        return throws_of(shape_of(self.sides.dice, key.free), self._fallen(key, theirs), mine)

    def _found_fallen(self, key: Key, theirs: int) -> Floats:
        """[hand] what it is worth after the throw."""
        worth = self._ended(key, theirs)
        for number, (red, forced) in catching(self.sides.dice, key.free).items():
            if number in key.wins:
                worth[red | forced] = 1.0
                continue
            after, to = key.caught(number), hands_after(self.sides.dice, key.free, number)
            group = self.sides[after.other].groups[to[theirs]]
            ended = self.sides.ended(after)[:, group]
            worth[red] = np.maximum(worth[red], ended[to[:-1][red]])
            worth[forced] = np.maximum(worth[forced], ended[-1])
        return worth

    def _ended(self, key: Key, theirs: int) -> Floats:
        """[hand] what it is worth when the other's turn begins, who has that hand."""
        if len(key.free) == 1:
            return 1.0 - ending(self.sides.dice, *key.free)[theirs, :-1]
        coming = self._coming(key.other, theirs)
        known = self.sides[key].worth[:-1]
        worth: Floats = known @ coming.stay[0].astype(known.dtype)
        for number in key.free - key.loses:
            to, after = hands_after(self.sides.dice, key.free, number)[:-1], self.sides[key.lost(number)].worth
            worth += (after @ coming.catch[number][0].astype(after.dtype))[to]
        return worth

    def _coming(self, key: Key, hand: int) -> Outcome:
        """Where the next turn of a side leads."""
        keeps = self.sides.policy(key).keeps
        hands, shares = thrown_from(self.sides[key].shape, int(keeps[hand]))
        return self.sides.outcome(key, hands, shares[:, None])
