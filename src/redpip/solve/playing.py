"""Many games of best play at once, by the kernels: a million games share the work of solving their turns.

Games are taken by their set of open boxes, the fullest cards first. For each set its turn is solved once. Then all
games that have it play that turn, a number of rolls left at a time, so that what decides stays in the cache.

Layout as in ``lattice``. Dice that were thrown are two triples, of dice 1, 2, 3 and of dice 4, 5, 6, where a red die
that may be flipped counts as open: then "open" is the wild, and the matrix that ``settle`` wrote has its value.
"""

from __future__ import annotations

from itertools import pairwise, product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from redpip.core.advice import Progress
from redpip.solve.backward import Backward
from redpip.solve.lattice import DIGITS, FACES, PLACE, WIDE, aligned, best_scores, cast, choose, compiled
from redpip.solve.pool import open_boxes
from redpip.solve.six import inlined


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
    return Triples(
        np.array(kept, np.int16),
        np.array(thrown, np.int16),
        PLACE.astype(np.int16),
        np.array([[_place(_mixed(one, wild, mask)) for mask in range(8)] for one in faces], np.int32),
        np.array([[_place(_one(digits, face)) for face in range(6)] for digits in DIGITS], np.int32),
        np.cumsum([0, *map(len, turned)]).astype(np.int32),
        np.array([place for some in turned for place in some], np.int32),
    )


def _one(digits: tuple[int, ...], face: int) -> tuple[int, ...]:
    first = digits.index(6) if 6 in digits else 3
    return (*digits[:first], face, *digits[first + 1 :])[:3]


def _reds(digits: tuple[int, ...], side: int) -> tuple[int, ...]:
    return tuple(6 if digit == 3 * side + die else digit for die, digit in enumerate(digits))


class Turn(NamedTuple):
    """What decides once dice lie there, with so many rolls left. *Down* is the triple that is down in a matrix."""

    wild: Any  # as ``settle`` wrote it, (216 x 343)
    wild_down: int  # its side that is down
    folded: Any  # as ``choose`` wrote it for one roll less, (343 x 216)
    keeps: Any  # what every keep is worth, (343 x 343), the other side down
    folded_down: int  # the side that is down in ``folded``
    points: Any  # [box, kind]
    kinds: Any
    boxes: Any  # those that are open
    rests: Any  # what is worth having after each of them


@inlined
def _at(row: int, column: int, height: int) -> int:
    """Where a matrix has its entry, its panels being so high."""
    return (column >> 3) * (8 * height) + 8 * row + (column & 7)


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
def _flip(turn: Turn, tables: Triples, lying: Any, worth: Any) -> None:
    """Turns the wilds of a side at a time, the best values of the other side's being known."""
    down, wild = turn.wild_down, turn.wild
    for game in range(len(lying)):
        row, column = lying[game, down], lying[game, 1 - down]
        if row >= FACES:
            most = -np.inf
            for i in range(tables.first[row], tables.first[row + 1]):
                value = wild[_at(tables.turned[i], column, FACES)]
                if value > most:
                    most, row = value, tables.turned[i]
            lying[game, down] = row
        worth[game] = wild[_at(row, column, FACES)]
        while column >= FACES:
            first = column
            for face in range(6):
                if wild[_at(row, tables.one[first, face], FACES)] == worth[game]:
                    column = tables.one[first, face]
        lying[game, 1 - down] = column


@compiled
def _write(turn: Turn, lying: Any, worth: Any, written: Any, going: Any) -> int:
    """Which of the open boxes to fill, where nothing is worth more. ``going`` takes the other games; their number."""
    scores = np.empty(turn.points.shape[1], worth.dtype)
    best_scores(turn.points, turn.boxes, turn.rests, scores)
    ending, done, on = np.empty(len(lying), np.int32), 0, 0
    for game in range(len(lying)):
        scored = scores[turn.kinds[lying[game, 0] * FACES + lying[game, 1]]] >= worth[game]
        ending[done], going[on] = game, game
        done, on = done + scored, on + (not scored)
    for game in ending[:done]:
        kind, most = turn.kinds[lying[game, 0] * FACES + lying[game, 1]], -np.inf
        for i in range(turn.boxes.size):
            value = turn.points[turn.boxes[i], kind] + turn.rests[i]
            if value > most:
                most, written[game] = value, i
    return on


@compiled
def _roll(turn: Turn, tables: Triples, lying: Any, worth: Any, going: Any, rolled: Any) -> None:
    """The dice to roll, a side at a time."""
    down = turn.folded_down
    for game in going:
        row, column = lying[game, down], lying[game, 1 - down]
        for mask in range(8):
            if turn.folded[_at(tables.keep[row, mask], column, WIDE)] == worth[game]:
                rolled[game, down] = mask
    for game in going:
        line, column = tables.keep[lying[game, down], rolled[game, down]], lying[game, 1 - down]
        for mask in range(8):
            if turn.keeps[_at(tables.keep[column, mask], line, WIDE)] == worth[game]:
                rolled[game, 1 - down] = mask


@compiled
def decide(turn: Turn, tables: Triples, lying: Any, rolled: Any, written: Any) -> None:
    """Best play for each of many throws: ``lying`` has places with wilds and takes what they are turned to, ``rolled``
    the dice to roll, and ``written``, if there are none, which of the open boxes to fill."""
    worth, going = np.empty(len(lying), turn.wild.dtype), np.empty(len(lying), np.int32)
    _flip(turn, tables, lying, worth)
    rolled[:] = 0
    on = _write(turn, lying, worth, written, going)
    _roll(turn, tables, lying, worth, going[:on], rolled)


@compiled
def prepare(wild: Any, side: int, flips: bool, folded: Any, keeps: Any, block: Any) -> None:
    """What rolling is worth, from what ``settle`` wrote for one roll less with side ``side``."""
    cast(wild, FACES, keeps, 1 - side, flips, block)
    choose(keeps, folded, side, block, True)


@compiled
def play_set(
    left: Any,
    totals: Any,
    filled: Any,
    wilds: Any,
    floor: int,
    flips: bool,
    points: Any,
    kinds: Any,
    boxes: Any,
    after: Any,
    tables: Triples,
    luck: Any,
    room: Any,
) -> None:
    """One turn of some games, those with most rolls ``left`` first: adds to their ``totals``, and ``filled`` takes the
    box. ``wilds[left]`` is what ``settle`` wrote, ``after[left, i]`` as in ``solve_set``."""
    folded, room = room[: WIDE * FACES], room[WIDE * FACES :]
    keeps, block = room[: WIDE * WIDE], room[WIDE * WIDE :]
    playing, began, count = np.empty(left.size, np.int32), 0, 0
    lying, rolled = np.zeros((left.size, 2), np.int32), np.zeros((left.size, 2), np.int32)
    written = np.zeros(left.size, np.int32)
    for rest in range(left[0] - 1, floor - 1, -1):
        while began < left.size and left[began] == rest + 1:
            playing[count], rolled[count], lying[count] = began, 7, 0
            began, count = began + 1, count + 1
        if not count:
            continue
        side = rest - floor & 1
        if rest > floor:
            prepare(wilds[rest - 1], 1 - side, flips, folded, keeps, block)
        turn = Turn(wilds[rest], 1 - side, folded, keeps, side, points, kinds, boxes, after[rest])
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
        self._room = aligned((WIDE * (FACES + WIDE + 8),), backward.table.dtype)

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
        play_set(
            self._left[games],
            self._totals[games],
            self._filled[games],
            back.wilds(open_set, top, self._wilds),
            pool.floors[len(boxes)],
            pool.flips,
            back.points,
            pool.kinds,
            np.array(boxes),
            back.after(open_set),
            self._triples,
            self._luck,
            self._room,
        )
        self._open_sets[games] ^= 1 << self._filled[games]
