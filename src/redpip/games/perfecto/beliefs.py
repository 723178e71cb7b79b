"""What everybody can know of a cup: how likely each hand under it is, and what a throw or a bid tells of it.

A belief is a vector over all 6ⁿ hands of dice 1 to n, the faces of die 1 changing slowest.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import pairwise

import numpy as np

from redpip.core.dice import DICE, Faces
from redpip.games.perfecto.scoring import counts_for
from redpip.solve.bluff.duel import Change, Floats, Ints

FACES = np.arange(1, 7)
BASE = 16  # counts are below it, so several fit into one number
WAYS = 8  # in which a throw falls, where many are reckoned with: from the poorest to the best, each as likely


@cache
def faces(dice: int) -> Ints:
    """[die, hand]"""
    return np.indices((6,) * dice).reshape(dice, -1) + 1


@cache
def counts(dice: int) -> Ints:
    """[rank - 1, hand] what a hand counts for each number."""
    shown = faces(dice)
    reds = (shown == np.arange(1, dice + 1)[:, None]).sum(0)
    return np.array([(shown == rank).sum(0) + reds for rank in DICE])


@cache
def means(dice: int) -> Floats:
    """The same for products with beliefs."""
    return counts(dice).astype(float)


@cache
def idle(dice: int, rank: int) -> Ints:
    """[hand] the dice that do not count for this number, as bits; those are rolled by who wants it."""
    shown, numbers = faces(dice), np.arange(1, dice + 1)[:, None]
    wasted = (shown != rank) & (shown != numbers)
    return np.asarray((wasted * (1 << np.arange(dice))[:, None]).sum(0))


def number_of(hand: Faces) -> int:
    """Which of the hands this one is."""
    found = 0
    for face in hand:
        found = 6 * found + face - 1
    return found


def tallied(places: Ints, weights: Floats, least: int = 0) -> Floats:
    """The sum of the weights at each place."""
    return np.asarray(np.bincount(places, weights, minlength=least), float)


def dealt(dice: int, known: Faces) -> Floats:
    """Before anything was said: any face, except of dice that all can see."""
    weights = np.ones(1)
    for die in range(dice):
        face = known[die]
        weights = np.multiply.outer(weights, (face == FACES) * 1.0 if face else np.full(6, 1 / 6))
    return np.asarray(weights.ravel())


def thrown_again(belief: Floats, dice: int, masks: Ints, loose: int) -> Floats:
    """After each hand has thrown the dice of its mask, as far as they are loose."""
    found = np.zeros((6,) * dice)
    for mask in np.unique(masks[belief > 0]):
        axes = tuple(die for die in range(dice) if (int(mask) & loose) >> die & 1)
        held = np.where(masks == mask, belief, 0.0).reshape((6,) * dice)
        found += held.sum(axis=axes, keepdims=True) / 6.0 ** len(axes) if axes else held
    return found.ravel()


def spread(belief: Floats, dice: int, rank: int) -> Floats:
    """The chance of each count for this number."""
    return tallied(counts(dice)[rank - 1], belief, 2 * dice + 1)


def summed(spreads: Sequence[Floats]) -> Floats:
    """Of several cups together."""
    total = np.ones(1)
    for one in spreads:
        total = np.convolve(total, one)
    return total


# ---- kinds of hands, by what they count for a few numbers


class Kinds:
    """Hands that count alike for these numbers are of one kind."""

    def __init__(self, dice: int, ranks: tuple[int, ...]) -> None:
        self.dice, self.ranks = dice, ranks
        codes = sum(counts(dice)[rank - 1] * BASE**place for place, rank in enumerate(ranks))
        self.codes, self.of_hand = np.unique(codes, return_inverse=True)

    def __len__(self) -> int:
        return len(self.codes)

    def weights(self, belief: Floats) -> Floats:
        return tallied(self.of_hand, belief, len(self))

    def counts(self, rank: int) -> Ints:
        """[kind] for one of the numbers."""
        return np.asarray(self.codes // BASE ** self.ranks.index(rank) % BASE)

    def rolling(self, rank: int) -> Change:
        """What becomes of each kind when the dice that are idle for this number are thrown, whatever else they are."""
        before, after, chance = _rolled(self.dice, self.ranks, rank)
        into = np.searchsorted(self.codes, after)
        best_last = np.lexsort((self.counts(rank)[into], before))
        before, into, chance = before[best_last], into[best_last], chance[best_last]
        rows = np.searchsorted(before, [*self.codes, np.inf])
        ways = [_few(into[begin:end], chance[begin:end]) for begin, end in pairwise(rows)]
        return Change.of([dict(zip(*way, strict=True)) for way in ways])


def _few(into: Ints, chance: Floats) -> tuple[list[int], list[float]]:
    """Where there are many ways, those in the middle of equal parts stand for all."""
    share = np.cumsum(chance) / chance.sum()
    if len(into) > WAYS:
        picked = np.searchsorted(share, (np.arange(WAYS) + 0.5) / WAYS)
        into, share = into[picked], np.cumsum(np.full(WAYS, 1 / WAYS))
    kept, times = np.unique(into, return_inverse=True)
    return kept.tolist(), tallied(times, np.diff(share, prepend=0)).tolist()


@lru_cache(maxsize=256)
def kinds(dice: int, ranks: tuple[int, ...]) -> Kinds:
    return Kinds(dice, ranks)


@lru_cache(maxsize=256)
def rolling(dice: int, ranks: tuple[int, ...], rank: int) -> Change:
    return kinds(dice, ranks).rolling(rank)


def _rolled(dice: int, ranks: tuple[int, ...], wanted: int) -> tuple[Ints, Ints, Floats]:
    """Codes before and after the throw and how likely the two are, die by die: each one throws or keeps by itself."""
    pairs, chance = np.zeros(1, np.int64), np.ones(1)
    for die in DICE[:dice]:
        ways = [
            (face, after) for face in DICE for after in (DICE if not counts_for(die, face, wanted) else (face,) * 6)
        ]
        moves = np.array([(_code(die, face, ranks) << 32) + _code(die, after, ranks) for face, after in ways])
        pairs, inverse = np.unique(np.add.outer(pairs, moves).ravel(), return_inverse=True)
        chance = tallied(inverse, np.repeat(chance, len(moves)) / len(moves))
    return pairs >> 32, pairs & 0xFFFFFFFF, chance


def _code(die: int, face: int, ranks: tuple[int, ...]) -> int:
    return sum(counts_for(die, face, rank) * BASE**place for place, rank in enumerate(ranks))
