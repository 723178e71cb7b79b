"""Why a line of Hot Dice is better than another, and which kind of mistake the other is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from redpip.core.coaching import Case, Reason, Told
from redpip.core.words import N_, Words
from redpip.games.hot.plans import Plan, plan_of
from redpip.games.hot.rules import HotRules, State

NEAR = {"win chance": 0.002, "turns": 0.01, "points": 5.0}  # lines that are nearly equal
MISTAKES = {
    "too_early": N_("Banked too early"),
    "too_long": N_("Rolled once too often"),
    "too_many": N_("Held too many dice"),
    "too_few": N_("Held too few dice"),
    "wrong_dice": N_("Held the wrong dice"),
}


@dataclass(frozen=True, slots=True)
class NearlyEqual(Told):
    kind: ClassVar[str] = "nearly_equal"
    text: ClassVar[str] = N_("Both come to nearly the same: {points} points in the turn here, {other} there.")

    points: int
    other: int

    def say(self, words: Words) -> str:
        if self.points != self.other:
            return Told.say(self, words)
        return words.say("Both come to nearly the same: {points} points in the turn either way.", points=self.points)


@dataclass(frozen=True, slots=True)
class WithDice(Told):
    """Tells how many dice are rolled."""

    dice: int

    def facts(self, words: Words) -> dict[str, object]:
        return Told.facts(self, words) | {"dice": words.count("{number} die", "{number} dice", self.dice)}


@dataclass(frozen=True, slots=True)
class BankIsSafe(WithDice):
    kind: ClassVar[str] = "bank_is_safe"
    text: ClassVar[str] = N_(
        "Banking keeps {points} points. Rolling {dice} loses them all with a chance of {bust}, and what it can add "
        "is not worth that."
    )

    points: int
    bust: float


@dataclass(frozen=True, slots=True)
class RollPays(WithDice):
    kind: ClassVar[str] = "roll_pays"
    text: ClassVar[str] = N_(
        "With {dice} the turn is lost with a chance of {bust}. What the roll can add to {points} points is worth more."
    )

    points: int
    bust: float


@dataclass(frozen=True, slots=True)
class MustBeat(Told):
    kind: ClassVar[str] = "must_beat"
    text: ClassVar[str] = N_(
        "This is your last turn: with less than {missing} more points it is lost anyway, since {best} has to be beaten."
    )

    best: int
    missing: int


@dataclass(frozen=True, slots=True)
class DoublesOn(WithDice):
    kind: ClassVar[str] = "doubles_on"
    text: ClassVar[str] = N_("Each further {face} doubles the {points} points, and {dice} can bring one.")

    face: int
    points: int


@dataclass(frozen=True, slots=True)
class MoreDice(Told):
    kind: ClassVar[str] = "more_dice"
    text: ClassVar[str] = N_(
        "More dice to roll lose the turn less often: {dice} with a chance of {bust}, {other_dice} with {other_bust}."
    )
    against: ClassVar[Mapping[str, str]] = {"bust": "other_bust"}

    dice: int
    bust: float
    other_dice: int
    other_bust: float


@dataclass(frozen=True, slots=True)
class MorePoints(Told):
    kind: ClassVar[str] = "more_points"
    text: ClassVar[str] = N_("It makes the turn {points} points instead of {other}.")

    points: int
    other: int


@dataclass(frozen=True, slots=True)
class AllAgain(Told):
    kind: ClassVar[str] = "all_again"
    text: ClassVar[str] = N_(
        "All dice are held then, so all are rolled again: that loses the {points} points with a chance of only {bust}."
    )

    points: int
    bust: float


KINDS = (NearlyEqual, BankIsSafe, RollPays, MustBeat, DoublesOn, MoreDice, MorePoints, AllAgain)


def _plans(case: Case) -> tuple[Plan, Plan]:
    assert case.other
    best, other = (plan_of(case.rules, case.view, case.seat, line.actions) for line in (case.best, case.other))
    return best, other


def reasons(case: Case) -> Iterator[Reason]:
    if case.other is None:
        return
    best, other = _plans(case)
    if case.cost < NEAR[case.unit]:
        yield NearlyEqual(best.points, other.points)
    elif best.banks:
        yield from _why_bank(best, other)
    elif other.banks:
        yield from _why_roll(case, best, other)
    else:
        yield from _why_these(case.rules, best, other)


def _why_bank(best: Plan, other: Plan) -> Iterator[Reason]:
    if not other.banks:
        yield BankIsSafe(other.dice, best.points, other.bust)
    elif best.points > other.points:
        yield MorePoints(best.points, other.points)


def _why_roll(case: Case, best: Plan, other: Plan) -> Iterator[Reason]:
    rules: HotRules = case.rules
    view: State = case.view
    bar = rules.to_beat(view)
    if bar is not None and view.totals[case.seat] + other.points <= bar:
        yield MustBeat(bar, bar - view.totals[case.seat] - other.points + 50)
    if rules.is_hot(best.turn):
        yield AllAgain(best.points, best.bust)
    if best.turn.sets:
        yield DoublesOn(best.dice, best.turn.sets[0], best.points)
    yield RollPays(best.dice, best.points, best.bust)


def _why_these(rules: HotRules, best: Plan, other: Plan) -> Iterator[Reason]:
    if rules.is_hot(best.turn) and not rules.is_hot(other.turn):
        yield AllAgain(best.points, best.bust)
    if best.turn.sets and not other.turn.sets:
        yield DoublesOn(best.dice, best.turn.sets[0], best.points)
    if best.bust < other.bust:
        yield MoreDice(best.dice, best.bust, other.dice, other.bust)
    if best.points > other.points:
        yield MorePoints(best.points, other.points)


def mistake(case: Case) -> str:
    best, other = _plans(case)
    if best.banks != other.banks:
        return "too_long" if best.banks else "too_early"
    if len(best.held) != len(other.held):
        return "too_many" if len(best.held) < len(other.held) else "too_few"
    return "wrong_dice"
