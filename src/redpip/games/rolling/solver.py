"""Keep on Rolling solved: the chance to win between two, and the turns that one alone needs.

One table serves all targets, since only what is still needed matters; a longer race only makes it larger.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import cached_property, partial
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from redpip.core.effort import QUIET, Effort, Progress
from redpip.core.problem import Problem
from redpip.core.words import N_
from redpip.games.rolling.chances import ENOUGH, FAR_ERROR, Chances, rough_behind, rough_wins
from redpip.games.rolling.classes import shelf_of
from redpip.games.rolling.rules import RollingRules, State
from redpip.games.rolling.samples import samples
from redpip.solve.aside.bounds import BUSTS, margins
from redpip.solve.aside.facts import Floats, Shelf
from redpip.solve.aside.plain import roll_all as plain_roll
from redpip.solve.aside.race import REACH, Race, open_levels
from redpip.solve.aside.turn import LANES, Turn
from redpip.solve.files import fingerprint
from redpip.solve.pool.plain import Kernels, compile_apart
from redpip.solve.store import Arrays, Kept

TABLES = Path(__file__).parent / "tables"
SOLVED_RACE = 250  # solved as far as this in the package
FARTHEST = 500  # the highest target that is solved: four times the work of 250
ALONE, EARLY = 0.02, 0.1  # roughly the parts of the work before the end, and before the race
NAMES = (
    N_("turn value"),
    N_("win chance first"),
    N_("expected turns"),
    N_("exact"),
    N_("table"),
)  # for the translators
KERNELS = Kernels(partial(compile_apart, "redpip.solve.aside.compiling"), "redpip.solve.aside.kernel")


class RollingSolver(Kept):
    def __init__(self, rules: RollingRules, effort: Effort = QUIET) -> None:
        self.rules, self._effort = rules, effort
        self.facts = {"game": "rolling", "rules": rules.version, "dice": rules.dice}

    @cached_property
    def shelf(self) -> Shelf:
        return shelf_of(self.rules.dice)

    # ---- where the values are

    @property
    def packaged(self) -> Path | None:
        return TABLES / "race.npz" if self.rules.dice == RollingRules().dice else None

    @cached_property
    def table(self) -> Arrays:
        """What is known; without a race in it, if none was solved yet."""
        return self.known() or self._solved(self.rules.target)

    def known(self) -> Arrays | None:
        """Of each part the farthest that is stored."""
        shipped = self.shipped.load() if self.shipped else None
        known = [arrays for arrays in (shipped, self._farther(shipped or {})) if arrays]
        names = {name for arrays in known for name in arrays}
        return {name: max((one[name] for one in known if name in one), key=len) for name in names} or None

    def _farther(self, shipped: Arrays) -> Arrays | None:
        """What the cache has. Its file may be damaged where the package has all that these rules ask for, or nobody
        solves as much."""
        try:
            return self.stored.load()
        except Problem:
            if len(shipped.get("wins", ())) <= self.rules.target <= FARTHEST:
                raise
            return None

    @cached_property
    def chances(self) -> Chances:
        known, target = self.table, self.rules.target
        wins = known.get("wins")
        if wins is None or len(wins) <= min(target, ENOUGH):
            wins = rough_wins(min(target, FARTHEST))
        behind = known["behind"] if "behind" in known else rough_behind(min(target, FARTHEST))
        return Chances(wins, behind, known["turns"])

    def covers(self, need: int) -> bool:
        """Whether the race is solved for two who need no more than this."""
        return len(self.table.get("wins", ())) > need

    def error(self, need: int) -> float:
        """Of chances to win before the end is on, of two who need no more than this."""
        return 0.0 if self.covers(need) else FAR_ERROR

    # ---- solving

    def solve(self, again: bool = False) -> None:
        """From what is solved already; again and from nothing if somebody asks for it."""
        target = self.rules.target
        if target > FARTHEST:
            raise Problem(
                "too_far",
                "A race to {target} would take hours and more memory than most have. Solved are targets up to {most}; "
                "beyond that advice is an estimate.",
                target=target,
                most=FARTHEST,
            )
        solved = self.covers(target)
        if again or not solved:
            self.table = self._solved(target, fresh=solved)
            self.__dict__.pop("chances", None)

    def _solved(self, target: int, fresh: bool = False) -> Arrays:
        """Solves as far as the target, from where an earlier try was stopped, and from what is stored already."""
        begun = self.unfinished.load()
        work = RaceWork(self.shelf, target, begun or (None if fresh else self.__dict__.get("table")))
        try:
            work.solve(self._effort)
        except BaseException:
            self.unfinished.save(work.arrays(), compressed=False, replace=True)
            raise
        found = work.found()
        if self.shipped is None or target >= len((self.shipped.load() or {}).get("wins", ())):
            self.stored.save(found, replace=True)
        if work.longer:  # somebody will go on with it
            self.unfinished.save(work.arrays(), compressed=False, replace=True)
        else:
            self.unfinished.remove()
        return found

    # ---- what is told of it

    def turn(self, uses: Floats, bust: float) -> Turn:
        """A turn for these uses of its score, by the kernels if they are at hand."""
        if KERNELS.at_hand():
            return self.compiled_turn(uses, bust)
        return Turn(self.shelf, uses, bust, self._open_levels(uses, bust), plain_roll)

    def compiled_turn(self, uses: Floats, bust: float) -> Turn:
        """The same by the kernels, which are compiled first if need be."""
        from redpip.solve.aside.kernel import roll_all

        return Turn(self.shelf, uses, bust, self._open_levels(uses, bust), roll_all, LANES)

    def _open_levels(self, uses: Floats, bust: float) -> list[int]:
        return open_levels(self.shelf, margins(uses, bust, self.table["prospects"]))

    @property
    def turn_value(self) -> float:
        """The best expected score of a turn."""
        return float(self.table["prospects"][0, list(BUSTS).index(0.0)])

    def summary(self) -> Mapping[str, Any]:
        target = self.rules.target
        return {
            "turn_value": self.turn_value,
            "win_chance_first": float(self.chances.win(np.array([target]), np.array([target]))[0]),
            "expected_turns": float(self.table["turns"][target]),
            "exact": "yes",
            "table": fingerprint(self.facts),
        }

    def sample(self, luck: Random, count: int) -> list[State]:
        if not self.covers(self.rules.target):
            raise Problem(
                "not_solved",
                "The race to {target} is not solved. redpip solve rolling --again does it, and goes on where it was "
                "stopped. Solved is --option target={most}.",
                target=self.rules.target,
                most=len(self.table["wins"]) - 1,
            )
        return samples(self.rules, luck, count)


class RaceWork:
    """All that has to be solved for a target, as arrays that can be put aside."""

    def __init__(self, shelf: Shelf, target: int, begun: Arrays | None) -> None:
        from redpip.solve.aside.bounds import prospects
        from redpip.solve.aside.kernel import roll_all

        self._shelf, self._roll, self._target = shelf, roll_all, target
        known = dict(begun or {})
        self._prospects: Floats = known["prospects"] if "prospects" in known else prospects(shelf, roll_all)
        behind = known.get("behind", np.full(1, np.nan))
        if len(behind) <= self._target + REACH * shelf.most // 2 or np.isnan(behind).any():
            behind = np.full(self._target + REACH * shelf.most + 1, np.nan)
        far = max(target, len(known.get("wins", ())) - 1)
        wins = _resized(known.get("wins"), (far + 1, far + 1))
        self._race = Race(shelf, roll_all, self._prospects, behind, wins, target=target)
        self._turns = _resized(known.get("turns"), (max(self._target + 1, len(known.get("turns", ()))),))
        self._turns[0] = 0.0

    @property
    def longer(self) -> bool:
        """Whether more of a race was begun than is asked for."""
        return len(self._race.wins) > self._race.target + 1

    def arrays(self) -> Arrays:
        race = self._race
        return {"prospects": race.prospects, "behind": race.behind, "wins": race.wins, "turns": self._turns}

    def found(self) -> Arrays:
        """The same as far as it is solved now."""
        solved = slice(self._race.target + 1)
        return {**self.arrays(), "wins": self._race.wins[solved, solved], "turns": self._turns[: self._target + 1]}

    def solve(self, effort: Effort) -> None:
        self._race.threads = effort.threads
        self.solve_alone(lambda part: effort.progress(ALONE * part))
        if np.isnan(self._race.behind).any():
            self._race.solve_end(lambda part: effort.progress(ALONE + (EARLY - ALONE) * part))
        self._race.solve(lambda part: effort.progress(EARLY + (1 - EARLY) * part))

    def solve_alone(self, progress: Progress) -> None:
        for need in range(1, self._target + 1):
            progress(need / self._target)
            if np.isnan(self._turns[need]):
                self._turns[need] = self._alone(need)

    def _alone(self, need: int) -> float:
        """After a bust as much is needed as before: the value that comes out as it went in."""
        uses = np.append(-1 - np.append(0.0, self._turns[need - 1 : 0 : -1]), -1.0)
        value, before, slope = -1 - self._turns[need - 1], None, 0.3
        for _ in range(100):
            bust = value - 1
            uses[0] = bust
            levels = open_levels(self._shelf, margins(uses, bust, self._prospects))
            found = Turn(self._shelf, uses, bust, levels, self._roll, LANES).start()
            if before is not None and abs(bust - before[0]) > 1e-11:
                slope = min(max((found - before[1]) / (bust - before[0]), 0.0), 0.95)
            before = bust, found
            value = (found - slope * (bust + 1)) / (1 - slope)
            if abs(found - (bust + 1)) <= 1e-12:
                return float(-value)
        raise ArithmeticError(f"no fixed point at {need}")


def _resized(known: Any, shape: tuple[int, ...]) -> Floats:
    """An array of this shape with what is known in its corner."""
    sized = np.full(shape, np.nan)
    if known is not None:
        both = tuple(slice(min(sizes)) for sizes in zip(known.shape, shape, strict=True))
        sized[both] = known[both]
    return sized


def make_tables(threads: int = 2) -> None:
    """Writes the table that is part of the package: ``make tables``. A race is solved as far as SOLVED_RACE, or as far
    as the cache has it. What the package, the cache or work that was stopped has already is taken over, since all of
    it takes long (docs/performance.md says how long)."""
    solver, effort = RollingSolver(RollingRules()), Effort(_told, threads)
    assert solver.shipped
    known = solver.known() or {}
    solved = max(SOLVED_RACE, len(known.get("wins", ())) - 1)
    work = RaceWork(solver.shelf, solved, solver.unfinished.load() or known)
    try:
        work.solve(effort)
    except BaseException:
        solver.unfinished.save(work.arrays(), compressed=False, replace=True)
        raise
    solver.shipped.save(work.found(), replace=True)


def _told(part: float) -> None:
    print(f"\rKeep on Rolling {part:.1%}", end="", file=sys.stderr, flush=True)
