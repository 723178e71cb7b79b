"""What one turn is worth with each keep: the mean over both throws. The second takes the same dice as the first."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from redpip.solve.rows.facts import BASE, OUT


@njit(cache=True, nogil=True)
def _open_dice(keep: int, dice: int, strides: Any) -> tuple[int, int]:
    """How many dice are thrown, and the hand in which each of them shows its first face."""
    count, first, rest, stride = 0, keep, keep, 1
    for _ in range(dice):
        if rest % BASE == OUT:
            strides[count] = stride
            count += 1
            first -= OUT * stride
        rest //= BASE
        stride *= BASE
    return count, first


@njit(cache=True, nogil=True)
def _following(count: int, strides: Any, digits: Any, at: int) -> int:
    """The next way the dice can fall, or -1 after the last."""
    for die in range(count):
        digits[die] += 1
        at += strides[die]
        if digits[die] < OUT:
            return at
        at -= OUT * strides[die]
        digits[die] = 0
    return -1


@njit(cache=True, nogil=True)
def turns(best: Any, keeps: Any, dice: int, again: Any, values: Any) -> None:
    """``again`` gets the mean of the best over one throw, ``values`` that of the better of a throw and another one."""
    strides, digits = np.empty(dice, np.int64), np.zeros(dice, np.int64)
    for place in range(keeps.size):
        count, first = _open_dice(keeps[place], dice, strides)
        total, ways, at = 0.0, 0, first
        while at >= 0:
            total += best[at]
            ways += 1
            at = _following(count, strides, digits, at)
        mean = total / ways
        total, at = 0.0, first
        while at >= 0:
            total += max(best[at], mean)
            at = _following(count, strides, digits, at)
        again[place] = mean
        values[place] = total / ways


@njit(cache=True, nogil=True)
def chances(best: Any, again: Any, chance: Any, keeps: Any, dice: int, found: Any) -> None:
    """The mean of ``chance`` over a turn of somebody who throws again where that is better by ``best``."""
    strides, digits = np.empty(dice, np.int64), np.zeros(dice, np.int64)
    for place in range(keeps.size):
        count, first = _open_dice(keeps[place], dice, strides)
        total, content, poor, ways, at = 0.0, 0.0, 0, 0, first
        while at >= 0:
            total += chance[at]
            ways += 1
            if best[at] < again[place]:
                poor += 1
            else:
                content += chance[at]
            at = _following(count, strides, digits, at)
        found[place] = (content + poor * total / ways) / ways
