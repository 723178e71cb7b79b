"""Two against each other, solved backward over who owns what (see ``sides.py``).

The rates of a side come from its own solution, and that from the rates of the other; so both are found in turn until
they are still.
"""

from __future__ import annotations

import numpy as np

from redpip.core.effort import QUIET, Effort
from redpip.games.catch6.rules import Catch6Rules
from redpip.games.catch6.sides import GROUPS, NEVER, Key, Policy, Side, Sides, catching, hands_after, keys_of
from redpip.solve.keeps.kernels import best_keeps, fallen_shares, throw_means
from redpip.solve.keeps.plain import Floats, chosen_keeps, counted
from redpip.solve.keeps.shape import Ints, shape_of

ROUNDS = ((1e-3, True), (1e-4, True), (1e-5, False), (1e-6, False))  # how still; whether groups are made anew
ALIKE = 0.002  # hands whose chances differ by less need no groups of their own
RARE = 1e-4  # games that take longer are left out where hands are counted


class Duel:
    def __init__(self, rules: Catch6Rules, effort: Effort = QUIET) -> None:
        self._rules, self._effort = rules, effort
        self.sides = Sides(rules, self._guessed)
        self._shares = dict[Key, Floats]()

    def solve(self) -> None:
        keys = keys_of(self._rules)
        for number, key in enumerate(keys):
            self._effort.progress(number / len(keys))
            if key.mine <= key.theirs:
                self._solve(key)

    def _solve(self, key: Key) -> None:
        for still, regroup in ROUNDS:
            for one in dict.fromkeys((key, key.other)):
                self._against(one, still)
                self._observe(one, regroup)

    def _guessed(self, key: Key) -> Side:
        shape = shape_of(self._rules.dice, key.free)
        groups = np.zeros(shape.hands + 1, np.int32)
        groups[-1] = GROUPS
        met, stay = np.zeros(GROUPS + 1), np.zeros((GROUPS + 1, GROUPS + 1))
        met[0], stay[:, 0] = 1.0, 0.75
        catch = {}
        for number in key.free:
            catch[number] = np.zeros((GROUPS + 1, 1 if number in key.wins else GROUPS + 1))
            catch[number][:, 0] = 0.25 / len(key.free)
        self._shares[key] = np.ones(shape.hands + 1)
        worth = np.full((shape.hands + 1, GROUPS + 1), 0.5)
        return Side(key, shape, worth, np.zeros(GROUPS - 1), groups, met, stay, catch)

    # ---- what a side is worth against the other's rates

    def _against(self, key: Key, still: float) -> None:
        side, other = self.sides[key], self.sides[key.other]
        lost, catch = self.sides.lost(side, other.catch), self._catching(side, other)
        moved = 1.0
        while moved > still:
            before, side.worth = side.worth, self._turn(side, lost + side.worth @ other.stay.T, catch)
            moved = float(np.abs(side.worth - before).max())
        side.ended = lost + side.worth @ other.stay.T

    def kept(self, key: Key) -> tuple[Ints, Floats]:
        """The keeps that are best for some hand, and what they are worth against each group: from these follows what
        all hands are worth. The last one is that of all dice."""
        side, other = self.sides[key], self.sides[key.other]
        values = throw_means(side.shape, np.maximum(self.sides.ended(key)[:-1], self._catching(side, other)))
        chosen = [np.unique(chosen_keeps(side.shape, column)) for column in values.T]
        used = np.unique(np.concatenate([*chosen, [side.shape.size - 1]]))
        return used, values[used]

    @staticmethod
    def _turn(side: Side, ended: Floats, catch: Floats) -> Floats:
        values = throw_means(side.shape, np.maximum(ended[:-1], catch))
        forced = values[-1:].copy()
        return np.concatenate([best_keeps(side.shape, values), forced])

    def _catching(self, side: Side, other: Side) -> Floats:
        """[hand, group] what the best catch is worth."""
        best = np.full((side.shape.hands, len(other.met)), NEVER)
        for number, (red, forced) in catching(self._rules.dice, side.key.free).items():
            if number in side.key.wins:
                best[red | forced] = 1.0
                continue
            after = side.key.caught(number)
            ended = self.sides.ended(after) @ self._regrouped(other, number).T
            rows = hands_after(self._rules.dice, side.key.free, number)[:-1][red]
            best[red] = np.maximum(best[red], ended[rows])
            best[forced] = np.maximum(best[forced], ended[-1])
        return best

    def _regrouped(self, other: Side, number: int) -> Floats:
        """[group, group] what a group of the other becomes once this side has the number."""
        after = self.sides[other.key.lost(number)]
        to = after.groups[hands_after(self._rules.dice, other.key.free, number)]
        matrix = np.zeros((len(other.met), len(after.met)))
        np.add.at(matrix, (other.groups, to), self._shares[other.key])
        total = matrix.sum(axis=1, keepdims=True)
        found: Floats = np.divide(matrix, total, out=np.zeros_like(matrix), where=total > 0)
        return found

    # ---- what the other sees of a side

    def _observe(self, key: Key, regroup: bool) -> None:
        side = self.sides[key]
        policy = side.policy = self.sides.found_policy(key)
        share = self._shares[key] = self._counted(side, policy)
        if regroup:
            worth = side.worth[:-1] @ self.sides[key.other].met
            side.bounds = bounds_of(worth, share[:-1])
            side.groups[:-1] = np.searchsorted(side.bounds, worth)
        met = counted(side.groups, share, GROUPS + 1)
        side.met = met / met.sum()
        inside = [np.where(side.groups == group, share, 0.0) / max(met[group], 1e-300) for group in range(GROUPS + 1)]
        shares = np.column_stack([counted(policy.keeps, one, side.shape.size) for one in inside])
        hands = np.arange(side.shape.hands, dtype=np.int32)
        side.stay, side.catch = self.sides.outcome(key, hands, fallen_shares(side.shape, shares))

    @staticmethod
    def _counted(side: Side, policy: Policy) -> Floats:
        """[hand] how often a turn begins with it, for somebody who begins with all dice."""
        now, total = np.zeros(len(policy.keeps)), np.full(len(policy.keeps), 1e-9)
        now[-1] = 1.0
        while now.sum() > RARE:
            total += now
            shares = counted(policy.keeps, now, side.shape.size)[:, None]
            fallen = fallen_shares(side.shape, shares)[:, 0]
            now = np.append(np.where(policy.acts == 0, fallen, 0.0), 0.0)
        return total


def bounds_of(worth: Floats, share: Floats) -> Floats:
    """Between groups of hands of like worth: their means move until they are still. Where there are fewer groups no
    hand lies beyond the last bounds."""
    order = np.argsort(worth)
    middle = (np.arange(GROUPS) + 0.5) / GROUPS
    means = np.interp(middle, np.cumsum(share[order]) / share.sum(), worth[order])
    for _ in range(30):
        groups = np.searchsorted((means[1:] + means[:-1]) / 2, worth)
        total, sums = np.bincount(groups, share, GROUPS), np.bincount(groups, share * worth, GROUPS)
        means = np.sort(np.divide(sums, total, out=means.copy(), where=total > 0))
    apart = means[np.append(True, np.diff(means) > ALIKE)]
    bounds = np.full(GROUPS - 1, np.inf)
    bounds[: len(apart) - 1] = (apart[1:] + apart[:-1]) / 2
    return bounds
