"""Who owns what, as sides: what a player's dice are worth where some numbers are free and some points missing.

The other's hands are put into a few *groups* by how good they are; a group has rates, how likely a turn of it catches
each number or leads into another group. One's own dice are exact. The last group, and the last hand, are those of a
player who must roll all dice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from redpip.core.dice import DICE
from redpip.games.catch6.rules import Catch6Rules
from redpip.games.catch6.scoring import ALIKE, points
from redpip.solve.keeps.plain import Floats, chosen_keeps, counted, throw_means
from redpip.solve.keeps.shape import Ints, Shape, shape_of

Bools = NDArray[np.bool_]

GROUPS = 5  # beside the one of those who must roll all dice
NEVER = -1.0  # less than any chance


class Key(NamedTuple):
    """Points that are missing say enough of who owns what."""

    free: frozenset[int]
    mine: int
    theirs: int

    @property
    def other(self) -> Key:
        return Key(self.free, self.theirs, self.mine)

    def caught(self, number: int) -> Key:
        return Key(self.free - {number}, self.mine - points(number), self.theirs)

    def lost(self, number: int) -> Key:
        return self.other.caught(number).other

    @property
    def wins(self) -> frozenset[int]:
        return frozenset(number for number in self.free if points(number) >= self.mine)

    @property
    def loses(self) -> frozenset[int]:
        return self.other.wins


class Policy(NamedTuple):
    keeps: Ints  # [hand] which keep
    acts: Ints  # [hand] the number that is caught, less than 0 where all dice must be rolled after it; 0 for none


@dataclass
class Side:
    key: Key
    shape: Shape
    worth: Floats  # [hand, group of the other] the chance to win when a turn begins
    bounds: Floats  # between the groups, by what a hand is worth
    groups: Ints  # [hand] its group, in the eyes of the other
    met: Floats  # [group] how often it is met
    stay: Floats  # [group, group] a turn that catches nothing
    catch: Mapping[int, Floats]  # by number: [group, group of who has it]; the sum alone where that wins
    policy: Policy | None = None  # how it plays
    ended: Floats | None = None  # [hand, group] what ``worth`` is when the other's turn begins

    @property
    def begun(self) -> float:
        """What it is worth where both must roll all dice."""
        return float(self.worth[-1, -1])


class Outcome(NamedTuple):
    """Where the games of each column go in a turn."""

    stay: Floats  # [column, group]
    catch: Mapping[int, Floats]


def start_of(rules: Catch6Rules) -> Key:
    return Key(frozenset(DICE), rules.target, rules.target)


def keys_of(rules: Catch6Rules) -> list[Key]:
    """All sides that can come up, those with fewer free numbers first."""
    found = {start_of(rules): None}
    ahead = list(found)
    while ahead:
        new = [after for after in _after(ahead.pop()) if after not in found]
        found |= dict.fromkeys(new)
        ahead += new
    return sorted(found, key=lambda key: (len(key.free), sorted(key.free), key.mine))


def _after(key: Key) -> Iterator[Key]:
    yield from (key.caught(number) for number in key.free - key.wins)
    yield from (key.lost(number) for number in key.free - key.loses)


@cache
def catching(dice: int, free: frozenset[int]) -> Mapping[int, tuple[Bools, Bools]]:
    """By number: [hand] whether it is caught by its red; and whether it is caught, but not so. What ``scoring`` says
    of each hand, said of all at once."""
    faces = shape_of(dice, free).lying
    counts = np.stack([np.count_nonzero(faces == number, axis=1) for number in DICE], axis=1)
    shown = np.count_nonzero(counts, axis=1)
    alone = np.any(counts == 1, axis=1)
    found = {}
    for number in free:
        count = counts[:, number - 1]
        red = (faces[:, number - 1] == number) & (count >= min(ALIKE, dice)) if number <= dice else shown < 0
        house = (shown > 1) & ~alone & (count > 0)
        found[number] = (red, (house | (shown == 1)) & ~red)
    return found


@cache
def hands_after(dice: int, free: frozenset[int], number: int) -> Ints:
    """[hand] which one it is once the number is caught; and last all dice."""
    return shape_of(dice, free).hands_in(shape_of(dice, free - {number}))


class Sides:
    """All sides under certain rules, each made when it is asked for."""

    def __init__(
        self, rules: Catch6Rules, make: Callable[[Key], Side], policy: Callable[[Key], Policy] | None = None
    ) -> None:
        self.dice = rules.dice
        self._make, self._known = make, dict[Key, Side]()
        self._policy = policy or self.found_policy

    def __getitem__(self, key: Key) -> Side:
        if key not in self._known:
            self._known[key] = self._make(key)
        return self._known[key]

    def policy(self, key: Key) -> Policy:
        side = self[key]
        if side.policy is None:
            side.policy = self._policy(key)
        return side.policy

    def ended(self, key: Key) -> Floats:
        """[hand, group] what a side's dice are worth when the other's turn begins."""
        side = self[key]
        if side.ended is None:
            other = self[key.other]
            stay = other.stay.T.astype(side.worth.dtype)
            side.ended = self.lost(side, other.catch) + side.worth @ stay
        return side.ended

    def lost(self, side: Side, catch: Mapping[int, Floats]) -> Floats:
        """[hand, column] what is left where the other catches something."""
        (columns,) = {len(rates) for rates in catch.values()}
        total = np.zeros((side.shape.hands + 1, columns), side.worth.dtype)
        for number in side.key.free - side.key.loses:
            after = self[side.key.lost(number)]
            rates = catch[number].T.astype(after.worth.dtype)
            total += (after.worth @ rates)[hands_after(self.dice, side.key.free, number)]
        return total

    def found_policy(self, key: Key) -> Policy:
        """Against the other's groups as often as each is met."""
        side = self[key]
        fallen = self.ended(key)[:-1] @ self[key.other].met
        acts = np.zeros(side.shape.hands, np.int32)
        for number, (red, forced) in catching(self.dice, key.free).items():
            worth = np.full(side.shape.hands, NEVER)
            if number in key.wins:
                worth[red | forced] = 1.0
            else:
                after = key.caught(number)
                ended = self.ended(after) @ self[after.other].met
                worth[red], worth[forced] = ended[hands_after(self.dice, key.free, number)[:-1][red]], ended[-1]
            better = worth > fallen
            acts[better] = np.where(red[better], number, -number)
            fallen = np.where(better, worth, fallen)
        keeps = chosen_keeps(side.shape, throw_means(side.shape, fallen[:, None])[:, 0])
        return Policy(np.append(keeps, np.int32(side.shape.size - 1)), acts)

    def outcome(self, key: Key, hands: Ints, shares: Floats) -> Outcome:
        """Of games that have these hands after a throw, [hand, column] so many of each."""
        side, catch = self[key], {}
        acts = self.policy(key).acts[hands]
        for number in key.free:
            red, forced = acts == number, acts == -number
            if number in key.wins:
                catch[number] = shares[red | forced].sum(axis=0)[:, None]
                continue
            after = self[key.caught(number)]
            to = after.groups[hands_after(self.dice, key.free, number)[hands[red]]]
            catch[number] = summed(shares[red], to, len(after.met))
            catch[number][:, -1] += shares[forced].sum(axis=0)
        waits = acts == 0
        return Outcome(summed(shares[waits], side.groups[hands[waits]], len(side.met)), catch)


def summed(shares: Floats, groups: Ints, count: int) -> Floats:
    """[column, group] the shares of each group's hands."""
    return np.array([counted(groups, column, count) for column in shares.T])
