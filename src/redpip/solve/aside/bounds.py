"""When stopping filled up is certainly best, so that nobody has to look at rolling on.

Say a player has filled up with A points, so that stopping is worth u(2A). Take any straight line that is nowhere below
the use u: u(s) <= a + c·s for all s > A. Whoever rolls on then expects at most a + c·G(A, b), where G is the best
expectation of somebody who counts points and for whom a bust is worth b = (u(bust) - a) / c points. G knows nothing
of u, so it is found once. It is convex in b (the best of straight lines), so between two b that were solved it is at
most what a chord says. If a + c·G(A, b) <= u(2A), stopping is proved best.

How far G must look: let p be the best chance to fill up from a start and H the highest score of a table. Who rolls on
with A points ends at most with 2(A + H) if that comes off, else with A + H, as long as all higher fill-ups stop. That
is no more than 2A once A >= H·(1 + p) / (1 - p). By induction over the number of fill-ups still allowed, all of them
stop there.
"""

from __future__ import annotations

from math import ceil

import numpy as np

from redpip.solve.aside.facts import BUST, NOTHING, Floats, Numbers, Shelf
from redpip.solve.aside.turn import LANES, Roll, Turns

BUSTS = np.array([-1e5, -300.0, -100.0, -50.0, -25.0, -10.0, 0.0, 20.0])  # what a bust may be worth, in points
FLAT = 1e-300  # no line is quite level
AT_ONCE = 32  # points carried that are looked at together, so that they stay in the cache


def fill_chance(shelf: Shelf, roll: Roll) -> float:
    """The best chance to fill up from the start of a turn."""
    values = np.repeat(shelf.filled.astype(np.float64)[:, None], LANES, 1)
    values[NOTHING], values[BUST], values[shelf.start] = -np.inf, 0.0, -np.inf
    roll(shelf, values)
    return float(values[shelf.start, 0])


def prospects(shelf: Shelf, roll: Roll) -> Floats:
    """[A, b]: G for each of BUSTS; for higher A the last row and, for each point more, 1 + p."""
    chance = fill_chance(shelf, roll)
    last = ceil(shelf.most * (1 + chance) / (1 - chance))
    scores = np.arange(2 * (last + shelf.most) + 1, dtype=np.float64)
    turns = Turns(shelf, np.repeat(scores[None], LANES, 0), BUSTS, roll)
    start = turns.solve([range(last, shelf.least_filled - 1, -1)] * LANES).copy()
    found = turns.starts[: last + 1]
    found[: shelf.least_filled] = start  # nobody carries fewer points, but for none
    reach = chance * 2 * (last + shelf.most) + (1 - chance) * (last + shelf.most)
    return np.vstack([found, np.full(LANES, reach), np.full(LANES, reach + 1 + chance)])


def margins(uses: Floats, bust: float, found: Floats, carried: Numbers | None = None) -> Floats:
    """[A]: by how much stopping with 2A is proved to be worth more than rolling on, where a bust is worth so much.
    Below 0 nothing is proved. ``found`` are the prospects. ``carried`` are the A, rising; without them all."""
    carried = np.arange((len(uses) - 1) // 2 + 1) if carried is None else carried
    lines = [_line_above(uses, carried[at : at + AT_ONCE]) for at in range(0, len(carried), AT_ONCE)]
    slope, above = (np.concatenate(part) for part in zip(*lines, strict=True))
    result: Floats = uses[2 * carried] - above - slope * _expected(_rows(carried, found), (bust - above) / slope)
    return result


def _line_above(uses: Floats, carried: Numbers) -> tuple[Floats, Floats]:
    """The slope of a line from what stopping brings to the steepest point beyond it, and how high it must begin to be
    nowhere below the uses of more points than are carried. Beyond what stopping brings none is above it."""
    stop = 2 * carried[:, None]
    beyond = np.arange(2 * carried[0] + 1, len(uses))
    ahead = beyond - stop
    rises = np.where(ahead > 0, (uses[beyond] - uses[stop]) / np.maximum(ahead, 1), 0.0)
    slope: Floats = np.maximum(rises.max(1, initial=0.0), FLAT)
    before = np.arange(carried[0] + 1, 2 * carried[-1] + 1)
    over_line = np.where(before > carried[:, None], uses[before] - slope[:, None] * before, -np.inf)
    return slope, np.maximum(over_line.max(1, initial=-np.inf), uses[2 * carried] - slope * 2 * carried)


def nearby_margins(known: Floats, change: Floats, bust_change: float) -> Floats:
    """[A]: the same from the margins of another turn with nearly the same uses: rolling on ends with more than A points
    or with a bust, so it gains no more than the greatest change among these."""
    from_here = np.maximum.accumulate(change[::-1])[::-1]
    carried = np.arange(len(known))
    gain = np.maximum(from_here[np.minimum(carried + 1, len(change) - 1)], bust_change)
    result: Floats = known + change[2 * carried] - gain
    return result


def _rows(carried: Numbers, found: Floats) -> Floats:
    """The prospects of these points carried."""
    last = len(found) - 3
    beyond = found[-2] + np.maximum(carried - last, 0)[:, None] * (found[-1] - found[-2])
    rows: Floats = np.where(carried[:, None] <= last, found[np.minimum(carried, last)], beyond)
    return rows


def _expected(rows: Floats, bust: Floats) -> Floats:
    """What the prospects are at most where a bust is worth so many points: on the chord between two that are known,
    never more than at a higher worth, and no steeper than the worth itself."""
    at = np.clip(np.searchsorted(BUSTS, bust), 1, len(BUSTS) - 1)
    low, high = BUSTS[at - 1], BUSTS[at]
    here = np.arange(len(rows))
    share = np.clip((bust - low) / (high - low), 0.0, 1.0)
    chord = rows[here, at - 1] + share * (rows[here, at] - rows[here, at - 1])
    worse = np.maximum(bust / BUSTS[0], 1.0)  # points are never below 0, so as many times as bad a bust, or worse
    result: Floats = np.where(chord < 0, worse * chord, chord) + np.maximum(bust - BUSTS[-1], 0.0)
    return result
