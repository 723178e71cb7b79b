"""Hot Dice as numbers: every situation of a turn, and what a roll can make of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple

import numpy as np

from redpip.core.dice import DICE, shown
from redpip.games.hot.goals import STEP
from redpip.games.hot.rules import HotRules, Turn
from redpip.games.hot.scoring import SET, SINGLES, Sets, held_total, is_bust, may_hold, new_sets, throws
from redpip.solve.push.ways import Ways


class Situation(NamedTuple):
    """What counts of a turn beside its total: how many dice are rolled next, which sets double, and, where singles make
    a set, how many of each are held."""

    dice: int
    sets: Sets
    singles: tuple[int, ...] = ()


class Way(NamedTuple):
    to: Situation
    times: int
    plus: int


@dataclass(frozen=True)
class Turns:
    """All situations of a turn under certain rules, numbered, with the ways between them."""

    rules: HotRules
    number: dict[Situation, int]
    ways: Ways

    def at(self, turn: Turn) -> int:
        """The situation of a turn in which no loose die can be held any more."""
        return self.number[situation(self.rules, turn)]


def situation(rules: HotRules, turn: Turn) -> Situation:
    held = () if rules.is_hot(turn) else [turn.held[die - 1] for die in shown(turn.held)]
    return Situation(len(rules.to_roll(turn)), turn.sets, _singles(rules, held, turn.sets))


def _singles(rules: HotRules, held: Sequence[int], sets: Sets) -> tuple[int, ...]:
    if not rules.singles_make_set:
        return ()
    return tuple(0 if face in sets else held.count(face) for face in SINGLES)


@lru_cache(maxsize=4)
def turns_of(rules: HotRules) -> Turns:
    """Found from the start of a turn, roll by roll."""
    start = situation(rules, Turn())
    number, after = {start: 0}, list[Counter[frozenset[Way]]]()
    for now in _growing(number):
        classes: Counter[frozenset[Way]] = Counter()
        for faces, orders in throws(now.dice):
            classes[frozenset(_ways(rules, now, faces))] += orders
        after.append(classes)
        for way in sorted({way for ways in classes for way in ways}):
            number.setdefault(way.to, len(number))
    return Turns(rules, number, _numbered(number, after))


def _growing(number: dict[Situation, int]) -> Iterator[Situation]:
    at = 0
    while at < len(number):
        yield list(number)[at]
        at += 1


def _ways(rules: HotRules, now: Situation, faces: Sequence[int]) -> Iterator[Way]:
    if is_bust(faces, now.sets):
        return
    for size in range(1, len(faces) + 1):
        for held in set(combinations(faces, size)):
            if may_hold(held, now.sets):
                yield _way(rules, now, held)


def held_ways(rules: HotRules, now: Situation) -> Iterator[tuple[tuple[int, ...], Way]]:
    """All dice that may be held out of one roll, in the order of their faces, and where that leads."""
    for size in range(1, now.dice + 1):
        for held in combinations_with_replacement(DICE, size):
            if may_hold(held, now.sets):
                yield held, _way(rules, now, held)


def _way(rules: HotRules, now: Situation, held: tuple[int, ...]) -> Way:
    whole, add_first = rules.multi == "whole_total", rules.order == "add_first"
    nothing, one = (held_total(total, held, now.sets, whole=whole, add_first=add_first) for total in (0, STEP))
    return Way(_after(rules, now, held), (one - nothing) // STEP, nothing // STEP)


def _after(rules: HotRules, now: Situation, held: tuple[int, ...]) -> Situation:
    sets = {*now.sets, *new_sets(held, now.sets)}
    singles = tuple(before + held.count(face) for before, face in zip(now.singles, SINGLES, strict=False))
    sets |= {face for face, count in zip(SINGLES, singles, strict=False) if count >= SET}
    if len(held) == now.dice:  # all are held, and picked up again
        return Situation(rules.dice, tuple(sorted(sets)) if rules.persist else (), (0,) * len(singles))
    singles = tuple(0 if face in sets else count for face, count in zip(SINGLES, singles, strict=False))
    return Situation(now.dice - len(held), tuple(sorted(sets)), singles)


def _numbered(number: dict[Situation, int], after: Sequence[Counter[frozenset[Way]]]) -> Ways:
    """Throws that bust are the class without a way."""
    bust, classes, chance, firsts = [], [0], [], [0]
    ways: list[Way] = []
    for now, found in zip(number, after, strict=True):
        bust.append(found[frozenset()] / 6**now.dice)
        for open_ways, orders in found.items():
            if open_ways:
                ways += sorted(open_ways)
                chance.append(orders / 6**now.dice)
                firsts.append(len(ways))
        classes.append(len(chance))
    return Ways(
        np.array(bust),
        np.array(classes),
        np.array(chance),
        np.array(firsts),
        np.array([number[way.to] for way in ways]),
        np.array([way.times for way in ways]),
        np.array([way.plus for way in ways]),
    )
