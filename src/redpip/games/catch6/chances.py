"""How likely a pattern is within a few rolls, if everything that does not serve it is rolled again.

For a full house it matters only how many dice show the same number and whether that number is still free. So a hand
is two lists of counts, those of the free numbers and those of the caught ones, each in falling order.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import product
from math import comb

from redpip.core.dice import DICE
from redpip.games.catch6.scoring import ALIKE

Counts = tuple[int, ...]
Hand = tuple[Counts, Counts]  # of the free numbers, of the caught ones


@cache
def red_chance(dice: int, red: bool, white: int, rolls: int) -> float:
    """For a red die and its white ones, of which so many lie there."""
    if red and white >= min(ALIKE, dice) - 1:
        return 1.0
    return red_after(dice, red, white, not red, dice - 1 - white, rolls) if rolls else 0.0


@cache
def red_after(dice: int, red: bool, white: int, loose_red: bool, loose: int, rolls: int) -> float:
    """The same with a roll of the die that can be red, or not, and of so many others."""
    hit = 1.0 if red else 1 / 6 if loose_red else 0.0
    total = 0.0
    for more in range(loose + 1):
        chance = comb(loose, more) * 5 ** (loose - more) / 6**loose
        after = [red_chance(dice, found, white + more, rolls - 1) for found in (True, False)]
        total += chance * (hit * after[0] + (1 - hit) * after[1])
    return total


def hand_of(faces: Iterable[int], free: Iterable[int]) -> Hand:
    faces, free = tuple(faces), tuple(free)
    return (
        _falling(faces.count(number) for number in free),
        _falling(faces.count(number) for number in DICE if number not in free),
    )


@cache
def house_chance(hand: Hand, rolls: int) -> float:
    """For a full house that shows a free number, with the best choice of dice before each roll."""
    if _is_house(hand):
        return 1.0
    return max(house_after(kept, _dice(hand) - _dice(kept), rolls) for kept in _keeps(hand)) if rolls else 0.0


@cache
def house_after(kept: Hand, loose: int, rolls: int) -> float:
    """The same when these dice are kept and so many others rolled."""
    return sum(chance * house_chance(hand, rolls - 1) for hand, chance in _thrown(kept, loose))


@cache
def _thrown(kept: Hand, loose: int) -> tuple[tuple[Hand, float], ...]:
    """The hands that may come of it, and how likely each is."""
    if not loose:
        return ((kept, 1.0),)
    found: dict[Hand, float] = defaultdict(float)
    for more in _one_more(kept):
        for hand, chance in _thrown(more, loose - 1):
            found[hand] += chance / 6
    return tuple(found.items())


def _one_more(hand: Hand) -> Iterator[Hand]:
    """The hand with one more die, for each number it may show."""
    free, caught = hand
    for at in range(len(free)):
        yield _falling((*free[:at], free[at] + 1, *free[at + 1 :])), caught
    for at in range(len(caught)):
        yield free, _falling((*caught[:at], caught[at] + 1, *caught[at + 1 :]))


def _keeps(hand: Hand) -> set[Hand]:
    """All that may stay on the table when at least one die is rolled."""
    free, caught = ({_falling(kept) for kept in product(*(range(n + 1) for n in counts))} for counts in hand)
    return {kept for kept in product(free, caught) if _dice(kept) < _dice(hand)}


def _is_house(hand: Hand) -> bool:
    counts = [count for counts in hand for count in counts if count]
    return hand[0][:1] > (0,) and len(counts) > 1 and min(counts) > 1


def _falling(counts: Iterable[int]) -> Counts:
    return tuple(sorted(counts, reverse=True))


def _dice(hand: Hand) -> int:
    return sum(map(sum, hand))
