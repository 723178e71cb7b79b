"""Why a line is best, said of any game. A game that can say more brings reasons of its own (``core/coaching.py``)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from redpip.core.advice import Unit
from redpip.core.catalog import Game
from redpip.core.coaching import USUAL_BANDS, Case, Coaching, Reason, given_away
from redpip.core.codec import from_json, to_json
from redpip.core.problem import Problem
from redpip.core.words import Words
from redpip.play.amounts import amount, places_to_tell


@dataclass(frozen=True, slots=True)
class WorthMore:
    """All that can be said of any game: what both lines come to."""

    kind: ClassVar[str] = "worth_more"

    unit: Unit
    best: float
    other: float

    def say(self, words: Words) -> str:
        places = places_to_tell(self.best, self.other, self.unit) or 1
        return words.say(
            "In the end you can expect {best} with it, and {other} with the other.",
            best=amount(self.best, self.unit, words, places),
            other=amount(self.other, self.unit, words, places),
        )


@dataclass(frozen=True, slots=True)
class AsGood:
    """Two figures that read alike would explain nothing."""

    kind: ClassVar[str] = "as_good"

    unit: Unit
    best: float

    def say(self, words: Words) -> str:
        best = amount(self.best, self.unit, words)
        return words.say("Both come to nearly the same in the end: {best}.", best=best)


@dataclass(frozen=True, slots=True)
class NothingElse:
    """Whatever is chosen comes to the same."""

    kind: ClassVar[str] = "nothing_else"

    unit: Unit
    best: float

    def say(self, words: Words) -> str:
        best = amount(self.best, self.unit, words)
        return words.say("Whatever you choose, you can expect {best} in the end.", best=best)


COMMON: tuple[type[Any], ...] = (WorthMore, AsGood, NothingElse)


def coaching_of(game: Game, rules: Any, unit: Unit) -> Coaching:
    """What the game brings, or what is usual for its unit."""
    return game.coaching(rules, unit) if game.coaching else Coaching(USUAL_BANDS[unit])


def reason_for(coaching: Coaching, case: Case) -> Reason:
    if case.other and not case.exact and not given_away(case.best, case.other):
        return AsGood(case.unit, case.best.value)  # to argue with less than its error would be to invent a reason
    for reason in coaching.reasons(case):
        return reason
    if case.other is None:
        return NothingElse(case.unit, case.best.value)
    if places_to_tell(case.best.value, case.other.value, case.unit) is not None:
        return WorthMore(case.unit, case.best.value, case.other.value)
    return AsGood(case.unit, case.best.value)


def reason_json(reason: Reason) -> dict[str, Any]:
    return {"kind": reason.kind, **to_json(reason)}


def read_reason(coaching: Coaching, data: dict[str, Any]) -> Reason:
    """The reason that was kept in this form."""
    facts = dict(data)
    name = facts.pop("kind", None)
    for kind in (*COMMON, *coaching.kinds):
        if kind.kind == name:
            reason: Reason = from_json(kind, facts)
            return reason
    raise Problem("bad_value", "There is no kind of reason {given!r}.", given=name)
