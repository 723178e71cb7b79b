"""Finds why a line of Spicy Dice is better than another: reasons that hold and decide, the most telling first.

What a reason names must explain at least half of the cost. Whoever writes gives up a box, whoever rolls gives up a
roll; so the cost is taken apart into points now, boxes left open, dice held, and what a roll is worth.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from redpip.core.coaching import Case, Reason
from redpip.core.dice import without
from redpip.games.spicy import reasons_roll, reasons_write
from redpip.games.spicy.notation import Score
from redpip.games.spicy.outlook import Outlook
from redpip.games.spicy.plans import Plan, narrowed
from redpip.games.spicy.reasons_roll import (
    BIG,
    LITTLE,
    BetterChance,
    BoxGrows,
    BreaksUp,
    Chance,
    ChanceOfAny,
    ChanceOfPepper,
    FewRolls,
    HigherMean,
    LastBoxGo,
    LastBoxStop,
    MoreBoxes,
    NearlyEqual,
    OtherAim,
    RarelyBetter,
    RedMean,
    RollPays,
    RollSaved,
    TooLittle,
    TurnedMean,
)
from redpip.games.spicy.reasons_write import (
    CountedNow,
    HeldAfter,
    KeepsOpen,
    LastWrite,
    LeftOut,
    MoreNow,
    MoreNowAndLater,
    SamePoints,
    StaysRed,
    Turned,
    ZeroSomewhere,
)
from redpip.games.spicy.scoring import NUMBERS
from redpip.games.spicy.weighing import Weighing

KINDS = (*reasons_write.KINDS, *reasons_roll.KINDS)
NEAR = 0.1  # points between lines that are nearly equal
PART = 0.5  # of the cost that a reason must explain
MOST_THROWS = 5  # that are looked ahead
GOALS = {"RUN": 21, **dict.fromkeys(NUMBERS[:3], LITTLE), **dict.fromkeys(NUMBERS[3:], BIG)}  # of several throws
PEPPER_ANYWHERE = 50  # a big one
LIKELY = (0.02, 0.95)  # chances worth telling


def reasons(case: Case) -> Iterator[Reason]:
    if case.other is None:
        return
    if case.cost < NEAR:
        yield NearlyEqual(case.cost)
        return
    part = narrowed(case)
    if part.cost >= PART * case.cost:
        yield from _reasons(Weighing(part))


def _reasons(w: Weighing) -> Iterator[Reason]:
    if w.best.thrown and w.other.thrown:
        yield from _which_dice(w)
    elif w.best.thrown and w.other.box:
        yield from _roll(w, w.other.box)
    elif w.best.box and w.other.thrown:
        yield from _write(w, w.best.box)
    elif w.best.box and w.other.box:
        yield from _which_box(w, w.best.box, w.other.box)


# ---- both write


def _which_box(w: Weighing, box: str, other: str) -> Iterator[Reason]:
    points, other_points = w.points(w.best), w.points(w.other)
    held, other_held = w.held(w.best_line), w.held(w.other_line)
    if box == other and w.best.faces == w.other.faces:
        yield from _which_use(w, box, points - other_points, held - other_held)
    elif held - other_held >= PART * w.cost:
        yield HeldAfter(box, points, held, other, other_points, other_held)
    elif box == other:
        yield from _which_reds(w, box, points, other_points)
    elif w.left == 0:
        yield LastWrite(box, points, other, other_points)
    else:
        yield _now_or_later(box, points, other, other_points, w.open_gain())


def _now_or_later(box: str, points: int, other: str, other_points: int, gain: float) -> Reason:
    if points < other_points:
        return KeepsOpen(box, points, other, other_points, gain)
    if points > other_points:
        if gain < 0:
            return MoreNow(box, points, other, other_points, -gain)
        return MoreNowAndLater(box, points, other, other_points, gain)
    return SamePoints(box, other, points, gain) if points else ZeroSomewhere(box, other, gain)


def _which_reds(w: Weighing, box: str, points: int, other_points: int) -> Iterator[Reason]:
    if wanted := tuple(flip for flip in w.best.flips if flip not in w.other.flips):
        yield Turned(box, wanted, points, other_points)
    elif spoilt := tuple(flip.die for flip in w.other.flips if flip not in w.best.flips):
        yield StaysRed(box, spoilt, points, other_points)


def _which_use(w: Weighing, box: str, points: int, held: float) -> Iterator[Reason]:
    """Extra Spicy: the same dice in the same box, but others of them declared."""
    used, other_used = _used(w, w.best), _used(w, w.other)
    if set(used) < set(other_used):
        yield LeftOut(box, without(other_used, used), w.best.faces, -points, held)
    elif set(other_used) < set(used):
        yield CountedNow(box, without(used, other_used), w.best.faces, points, -held)
    elif held >= PART * w.cost:
        yield HeldAfter(box, w.points(w.best), w.held(w.best_line), box, w.points(w.other), w.held(w.other_line))


def _used(w: Weighing, plan: Plan) -> tuple[int, ...]:
    end = plan.end
    return w.rules.score_used(plan.faces, end.box, end.used)[1] if isinstance(end, Score) else ()


# ---- one writes, the other rolls


def _write(w: Weighing, box: str) -> Iterator[Reason]:
    points, without_roll = w.points(w.best), w.spent(w.best)
    price, gain = w.best_line.value - without_roll, w.other_line.value - without_roll
    left, boxes = w.left - 1, len(w.boxes) - 1
    if gain < 0:
        yield BreaksUp(box, points, -gain, price)
    elif not boxes:
        yield LastBoxStop(box, gain, w.rules.bonus)
    elif left < boxes and boxes > 1:
        yield FewRolls(left, boxes, price, gain)
    else:
        chance = w.other_outlook.chance(box, points + 1)
        if 0 < chance < PART and w.aim(w.other_outlook, 1)[0] == box:
            yield RarelyBetter(box, points, chance, price)
        yield RollSaved(price, gain)


def _roll(w: Weighing, other: str) -> Iterator[Reason]:
    points, without_roll = w.points(w.other), w.spent(w.other)
    price, gain = w.other_line.value - without_roll, w.best_line.value - without_roll
    if len(w.boxes) == 1:
        yield LastBoxGo(other, gain, w.rules.bonus)
        return
    for throws in range(1, min(MOST_THROWS, w.allowed) + 1):
        yield from _chances(w, throws, w.worth_open(other) - points, gain)
    worth = w.worth_open(other)
    if worth - points - w.held(w.other_line) >= PART * w.cost:
        yield TooLittle(other, points, worth)
    mean = w.best_outlook.mean(other)
    if mean - points >= PART * gain:
        yield BoxGrows(other, points, mean, price)
    yield RollPays(gain, price)


def _chances(w: Weighing, throws: int, loss: float, gain: float) -> Iterator[Reason]:
    """One result makes the most of these throws, and they most of the gain over a box written below its worth."""
    box, above = w.aim(w.best_outlook, throws)
    safe, *more = w.best_outlook.results(box)
    if throws > 1:
        more = [GOALS[box]] if box in GOALS else []
    if above + loss < PART * gain or not more:
        return
    result, chance, lift = _telling(w.best_outlook, box, throws, safe, more)
    if LIKELY[0] <= chance <= LIKELY[1] and lift >= PART * (w.best_outlook.mean(box, throws) - safe):
        pepper = safe and box in NUMBERS and result == GOALS[box]
        kind = ChanceOfPepper if pepper else Chance if safe else ChanceOfAny
        yield kind(box, result, throws, chance, safe)


def _telling(outlook: Outlook, box: str, throws: int, safe: int, more: Sequence[int]) -> tuple[int, float, float]:
    """The result that lifts the mean most above what is safe, its chance, and by how much it does."""
    chances = {result: outlook.chance(box, result, throws) for result in more}
    result = max(more, key=lambda one: chances[one] * (one - safe))
    return result, chances[result], chances[result] * (result - safe)


# ---- both roll


def _which_dice(w: Weighing) -> Iterator[Reason]:
    ahead = range(1, min(MOST_THROWS, w.allowed) + 1)
    for throws in ahead:
        yield from _after_throws(w, throws)
    for throws in ahead[1:]:
        yield from _pepper(w, throws)
    means = {box: (w.best_outlook.mean(box), w.other_outlook.mean(box)) for box in w.boxes}
    better = [box for box in w.boxes if means[box][0] > means[box][1]]
    if len(w.boxes) > 2 and 2 * len(better) > len(w.boxes):
        most = max(better, key=lambda box: means[box][0] - means[box][1])
        yield MoreBoxes(len(better), len(w.boxes), most, *means[most])


def _after_throws(w: Weighing, throws: int) -> Iterator[Reason]:
    (box, above), (other, other_above) = w.aim(w.best_outlook, throws), w.aim(w.other_outlook, throws)
    if above - other_above < PART * w.cost:
        return
    mean, other_mean = w.best_outlook.mean(box, throws), w.other_outlook.mean(other, throws)
    if box != other:
        yield OtherAim(throws, box, mean, w.worth_open(box), other, other_mean, w.worth_open(other))
    elif w.best.thrown == w.other.thrown:
        yield from _turned_first(w, box, throws, mean, other_mean)
    else:
        if throws == 1:
            yield from _better_chance(w, box, mean - other_mean)
        yield HigherMean(box, throws, w.best.thrown, mean, w.other.thrown, other_mean)


def _turned_first(w: Weighing, box: str, throws: int, mean: float, other_mean: float) -> Iterator[Reason]:
    wanted, done = w.best.turned(w.best.kept), w.other.turned(w.other.kept)
    if flips := tuple(flip for flip in wanted if flip not in done):
        yield TurnedMean(box, throws, flips, mean, other_mean)
    elif reds := tuple(flip.die for flip in done if flip not in wanted):
        yield RedMean(box, throws, reds, mean, other_mean)


def _better_chance(w: Weighing, box: str, more: float) -> Iterator[Reason]:
    """One result explains why the box can expect more after the throw."""
    safe, *results = w.best_outlook.results(box)
    chances = {one: (w.best_outlook.chance(box, one), w.other_outlook.chance(box, one)) for one in results}
    lifts = {one: (chance - other_chance) * (one - safe) for one, (chance, other_chance) in chances.items()}
    if lifts:
        result = max(lifts, key=lambda one: lifts[one])
        chance, other_chance = chances[result]
        if LIKELY[0] <= chance <= LIKELY[1] and other_chance and lifts[result] >= PART * more:
            yield BetterChance(box, result, 1, w.best.thrown, chance, w.other.thrown, other_chance)


def _pepper(w: Weighing, throws: int) -> Iterator[Reason]:
    """A pepper brings much in any box, also in one that the dice have nothing to do with."""
    if w.best.thrown == w.other.thrown:
        return
    for box in w.boxes:
        points = PEPPER_ANYWHERE
        chance, other_chance = (one.chance(box, points, throws) for one in (w.best_outlook, w.other_outlook))
        gain = (chance - other_chance) * (points - w.worth_open(box))
        if chance >= LIKELY[0] and other_chance and gain >= PART * w.cost:
            yield BetterChance(box, points, throws, w.best.thrown, chance, w.other.thrown, other_chance)
