"""Bots choose, advisors rank. One advice type serves bot, coach, page and terminal."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Generic, Literal, Protocol, TypeVar, runtime_checkable

from redpip.core.game import Event, Rules, Seat

A = TypeVar("A")
A_contra = TypeVar("A_contra", contravariant=True)


@dataclass(frozen=True, slots=True)
class Valued(Generic[A]):
    action: A
    value: float
    error: float = 0.0  # standard error; 0 where the value is exact


@dataclass(frozen=True, slots=True)
class Advice(Generic[A]):
    """Every legal action with its value, best first."""

    ranked: tuple[Valued[A], ...]
    unit: Literal["points", "win chance"]
    exact: bool

    @property
    def best(self) -> A:
        return self.ranked[0].action

    def loss(self, action: A) -> float:
        """What choosing this action costs against the best one."""
        value = next(valued.value for valued in self.ranked if valued.action == action)
        return self.ranked[0].value - value


class Bot(Protocol[A]):
    """Sees what its seat may see, and names one of its options. It lives as long as its game.

    What it remembers comes from what it hears (see ``Listener``) and its luck from the luck it was seated with; so it
    can be seated anew in the middle of a game and go on as it would have.
    """

    def choose(self, view: Any, options: Sequence[A]) -> A: ...


@runtime_checkable
class Listener(Protocol):
    """A bot that is also told what happens: every event that its seat may hear, in order, before it is asked."""

    def heard(self, event: Event[Any]) -> None: ...


class Advisor(Protocol[A]):
    def advise(self, view: Any, options: Sequence[A]) -> Advice[A]: ...


Progress = Callable[[float], None]  # told the part that is done, 0 to 1; may raise to stop the work


class Solver(Protocol[A]):
    """Knows what every position of a game is worth to one seat that plays for its expected score."""

    def solve(self, progress: Progress, threads: int) -> None:
        """Makes the values ready: from a stored table, or by work that can be stopped and taken up again."""

    def solve_again(self, progress: Progress, threads: int) -> None:
        """The work itself, whatever is stored."""

    def ready(self, state: Any, progress: Progress, threads: int) -> None:
        """Makes the values of this position and of those after it ready, which can be less work than all."""

    def value(self, state: Any) -> float:
        """What the seat can expect in the end."""

    def summary(self) -> Mapping[str, Any]:
        """The start's ``value`` and other results, as JSON can hold them."""

    def check_stats(self) -> None:
        """Raises a Problem where there are no figures of best play."""

    def stats(self, progress: Progress, threads: int, again: bool) -> Mapping[str, Any]:
        """What best play looks like, once the game is solved: spread and frequencies, stored or found again."""

    def advise(self, view: Any, options: Sequence[A]) -> Advice[A]: ...

    def sample(self, luck: Random, count: int) -> Sequence[Any]:
        """Positions of a lone player, for checks, in an order in which the solver is soon ready for each."""


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
