"""Why a line of Catch 6 is better than another, and which kind of mistake the other is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from redpip.core.coaching import SAME, Case, Reason, Told
from redpip.core.words import N_
from redpip.games.catch6.plans import Plan, chance_now, plan_of
from redpip.games.catch6.rules import Catch6Rules, State, other
from redpip.games.catch6.scoring import points

NEAR = 0.002  # lines that are nearly equal
TELLING = 0.01  # a chance that is greater by this much is worth a word
MISTAKES = {
    "left": N_("Left a number that should be caught"),
    "too_early": N_("Caught a number too early"),
    "wrong_number": N_("Caught the wrong number"),
    "not_by_red": N_("Caught without need so that all dice must be rolled"),
    "kept_too_many": N_("Kept too many dice"),
    "kept_too_few": N_("Kept too few dice"),
    "kept_wrong": N_("Kept the wrong dice"),
}


@dataclass(frozen=True, slots=True)
class NearlyEqual(Told):
    kind: ClassVar[str] = "nearly_equal"
    text: ClassVar[str] = N_("Both come to nearly the same.")


@dataclass(frozen=True, slots=True)
class WinsAtOnce(Told):
    kind: ClassVar[str] = "wins_at_once"
    text: ClassVar[str] = N_("With the {number} you have {points} points and win.")

    number: int
    points: int


@dataclass(frozen=True, slots=True)
class KeepsDice(Told):
    kind: ClassVar[str] = "keeps_dice"
    text: ClassVar[str] = N_(
        "Caught by its red, the {number} leaves you your dice as they lie; else all of them must be rolled."
    )

    number: int


@dataclass(frozen=True, slots=True)
class WouldWinForOther(Told):
    kind: ClassVar[str] = "would_win_for_other"
    text: ClassVar[str] = N_("The other player needs {missing} more points and could win with the {number}.")

    number: int
    missing: int


@dataclass(frozen=True, slots=True)
class MorePoints(Told):
    kind: ClassVar[str] = "more_points"
    text: ClassVar[str] = N_("The {number} brings {points} points, the {other_number} only {other_points}.")

    number: int
    points: int
    other_number: int
    other_points: int


@dataclass(frozen=True, slots=True)
class TakeIt(Told):
    kind: ClassVar[str] = "take_it"
    text: ClassVar[str] = N_("The {number} is worth {points} points, and what you leave the other one may catch.")

    number: int
    points: int


@dataclass(frozen=True, slots=True)
class WaitForMore(Told):
    kind: ClassVar[str] = "wait_for_more"
    text: ClassVar[str] = N_(
        "The {number} brings only {points} points and would cost you the dice that you have collected."
    )

    number: int
    points: int


@dataclass(frozen=True, slots=True)
class SoonerCaught(Told):
    kind: ClassVar[str] = "sooner_caught"
    text: ClassVar[str] = N_("This roll catches a number with a chance of {chance}, the other one with {other}.")
    against: ClassVar[Mapping[str, str]] = {"chance": "other"}

    chance: float
    other: float


@dataclass(frozen=True, slots=True)
class BetterLater(Told):
    kind: ClassVar[str] = "better_later"
    text: ClassVar[str] = N_(
        "It catches a number at once with a chance of {chance} instead of {other}, but leaves better dice for the "
        "next turns, or goes for a better number."
    )
    against: ClassVar[Mapping[str, str]] = {"chance": "other"}

    chance: float
    other: float


@dataclass(frozen=True, slots=True)
class OnlyLater(Told):
    kind: ClassVar[str] = "only_later"
    text: ClassVar[str] = N_(
        "Both catch a number at once with a chance of {chance}, but this leaves better dice for the next turns, or "
        "goes for a better number."
    )

    chance: float


KINDS = (
    NearlyEqual,
    WinsAtOnce,
    KeepsDice,
    WouldWinForOther,
    MorePoints,
    TakeIt,
    WaitForMore,
    SoonerCaught,
    BetterLater,
    OnlyLater,
)


def _plans(case: Case) -> tuple[Plan, Plan]:
    assert case.other
    best, rival = (plan_of(case.view, line.actions) for line in (case.best, case.other))
    return best, rival


def reasons(case: Case) -> Iterator[Reason]:
    if case.other is None:
        return
    best, rival = _plans(case)
    if case.cost < NEAR:
        yield NearlyEqual()
    elif best.rolls:
        yield _why_roll(case.view, best, rival)
    elif best.number is None:
        if rival.number is not None:
            yield WaitForMore(rival.number, points(rival.number))
    else:
        yield from _why_catch(case.rules, case.view, best.number, rival)


def _why_roll(view: State, best: Plan, rival: Plan) -> Reason:
    chance, less = (chance_now(view, plan.rolled) for plan in (best, rival))
    if abs(chance - less) <= SAME:
        return OnlyLater(chance)
    return SoonerCaught(chance, less) if chance > less + TELLING else BetterLater(chance, less)


def _why_catch(rules: Catch6Rules, view: State, number: int, rival: Plan) -> Iterator[Reason]:
    mine, missing = view.scores[view.seat] + points(number), rules.target - view.scores[other(view.seat)]
    if rules.wins(view, number):
        yield WinsAtOnce(number, mine)
    if number == rival.number:
        yield KeepsDice(number)
    if points(number) >= missing and (rival.number is None or points(rival.number) < missing):
        yield WouldWinForOther(number, missing)
    if rival.number is not None and points(number) > points(rival.number):
        yield MorePoints(number, points(number), rival.number, points(rival.number))
    if rival.number is None:
        yield TakeIt(number, points(number))


def mistake(case: Case) -> str:
    best, rival = _plans(case)
    if best.rolls:
        if set(best.rolled) < set(rival.rolled):
            return "kept_too_few"
        return "kept_too_many" if set(best.rolled) > set(rival.rolled) else "kept_wrong"
    if rival.number is None:
        return "left"
    if best.number is None:
        return "too_early"
    return "not_by_red" if best.number == rival.number else "wrong_number"
