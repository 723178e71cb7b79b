"""What a roll brings on top of dice that are held from the roll before."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from redpip.core.dice import DICE, Faces, shown
from redpip.core.example import Box, Example, Group, Laid, first_of
from redpip.core.words import N_, Words
from redpip.games.hot.rules import HotRules, Turn
from redpip.games.hot.scoring import SET, holds, is_straight, may_hold


def score(rules: HotRules, laid: Laid, words: Words) -> Sequence[Box]:
    rolled, held = laid.throws
    before = _held(rules, held)
    turn = replace(before, loose=rolled)
    numbers = [_number(rules, turn, number, words) for number in DICE]
    return [*numbers, *_before(before, held, words), *_all(rules, turn, words)]


def _held(rules: HotRules, held: Faces) -> Turn:
    """The turn after these dice were held out of one roll; those that do not count are not."""
    return _best(rules, Turn(loose=held)) if shown(held) else Turn()


def _best(rules: HotRules, turn: Turn) -> Turn:
    ways = holds(turn.loose, turn.sets)
    return max((rules.holding(turn, dice) for dice in ways), key=_worth, default=turn)


def _worth(turn: Turn) -> tuple[int, int]:
    return turn.total, len(shown(turn.held))


def _number(rules: HotRules, turn: Turn, number: int, words: Words) -> Box:
    dice = tuple(die for die in shown(turn.loose) if turn.loose[die - 1] == number)
    counts = may_hold([number] * len(dice), turn.sets)
    after = rules.holding(turn, dice).total if counts else turn.total
    say = _why(turn, number, len(dice), after, words)
    return Box(str(number), str(number), f"+{after - turn.total}" if counts else "0", say, good=counts)


def _why(turn: Turn, number: int, count: int, after: int, words: Words) -> str:
    facts = {"count": count, "number": number, "gain": after - turn.total, "before": turn.total, "after": after}
    if not count:
        return words.say("No {number} is in this roll.", number=number)
    if number in turn.sets:
        return words.say("A {number} matches your set and doubles the turn: {before} becomes {after}.", **facts)
    if count > SET:
        return words.say(
            "{count} × {number} in one roll: a set that doubles with each die beyond the third, {gain}.", **facts
        )
    if count == SET:
        return words.say("Three {number}s in one roll are a set: {gain}.", **facts)
    if after > turn.total:
        return words.say("{count} × {number} without a set: {gain}.", **facts)
    return words.say("{count} × {number} counts nothing: it takes three, or a set of {number}s that you hold.", **facts)


def _before(before: Turn, held: Faces, words: Words) -> Iterator[Box]:
    if not shown(held):
        return
    say = words.say("The dice held from the roll before make {total}.", total=before.total)
    if shown(before.held) != shown(held) and not is_straight([face for face in held if face]):
        say = words.say("Only dice that count can be held; these make {total}.", total=before.total)
    yield Box("held", words.say("held before"), str(before.total), say, good=before.total > 0, wide=True)


def _all(rules: HotRules, turn: Turn, words: Words) -> Iterator[Box]:
    if not shown(turn.loose):
        return
    name, after = words.say("whole turn"), _best(rules, turn)
    if after == turn:
        say = words.say("Nothing in this roll counts: bust. The turn is over and brings nothing.")
        yield Box("turn", name, words.say("bust"), say, good=False, wide=True)
        return
    say = words.say("Hold all that counts, and the turn is worth {total}.", total=after.total)
    if rules.is_hot(after):
        say += " " + words.say("All six dice are held: hot. Bank, or roll all six again.")
    yield Box("turn", name, str(after.total), say, words.say("hot") if rules.is_hot(after) else "", wide=True)


EXAMPLE = Example(
    (Group(N_("This roll"), gaps=True), Group(N_("Held before"), gaps=True)),
    "142445 ------",
    "what-counts",
    score,
    first_of("turn", "held", "1"),
    one_place=True,
    reds=False,
)
