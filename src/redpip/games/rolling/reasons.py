"""Why a line of Keep on Rolling is better than another: what is at stake, and what the next roll may do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from redpip.core.coaching import Case, Reason, Told
from redpip.core.showing import percent_text
from redpip.core.words import N_, Words
from redpip.games.rolling.notation import RollDice, Stop
from redpip.games.rolling.plans import Plan, plan_of
from redpip.games.rolling.rules import RollingRules, State


@dataclass(frozen=True, slots=True)
class MustOvertake(Told):
    """Once the end is on, too few points are as bad as none."""

    kind: ClassVar[str] = "must_overtake"
    text: ClassVar[str] = N_(
        "The end is on: you need {need} points in this turn. {score} would leave you out, so there is nothing to "
        "lose by rolling."
    )

    need: int
    score: int


@dataclass(frozen=True, slots=True)
class StopPays:
    """The risk is higher than what rolling may add."""

    kind: ClassVar[str] = "stop_pays"

    score: int
    bust: float
    fill: float

    def say(self, words: Words) -> str:
        facts = {"score": self.score, "bust": percent_text(self.bust), "fill": percent_text(self.fill)}
        if self.fill:
            return words.say(
                "{score} points are at stake: the next roll busts with {bust} and fills up with {fill}. That is not "
                "worth the risk.",
                **facts,
            )
        return words.say(
            "{score} points are at stake, and the next roll busts with {bust}. That is not worth the risk.", **facts
        )


@dataclass(frozen=True, slots=True)
class DoublePays(Told):
    """Filled up: double now is better than all of it at stake again."""

    kind: ClassVar[str] = "double_pays"
    text: ClassVar[str] = N_(
        "Filled up: stopping pays {score}. Rolling on carries only {carried}, and a bust loses them."
    )

    score: int
    carried: int


@dataclass(frozen=True, slots=True)
class RollPays:
    """What may come is worth more than what lies there."""

    kind: ClassVar[str] = "roll_pays"

    score: int
    bust: float
    fill: float

    def say(self, words: Words) -> str:
        facts = {"bust": percent_text(self.bust), "fill": percent_text(self.fill)}
        if self.score and self.fill:
            return words.count(
                "Only {number} point is at stake: the next roll busts with {bust}, and with {fill} it fills up and "
                "doubles.",
                "Only {number} points are at stake: the next roll busts with {bust}, and with {fill} it fills up and "
                "doubles.",
                self.score,
                **facts,
            )
        return words.count(
            "Only {number} point is at stake, and the next roll busts with no more than {bust}.",
            "Only {number} points are at stake, and the next roll busts with no more than {bust}.",
            self.score,
            **facts,
        )


@dataclass(frozen=True, slots=True)
class MorePoints(Told):
    """Both stop; one has more."""

    kind: ClassVar[str] = "more_points"
    text: ClassVar[str] = N_("It brings {best} points, the other {other}.")

    best: int
    other: int


@dataclass(frozen=True, slots=True)
class SaferShelf(Told):
    """Both roll; with the better dice aside fewer throws bust or more fill up."""

    kind: ClassVar[str] = "safer_shelf"
    text: ClassVar[str] = N_(
        "Then the next roll busts with {bust} and fills up with {fill}; with the other choice it would be "
        "{other_bust} and {other_fill}."
    )
    against: ClassVar[Mapping[str, str]] = {"bust": "other_bust", "fill": "other_fill"}

    bust: float
    other_bust: float
    fill: float
    other_fill: float


@dataclass(frozen=True, slots=True)
class MoreAside(Told):
    """Both roll with like risks; one has more points lying there."""

    kind: ClassVar[str] = "more_aside"
    text: ClassVar[str] = N_("The risk is much the same, and {best} points lie there instead of {other}.")

    best: int
    other: int


@dataclass(frozen=True, slots=True)
class MoreDice(Told):
    """Both roll; more dice in hand can still fill up or double."""

    kind: ClassVar[str] = "more_dice"
    text: ClassVar[str] = N_("With {best} dice left to roll more can still come than with {other}.")

    best: int
    other: int


KINDS = (MustOvertake, StopPays, DoublePays, RollPays, MorePoints, SaferShelf, MoreAside, MoreDice)


def reasons(case: Case) -> Iterator[Reason]:
    if case.other is None:
        return
    rules: RollingRules = case.rules
    best, other = (plan_of(rules, case.view, case.seat, one.actions) for one in (case.best, case.other))
    if isinstance(best.end, RollDice):
        yield from _rolls(rules, case.view, best, other)
    elif isinstance(other.end, RollDice):
        yield from _stops(rules, best)
    elif best.score > other.score:
        yield MorePoints(best.score, other.score)


def _stops(rules: RollingRules, best: Plan) -> Iterator[Reason]:
    if rules.filled(best.table.aside):
        yield DoublePays(best.score, best.table.points)
    elif best.end == Stop():
        bust, fill = _risk(rules, best)
        yield StopPays(best.score, bust, fill)


def _rolls(rules: RollingRules, view: State, best: Plan, other: Plan) -> Iterator[Reason]:
    bust, fill = _risk(rules, best)
    if not isinstance(other.end, RollDice):
        bar = rules.to_beat(view, view.seat)
        need = bar + 1 - view.totals[view.seat] if bar is not None else 0
        yield MustOvertake(need, other.score) if other.score < need else RollPays(best.table.points, bust, fill)
        return
    other_bust, other_fill = _risk(rules, other)
    if bust < other_bust or fill > other_fill:
        yield SaferShelf(bust, other_bust, fill, other_fill)
    elif best.table.points > other.table.points:
        yield MoreAside(best.table.points, other.table.points)
    elif len(rules.to_roll(best.table)) > len(rules.to_roll(other.table)):
        yield MoreDice(len(rules.to_roll(best.table)), len(rules.to_roll(other.table)))


def _risk(rules: RollingRules, plan: Plan) -> tuple[float, float]:
    chances = rules.chances(plan.table.aside)
    return chances.bust / chances.throws, chances.fill / chances.throws
