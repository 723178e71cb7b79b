"""Catch 6 as lines of text: what a player at the table would see, and what just happened in one sentence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from redpip.core.dice import DICE, shown
from redpip.core.game import Acted, Event, Seat, Thrown
from redpip.core.showing import dice_text, face_column, red_legend, roll_told
from redpip.core.words import Line, Style, Words, line
from redpip.games.catch6.notation import Catch, Pass
from redpip.games.catch6.rules import SEATS, Catch6Rules, State
from redpip.games.catch6.scoring import Way, catches, first_way, points

LEAST = 10  # width of the column with names


def screen(rules: Catch6Rules, view: State, names: Sequence[str], words: Words) -> Sequence[Line]:
    if view.phase == "over":
        return tuple(_table(rules, view, names, words))
    return (
        _headline(rules, view, names, words),
        *_dice(view, words),
        *_offers(rules, view, words),
        line(),
        *_table(rules, view, names, words),
    )


def _headline(rules: Catch6Rules, view: State, names: Sequence[str], words: Words) -> Line:
    name = names[view.seat]
    if view.phase == "catch":
        if rules.catchable(view):
            return line((words.say("{name}: catch a number or pass", name=name), "strong"))
        return line((words.say("{name}: nothing to catch", name=name), "strong"))
    if view.must_all[view.seat]:
        dice = " ".join(map(str, rules.all_dice))
        return line((words.say("{name}: roll all the dice ({dice})", name=name, dice=dice), "strong"))
    return line((words.say("{name}: roll some or all of your dice", name=name), "strong"))


def _dice(view: State, words: Words) -> Iterator[Line]:
    dice = shown(view.hand)
    if not dice:
        return
    yield line(_label(words.say("Die")), *(f"{die:>5}" for die in dice))
    yield line(
        _label(words.say("Shows")), *(face_column(die, view.hand) for die in dice), *red_legend(view.hand, words)
    )
    if view.phase == "catch" and len(view.cast) < len(dice):
        yield line(_label(words.say("Rolled")), *(f"{'^' if die in view.cast else '':>5}" for die in dice))


def _offers(rules: Catch6Rules, view: State, words: Words) -> Iterator[Line]:
    """The numbers that can be caught now, each in its best way."""
    if view.phase != "catch":
        return
    numbers = dict.fromkeys(number for number, _ in rules.catchable(view))
    for at, number in enumerate(numbers):
        label = words.say("Catch") if at == 0 else ""
        worth = words.count("{number} point", "{number} points", points(number))
        yield line(
            _label(label), (f"{number:>5}", "could"), f"   {way_name(first_way(view.hand, number), words)}, {worth}"
        )


def way_name(way: Way, words: Words) -> str:
    match way:
        case "red":
            return words.say("red and three white")
        case "fullhouse":
            return words.say("full house")
        case "raffle":
            return words.say("raffle")


def _table(rules: Catch6Rules, view: State, names: Sequence[str], words: Words) -> Iterator[Line]:
    """Narrow enough for 40 columns; the dice stand last, and below where there is no room."""
    width = max(LEAST, *(len(name) + 1 for name in names))
    heads = "".join(f"{number:>3}" for number in DICE)
    yield line(words.say("Player").ljust(width), heads, words.say("Points").rjust(8), "   ", words.say("Dice"))
    worth = "".join(f"{points(number):>3}" for number in DICE)
    yield line((words.say("worth").ljust(width) + worth, "faint"))
    for seat in SEATS:
        style: Style = "strong" if seat == view.seat and view.phase != "over" else "plain"
        marks = "".join(f"{_mark(view, seat, number):>3}" for number in DICE)
        hand = dice_text(view.hands[seat])
        yield line((names[seat].ljust(width), style), marks, (f"{view.scores[seat]:>8}", "strong"), "   ", hand)
    yield line((words.say("x caught, . free; {target} points win", target=rules.target), "faint"))
    if view.phase != "over":
        yield from _ways(words)


def _ways(words: Words) -> Iterator[Line]:
    """What catches a number."""
    ways = (
        words.say("its red and three white of it"),
        words.say("any shown, by a full house: 3+3, 2+2+2 or 4+2 alike"),
        words.say("any, by a raffle: six alike"),
    )
    yield line((words.say("A number is caught by: {ways}", ways="; ".join(ways)), "faint"))


def _mark(view: State, seat: Seat, number: int) -> str:
    owner = view.owners[number - 1]
    return "." if owner is None else "x" if owner == seat else ""


def story(rules: Catch6Rules, event: Event[Any], after: State, names: Sequence[str], words: Words) -> str:
    match event:
        case Thrown(seat=int(seat), faces=tuple(faces)):
            return roll_told(names[seat], faces, len(rules.all_dice), words)
        case Acted(seat=seat, action=Catch() as catch):
            return _catch_story(seat, catch, after, names, words)
        case Acted(seat=seat, action=Pass()) if any(number in after.free for number, _ in catches(after.hands[seat])):
            return words.say("{name} passes, though a catch was possible", name=names[seat])
    return ""


def _catch_story(seat: Seat, catch: Catch, after: State, names: Sequence[str], words: Words) -> str:
    # the dice of the catch still lie there: only a new game picks them up
    way = catch.way or first_way(after.hands[seat], catch.number)
    facts = {"name": names[seat], "number": catch.number, "way": way_name(way, words)}
    if catch.carry:
        return words.say("{name} catches the {number} ({way}), gives up this game and carries the number over", **facts)
    return words.say("{name} catches the {number} ({way})", **facts)


def _label(text: str) -> str:
    return f"{text:<8}"


def help_lines(rules: Catch6Rules, words: Words) -> Sequence[str]:
    lines = [
        words.say("r 1 4        roll dice 1 and 4"),
        words.say("c 5          catch the 5"),
        words.say("c 6 full     catch the 6 by a full house though it could be caught by its red"),
        words.say("p            pass: catch nothing"),
    ]
    carry = words.say("c 5 carry    catch the 5, lose this game, and begin the next one with the 5")
    return [*lines, carry] if rules.carryover else lines
