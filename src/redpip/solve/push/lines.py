"""Great totals: for the greatest expected total, values there run along straight lines.

Far out only what is multiplied counts: slopes solve the turn without what is added, offsets the same choices with it.
The lines meet Bellman's equation wherever no other choice has overtaken them, and all ways lead further out, so they
are the values from there on.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from redpip.core.problem import Problem
from redpip.solve.push.ways import Floats, Ways

MOST_SWEEPS = 20_000
STILL = 1e-14  # part of a value that it may still move
ENDLESS = 1e9  # slopes and offsets that grow so far grow on
SAME = 1e-11  # part of a slope within which slopes are the same


def straight_lines(ways: Ways) -> tuple[Floats, Floats, int]:
    """[situation] slope and offset, and the total from which on they hold."""
    slopes = _still(lambda slopes: _slopes(ways, slopes), np.ones(ways.situations))
    offsets = _still(lambda offsets: _offsets(ways, slopes, offsets), np.zeros(ways.situations))
    return slopes, offsets, _overtaken(ways, slopes, offsets)


def _slopes(ways: Ways, slopes: Floats) -> Floats:
    return np.maximum(_mean(ways, _most(ways, ways.times * slopes[ways.to])), 1.0)


def _offsets(ways: Ways, slopes: Floats, offsets: Floats) -> Floats:
    rises, adds = ways.times * slopes[ways.to], ways.plus * slopes[ways.to] + offsets[ways.to]
    steepest = rises >= np.repeat(_most(ways, rises), np.diff(ways.firsts)) * (1 - SAME)
    rolled = _mean(ways, _most(ways, np.where(steepest, adds, -np.inf)))
    banks = _mean(ways, _most(ways, rises)) < 1 - SAME
    return np.where(banks, 0.0, rolled)


def _overtaken(ways: Ways, slopes: Floats, offsets: Floats) -> int:
    """The first total from which on no other choice is better."""
    rises, adds = ways.times * slopes[ways.to], ways.plus * slopes[ways.to] + offsets[ways.to]
    repeats = np.diff(ways.firsts)
    steepest = rises >= np.repeat(_most(ways, rises), repeats) * (1 - SAME)
    chosen = _most(ways, np.where(steepest, adds, -np.inf))
    others = _crossing(np.repeat(_most(ways, rises), repeats) - rises, adds - np.repeat(chosen, repeats))
    rolled_rise, rolled_add = _mean(ways, _most(ways, rises)), _mean(ways, chosen)
    stops = np.where(rolled_rise < 1, rolled_add, -rolled_add)
    return int(np.ceil(max(others.max(), _crossing(np.abs(rolled_rise - 1), stops).max()))) + 1


def _crossing(steeper: Floats, ahead: Floats) -> Floats:
    """Where a line that is so much steeper makes up for what another is ahead."""
    return np.where((ahead > 0) & (steeper > SAME), ahead / np.maximum(steeper, SAME), 0.0)


def _most(ways: Ways, by_way: Floats) -> Floats:
    return np.asarray(np.maximum.reduceat(by_way, ways.firsts[:-1]))


def _mean(ways: Ways, by_class: Floats) -> Floats:
    return np.asarray(np.add.reduceat(by_class * ways.chance, ways.classes[:-1]))


def _still(step: Callable[[Floats], Floats], values: Floats) -> Floats:
    """What the step leaves as it is."""
    for _ in range(MOST_SWEEPS):
        after = step(values)
        if np.abs(after - values).max() <= STILL * np.abs(after).max():
            return after
        if after.max() > ENDLESS:
            break
        values = after
    raise Problem("endless_turn", "With these options the expected points of a turn have no bound.")
