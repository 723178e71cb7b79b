"""What dice aside pay, number by number, and what a roll could add to them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from redpip.core.dice import DICE, Faces, shown
from redpip.core.example import Box, Example, Group, Laid, first_of
from redpip.core.words import N_, Words
from redpip.games.rolling.rules import RollingRules, Turn
from redpip.games.rolling.scoring import is_bust, matching, value


def score(rules: RollingRules, laid: Laid, words: Words) -> Sequence[Box]:
    aside, rolled = laid.throws
    numbers = [_number(aside, number, words) for number in DICE]
    return [*numbers, _turn(rules, aside, words), *_roll(aside, rolled, words)]


def _number(aside: Faces, number: int, words: Words) -> Box:
    count, points = aside.count(number), value(aside, number)
    red = aside[number - 1] == number
    tag = words.say("red ×2") if red and points else ""
    return Box(str(number), str(number), str(points), _why(count, number, points, red, words), tag, points > 0)


def _why(count: int, number: int, points: int, red: bool, words: Words) -> str:
    if count < 2:
        if count:
            return words.say("The {number} is alone. It pays nothing yet, but may find a match.", number=number)
        return words.say("No {number} is aside.", number=number)
    facts = {"count": count, "number": number, "points": points}
    if red:
        return words.say("{count} × {number}, doubled by the red {number}: {points}.", **facts)
    return words.say("{count} × {number} = {points}. The red {number} would double it.", **facts)


def _turn(rules: RollingRules, aside: Faces, words: Words) -> Box:
    turn = Turn(aside=aside)
    points, name = turn.points, words.say("together")
    if rules.filled(aside):
        say = words.say(
            "All six are aside and none is alone: filled up. Stop for {double}, or keep on rolling with {points}.",
            double=rules.score(turn),
            points=points,
        )
        return Box("turn", name, str(points), say, "×2", wide=True)
    if len(shown(aside)) == len(rules.all_dice):
        say = words.say("All six are aside, but some are alone: the turn is over and brings {points}.", points=points)
    else:
        say = words.say("Stopping now brings {points}.", points=points)
    return Box("turn", name, str(points), say, good=points > 0, wide=True)


def _roll(aside: Faces, rolled: Faces, words: Words) -> Iterator[Box]:
    dice, name = shown(rolled), words.say("this roll")
    if not dice:
        return
    if is_bust(aside, rolled):
        yield Box(
            "roll",
            name,
            words.say("bust"),
            words.say("All differ, and none matches a die aside: bust."),
            good=False,
            wide=True,
        )
        return
    fitting = matching(aside, rolled)
    found = words.listed([str(number) for number in sorted({rolled[die - 1] for die in fitting})])
    say = words.say("What has a match here: {numbers}. Dice without one may go aside with them.", numbers=found)
    yield Box("roll", name, words.count("{number} fits", "{number} fit", len(fitting)), say, wide=True)


EXAMPLE = Example(
    (Group(N_("Aside"), gaps=True), Group(N_("Just rolled"), gaps=True)),
    "5-54-- -2--56",
    "points",
    score,
    first_of("roll", "turn"),
    one_place=True,
)
