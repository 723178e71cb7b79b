"""What the scoring dice pay to two hands, number by number."""

from __future__ import annotations

from collections.abc import Sequence

from redpip.core.dice import DICE
from redpip.core.example import Box, Example, Group, Laid, first_of
from redpip.core.words import N_, Words
from redpip.games.poobah.rules import PoobahRules
from redpip.games.poobah.scoring import gains, leaders, pot

NAMES = ("Mia", "Jonas")
SEATS = (0, 1)


def score(_rules: PoobahRules, laid: Laid, words: Words) -> Sequence[Box]:
    paid = gains(laid.throws[:2], SEATS, laid.throws[2])
    totals = [
        Box(
            name,
            name,
            str(points),
            words.say("{name} is paid {points} by this throw.", name=name, points=points),
            good=points > 0,
            wide=True,
        )
        for name, points in zip(NAMES, paid, strict=True)
    ]
    return [*(_number(laid, number, words) for number in DICE), *totals]


def _number(laid: Laid, number: int, words: Words) -> Box:
    hands, scoring = laid.throws[:2], laid.throws[2]
    points, first = pot(scoring, number), leaders(hands, SEATS, number)
    tag = "" if not (points and first) else NAMES[first[0]] if len(first) == 1 else words.say("both")
    good = bool(points and first)
    return Box(str(number), str(number), str(points), _why(laid, number, points, first, words), tag, good)


def _why(laid: Laid, number: int, points: int, first: Sequence[int], words: Words) -> str:
    if not points:
        return words.say("No scoring die shows a {number}.", number=number)
    facts = {"number": number, "points": points}
    if not first:
        return words.say("{points} for the {number}, but nobody has one.", **facts)
    most = laid.throws[first[0]].count(number)
    if len(first) == 2:
        return words.say("{points} for the {number}: both have {most}, so both are paid in full.", most=most, **facts)
    fewer = laid.throws[1 - first[0]].count(number)
    return words.say(
        "{points} for the {number}: {name} has {most}, the other {fewer}.",
        name=NAMES[first[0]],
        most=most,
        fewer=fewer,
        **facts,
    )


EXAMPLE = Example(
    (Group(N_("Mia's hand")), Group(N_("Jonas's hand"), dress="far"), Group(N_("Scoring dice"), dress="honey")),
    "634364 552626 316454",
    "the-scoring-dice",
    score,
    first_of("4"),
)
