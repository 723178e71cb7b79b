"""Grand Poobah as lines of text: what a player at the table would see, and what just happened in one sentence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from redpip.core.dice import DICE, shown
from redpip.core.game import Acted, Event, Thrown
from redpip.core.showing import dice_text, dice_told, face_column, red_legend, roll_told
from redpip.core.words import Line, Span, Style, Words, line
from redpip.games.poobah.notation import Change, RollDice
from redpip.games.poobah.rules import PoobahRules, State
from redpip.games.poobah.scoring import leaders

LEAST = 10  # width of the column with names


def screen(rules: PoobahRules, view: State, names: Sequence[str], words: Words) -> Sequence[Line]:
    if view.phase == "over":
        return (*_scoring(view, names, words), *_table(rules, view, names, words))
    return (
        _headline(view, names, words),
        *_dice(view, words),
        *_scoring(view, names, words),
        line(),
        *_table(rules, view, names, words),
    )


def _headline(view: State, names: Sequence[str], words: Words) -> Line:
    turn = words.say("{name}: turn {turn}", name=names[view.seat], turn=view.turns[view.seat] + 1)
    if not view.overtime:
        return line((turn, "strong"))
    tied = ", ".join(names[seat] for seat in view.active)
    return line((turn, "strong"), "  " + words.say("Overtime: {names}", names=tied))


def _dice(view: State, words: Words) -> Iterator[Line]:
    dice = shown(view.hand)
    if not dice:
        return
    yield line(_label(words.say("Die")), *(f"{die:>5}" for die in dice))
    faces = (face_column(die, view.hand) for die in dice)
    yield line(_label(words.say("Shows")), *faces, *red_legend(view.hand, words))
    if view.phase == "change" and 0 < len(view.cast) < len(dice):
        yield line(_label(words.say("Rolled")), *(f"{'^' if die in view.cast else '':>5}" for die in dice))


def _scoring(view: State, names: Sequence[str], words: Words) -> Iterator[Line]:
    dice = shown(view.scoring)
    if dice:
        paid: Span = ("   " + payment(view.gains, names, words), "mine")
        yield line(_label(words.say("Scoring")), *(face_column(die, view.scoring) for die in dice), paid)
        how = words.say("Each pays its number, a red one twice, to whoever has the most of it: those points are the +.")
        yield line((how, "faint"))


def payment(gains: Sequence[int], names: Sequence[str], words: Words) -> str:
    paid = [f"{name} +{gain}" for name, gain in zip(names, gains, strict=True) if gain]
    return ", ".join(paid) or words.say("nobody scores")


def _table(rules: PoobahRules, view: State, names: Sequence[str], words: Words) -> Iterator[Line]:
    """Narrow enough for 40 columns; the hands stand last, and below where there is no room."""
    width = max(LEAST, *(len(name) + 1 for name in names))
    heads = "".join(f"{number:>2} " for number in DICE)
    yield line(words.say("Player").ljust(width), heads, words.say("Score").rjust(7), "   ", words.say("Hand"))
    for seat, name in enumerate(names):
        hand = dice_text(view.hands[seat])
        counts = "".join(_count(view, seat, number) for number in DICE)
        score: Span = (f"{view.scores[seat]:>7}", "strong")
        yield line((name.ljust(width), _mine(view, seat)), counts, score, "   ", hand)
    most = words.say("* has the most of that number; {target} points end the game", target=rules.target)
    yield line((most, "faint"))


def _count(view: State, seat: int, number: int) -> str:
    count = view.hands[seat].count(number)
    leads = seat in leaders(view.hands, view.active, number)
    return f"{count or '.':>2}{'*' if leads else ' '}"


def _mine(view: State, seat: int) -> Style:
    if seat not in view.active:
        return "faint"
    return "strong" if seat == view.seat and view.phase != "over" else "plain"


def story(rules: PoobahRules, event: Event[Any], after: State, names: Sequence[str], words: Words) -> str:
    match event:
        case Thrown(seat=None, faces=tuple(faces)):
            paid = payment(after.gains, names, words)
            return words.say("The scoring dice show {faces}: {paid}", faces=dice_told(faces, words), paid=paid)
        case Thrown(seat=int(seat), faces=tuple(faces)):
            return roll_told(names[seat], faces, rules.dice, words)
        case Acted(seat=seat, action=RollDice(dice=())):
            return words.say("{name} rolls no dice", name=names[seat])
        case Acted(seat=seat, action=Change(die=die, face=face)):
            return words.say("{name} turns the red {die} into a {face}", name=names[seat], die=die, face=face)
    return ""


def _label(text: str) -> str:
    return f"{text:<8}"


def help_lines(_rules: PoobahRules, words: Words) -> Sequence[str]:
    return [
        words.say("r 1 4        roll dice 1 and 4"),
        words.say("r none       roll no dice"),
        words.say("c 4>2        change the red die 4 to a 2"),
        words.say("d            done: end your turn"),
    ]
