"""Learning Perfecto by playing basic rounds of two against oneself: counterfactual regret of gists, in sampled rounds.

At some of the positions that come up every way is tried once, with both sides going on as they would, and what was
missed by each way is counted as its regret. Ways are chosen in proportion to their regrets; the average of what was
chosen, over all rounds, is what is remembered.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from redpip.core.effort import QUIET, Progress
from redpip.games.perfecto import gist
from redpip.games.perfecto.gist import WAYS
from redpip.solve.bluff.duel import Floats, Ints

compiled = njit(cache=True, nogil=True, error_model="numpy")
own_number, place, bid_of = compiled(gist.own_number), compiled(gist.place), compiled(gist.bid_of)

Table = NDArray[np.float32]  # [gist, way]


class Practice(NamedTuple):
    """What has come of it so far, for each gist and way."""

    regrets: Table
    chosen: Table  # how often, so that the rest of a row is how often something else was
    won: Table  # the sum of what came of it where it was tried, 1 for a round won and -1 for one lost
    tried: Table


STUDIED = 0.34  # of the positions of a round
ASTRAY = 0.1  # of all choices are made at random, so that every position comes up
PARTS = 50  # of the practice; with each of them what was before counts less

# where in ``now`` the numbers of a round are: those of both seats, the leader first, stand beside each other
QUANTITY, RANK, TURN, ROLLED, DICE, KEPT, SAID, SIZE = 0, 1, 2, 3, 4, 6, 8, 10
GOES_ON = 9


@compiled
def deal(hands: Ints, now: Ints) -> None:
    """Any numbers of dice from 2 to 6, six most often: that is how games begin, and what a Last Chance has."""
    now[QUANTITY], now[RANK], now[TURN], now[ROLLED] = gist.NO_BID[0], gist.NO_BID[1], 0, 0
    for seat in range(2):
        now[DICE + seat] = min(6, np.random.randint(2, 9))
        now[KEPT + seat], now[SAID + seat] = gist.NEVER, 0
        for die in range(6):
            hands[seat, die] = np.random.randint(1, 7)


@compiled
def idle(hands: Ints, now: Ints, die: int, number: int) -> bool:
    """Does a die of whoever speaks count nothing for this number?"""
    face = hands[now[TURN], die - 1]
    return die <= now[DICE + now[TURN]] and face not in (number, die)


@compiled
def sight(hands: Ints, now: Ints, counts: Ints) -> tuple[int, int]:
    """What whoever speaks knows: the gist, and the number that suits its dice. Fills what they count."""
    seat, other = now[TURN], 1 - now[TURN]
    for number in range(1, 7):
        counts[number - 1] = 0
        for die in range(1, now[DICE + seat] + 1):
            face = hands[seat, die - 1]
            counts[number - 1] += (face == number) + (face == die)
    own = own_number(counts, now[QUANTITY], now[RANK])
    dice, said = (now[DICE + seat], now[DICE + other]), now[SAID + seat]
    at = place(counts, own, dice[0], dice[1], now[QUANTITY], now[RANK], now[KEPT + other], said, now[ROLLED])
    return at, own


@compiled
def openings(hands: Ints, now: Ints, counts: Ints, own: int, means: Ints) -> int:
    """Fills what each way means, 0 where it is not open and 1 where it is no bid, and says how many are open."""
    quantity, rank, number = now[QUANTITY], now[RANK], 0
    highest = now[DICE] + now[DICE + 1] + 2
    for way in range(WAYS):
        means[way] = 0
        if gist.THEIRS <= way < gist.ROLL_THEIRS:
            means[way] = bid_of(way, counts, own, quantity, rank, highest)
        elif now[ROLLED] == 0 and (quantity > 0 or way == gist.ROLL_OWN):
            if way < gist.THEIRS:
                means[way] = 1
            elif quantity < highest or rank < 6:
                for die in range(1, 7):
                    means[way] |= idle(hands, now, die, own if way == gist.ROLL_OWN else rank)
        number += means[way] > 0
    return number


@compiled
def mix(regrets: Table, at: int, means: Ints, number: int, chances: Floats) -> None:
    """Fills how likely each way is, in proportion to its regret."""
    total = 0.0
    for way in range(WAYS):
        chances[way] = max(0.0, regrets[at, way]) if means[way] else 0.0
        total += chances[way]
    for way in range(WAYS):
        if total > 0.0:
            chances[way] /= total
        elif means[way]:
            chances[way] = 1.0 / number


@compiled
def drawn(chances: Floats) -> int:
    mark, last = np.random.random(), 0
    for way in range(WAYS):
        if chances[way] > 0.0:
            last = way
            mark -= chances[way]
            if mark <= 0.0:
                break
    return last


@compiled
def done(hands: Ints, now: Ints, way: int, means: int, own: int) -> int:
    """Does it. 1: the leader has won the round, -1: it has lost, else the round goes on."""
    seat, quantity, rank = now[TURN], now[QUANTITY], now[RANK]
    if way < gist.THEIRS:
        total = 0
        for at in range(2):
            for die in range(1, now[DICE + at] + 1):
                total += (hands[at, die - 1] == rank) + (hands[at, die - 1] == die)
        right = total < quantity if way == gist.CHALLENGE else total == quantity
        return 1 if right == (seat == 0) else -1
    if way >= gist.ROLL_THEIRS:
        kept = now[DICE + seat]
        for die in range(1, 7):
            if idle(hands, now, die, own if way == gist.ROLL_OWN else rank):
                kept -= 1
                hands[seat, die - 1] = np.random.randint(1, 7)
        now[KEPT + seat], now[ROLLED] = max(kept, now[KEPT + seat]), 1
        return GOES_ON
    now[QUANTITY], now[RANK], now[SAID + seat] = means // 10, means % 10, means % 10
    now[TURN], now[ROLLED] = 1 - seat, 0
    return GOES_ON


@compiled
def played_out(regrets: Table, hands: Ints, now: Ints, counts: Ints, means: Ints, chances: Floats) -> int:
    """The rest of a round, both as they would."""
    while True:
        at, own = sight(hands, now, counts)
        mix(regrets, at, means, openings(hands, now, counts, own, means), chances)
        way = drawn(chances)
        result = done(hands, now, way, means[way], own)
        if result != GOES_ON:
            return int(result)


@compiled
def study(known: Practice, hands: Ints, now: Ints, at: int, own: int, means: Ints, chances: Floats) -> None:
    """Tries every way once, and counts what came of it."""
    worth, mean, side = np.zeros(WAYS), 0.0, 1 - 2 * now[TURN]
    counts, their_means, further = np.zeros(6, np.int64), means.copy(), chances.copy()
    for way in range(WAYS):
        if means[way]:
            tried, then = hands.copy(), now.copy()
            result = done(tried, then, way, means[way], own)
            if result == GOES_ON:
                result = played_out(known.regrets, tried, then, counts, their_means, further)
            worth[way] = side * result
            mean += chances[way] * worth[way]
    for way in range(WAYS):
        if means[way]:
            known.regrets[at, way] += worth[way] - mean
            known.chosen[at, way] += chances[way]
            known.won[at, way] += worth[way]
            known.tried[at, way] += 1.0


@compiled
def practise(known: Practice, rounds: int, seed: int) -> None:
    np.random.seed(seed)
    hands, now, counts = np.zeros((2, 6), np.int64), np.zeros(SIZE, np.int64), np.zeros(6, np.int64)
    means, chances = np.zeros(WAYS, np.int64), np.zeros(WAYS)
    for _ in range(rounds):
        deal(hands, now)
        result = GOES_ON
        while result == GOES_ON:
            at, own = sight(hands, now, counts)
            number = openings(hands, now, counts, own, means)
            mix(known.regrets, at, means, number, chances)
            if number > 1 and np.random.random() < STUDIED:
                study(known, hands, now, at, own, means, chances)
            if np.random.random() < ASTRAY:
                for way in range(WAYS):
                    chances[way] = (means[way] > 0) / number
            way = drawn(chances)
            result = done(hands, now, way, means[way], own)


def learn(rounds: int, seed: int, progress: Progress = QUIET.progress) -> Practice:
    """Later rounds count more: regrets by their number, all else by its square."""
    known = Practice(*np.zeros((len(Practice._fields), gist.GISTS, WAYS), np.float32))
    for part in range(1, PARTS + 1):
        practise(known, rounds // PARTS, seed + part)
        for table, power in zip(known, (1, 2, 2, 2), strict=True):
            table *= (part / (part + 1)) ** power
        progress(part / PARTS)
    return known
