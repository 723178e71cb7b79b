"""Many games of best play at once, by the kernels: a million games share the work of solving their turns.

Games are taken by their set of open boxes, the fullest cards first. For each set its turn is solved once, and what is
best to roll is noted on the way. Then all games that have it play that turn, a number of rolls left at a time, so that
what decides stays in the cache.

Layout as in ``layout``. Dice that were thrown are two triples, of dice 1, 2, 3 and of dice 4, 5, 6, where a red die
that may be flipped counts as open: then "open" is the wild, and the matrix that ``settle`` wrote has its value.
"""

from __future__ import annotations

from itertools import pairwise, product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from redpip.core.effort import Progress
from redpip.solve.pool.backward import Backward
from redpip.solve.pool.facts import open_boxes
from redpip.solve.pool.jit import compiled, inlined
from redpip.solve.pool.layout import CHOICES, DECIDED, DIGITS, FACES, PLACE, SETTLED, WIDE, aligned

PLACES = np.uint16  # what has no sign needs no look at whether an index counts from the end


def _place(digits: tuple[int, ...]) -> int:
    return int(PLACE[49 * digits[0] + 7 * digits[1] + digits[2]])


def _mixed(kept: tuple[int, ...], thrown: tuple[int, ...], mask: int) -> tuple[int, ...]:
    return tuple(thrown[die] if mask >> die & 1 else kept[die] for die in range(3))


class Triples(NamedTuple):
    """Three dice. Masks have a bit for each of them that is rolled."""

    kept: Any  # [mask, place] -> the part of a state that stays
    thrown: Any  # [side, mask, place thrown] -> the part that is new, reds as wild
    place: Any  # state -> place
    keep: Any  # [place, mask] -> the place with these dice open
    one: Any  # [place, face] -> the place with its first wild turned
    first: Any  # with all turned: turned[i], i from first[place] to first[place + 1]
    turned: Any


def triples(flips: bool) -> Triples:
    faces, wild = DIGITS[:FACES], (6, 6, 6)
    zero = (0, 0, 0)
    state = np.array([49, 7, 1])
    kept = [[_mixed(one, zero, mask) @ state for one in faces] for mask in range(8)]
    thrown = [
        [[_mixed(zero, _reds(one, side) if flips else one, mask) @ state for one in faces] for mask in range(8)]
        for side in (0, 1)
    ]
    turned = [[_place(one) for one in product(*(range(6) if d == 6 else [d] for d in digits))] for digits in DIGITS]
    tables = (
        kept,
        thrown,
        PLACE,
        [[_place(_mixed(one, wild, mask)) for mask in range(8)] for one in faces],
        [[_place(_one(digits, face)) for face in range(6)] for digits in DIGITS],
        np.cumsum([0, *map(len, turned)]),
        [place for some in turned for place in some],
    )
    return Triples(*(np.array(table, PLACES) for table in tables))


def _one(digits: tuple[int, ...], face: int) -> tuple[int, ...]:
    first = digits.index(6) if 6 in digits else 3
    return (*digits[:first], face, *digits[first + 1 :])[:3]


def _reds(digits: tuple[int, ...], side: int) -> tuple[int, ...]:
    return tuple(6 if digit == 3 * side + die else digit for die, digit in enumerate(digits))


class Turn(NamedTuple):
    """What decides once dice lie there, with so many rolls left."""

    side: int  # that of ``settle``
    wild: Any  # as ``settle`` wrote it, (216 x 343), the other side down
    choices: Any  # of ``settle``, and of the ``choose`` before it
    points: Any  # [box, kind]
    kinds: Any
    boxes: Any  # those that are open
    rests: Any  # what is worth having after each of them


@inlined
def _wild(turn: Turn, row: int, column: int) -> Any:
    return turn.wild[(column >> 3) * (8 * FACES) + 8 * row + (column & 7)]


@inlined
def _choice(choices: Any, row: int, column: int) -> int:
    """The dice to roll of the triple down, as a mask, or 8: none, a box is to be written."""
    at, line, shift = (column >> 3) * CHOICES + (column & 7), row // 6, 4 * (row % 6)
    mask, more = int(choices[at + 8 * line]) >> shift & 15, int(choices[at + 8 * (36 + line % 6)]) >> shift & 15
    return mask | more if mask == 1 else mask


@compiled
def _throw(luck: Any, rolled: Any, lying: Any, tables: Triples) -> None:
    """Throws the dice that are ``rolled``, a mask a side: faces that are ``lying`` become places with wilds."""
    state = luck[0]
    for game in range(len(rolled)):
        state += np.uint64(0x9E3779B97F4A7C15)  # splitmix64
        z = state
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        z = z ^ (z >> np.uint64(31))
        for side in range(2):
            half = (z >> np.uint64(32)) if side else z & np.uint64(0xFFFFFFFF)
            faces = np.int64((half * np.uint64(FACES)) >> np.uint64(32))
            mask = rolled[game, side]
            here = tables.kept[mask, lying[game, side]] + tables.thrown[side, mask, faces]
            lying[game, side] = tables.place[here]
    luck[0] = state


@compiled
def _flip(turn: Turn, tables: Triples, lying: Any) -> None:
    """Turns the wilds of a side at a time, the best values of the other side's being known."""
    down = 1 - turn.side
    for game in range(len(lying)):
        row, column = lying[game, down], lying[game, 1 - down]
        if row >= FACES:
            most = -np.inf
            for i in range(tables.first[row], tables.first[row + 1]):
                value = _wild(turn, tables.turned[i], column)
                if value > most:
                    most, row = value, tables.turned[i]
            lying[game, down] = row
        if column >= FACES:
            worth = _wild(turn, row, column)
            while column >= FACES:
                first = column
                for face in range(6):
                    if _wild(turn, row, tables.one[first, face]) == worth:
                        column = tables.one[first, face]
            lying[game, 1 - down] = column


@compiled
def _roll(turn: Turn, tables: Triples, lying: Any, rolled: Any) -> None:
    """The dice to roll, a side at a time. To ask whether there are any would take longer."""
    side, settled, chosen = turn.side, turn.choices[:SETTLED], turn.choices[SETTLED:]
    for game in range(len(lying)):
        row, column = lying[game, side], lying[game, 1 - side]
        mask = _choice(settled, row, column)
        other = _choice(chosen, column, tables.keep[row, mask & 7])
        rolled[game, side], rolled[game, 1 - side] = mask if mask < 8 else 0, other if mask < 8 else 0


@compiled
def _write(turn: Turn, lying: Any, rolled: Any, written: Any) -> None:
    """Which of the open boxes to fill, where nothing is rolled."""
    for game in range(len(lying)):
        if rolled[game, 0] + rolled[game, 1] == 0:
            kind, most = turn.kinds[lying[game, 0] * FACES + lying[game, 1]], -np.inf
            for i in range(turn.boxes.size):
                value = turn.points[turn.boxes[i], kind] + turn.rests[i]
                if value > most:
                    most, written[game] = value, i


@compiled
def decide(turn: Turn, tables: Triples, lying: Any, rolled: Any, written: Any) -> None:
    """Best play for each of many throws: ``lying`` has places with wilds and takes what they are turned to, ``rolled``
    the dice to roll, and ``written``, if there are none, which of the open boxes to fill."""
    _flip(turn, tables, lying)
    _roll(turn, tables, lying, rolled)
    _write(turn, lying, rolled, written)


@compiled
def play_set(
    left: Any,
    totals: Any,
    filled: Any,
    wilds: Any,
    choices: Any,
    floor: int,
    points: Any,
    kinds: Any,
    boxes: Any,
    after: Any,
    tables: Triples,
    luck: Any,
) -> None:
    """One turn of some games, those with most rolls ``left`` first: adds to their ``totals``, and ``filled`` takes the
    box. ``wilds``, ``choices`` and ``after`` as in ``solve_set``."""
    playing, began, count = np.empty(left.size, np.int32), 0, 0
    lying, rolled = np.zeros((left.size, 2), PLACES), np.zeros((left.size, 2), np.uint8)
    written = np.zeros(left.size, np.uint8)
    for rest in range(left[0] - 1, floor - 1, -1):
        while began < left.size and left[began] == rest + 1:
            playing[count], rolled[count], lying[count] = began, 7, 0
            began, count = began + 1, count + 1
        if not count:
            continue
        turn = Turn(rest - floor & 1, wilds[rest], choices[rest], points, kinds, boxes, after[rest])
        _throw(luck, rolled[:count], lying, tables)
        decide(turn, tables, lying[:count], rolled[:count], written)
        on = 0
        for i in range(count):
            if rolled[i, 0] + rolled[i, 1]:
                playing[on] = playing[i]
                for of in range(2):
                    lying[on, of], rolled[on, of] = lying[i, of], rolled[i, of]
                on += 1
            else:
                game, box = playing[i], boxes[written[i]]
                left[game], filled[game] = rest, box
                totals[game] += points[box, kinds[lying[i, 0] * FACES + lying[i, 1]]]
        count = on


class Games:
    """So many games of best play."""

    def __init__(self, backward: Backward, count: int, seed: int) -> None:
        assert not backward.pool.waive, "games with turns without a roll are not played here"
        self.backward, self.pool = backward, backward.pool
        self._open_sets = np.full(count, self.pool.full, np.int32)
        self._left = np.full(count, self.pool.rolls, np.int32)
        self._totals = np.zeros(count)
        self._filled = np.zeros(count, np.int32)
        self._luck = np.random.SeedSequence(seed).generate_state(1, np.uint64)
        self._triples = triples(self.pool.flips)
        self._wilds = aligned((self.pool.rolls, FACES * WIDE), backward.table.dtype)
        self._choices = aligned((self.pool.rolls, DECIDED), backward.table.dtype)

    def play(self, progress: Progress = lambda _: None) -> NDArray[np.float64]:
        """The totals, in no order."""
        for size in range(self.pool.boxes, 0, -1):
            over = self._sort()
            starts = over + np.flatnonzero(np.diff(self._open_sets[over:], prepend=-1))
            for begin, end in pairwise([*starts, self._left.size]):
                self._play_set(slice(begin, end))
            progress(1 - (size - 1) / self.pool.boxes)
        done = self._open_sets == 0
        self._totals[done] += self.pool.bonus * self._left[done]
        return self._totals

    def _sort(self) -> int:
        """Games with the same boxes open next to each other, most rolls left first; how many are over, which come
        before them."""
        rolls = self.pool.rolls
        key = np.where(self._left > 0, self._open_sets * (rolls + 1) + rolls - self._left, 0)
        order = np.argsort(key.astype(np.min_scalar_type((self.pool.full + 1) * (rolls + 1))), kind="stable")
        self._open_sets, self._left = self._open_sets[order], self._left[order]
        self._totals = self._totals[order]
        return int(np.count_nonzero((self._open_sets == 0) | (self._left == 0)))

    def _play_set(self, games: slice) -> None:
        open_set, top = int(self._open_sets[games.start]), int(self._left[games.start])
        back, pool, boxes = self.backward, self.pool, open_boxes(open_set)
        back.look_into(open_set, top, self._wilds, self._choices)
        play_set(
            self._left[games],
            self._totals[games],
            self._filled[games],
            self._wilds,
            self._choices,
            pool.floors[len(boxes)],
            back.points,
            pool.kinds,
            np.array(boxes),
            back.after(open_set),
            self._triples,
            self._luck,
        )
        self._open_sets[games] ^= 1 << self._filled[games]
