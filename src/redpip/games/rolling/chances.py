"""What the start of a turn is worth: chances to win between two, turns to come for one alone.

What is solved is exact. Needs beyond the table are read where the lead, in steps as wide as a turn scatters, is the
same; before any race is solved the leads are taken to scatter like the normal distribution. Among three and more the
chance of each is the product of its chances against every other, made to add up to one. These are estimates and say so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import erf

import numpy as np

from redpip.solve.aside.facts import Floats, Numbers

FAR_ERROR = 0.05  # allowed for needs that are not in the table
MANY_ERROR = 0.05  # allowed among three and more
TURNS_ERROR = 0.05  # allowed alone, for needs that are not in the table
ENOUGH = 100  # a table as far as this shows how leads scatter

MEAN, SCATTER = 32.6, 33.0  # points of a turn, roughly
OVERTAKES, FADES = 0.58, 55.0  # how likely a point is made up in the end, and over how many points that fades


def rough_wins(target: int) -> Floats:
    """Half a turn ahead is who is to move."""
    own, other = np.indices((target + 1, target + 1))
    lead = (other - own + MEAN / 2) / (SCATTER * np.sqrt(np.maximum(own + other, MEAN) / MEAN))
    chances: Floats = 0.5 + 0.5 * np.vectorize(erf)(lead / np.sqrt(2))
    return chances


def rough_behind(target: int) -> Floats:
    return OVERTAKES * np.exp(-np.arange(target + 300) / FADES)


@dataclass(frozen=True)
class Chances:
    wins: Floats  # [own need, other's need]
    behind: Floats  # [difference], once the end is on
    turns: Floats  # [need], of one player alone

    @property
    def far(self) -> int:
        """The highest need that is solved."""
        return len(self.wins) - 1

    def win(self, own: Numbers, other: Numbers) -> Floats:
        """Of somebody to move, before the end is on."""
        mean, lead = (own + other) / 2, np.abs(own - other)
        step = (np.sqrt(lead**2 / 4 + 4 * mean * self.far) - lead / 2) / (2 * mean)
        step = np.where(np.maximum(own, other) <= self.far, 1.0, step)
        nearer = mean * step**2
        return self._between(nearer + (own - other) * step / 2, nearer + (other - own) * step / 2)

    def _between(self, own: Floats, other: Floats) -> Floats:
        """A value of the table, or between its four neighbours."""
        own, other = np.clip(own, 1, self.far), np.clip(other, 1, self.far)
        row, column = np.minimum(own.astype(int), self.far), np.minimum(other.astype(int), self.far)
        below, right = np.minimum(row + 1, self.far), np.minimum(column + 1, self.far)
        down, across = own - row, other - column
        upper = (1 - across) * self.wins[row, column] + across * self.wins[row, right]
        lower = (1 - across) * self.wins[below, column] + across * self.wins[below, right]
        found: Floats = np.where(down > 0, (1 - down) * upper + down * lower, upper)
        return found

    def overtake(self, difference: Numbers) -> Floats:
        """Of somebody to move once the end is on; below 0 for one who leads, who stays in whatever the turn brings."""
        known = self.behind[np.minimum(np.abs(difference), len(self.behind) - 1)]
        known = np.where(np.abs(difference) < len(self.behind), known, 0.0)
        chances: Floats = np.where(difference < 0, 1 - known, known)
        return chances

    def race_uses(self, need: int, other: int) -> Floats:
        """What the score of a turn is worth to the mover of two, before the end is on."""
        short = 1 - self.win(np.full(need, other), np.arange(need, 0, -1))
        return np.concatenate([short, 1 - self.behind[other:], np.ones(1)])

    def end_uses(self, difference: int) -> Floats:
        """The same once the end is on, to somebody so far behind."""
        return np.concatenate([np.zeros(difference + 1), 1 - self.behind[1:], np.ones(1)])

    def solo_uses(self, need: int) -> Floats:
        """To somebody alone: turns, this one included, counted below zero."""
        return np.append(-1 - self.turns_for(np.arange(need, 0, -1)), -1.0)

    def turns_for(self, need: Numbers) -> Floats:
        """Beyond what is solved every point takes as long as the last ones did."""
        last = len(self.turns) - 1
        pace = (self.turns[last] - self.turns[last // 2]) / max(last - last // 2, 1)
        turns: Floats = self.turns[np.minimum(need, last)] + pace * np.maximum(need - last, 0)
        return turns

    def among(self, totals: Numbers, order: Sequence[int], target: int) -> Floats:
        """[position, seat]: chances of the seats in ``order``, the one to move first, for ``totals`` of that shape."""
        shares = np.ones((len(totals), len(order)))
        for first in range(len(order)):
            for second in range(first + 1, len(order)):
                mine, theirs = totals[:, order[first]], totals[:, order[second]]
                on = totals.max(1) >= target
                early = self.win(np.maximum(target - mine, 1), np.maximum(target - theirs, 1))
                chance = np.where(on, self.overtake(theirs - mine), early)
                shares[:, first] *= chance
                shares[:, second] *= 1 - chance
        result = np.zeros(totals.shape)
        result[:, list(order)] = shares / np.maximum(shares.sum(1, keepdims=True), 1e-300)
        return result
