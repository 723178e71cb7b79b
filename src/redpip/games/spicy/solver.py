"""Spicy Dice solved for one player's expected score.

A start of a turn is worth T(B, r) with the boxes B open and r rolls left. T(no box, r) is the bonus, T(B, 0) is 0,
and every other value comes from the values of fewer boxes and fewer rolls (docs/solving.md).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from redpip.core.advice import Advice, Progress, Valued
from redpip.core.dice import DICE, Faces
from redpip.core.game import Choose
from redpip.core.options import changed_options
from redpip.core.problem import Problem
from redpip.core.words import N_
from redpip.games.spicy.kinds import TABLES, make_kinds, score_kinds, whole_kinds
from redpip.games.spicy.notation import Action
from redpip.games.spicy.rules import Sheet, SpicyRules, State
from redpip.games.spicy.samples import samples
from redpip.games.spicy.scoring import BOXES, NUMBERS, pepper
from redpip.solve.backward import Backward
from redpip.solve.flow import Flow
from redpip.solve.holding import HoldingBackward
from redpip.solve.holding_flow import HoldingFlow
from redpip.solve.lattice import CONFIGS
from redpip.solve.pool import Floats, Holding, Pool, Way, open_boxes
from redpip.solve.store import Table, cache_folder, fingerprint, keep_newest, state_folder
from redpip.solve.turn import OPEN, Turn

TURNS_KEPT = 8  # 11 MB each
WORTH_KEEPING, MOST_KEPT = 6, 50  # files of Extra Spicy: for so many boxes open or more; 4 to 9 MB each
SHIPPED = {SpicyRules(): "classic", SpicyRules(junior=(True,)): "junior"}
STATS = (  # what the figures are called, for the translators
    N_("mean"),
    N_("standard deviation"),
    N_("bonus"),
    N_("rolls left over"),
    N_("peppers a game"),
    N_("boxes"),
    N_("little"),
    N_("big"),
    N_("hot"),
    N_("written"),
    N_("points when written"),
)


def solo(rules: SpicyRules, seat: int) -> SpicyRules:
    """The same rules for this seat alone: others' dice and ties change nothing in an expected score."""
    junior = bool(rules.junior) and rules.junior[seat]
    return replace(rules, junior=(True,) if junior else (), tie="shared")


def pool_of(rules: SpicyRules) -> Pool:
    points, kinds = score_kinds(rules)
    held = holding(rules) if rules.extra else None
    return Pool(rules.rolls, rules.bonus, floors(rules), points, kinds, rules.flips, rules.zero_roll_turns, held)


def holding(rules: SpicyRules) -> Holding:
    """Extra Spicy: RUN, SET and peppers use all dice; other boxes use any of those that count there."""
    whole, kinds = whole_kinds(rules)
    ways = [way for at, box in enumerate(rules.boxes) for way in _ways(rules, at, box)]
    return Holding(whole, kinds, tuple(ways), rules.dice, rules.hold_all)


def _ways(rules: SpicyRules, at: int, box: str) -> Iterator[Way]:
    gain = np.full((6, 6), -np.inf)
    for die, face in product(range(rules.dice), range(6)):
        if box == "SUM" or box == str(face + 1):
            gain[die, face] = face + 1
        if box == "RED" and die == face:
            gain[die, face] = 10
    if rules.zero_frees_dice:
        yield Way(at, np.zeros((6, 6)), gain)
    else:
        yield from (_forced(Way(at, np.zeros((6, 6)), gain), die) for die in range(rules.dice))
    if box in NUMBERS[: rules.dice]:
        yield _forced(Way(at, np.zeros((6, 6)), 2 * gain), int(box) - 1, int(box) - 1)  # its red die is used


def _forced(way: Way, die: int, face: int | None = None) -> Way:
    """The same way, with this die used for sure, showing that face if one is named."""
    stay, gain = way.stay.copy(), way.gain.copy()
    stay[die] = -np.inf
    gain[die] = [points if face in (None, shown) else -np.inf for shown, points in enumerate(gain[die])]
    return Way(way.box, stay, gain)


def floors(rules: SpicyRules) -> tuple[int, ...]:
    """Rolls a turn must leave, by open boxes: on turn k a Junior may have used rolls * k // boxes."""
    boxes = len(rules.boxes)
    if not any(rules.junior):
        return (0,) * (boxes + 1)
    return tuple(rules.rolls - rules.rolls * (boxes - size + 1) // boxes for size in range(boxes + 1))


class SpicySolver:
    """``table[open set, rolls left]`` has the starts of turns; in Extra Spicy, those without a die to hold."""

    def __init__(self, rules: SpicyRules, seat: int = 0) -> None:
        self.rules = solo(rules, seat)
        self.facts = {"game": "spicy", "rules": rules.version, "options": changed_options(self.rules)}
        self._turns: dict[int, Turn] = {}
        self._goal = 0  # Extra Spicy: the boxes for which turns are ready

    @cached_property
    def pool(self) -> Pool:
        return pool_of(self.rules)

    @cached_property
    def backward(self) -> Backward | HoldingBackward:
        full = self.pool.full
        if not self.rules.extra:
            return Backward(self.pool)
        return HoldingBackward(self.pool, watch=[full, *(full ^ 1 << box for box in range(self.pool.boxes))])

    # ---- where the values are

    @property
    def shipped(self) -> Table | None:
        name = SHIPPED.get(self.rules)
        return Table(TABLES / f"{name}.npz", self.facts) if name else None

    @property
    def stored(self) -> Table:
        return self._file(cache_folder())

    def kept(self, open_set: int) -> Table:
        """Extra Spicy: all values of the turn with these boxes open and of those after it."""
        return self._file(cache_folder(), f"-{open_set:03x}")

    @property
    def _figures(self) -> Table:
        return self._file(cache_folder(), ".stats")

    @property
    def _unfinished_figures(self) -> Table:
        return self._file(state_folder(), ".stats")

    @property
    def unfinished(self) -> Table:
        return self._file(state_folder())

    def _file(self, folder: Path, part: str = "") -> Table:
        return Table(folder / f"spicy-{fingerprint(self.facts)}{part}.npz", self.facts)

    def load(self) -> bool:
        """Takes the values from a stored table, if there is one."""
        for table in (self.shipped, self.stored):
            arrays = table.load() if table else None
            if arrays is not None:
                self.backward.table[:] = arrays["values"]
                return True
        return False

    @cached_property
    def _loaded(self) -> bool:
        return self.load()

    def solve(self, progress: Progress, threads: int) -> None:
        if not self._loaded:
            self.solve_again(progress, threads)
            self._save()

    def solve_again(self, progress: Progress, threads: int) -> None:
        """Solves, from where an earlier try was stopped."""
        begun = self.unfinished.load()
        if begun is not None:
            self.backward.resume(begun)
        try:
            self.backward.solve(progress, threads)
        except BaseException:
            self.unfinished.save(self.backward.unfinished(), compressed=False)
            raise
        self.unfinished.remove()

    def _save(self) -> Mapping[int, Floats]:
        """Returns the turns that were kept too, which are no longer held in memory."""
        watched: Mapping[int, Floats] = {}
        self.stored.save({"values": self.backward.table})
        if isinstance(self.backward, HoldingBackward):
            watched, self.backward.watched = self.backward.watched, {}
            self._keep(self.pool.full, watched)
        self.__dict__["_loaded"] = True
        return watched

    def ready(self, state: State, progress: Progress, threads: int) -> None:
        open_set = self.open_set(state.sheet)
        if not self.rules.extra:
            self.solve(progress, threads)
        elif open_set and open_set != self._goal:
            self._turns = self._held_turns(open_set, progress, threads)
            self._goal = open_set

    def _held_turns(self, open_set: int, progress: Progress, threads: int) -> dict[int, Turn]:
        """The turn with these boxes open and those after it, from a file if they were solved once."""
        kept = self.kept(open_set).load()
        if kept is None:
            levels = self._solve_turns(open_set, progress, threads)
        else:
            levels = {int(name): array for name, array in kept.items()}
        return {watched: Turn(array, self.rules.flips) for watched, array in levels.items()}

    def _solve_turns(self, open_set: int, progress: Progress, threads: int) -> Mapping[int, Floats]:
        if open_set == self.pool.full:
            self.solve_again(progress, threads)
            return self._save()
        watch = [open_set, *(open_set ^ 1 << box for box in open_boxes(open_set))]
        part = HoldingBackward(self.pool, goal=open_set, watch=watch)
        part.solve(progress, threads)
        if open_set.bit_count() >= WORTH_KEEPING:
            self._keep(open_set, part.watched)
        return part.watched

    def _keep(self, open_set: int, levels: Mapping[int, Floats]) -> None:
        kept = self.kept(open_set)
        kept.save({str(watched): array for watched, array in levels.items()})
        keep_newest(kept.path.parent, f"spicy-{fingerprint(self.facts)}-*.npz", MOST_KEPT)

    # ---- what positions are worth

    def start_value(self, open_set: int, left: int) -> float:
        value = float(self.backward.table[open_set, left])
        if np.isnan(value):
            raise Problem("impossible_position", "No game comes to {left} rolls left with these boxes open.", left=left)
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
            case "start" if self.rules.extra:
                return self._held_start(open_set, left, sheet)
            case "start":
                return self.start_value(open_set, left)
            case "held" | "rolling":
                return self.turn(open_set).kept(_digits(sheet.dice, state.cast), left)
            case "rolled":
                flippable = [die - 1 for die in self.rules.flippable(state)]
                return self.turn(open_set).settled(_digits(sheet.dice), flippable, left)

    def _held_start(self, open_set: int, left: int, sheet: Sheet) -> float:
        """Extra Spicy: the best of what the rules allow at the start of a turn."""
        state = State((sheet,), 0, "start")
        due = self.rules.next(state)
        assert isinstance(due, Choose)
        return max(self._to_come(after := self.rules.play(state, 0, action), after.sheet) for action in due.options[0])

    def open_set(self, sheet: Sheet) -> int:
        return sum(1 << box for box, points in enumerate(sheet.card) if points is None)

    def turn(self, open_set: int) -> Turn:
        if open_set in self._turns:
            return self._turns[open_set]
        if isinstance(self.backward, HoldingBackward):
            self._turns |= self._held_turns(open_set, lambda _: None, 1)
        else:
            while len(self._turns) >= TURNS_KEPT:
                del self._turns[next(iter(self._turns))]
            self._turns[open_set] = Turn(self.backward.turn(open_set), self.rules.flips)
        return self._turns[open_set]

    def advise(self, view: State, options: Sequence[Action]) -> Advice[Action]:
        alone = State((view.sheet,), 0, view.phase, view.cast)
        valued = [Valued(action, self.value(self.rules.play(alone, 0, action))) for action in options]
        return Advice(tuple(sorted(valued, key=lambda one: -one.value)), "points", exact=True)

    def summary(self) -> Mapping[str, Any]:
        full, rolls = self.pool.full, self.rules.rolls
        lefts = [left for left in range(1, rolls + 1) if not np.isnan(self.backward.table[full, left])]
        values = {str(left): self.start_value(full, left) for left in lefts}
        return {"value": values[str(rolls)], "by_rolls_left": values, "table": fingerprint(self.facts)}

    def check_stats(self) -> None:
        """A turn without a roll would take games back to boxes whose share is done (see holding_flow)."""
        without_a_roll = [name for name in ("hold_all", "zero_roll_turns") if getattr(self.rules, name)]
        if self.rules.extra and without_a_roll:
            options = ", ".join(without_a_roll)
            raise Problem("no_stats", "Extra Spicy has no figures of best play with {options}.", options=options)

    def stats(self, progress: Progress, threads: int, again: bool) -> Mapping[str, Any]:
        known = None if again else self._figures.load()
        if known is None:
            known = {"figures": np.array(json.dumps(self._stats(progress, threads)))}
            self._figures.save(known)
            self._unfinished_figures.remove()
        figures: Mapping[str, Any] = json.loads(str(known["figures"]))
        return figures

    def _stats(self, progress: Progress, threads: int) -> dict[str, Any]:
        """Peppers count when they are written: the chance of any in a game, and how many."""
        peppers = self._peppers()
        flow, unfinished = (
            self._flow(np.array([*peppers.values()]).reshape(len(peppers), CONFIGS)),
            self._unfinished_figures,
        )
        begun = unfinished.load()
        if begun is not None:
            flow.resume(begun)
        figures = flow.run(progress, threads, partial(unfinished.save, compressed=False, replace=True))
        tally, bonus = figures.tally, self.rules.bonus * figures.left_over
        return {
            "mean": float(tally.brought.sum() + bonus),
            "standard_deviation": float(np.sqrt(figures.variance)),
            "bonus": bonus,
            "rolls_left_over": figures.left_over,
            "peppers": {
                name: {"chance": 1 - float(none), "a_game": float(count)}
                for name, none, count in zip(peppers, figures.without, tally.marks, strict=True)
            },
            "boxes": {
                box: {"written": float(count), "points_when_written": float(points / count) if count else 0.0}
                for box, count, points in zip(self.rules.boxes, tally.written, tally.brought, strict=True)
            },
        }

    def _flow(self, marked: NDArray[np.bool_]) -> Flow | HoldingFlow:
        if self.rules.extra:
            return HoldingFlow(self.pool, marked, cache_folder())
        assert isinstance(self.backward, Backward)
        return Flow(self.backward, marked)

    def _peppers(self) -> dict[str, NDArray[np.bool_]]:
        """Which configurations are each pepper, on the whole card."""
        if self.rules.boxes != BOXES or self.rules.dice != 6:
            return {}
        found = {name: np.zeros(CONFIGS, np.bool_) for name in ("little", "big", "hot")}
        for faces in (DICE, *((face,) * 6 for face in DICE)):
            found[str(pepper(faces))][np.ravel_multi_index([face - 1 for face in faces], (6,) * 6)] = True
        return found

    def sample(self, luck: Random, count: int) -> list[State]:
        return samples(self.rules, self.pool, luck, count)


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
            table.save({"values": made.backward.table}, replace=True)
