"""Keep on Rolling as lines of text: what a player at the table would see, and what just happened in one sentence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from redpip.core.dice import Faces
from redpip.core.game import Acted, Event, Thrown
from redpip.core.showing import dice_told, percent_text, red_legend
from redpip.core.words import Line, Span, Style, Words, line
from redpip.games.rolling.notation import Aside, RollDice, Stop
from redpip.games.rolling.rules import Ended, RollingRules, State, Turn
from redpip.games.rolling.scoring import joined, matching, points

LABEL = 8


def screen(rules: RollingRules, view: State, names: Sequence[str], words: Words) -> Sequence[Line]:
    if view.phase == "over":
        return tuple(_totals(view, names, words))
    return (
        line((_head(rules, view, names[view.seat], words), "strong")),
        *_dice(rules, view, words),
        *_turn(rules, view, words),
        *_bar(rules, view, words),
        line(),
        *_totals(view, names, words),
    )


def _head(rules: RollingRules, view: State, name: str, words: Words) -> str:
    if len(view.totals) > 1:
        return words.say("{name}, playing to {target}", name=name, target=rules.target)
    return words.say("{name}, turn {turn}, playing to {target}", name=name, turn=view.turns + 1, target=rules.target)


def _dice(rules: RollingRules, view: State, words: Words) -> Iterator[Line]:
    turn = view.turn
    if view.phase not in ("rolled", "chosen"):
        return
    dice = rules.all_dice
    yield line(_label(words.say("Die")), *(f"{die:>5}" for die in dice))
    yield line(_label(words.say("Aside")), *(_face(die, turn.aside) for die in dice), *red_legend(turn.aside, words))
    if view.phase == "rolled":
        match = matching(turn.aside, turn.loose)
        rolled = (_face(die, turn.loose) for die in dice)
        yield line(_label(words.say("Rolled")), *rolled, *red_legend(turn.loose, words))
        yield line(_label(words.say("Matches")), *(f"{'^' if die in match else '':>5}" for die in dice))


def _face(die: int, faces: Faces) -> Span:
    face = faces[die - 1]
    if not face:
        return (f"{'.':>5}", "faint")
    return (f"{face}r".rjust(5), "red") if face == die else (f"{face:>5}", "plain")


def _turn(rules: RollingRules, view: State, words: Words) -> Iterator[Line]:
    """What the turn is worth, and what rolling on would risk."""
    turn = view.turn
    if view.phase in ("rolled", "chosen"):
        carried = words.say(", {carried} of them carried over", carried=turn.carried) if turn.carried else ""
        at_risk = words.count("{number} point at risk", "{number} points at risk", turn.points)
        yield line(_label(words.say("Turn")), f"    {at_risk}{carried}")
    if view.phase == "rolled":
        match = matching(turn.aside, turn.loose)
        made = turn.carried + points(joined(turn.aside, turn.loose, match))
        told = words.say("{dice}: {points} points", dice=words.numbers(match), points=made)
        yield line(words.say("aside   "), (f"    {told}", "could"))  # what is typed; "aside" alone is where dice lie
    if view.phase == "chosen":
        number = len(rules.to_roll(turn))
        dice = words.count("{number} die", "{number} dice", number)
        chances: Span = (f": {outlook(rules, turn.aside, words)}", "odds")
        yield line(_label(words.say("roll")), (f"    {dice}", "could"), chances)
        score = words.count("{number} point", "{number} points", rules.score(turn))
        doubled = words.say(", filled up: twice {points}", points=turn.points) if rules.filled(turn.aside) else ""
        yield line(_label(words.say("stop")), (f"    {score}{doubled}", "could"))


def outlook(rules: RollingRules, aside: Faces, words: Words) -> str:
    """The chances of the next roll."""
    chances = rules.chances(aside)
    busts = words.say("busts {chance}", chance=percent_text(chances.bust / chances.throws))
    fills = words.say("fills up {chance}", chance=percent_text(chances.fill / chances.throws))
    return f"{busts}, {fills}" if chances.fill else busts


def _bar(rules: RollingRules, view: State, words: Words) -> Iterator[Line]:
    bar = rules.to_beat(view, view.seat)
    if bar is not None:
        yield line((end_text(view, bar, words), "mine"))


def end_text(view: State, bar: int, words: Words) -> str:
    need = bar + 1 - view.totals[view.seat]
    if need <= 0:
        return words.say("The end is on. You lead and stay in, whatever you roll.")
    return words.count(
        "The end is on: make at least {number} point in this turn or you are out.",
        "The end is on: make at least {number} points in this turn or you are out.",
        need,
    )


def _totals(view: State, names: Sequence[str], words: Words) -> Iterator[Line]:
    width = max(LABEL, *map(len, names)) + 2
    yield line(" " * width, (words.say("Total").rjust(8), "faint"))
    for seat, name in enumerate(names):
        out = words.say("out") if seat in view.out else ""
        mine: Style = "strong" if seat == view.seat and view.phase != "over" else "plain"
        yield line((f"{name:<{width}}", mine), (f"{view.totals[seat]:>8}", "strong"), f"  {out}")


def story(rules: RollingRules, event: Event[Any], after: State, names: Sequence[str], words: Words) -> str:
    match event:
        case Thrown(seat=int(seat), faces=tuple(faces)):
            told = words.say("{name} rolls {faces}", name=names[seat], faces=dice_told(faces, words))
            if after.last is None:
                return told
            return _and_out(words.say("{rolls}: bust, no points", rolls=told), seat, after, names, words)
        case Acted(seat=seat, action=action):
            return _and_out(_told(rules, after, action, names[seat], words), seat, after, names, words)
    return ""


def bust(_rules: RollingRules, event: Thrown, after: State, words: Words) -> str:
    if after.last is None:
        return ""
    return words.say("bust, out") if _left(event.seat, after) else words.say("bust")


def _told(rules: RollingRules, after: State, action: Any, name: str, words: Words) -> str:
    score = after.last.score if after.last else 0
    match action:
        case Aside(dice=dice):
            return _told_aside(rules, after, dice, name, words)
        case Stop() if after.last and after.last.how == "doubled":
            return words.say("{name} stops filled up and takes double: {points} points", name=name, points=score)
        case Stop():
            return words.count(
                "{name} stops with {number} point", "{name} stops with {number} points", score, name=name
            )
        case RollDice() if after.turn.carried and after.turn == Turn(after.turn.carried):
            return words.say("{name} keeps on rolling with {points} points", name=name, points=after.turn.carried)
    return ""


def _told_aside(rules: RollingRules, after: State, dice: tuple[int, ...], name: str, words: Words) -> str:
    turn = after.last.turn if after.last else after.turn
    facts = {"name": name, "faces": dice_told(tuple(f if d in dice else 0 for d, f in enumerate(turn.aside, 1)), words)}
    if rules.filled(turn.aside):
        return words.say("{name} sets aside {faces} and fills up: {points} points", **facts, points=turn.points)
    if after.last:
        return words.count(
            "{name} sets aside {faces}, the last die, and ends with {points} points",
            "{name} sets aside {faces}, the last dice, and ends with {points} points",
            len(dice),
            **facts,
            points=turn.points,
        )
    return words.say("{name} sets aside {faces}: {points} points so far", **facts, points=turn.points)


def _and_out(told: str, seat: int, after: State, names: Sequence[str], words: Words) -> str:
    return told + words.say(". {name} is out", name=names[seat]) if _left(seat, after) else told


def _left(seat: int | None, after: State) -> bool:
    """Did this turn end the game for whoever played it?"""
    ended: Ended | None = after.last
    return ended is not None and ended.seat == seat and after.out[-1:] == (seat,)


def _label(text: str) -> str:
    return f"{text:<{LABEL}}"


def help_lines(rules: RollingRules, words: Words) -> Sequence[str]:
    return [
        words.say("r            roll: all {dice} dice at first, then all that are not aside", dice=rules.dice),
        words.say("a 1 4        set dice 1 and 4 aside"),
        words.say("s            stop and take the points; twice as many if you filled up"),
    ]
