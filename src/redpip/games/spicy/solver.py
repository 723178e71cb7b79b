"""Spicy Dice solved for one player's expected score.

A start of a turn is worth T(B, r) with the boxes B open and r rolls left. T(no box, r) is the bonus, T(B, 0) is 0,
and every other value comes from the values of fewer boxes and fewer rolls (docs/solving.md).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from redpip.core.advice import Advice, Progress, Valued
from redpip.core.dice import Faces
from redpip.core.game import Choose
from redpip.core.options import changed_options
from redpip.core.problem import Problem
from redpip.games.spicy.kinds import TABLES, make_kinds, score_kinds
from redpip.games.spicy.notation import Action
from redpip.games.spicy.rules import Sheet, SpicyRules, State
from redpip.solve.backward import Backward
from redpip.solve.pool import Pool
from redpip.solve.store import Table, cache_folder, fingerprint, state_folder
from redpip.solve.turn import OPEN, Turn

SHIPPED = {SpicyRules(): "classic", SpicyRules(junior=(True,)): "junior"}


def solo(rules: SpicyRules, seat: int) -> SpicyRules:
    """The same rules for this seat alone: others' dice and ties change nothing in an expected score."""
    junior = bool(rules.junior) and rules.junior[seat]
    return replace(rules, junior=(True,) if junior else (), tie="shared")


def pool_of(rules: SpicyRules) -> Pool:
    points, kinds = score_kinds(rules)
    return Pool(rules.rolls, rules.bonus, floors(rules), points, kinds, rules.flips, rules.zero_roll_turns)


def floors(rules: SpicyRules) -> tuple[int, ...]:
    """Rolls a turn must leave, by open boxes: on turn k a Junior may have used rolls * k // boxes."""
    boxes = len(rules.boxes)
    if not any(rules.junior):
        return (0,) * (boxes + 1)
    return tuple(rules.rolls - rules.rolls * (boxes - size + 1) // boxes for size in range(boxes + 1))


class SpicySolver:
    def __init__(self, rules: SpicyRules, seat: int = 0) -> None:
        self.rules = solo(rules, seat)
        self.facts = {"game": "spicy", "rules": rules.version, "options": changed_options(self.rules)}
        self._turn = lru_cache(maxsize=8)(self._solve_turn)

    @cached_property
    def backward(self) -> Backward:
        return Backward(pool_of(self.rules))

    # ---- where the values are

    @property
    def shipped(self) -> Table | None:
        name = SHIPPED.get(self.rules)
        return Table(TABLES / f"{name}.npz", self.facts) if name else None

    @property
    def stored(self) -> Table:
        return self._file(cache_folder())

    @property
    def unfinished(self) -> Table:
        return self._file(state_folder())

    def _file(self, folder: Path) -> Table:
        return Table(folder / f"spicy-{fingerprint(self.facts)}.npz", self.facts)

    def load(self) -> bool:
        """Takes the values from a stored table, if there is one."""
        for table in (self.shipped, self.stored):
            arrays = table.load() if table else None
            if arrays is not None:
                self.backward.table[:] = arrays["values"]
                return True
        return False

    def solve(self, progress: Progress, threads: int) -> None:
        if not self.load():
            self.solve_again(progress, threads)
            self.stored.save({"values": self.backward.table})
            self.unfinished.remove()

    def solve_again(self, progress: Progress, threads: int) -> None:
        """Solves, from where an earlier try was stopped."""
        begun = self.unfinished.load()
        if begun is not None:
            self.backward.table[:] = begun["values"]
        try:
            self.backward.solve(progress, threads)
        except BaseException:
            self.unfinished.save({"values": self.backward.table})
            raise

    # ---- what positions are worth

    def start_value(self, open_set: int, left: int) -> float:
        value = float(self.backward.table[open_set, left])
        if np.isnan(value):
            raise Problem("impossible_position", f"No game comes to {left} rolls left with these boxes open.")
        return value

    def value(self, state: State) -> float:
        """The total that the seat whose turn it is can expect."""
        sheet = state.sheet
        return sum(points or 0 for points in sheet.card) + self._to_come(state, sheet)

    def _to_come(self, state: State, sheet: Sheet) -> float:
        open_set, left = self.open_set(sheet), self.rules.rolls - sheet.used
        match state.phase:
            case "over":
                return float(self.rules.bonus_of(sheet))
            case "start":
                return self.start_value(open_set, left)
            case "held" | "rolling":
                return self._turn(open_set).kept(_digits(sheet.dice, state.cast), left)
            case "rolled":
                flippable = [die - 1 for die in self.rules.flippable(state)]
                return self._turn(open_set).settled(_digits(sheet.dice), flippable, left)

    def open_set(self, sheet: Sheet) -> int:
        return sum(1 << box for box, points in enumerate(sheet.card) if points is None)

    def _solve_turn(self, open_set: int) -> Turn:
        return Turn(self.backward.turn(open_set), self.rules.flips)

    def advise(self, view: State, options: Sequence[Action]) -> Advice[Action]:
        alone = State((view.sheet,), 0, view.phase, view.cast)
        valued = [Valued(action, self.value(self.rules.play(alone, 0, action))) for action in options]
        return Advice(tuple(sorted(valued, key=lambda one: -one.value)), "points", exact=True)

    def summary(self) -> Mapping[str, Any]:
        full, rolls = self.backward.pool.full, self.rules.rolls
        lefts = [left for left in range(1, rolls + 1) if not np.isnan(self.backward.table[full, left])]
        values = {str(left): self.start_value(full, left) for left in lefts}
        return {"value": values[str(rolls)], "by_rolls_left": values, "table": fingerprint(self.facts)}

    def stats(self, progress: Progress, threads: int) -> Mapping[str, Any]:
        raise Problem("no_stats", "There are no figures of best play for these rules yet.")

    # ---- positions for checks

    def sample(self, luck: Random) -> State:
        """A start, a throw or dice on the table, with any boxes open and any number of rolls left."""
        rules = self.rules
        size = luck.randint(1, len(rules.boxes))
        boxes = luck.sample(range(len(rules.boxes)), size)
        floor, top = self.backward.pool.floors[size], self.backward.pool.tops(size)
        left = luck.randint(floor + 1, top)
        card = tuple(None if box in boxes else 0 for box in range(len(rules.boxes)))
        state = State((Sheet(card, card, rules.rolls - left),), 0, "start")
        for _ in range(luck.randint(0, 3)):
            state = _any_step(rules, state, luck)
        return state


def _any_step(rules: SpicyRules, state: State, luck: Random) -> State:
    match rules.next(state):
        case Choose(options):
            rolls = [action for action in options[0] if str(action).startswith(("roll", "flip"))]
            return rules.play(state, 0, luck.choice(rolls)) if rolls else state
        case due:
            dice = getattr(due, "dice", ())
            return rules.rolled(state, tuple(luck.randint(1, 6) if die in dice else 0 for die in range(1, 7)))


def _digits(faces: Faces, rolled: Sequence[int] = ()) -> tuple[int, ...]:
    """Digits of the lattice; a die that is not in the game counts as any face."""
    return tuple(OPEN if die in rolled else max(face - 1, 0) for die, face in enumerate(faces, 1))


def solver(rules: Any, seat: int) -> SpicySolver:
    return SpicySolver(rules, seat)


def make_tables(threads: int = 2) -> None:
    """Writes the tables that are part of the package: ``make tables``."""
    make_kinds()
    for rules in SHIPPED:
        made = SpicySolver(rules)
        made.backward.solve(threads=threads)
        table = made.shipped
        if table:
            table.remove()
            table.save({"values": made.backward.table})
