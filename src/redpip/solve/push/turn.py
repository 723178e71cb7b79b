"""A turn solved for any use of its total, on NumPy arrays alone.

Values are [total, situation], after dice were held: bank or roll on. Totals only grow, so they are valued from the
greatest to the smallest. From some total on nobody has to look: either it is proved best to bank at once, or values go
on along straight lines.
"""

from __future__ import annotations

import numpy as np

from redpip.solve.push.lines import straight_lines
from redpip.solve.push.ways import Floats, Ways

UNBANKED = -1e18  # what may not be banked is worth less than anything


def solve_turn(ways: Ways, bank: Floats, lost: float, until: int) -> Floats:
    """``bank`` says what every total is worth once it is banked, as far as ways lead from below ``until``; from there
    on all situations bank."""
    values = np.empty((len(bank), ways.situations))
    values[until:] = bank[until:, np.newaxis]
    return _filled(ways, values, bank, lost, until)


def solve_points(ways: Ways, least: int) -> Floats:
    """For the greatest expected total, where a total below ``least`` may not be banked."""
    slopes, offsets, until = straight_lines(ways)
    until = max(until, least)
    totals = np.arange(ways.reach(until), dtype=float)
    values = totals[:, np.newaxis] * slopes + offsets
    bank = np.where(totals >= least, totals, UNBANKED)
    return _filled(ways, values, bank, 0.0, until)


def certain(ways: Ways, bank: Floats, first: int, lost: float) -> int:
    """From this total on to bank is best in every situation, and totals only grow, if from ``first`` on banking more is
    worth more: even the furthest that one roll leads to does not make up for turns that are lost."""
    times, plus = ways.furthest
    totals = np.arange(len(bank))[:, np.newaxis]
    furthest = bank[np.minimum(totals * times + plus, len(bank) - 1)]
    tempting = (ways.bust * lost + (1 - ways.bust) * furthest > bank[:, np.newaxis]).any(axis=1)
    return max(first, int(np.flatnonzero(tempting).max(initial=-1)) + 1)


def _filled(ways: Ways, values: Floats, bank: Floats, lost: float, until: int) -> Floats:
    for total in range(until - 1, -1, -1):
        values[total] = np.maximum(ways.rolled(values, total, lost), bank[total])
    return values
