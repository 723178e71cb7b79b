"""What a game brings for its coach: how dear a mistake is, what a line is called, and why one is better than another.

A *line* is all that a seat chooses between two throws or changes of seat. Values come from the game's advisor; without
the rest a coach still speaks, only more plainly (``play/reasons.py``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import partial
from typing import Any, ClassVar, Literal, Protocol, get_args

from redpip.core.advice import Unit, loss
from redpip.core.game import Seat
from redpip.core.showing import finer_percent_text, places_apart
from redpip.core.words import N_, Words

Mark = Literal["inaccuracy", "mistake", "blunder"]
MARKS: tuple[Mark, ...] = get_args(Mark)
MARK_NAMES: Mapping[Mark, str] = {
    "inaccuracy": N_("Inaccuracy"),
    "mistake": N_("Mistake"),
    "blunder": N_("Blunder"),
}
LONGEST = 280  # signs that a coach's sentence may have
SAME = 1e-9  # values this near are the same
FINEST = 3  # decimals more than usual, where two numbers would read alike


@dataclass(frozen=True, slots=True)
class Bands:
    """Costs from which on a decision is marked, in the unit of the advice."""

    inaccuracy: float
    mistake: float
    blunder: float

    def mark(self, cost: float, error: float = 0.0) -> Mark | None:
        """An estimate marks nothing that is within two standard errors of the best."""
        if cost <= 2 * error:
            return None
        reached: list[Mark] = [mark for mark in MARKS if cost >= getattr(self, mark)]
        return reached[-1] if reached else None


USUAL_BANDS: Mapping[Unit, Bands] = {
    "points": Bands(0.5, 1.5, 4.0),
    "win chance": Bands(0.01, 0.03, 0.08),
    "turns": Bands(0.05, 0.15, 0.4),
}


@dataclass(frozen=True, slots=True)
class Line:
    """What a seat chooses until dice fall or another seat is to choose, and where that leads."""

    actions: tuple[Any, ...]  # those that were not the only one
    view: Any  # what the seat sees after it
    value: float
    error: float = 0.0

    @property
    def text(self) -> str:
        return "; ".join(map(str, self.actions))


def given_away(best: Line, other: Line) -> float:
    """What the other line costs. An estimate within two errors of the best gives nothing away that we know of."""
    cost = loss(best, other)
    return 0.0 if cost <= max(SAME, 2 * (best.error + other.error)) else cost


@dataclass(frozen=True, slots=True)
class Case:
    """The best line held against another one: what a reason is found from."""

    rules: Any  # of one game
    view: Any  # what the seat saw before it chose
    seat: Seat
    unit: Unit
    exact: bool
    best: Line
    other: Line | None  # None where nothing else can be chosen that leads elsewhere
    worth: Callable[[Any], float]  # what any view is worth to the seat

    @property
    def cost(self) -> float:
        return loss(self.best, self.other) if self.other else 0.0


class Reason(Protocol):
    """Why the best line is best: a frozen dataclass of plain facts, so that it can be kept and said in any language."""

    kind: ClassVar[str]

    def say(self, words: Words) -> str:
        """One sentence or two with the facts in it, at most ``LONGEST`` signs."""


@dataclass(frozen=True, slots=True)
class Told:
    """A reason that is one sentence with its own facts. Floats among them are chances, and told in percent."""

    kind: ClassVar[str]
    text: ClassVar[str]
    against: ClassVar[Mapping[str, str]] = {}  # facts that the sentence holds against each other

    def say(self, words: Words) -> str:
        return words.say(self.text, **self.facts(words))

    def facts(self, words: Words) -> dict[str, object]:
        finer = self._finer(words)
        found = {one.name: getattr(self, one.name) for one in fields(self)}
        return {
            name: self.told(name, words, fact, finer.get(name, 0)) if isinstance(fact, float) else fact
            for name, fact in found.items()
        }

    def told(self, _name: str, words: Words, fact: float, finer: int) -> str:
        """A fact as it is said, with so many decimals more than usual."""
        return finer_percent_text(fact, words, finer)

    def _finer(self, words: Words) -> dict[str, int]:
        """How many decimals more the facts need that would read alike, and are not."""
        found: dict[str, int] = {}
        for name, other in self.against.items():
            facts = float(getattr(self, name)), float(getattr(self, other))
            found[name] = found[other] = places_apart(partial(self.told, name, words), *facts, 0, FINEST) or 0
        return found


def plain_line(_rules: Any, _view: Any, _seat: Seat, actions: Sequence[Any], _words: Words) -> str:
    """A line as it is typed."""
    return "; ".join(map(str, actions))


def no_reasons(_case: Case) -> Iterable[Reason]:
    return ()


def any_mistake(_case: Case) -> str:
    return "other"


@dataclass(frozen=True, slots=True)
class Coaching:
    """What a game contributes. Everything but the bands may be left out."""

    bands: Bands
    line: Callable[[Any, Any, Seat, Sequence[Any], Words], str] = plain_line  # (rules, view, seat, actions, words)
    reasons: Callable[[Case], Iterable[Reason]] = no_reasons  # those that hold, the most telling first
    kinds: tuple[type[Any], ...] = ()  # of its reasons
    mistake: Callable[[Case], str] = any_mistake  # which kind of mistake the other line is
    mistakes: Mapping[str, str] = field(default_factory=lambda: {"other": N_("Another choice")})  # kind -> its name


MakeCoaching = Callable[[Any, Unit], Coaching]  # (rules, in what the values count)
