"""What rolling on is worth, for eight questions at once, each in its lane."""

from __future__ import annotations

import numpy as np

from redpip.solve.aside.facts import Floats, Ids, Numbers, Shelf
from redpip.solve.pool.jit import compiled
from redpip.solve.pool.lanes import LANES, best, load, load_of, same, store
from redpip.solve.pool.layout import aligned


@compiled
def roll_chosen(values: Floats, of_class: Numbers, firsts: Numbers, members: Ids, weights: Floats, first: int) -> None:
    """Values of one stage's classes: those that stand there already (what stopping brings), or rolling, if it is more.
    Of every throw the best of what it leaves to choose from. ``values`` are flat, eight lanes for each class."""
    for row in range(len(of_class) - 1):
        total, end = same(values, 0.0), firsts[of_class[row]]
        for one in range(of_class[row], of_class[row + 1]):
            value = load_of(values, members, end)
            at, end = end + 1, firsts[one + 1]
            while at + 3 < end:  # four at a time, so that some are compared while others are on their way
                some = best(load_of(values, members, at), load_of(values, members, at + 1))
                more = best(load_of(values, members, at + 2), load_of(values, members, at + 3))
                value = best(value, best(some, more))
                at += 4
            if at + 1 < end:
                some = best(load_of(values, members, at), load_of(values, members, at + 1))
                value = best(value, some)
                at += 2
            if at < end:
                value = best(value, load_of(values, members, at))
            total = total + value * same(values, weights[one])
        store(values, LANES * (first + row), best(load(values, LANES * (first + row)), total))


@compiled
def roll_start(
    values: Floats, leaves: Ids, blocks: Numbers, dice: int, start: int, weight: float, room: Floats
) -> None:
    """The same for the start alone by folding die after die, which is quicker where hardly two throws leave the same
    choices. ``room`` is as flat as the values."""
    size, total = 7**dice, same(values, 0.0)
    for throw in range(len(blocks)):
        for at in range(size):
            value = load_of(values, leaves, blocks[throw, 0] + at)
            for variant in range(1, blocks.shape[1]):
                value = best(value, load_of(values, leaves, blocks[throw, variant] + at))
            store(room, LANES * at, value)
        # dice are folded one by one: a face becomes the better of setting it aside and leaving it open
        done, rest = 1, size // 7
        while rest > 1:
            for prefix in range(done):
                for at in range(rest):
                    left = load(room, LANES * ((7 * prefix + 6) * rest + at))
                    for face in range(6):
                        value = best(left, load(room, LANES * ((7 * prefix + face) * rest + at)))
                        store(room, LANES * ((6 * prefix + face) * rest + at), value)
            done, rest = 6 * done, rest // 7
        for prefix in range(done):
            left = load(room, LANES * (7 * prefix + 6))
            for face in range(6):
                total = total + best(left, load(room, LANES * (7 * prefix + face)))
    store(values, LANES * start, best(load(values, LANES * start), total * same(values, weight)))


def roll_all(shelf: Shelf, values: Floats) -> None:
    """``values`` [class, lane] has what stopping brings in each class, and then what the best is worth."""
    flat = values.reshape(-1)
    for stage in shelf.stages[:-1]:
        found = stage.choices
        roll_chosen(flat, found.of_class, found.firsts, found.members, found.weights, stage.first)
    start = shelf.stages[-1]
    room = aligned((LANES * 7**start.dice,), np.float64)
    roll_start(flat, start.leaves[0], start.blocks, start.dice, start.first, start.weight, room)
