"""Bots choose, advisors rank. One advice type serves bot, coach, page and terminal."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from random import Random
from typing import Any, Generic, Literal, Protocol, TypeVar

from redpip.core.effort import QUIET, Effort
from redpip.core.game import Event, Rules, Seat
from redpip.core.problem import Problem

A = TypeVar("A")


Unit = Literal["points", "win chance", "turns"]


@dataclass(frozen=True, slots=True)
class Worth:
    """What somebody can expect in the end. More is better in every unit, so turns are counted below zero."""

    value: float
    error: float = 0.0  # standard error; 0 where the value is exact


@dataclass(frozen=True, slots=True)
class Valued(Generic[A]):
    action: A
    value: float
    error: float = 0.0


class Priced(Protocol):
    """Whatever has a value: an option, a line of them, a position."""

    @property
    def value(self) -> float: ...


def loss(best: Priced, other: Priced) -> float:
    """What the other costs against the best."""
    return best.value - other.value


@dataclass(frozen=True, slots=True)
class Advice(Generic[A]):
    """Every legal action with its value, best first."""

    ranked: tuple[Valued[A], ...]
    unit: Unit
    exact: bool

    @classmethod
    def of(cls, valued: Iterable[Valued[A]], unit: Unit, exact: bool) -> Advice[A]:
        return cls(tuple(sorted(valued, key=lambda one: -one.value)), unit, exact)

    @property
    def best(self) -> A:
        return self.ranked[0].action

    def loss(self, action: A) -> float:
        """What choosing this action costs against the best one."""
        return loss(self.ranked[0], next(valued for valued in self.ranked if valued.action == action))

    def to_json(self) -> dict[str, Any]:
        """What programs get, whoever hands it to them."""
        actions = [
            {"action": str(one.action), "value": one.value, "loss": loss(self.ranked[0], one)} for one in self.ranked
        ]
        if not self.exact:
            actions = [{**facts, "error": one.error} for facts, one in zip(actions, self.ranked, strict=True)]
        return {"unit": self.unit, "exact": self.exact, "actions": actions}


@dataclass(frozen=True, slots=True)
class Point:
    """Where a seat is asked: what it sees, and all that it has heard until now. Where everybody sees everything the
    view is the state, and what was heard before changes nothing; so it may be left out there."""

    view: Any
    heard: tuple[Event[Any], ...] = ()


@dataclass(frozen=True, slots=True)
class Scale:
    """What values count, and whether they are proved; else they are estimates with errors."""

    unit: Unit
    exact: bool


class Advisor(Protocol[A]):
    """What a game's positions are worth to one seat. With this alone a game has all that stands on advice."""

    def scale(self, view: Any) -> Scale:
        """Of all values at this table. Any view of it will do: it tells how many play, and alone one may count turns
        where several race."""

    def ready(self, *points: Point) -> None:
        """Does what takes long for these points and those soon after. Without it the next question takes longer."""

    def value(self, point: Point) -> Worth:
        """What the seat can expect if it plays well from here on. Answers everywhere: where anybody chooses, where dice
        are about to fall, and at the end, where it is what the game brought."""

    def advise(self, point: Point, options: Sequence[A]) -> Advice[A]:
        """What each of the seat's options is worth: the value of the point after it."""


class OpenAdvisor(ABC, Generic[A]):
    """For games in which everybody sees everything: who can value a state can advise."""

    unit: Unit  # where it is the same at every table
    exact: bool = True

    def __init__(self, rules: Rules[Any, A], seat: Seat) -> None:
        self._rules, self._seat = rules, seat

    def scale(self, view: Any) -> Scale:
        return Scale(self.unit, self.exact)

    def ready(self, *points: Point) -> None:  # most have nothing to prepare
        pass

    @abstractmethod
    def value(self, point: Point) -> Worth: ...

    def advise(self, point: Point, options: Sequence[A]) -> Advice[A]:
        self.ready(point)
        scale = self.scale(point.view)
        return Advice.of(map(partial(self._valued, point.view), options), scale.unit, scale.exact)

    def _valued(self, state: Any, action: A) -> Valued[A]:
        worth = self.value(Point(self._rules.play(state, self._seat, action)))
        return Valued(action, worth.value, worth.error)


def no_advice(game: str) -> Problem:
    return Problem("no_advice", "{game} has no advice yet.", game=game)


MakeAdvisor = Callable[[Any, Seat, Effort], Advisor[Any]]  # (rules, seat, how hard it may work)


class Bot(Protocol[A]):
    """Sees what its seat may see, and names one of its options. It lives as long as its game.

    What it remembers comes from what it hears (see ``ear_of``) and its luck from the luck it was seated with; so it
    can be seated anew in the middle of a game and go on as it would have.
    """

    def choose(self, view: Any, options: Sequence[A]) -> A: ...


def ear_of(bot: Bot[Any]) -> Callable[[Event[Any]], None] | None:
    """How to tell a bot what happens, if it has ``heard``: every event that its seat may hear, in order, before it is
    asked."""
    return getattr(bot, "heard", None)


Strength = Literal["easy", "fair", "strong"]


@dataclass(frozen=True, slots=True)
class BotKind:
    """A bot that a game offers: what it does in one sentence, and how to seat one."""

    about: str
    seat: Callable[[Rules[Any, Any], Seat, Random], Bot[Any]]
    strength: Strength | None = None  # against a person who knows the rules, where the game can say


class RandomBot:
    """Any legal action, each as likely. Every game has this bot."""

    def __init__(self, rules: Rules[Any, Any], seat: Seat, luck: Random) -> None:
        self._luck = luck

    def choose(self, view: Any, options: Sequence[A]) -> A:
        return options[int(self._luck.random() * len(options))]


class AdvisorBot:
    """Takes what the game's advisor ranks first. It asks for an advisor only once there is something to choose."""

    def __init__(self, make: MakeAdvisor, rules: Any, seat: Seat, luck: Random) -> None:
        self._advisor = partial(_advisor, make, rules, seat)
        self._heard: list[Event[Any]] = []

    def heard(self, event: Event[Any]) -> None:
        self._heard.append(event)

    def choose(self, view: Any, options: Sequence[A]) -> A:
        return self._best(self._advisor, view, options)

    def choose_in_match(self, match: Any, target: int, options: Sequence[A]) -> A:
        """With an eye on the score, if the advisor has one: then it can say ``in_match`` what a game is worth there."""

        def at_score() -> Advisor[Any]:
            advisor = self._advisor()
            in_match = getattr(advisor, "in_match", None)
            found: Advisor[Any] = in_match(match, target) if in_match else advisor
            return found

        return self._best(at_score, match.game, options)

    def _best(self, make: Callable[[], Advisor[Any]], view: Any, options: Sequence[A]) -> A:
        if len(options) == 1:
            return options[0]
        best: A = make().advise(Point(view, tuple(self._heard)), options).best
        return best


@lru_cache(maxsize=4)
def _advisor(make: MakeAdvisor, rules: Any, seat: Seat) -> Advisor[Any]:
    """Bots of the same seat share what it knows, from game to game."""
    return make(rules, seat, QUIET)


def best_bot(about: str, make: MakeAdvisor) -> BotKind:
    return BotKind(about, partial(AdvisorBot, make), strength="strong")
