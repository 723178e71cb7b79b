"""The way to the best that dice on the table come to, one small step at a time.

What a die is worth does not change when it is placed or lifted, so values alone would have somebody place and lift for
ever. The plan depends on what the dice show, not on where they lie; so every step leads nearer to it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product

from redpip.games.diangle.notation import Action, Lift, Place
from redpip.games.diangle.numbers import hand
from redpip.games.diangle.rules import Climber, DiangleRules, Row, State
from redpip.solve.rows.facts import Floats
from redpip.solve.rows.hands import Hands, Stage

SAME = 1e-12


def next_step(rules: DiangleRules, hands: Hands, state: State, more: int) -> Action | None:
    """For one who may arrange dice, and is not there yet; None where nothing has to be moved."""
    rows = _to_pass(rules, hands, state, more) or _to_keep(rules, hands, state, more)
    return next(_moves(rules, state.climber, rows), None) if rows is not None else None


def _moves(rules: DiangleRules, climber: Climber, wanted: Sequence[Row]) -> Iterator[Action]:
    """Of the rows above those that matter something is lifted only where they would fill the board."""
    for lying, want in zip(climber.rows, wanted, strict=False):
        yield from (Lift(die) for die in lying if die not in want)
    above = [die for row in climber.rows[len(wanted) :] for die in row]
    needed = {die for row in wanted for die in row}
    yield from (Lift(die) for die in above if die in needed)
    for number, (lying, want) in enumerate(zip(climber.rows, wanted, strict=False), 1):
        yield from (Place(die, number) for die in want if die not in lying)
    if rules.is_diangle(climber) and len(wanted) < len(rules.rows):
        yield from (Lift(die) for die in climber.rows[-1])


def _to_pass(rules: DiangleRules, hands: Hands, state: State, more: int) -> tuple[Row, ...] | None:
    """The dice for the rows to be passed, where passing them is best."""
    climber = state.climber
    values = rules.row_values(climber.level)
    shown = hand(rules, climber.faces, state.spent)
    best = hands.best(climber.level, more).reshape(-1)[shown]
    for way in hands.rows.ways(climber.level):
        fills = tuple(tuple(die + 1 for die in fill) for fill in way.fills)
        fits = all(
            climber.faces[die - 1] == value and die not in state.spent
            for fill, value in zip(fills, values, strict=False)
            for die in fill
        )
        if fits and _after(rules, hands, state, fills, more) >= best - SAME:
            return fills
    return None


def _after(rules: DiangleRules, hands: Hands, state: State, fills: tuple[Row, ...], more: int) -> float:
    gone = () if rules.reuse_removed else tuple(die for fill in fills for die in fill)
    left = hand(rules, state.climber.faces, (*state.spent, *gone))
    after = hands.after(state.climber.level + len(fills), more, len(fills) == len(rules.rows))
    return hands.finish if after is None else float(after.reshape(-1)[left])


def _to_keep(rules: DiangleRules, hands: Hands, state: State, more: int) -> tuple[Row, ...] | None:
    """The dice that are best kept, most of them where it makes no difference, and their rows."""
    climber = state.climber
    values = rules.row_values(climber.level)
    dice = [die for die in rules.all_dice if die not in state.spent and climber.faces[die - 1] in values]
    groups = [group for size in reversed(range(len(dice) + 1)) for group in combinations(dice, size)]
    laid = ((group, _laid(rules, climber, group)) for group in groups)
    kept = [(group, rows) for group, rows in laid if rows]
    ends = _ends(hands, (climber.level, more))

    def worth(one: tuple[Row, tuple[Row, ...]]) -> float:
        beside = tuple(die for die in rules.all_dice if die not in one[0])
        return float(ends[hands.rows.place(climber.level, hand(rules, climber.faces, beside))])

    return max(kept, key=worth)[1] if kept else None


def _ends(hands: Hands, stage: Stage) -> Floats:
    level, more = stage
    return hands.ends[level, max(more - 1, 0)]


def _laid(rules: DiangleRules, climber: Climber, dice: Row) -> tuple[Row, ...] | None:
    """These dice on the board so that a turn may end with them, as they lie if they do."""
    values = rules.row_values(climber.level)
    rows = [[row for row, value in enumerate(values) if value == climber.faces[die - 1]] for die in dice]
    for where in sorted(product(*rows), key=lambda where: -_lying(climber, dice, where)):
        lying = tuple(
            tuple(die for die, at in zip(dice, where, strict=True) if at == row) for row in range(len(rules.rows))
        )
        fits = all(len(row) <= size for row, size in zip(lying, rules.rows, strict=True))
        if fits and not rules.is_diangle(Climber(climber.level, lying, climber.faces)):
            return lying
    return None


def _lying(climber: Climber, dice: Row, where: tuple[int, ...]) -> int:
    return sum(die in climber.rows[row] for die, row in zip(dice, where, strict=True))
