"""What is true of a position of Spicy Dice, worked out in other ways than the coach's reasons are found.

Points come from a scorer of its own, chances and means from trying all sets of dice, values from positions written
down anew.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from play.reasons_corpus import PRESETS
from redpip.core.advice import Point
from redpip.core.coaching import Line
from redpip.core.setup import Player, Setup
from redpip.games.spicy import GAME
from redpip.games.spicy.positions import position, read_text
from redpip.games.spicy.rules import State
from redpip.play.coach import Coach

# ---- points, chances and means by all throws

FACES = np.indices((6,) * 6).reshape(6, -1) + 1
Level = NDArray[np.float64]


@cache
def points_of_all(box: str) -> Level:
    """What each of the 46,656 throws brings."""
    total, reds = FACES.sum(axis=0), np.array([FACES[n] == n + 1 for n in range(6)])
    counts = np.array([np.sum(np.equal(FACES, n), axis=0) for n in range(1, 7)])
    run, pairs = (counts == 1).all(axis=0), (counts != 1).all(axis=0)
    alike, hot = (counts == 6).any(axis=0), reds.all(axis=0)
    combined = np.where(run | pairs, total, 0)
    if box.isdecimal():
        n = int(box)
        points = np.maximum(n * counts[n - 1] * (1 + reds[n - 1]), combined * reds[n - 1])
    else:
        points = {"RUN": total * run, "SET": total * pairs, "SUM": total, "RED": 10 * reds.sum(axis=0)}[box]
    pepper = np.where(FACES[0] >= 4, 50, 25) + 25 * (FACES[0].astype(str) == box)
    points = np.where(alike, np.maximum(points, pepper), points)
    result: Level = np.where(hot, 100 if box in ("RUN", "RED") else np.maximum(points, 50), points).astype(float)
    return result


@cache
def level(box: str, least: int | None, throws: int) -> Level:
    """What every configuration comes to with so many throws to go: points, or the chance of so many."""
    if not throws:
        return points_of_all(box) if least is None else (points_of_all(box) >= least).astype(float)
    below = level(box, least, throws - 1)
    best = below.copy()
    for size in range(1, 7):
        for dice in combinations(range(6), size):
            best = np.maximum(best, np.broadcast_to(thrown(below, dice), (6,) * 6).ravel())
    return best


def thrown(values: Level, dice: tuple[int, ...]) -> Level:
    """The mean over all throws of these dice (from 0)."""
    mean: Level = fallen(values.reshape((6,) * 6), zip(dice, dice, strict=True)).mean(axis=dice, keepdims=True)
    return mean


def fallen(cube: Level, axes: Iterable[tuple[int, int]]) -> Level:
    """By throw, each axis with its die: a red may be turned to any face."""
    best = cube.copy()
    for axis, die in axes:
        red = (slice(None),) * axis + (slice(die, die + 1),)
        best[red] = best.max(axis=axis, keepdims=True)
    return best


# ---- what positions are worth


@dataclass(frozen=True)
class Chosen:
    """Reds turned, and then a throw or a box."""

    before: State
    flips: tuple[Any, ...]
    end: Any
    after: State

    @property
    def faces(self) -> tuple[int, ...]:
        turned = {flip.die: flip.face for flip in self.flips}
        return tuple(turned.get(die, face) for die, face in enumerate(self.before.sheet.dice, 1))

    @property
    def dice(self) -> tuple[int, ...]:
        """Those thrown."""
        if hasattr(self.end, "box"):
            return ()
        return tuple(d for d in range(1, 7) if (d in self.end.dice) == (type(self.end).__name__ == "RollDice"))

    def among(self, values: Level) -> Level:
        """The throws of these dice, the others as they lie."""
        where = tuple(slice(None) if die in self.dice else face - 1 for die, face in enumerate(self.faces, 1))
        return fallen(values.reshape((6,) * 6)[where], enumerate(die - 1 for die in self.dice))

    def mean(self, box: str, throws: int = 1) -> float:
        return float(self.among(level(box, None, throws - 1)).mean())

    def chance(self, box: str, least: int, throws: int = 1) -> float:
        return float(self.among(level(box, least, throws - 1)).mean())

    def safe(self, box: str) -> int:
        return int(self.among(points_of_all(box)).min())

    def points(self, box: str) -> int:
        """Of the dice as they lie."""
        return int(points_of_all(box).reshape((6,) * 6)[tuple(face - 1 for face in self.faces)])


def make_ready(entries: Iterable[str]) -> None:
    """All at once, so that no turn of Extra Spicy is solved twice."""
    places = [entry.split(" | ")[0].split(" ") for entry in entries]
    for preset in {preset for preset, _ in places}:
        coach = coach_of(preset)
        coach.advisor(0).ready(*(Point(position(coach.rules, text)) for of, text in places if of == preset))


class Truth:
    """A position of the corpus with its two lines."""

    def __init__(self, entry: str) -> None:
        where, best, other = entry.split(" | ")
        self.preset, text = where.split(" ")
        self.coach = coach_of(self.preset)
        self.rules, self.state = self.coach.rules, position(self.coach.rules, text)
        self.lines = [self._line(best), self._line(other)]
        self.best, self.other = self._parted(self.state, *(line.actions for line in self.lines))
        self.boxes = self.rules.open_boxes(self.best.before.sheet)
        self.left = self.rules.rolls - self.best.before.sheet.used
        self.cost = self.lines[0].value - self.lines[1].value
        self.most = self.coach.value(self.state, 0).value

    def _line(self, text: str) -> Line:
        actions = [self.rules.parse(action) for action in text.split("; ")]
        return self.coach.line(self.state, 0, (), actions)

    def _parted(self, state: State, best: Any, other: Any) -> tuple[Chosen, Chosen]:
        """What each line does first where they part."""
        chosen, rests = zip(*(self._first(state, actions) for actions in (best, other)), strict=True)
        if chosen[0].after == chosen[1].after:
            return self._parted(chosen[0].after, *rests)
        return chosen[0], chosen[1]

    def _first(self, state: State, actions: Any) -> tuple[Chosen, Any]:
        flips: list[Any] = []
        after = state
        for number, action in enumerate(actions):
            after = self.rules.play(after, 0, action)
            if type(action).__name__ != "Flip":
                return Chosen(state, tuple(flips), action, after), actions[number + 1 :]
            flips.append(action)
        box = self.rules.open_boxes(state.sheet)[0]  # nothing else was left
        end = self.rules.parse(f"score {box}")
        return Chosen(state, tuple(flips), end, self.rules.play(after, 0, end)), ()

    # ---- values

    def value(self, chosen: Chosen) -> float:
        """All that is to come, by every throw where they are few."""
        if not chosen.dice:
            return self.written(chosen) + self.later(chosen, self.left)
        state, dice = chosen.after, chosen.dice
        if len(dice) > 2:
            return self._at(state)
        if state.phase == "held":
            state = self.rules.play(state, 0, self.rules.parse("roll " + " ".join(map(str, dice))))
        falls = [(a, b) for a in range(1, 7) for b in range(1, 7)]
        faces = [tuple(dict(zip(dice, fall, strict=False)).get(die, 0) for die in range(1, 7)) for fall in falls]
        return sum(self._at(self.rules.rolled(state, thrown)) for thrown in faces) / len(faces)

    def _at(self, state: State) -> float:
        return self.coach.advisor(0).value(Point(state)).value - sum(points or 0 for points in state.sheet.card)

    def written(self, chosen: Chosen) -> int:
        at = self.rules.boxes.index(chosen.end.box)
        return chosen.after.sheet.card[at] or 0

    def later(self, chosen: Chosen, left: int) -> float:
        """What comes after a box is written, with its dice to hold in Extra Spicy."""
        held = "".join(map(str, chosen.after.sheet.unused)) if self.rules.extra else ""
        faces = "".join(map(str, chosen.faces))
        return self._begun(chosen.end.box, left, f"{faces}_{{}}_h{held}" if held else "-_{}")

    def rest(self, box: str) -> float:
        """The same with no die to hold."""
        return self._begun(box, self.left, "-_{}")

    def _begun(self, box: str, left: int, form: str) -> float:
        boxes = [other for other in self.boxes if other != box]
        if not boxes or not left:
            return float(self.rules.bonus * left) if not boxes else 0.0
        return self._at(read_text(self.rules, form.format(f"{left}_{'.'.join(boxes)}")))

    @cached_property
    def anew(self) -> float:
        """All dice thrown again, whatever lies there."""
        return self._at(self.rules.play(self.best.before, 0, self.rules.parse("roll 1 2 3 4 5 6")))

    def open(self, box: str) -> float:
        return self.anew - self.rest(box)

    def held(self, chosen: Chosen) -> float:
        return self.later(chosen, self.left) - self.rest(chosen.end.box)

    def price(self, writes: Chosen) -> float:
        return self.later(writes, self.left) - self.later(writes, self.left - 1)

    def gain(self, writes: Chosen, rolls: Chosen) -> float:
        """What a throw gains over writing, were it free."""
        return self.value(rolls) - self.written(writes) - self.later(writes, self.left - 1)


@cache
def coach_of(preset: str) -> Coach:
    options = {**GAME.presets[preset].options, **PRESETS[preset]}
    return Coach(Setup(GAME, preset, options, (Player("One"),), 0))
