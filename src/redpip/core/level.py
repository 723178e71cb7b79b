"""Levels: bots for people of every experience, which err the way people do.

A level stands on a ``Judge``, which says what each option is worth: the game's advisor, or something quicker. It takes
what looks best to it, and things look otherwise than they are in three ways. Of many options that are alike it
*overlooks* some. What it sees it *misjudges*, the more the more there is to lose. And it *chases*: another throw looks
better than it is. What its judge says costs more than its cap it never does.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from random import Random
from statistics import fmean
from typing import Any, Generic, Literal, Protocol, TypeVar, get_args

from redpip.core.advice import Advice, Point, Strength, Unit, Valued, loss
from redpip.core.coaching import Bands
from redpip.core.game import Event, Roll, Seat
from redpip.core.words import N_

A = TypeVar("A")
LevelName = Literal["novice", "club", "expert", "best"]
LEVELS: tuple[LevelName, ...] = get_args(LevelName)  # the weakest first
LEVEL_NAMES: Mapping[str, str] = {
    "novice": N_("Novice"),
    "club": N_("Club"),
    "expert": N_("Expert"),
    "best": N_("Best"),
}
SAME = 9  # values that agree in so many digits behind the point look alike


class Judge(Protocol[A]):
    """Says what options are worth. It need not be right, as an advisor is, but sensible and quick."""

    def advise(self, point: Point, options: Sequence[A]) -> Advice[A]: ...


class Weigher(ABC, Generic[A]):
    """A judge that looks at one option after the other, as a game's sensible bot does."""

    unit: Unit

    def advise(self, point: Point, options: Sequence[A]) -> Advice[A]:
        return Advice.of((Valued(one, self.weigh(point.view, one)) for one in options), self.unit, exact=False)

    @abstractmethod
    def weigh(self, view: Any, action: A) -> float: ...


MakeJudge = Callable[[Any, Seat], Judge[Any]]  # (rules, seat)
BandsOf = Callable[[Any, Unit], Bands]  # (rules, in what the values count)


@dataclass(frozen=True, slots=True)
class Level:
    """How somebody errs. ``misjudges`` and ``chases`` are parts of the stake: what the options that come into question
    cost on average, and no more than a blunder."""

    about: str
    strength: Strength
    overlooks: float  # the chance that it does not see one option of a great many of the same kind
    misjudges: float  # the standard error of its judgement
    chases: float  # how much better another throw looks
    cap: float  # its dearest error, in blunders


class LevelBot:
    """Asks for its judge only once there is something to choose."""

    def __init__(
        self, level: Level, make: MakeJudge, bands: BandsOf, rules: Any, seat: Seat, luck: Random, *, sees_all: bool
    ) -> None:
        self._level, self._make, self._bands_of = level, make, bands
        self._rules, self._seat, self._luck, self._sees_all = rules, seat, luck, sees_all
        self._heard: list[Event[Any]] = []

    def heard(self, event: Event[Any]) -> None:
        self._heard.append(event)

    def choose(self, view: Any, options: Sequence[A]) -> A:
        if len(options) == 1:
            return options[0]
        advice: Advice[A] = self._judge.advise(Point(view, tuple(self._heard)), options)
        return self._taken(view, advice)

    @cached_property
    def _judge(self) -> Judge[Any]:
        return _judge(self._make, self._rules, self._seat)

    def _taken(self, view: Any, advice: Advice[A]) -> A:
        level, best = self._level, advice.ranked[0]
        blunder = self._bands_of(self._rules, advice.unit).blunder
        sensible = [one for one in advice.ranked if loss(best, one) <= level.cap * blunder]
        stake = min(blunder, _mean_loss(sensible))
        looks: dict[tuple[float, bool], float] = {}  # what is worth the same looks the same, so nobody dithers
        found, promise = best, float("-inf")
        for one in self._seen(sensible):
            kind = (round(one.value, SAME), self._throws(view, one.action))
            if kind not in looks:
                error = self._luck.gauss(0.0, 1.0) * level.misjudges + kind[1] * level.chases
                looks[kind] = one.value + error * stake
                if looks[kind] > promise:
                    found, promise = one, looks[kind]
        return found.action

    def _seen(self, ranked: Sequence[Valued[A]]) -> Iterable[Valued[A]]:
        """What there is but one of everybody sees; of many alike each may escape."""
        alike = Counter(type(one.action) for one in ranked)
        chance = {kind: self._level.overlooks * (1 - 1 / count) for kind, count in alike.items()}
        return [one for one in ranked if self._luck.random() >= chance[type(one.action)]] or ranked[:1]

    def _throws(self, view: Any, action: A) -> bool:
        """Do dice fall next? Where there are secrets nobody can look ahead."""
        if not (self._sees_all and self._level.chases):
            return False
        return isinstance(self._rules.next(self._rules.play(view, self._seat, action)), Roll)


def _mean_loss(ranked: Sequence[Valued[Any]]) -> float:
    """Of the different values."""
    values = {round(one.value, SAME) for one in ranked}
    return max(values) - fmean(values)


@lru_cache(maxsize=8)
def _judge(make: MakeJudge, rules: Any, seat: Seat) -> Judge[Any]:
    """Bots of the same seat share what it knows, from game to game."""
    return make(rules, seat)


def levels(novice: float = 1.6, club: float = 1.0, expert: float = 0.5) -> Mapping[str, Level]:
    """Those below the best, by how clumsy each is at a game: one number, tuned by tournaments."""
    return {
        "novice": _level(N_("knows the rules, overlooks a lot and cannot resist another roll"), "easy", novice),
        "club": _level(N_("plays soundly, but not everything catches its eye"), "fair", club),
        "expert": _level(N_("seldom errs, and never by much"), "strong", expert),
    }


def _level(about: str, strength: Strength, clumsy: float) -> Level:
    return Level(
        about, strength, overlooks=min(0.8, 0.4 * clumsy), misjudges=0.8 * clumsy, chases=0.5 * clumsy, cap=1.5 * clumsy
    )
