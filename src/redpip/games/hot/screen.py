"""Hot Dice as lines of text: what a player at the table would see, and what just happened in one sentence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from redpip.core.dice import Faces, shown
from redpip.core.game import Acted, Event, Thrown
from redpip.core.showing import percent_text
from redpip.core.words import Line, Style, Words, line
from redpip.games.hot.notation import Bank, Hold, RollDice
from redpip.games.hot.rules import HotRules, State, Turn
from redpip.games.hot.scoring import holds

LABEL = 8


def screen(rules: HotRules, view: State, names: Sequence[str], words: Words) -> Sequence[Line]:
    if view.phase == "over":
        return tuple(_totals(rules, view, names, words))
    return (
        line((_head(rules, view, names[view.seat], words), "strong")),
        *_dice(rules, view, words),
        *_turn(rules, view, words),
        *((line((text, "mine")),) if (text := bar_text(rules, view, words)) else ()),
        line(),
        *_totals(rules, view, names, words),
    )


def _head(rules: HotRules, view: State, name: str, words: Words) -> str:
    target = words.whole(rules.target)
    if len(view.totals) > 1:
        return words.say("{name}, playing to {target}", name=name, target=target)
    return words.say("{name}, turn {turn}, playing to {target}", name=name, turn=view.turns + 1, target=target)


def _dice(rules: HotRules, view: State, words: Words) -> Iterator[Line]:
    turn = view.turn
    if view.phase not in ("rolled", "held"):
        return
    dice = rules.all_dice
    yield line(_label(words.say("Die")), *(f"{die:>5}" for die in dice))
    yield line(_label(words.say("Held")), *(_face(die, turn.held) for die in dice))
    if view.phase == "rolled":
        count = counting(turn)
        yield line(_label(words.say("Rolled")), *(_face(die, turn.loose) for die in dice))
        yield line(_label(words.say("Counts")), *(f"{'^' if die in count else '':>5}" for die in dice))


def counting(turn: Turn) -> set[int]:
    """The loose dice that some hold takes."""
    return {die for dice in holds(turn.loose, turn.sets) for die in dice}


def _face(die: int, faces: Faces) -> str:
    return f"{faces[die - 1] or '.':>5}"


def _turn(rules: HotRules, view: State, words: Words) -> Iterator[Line]:
    """What the turn is worth, and what rolling on would risk."""
    turn = view.turn
    if view.phase in ("rolled", "held"):
        at_risk = words.say("{points} points at risk", points=turn.total)
        doubling = f"; {sets_text(turn, words)}" if turn.sets else ""
        yield line(_label(words.say("Turn")), f"    {at_risk}{doubling}")
    if view.phase == "rolled":
        best, made = best_hold(rules, turn)
        told = words.say("{dice}: {points} points", dice=" ".join(map(str, best)), points=made)
        yield line(_label(words.say("hold")), (f"    {told}", "could"))
    if view.phase == "held":
        number = len(rules.to_roll(turn))
        dice = words.count("{number} die", "{number} dice", number)
        lost, throws = rules.busts(turn)
        busts = words.say("busts {chance}", chance=percent_text(lost / throws))
        again = words.say(", all held: they are rolled again") if rules.is_hot(turn) else ""
        yield line(_label(words.say("roll")), (f"    {dice}", "could"), (f": {busts}", "odds"), (again, "could"))
        if rules.may_bank(view, turn.total):
            yield line(_label(words.say("bank")), ("    " + words.say("{points} points", points=turn.total), "could"))


def best_hold(rules: HotRules, turn: Turn) -> tuple[tuple[int, ...], int]:
    """The dice that bring most at once, the fewest of them, and what the turn comes to then."""
    made = {dice: rules.holding(turn, dice).total for dice in holds(turn.loose, turn.sets)}
    return max(made.items(), key=lambda way: (way[1], -len(way[0])))


def sets_text(turn: Turn, words: Words) -> str:
    faces = ", ".join(str(face) for face in turn.sets)
    return words.say("each further {faces} doubles them", faces=faces)


def bar_text(rules: HotRules, view: State, words: Words) -> str:
    """What this player has to reach now, if anything."""
    best = rules.to_beat(view)
    told = []
    if best is not None:
        told.append(words.say("Last round: {best} to beat.", best=best))
    if not rules.may_bank(view, view.turn.total):
        told.append(words.say("It takes {opening} points in one turn to get on the board.", opening=rules.opening))
    elif rules.opening and not rules.on_board(view, view.seat):
        told.append(words.say("The {total} points of this turn are enough to get on the board.", total=view.turn.total))
    return " ".join(told)


def _totals(rules: HotRules, view: State, names: Sequence[str], words: Words) -> Iterator[Line]:
    width = max(LABEL, *map(len, names)) + 2
    yield line(" " * width, (words.say("Total").rjust(8), "faint"))
    for seat, name in enumerate(names):
        note = seat_note(rules, view, seat, words)
        mine: Style = "strong" if seat == view.seat and view.phase != "over" else "plain"
        yield line((f"{name:<{width}}", mine), (f"{view.totals[seat]:>8}", "strong"), f"  {note}")


def seat_note(rules: HotRules, view: State, seat: int, words: Words) -> str:
    if seat == view.trigger:
        return words.say("passed {target}", target=words.whole(rules.target))
    return "" if rules.on_board(view, seat) else words.say("not on the board")


def story(rules: HotRules, event: Event[Any], after: State, names: Sequence[str], words: Words) -> str:
    match event:
        case Thrown(seat=int(seat), faces=tuple(faces)):
            told = words.say("{name} rolls {faces}", name=names[seat], faces=_shown(faces, words))
            return words.say("{rolls}: bust, no points", rolls=told) if after.last else told
        case Acted(seat=seat, action=action):
            return _told(rules, after, action, names[seat], words)
    return ""


def bust(_rules: HotRules, _event: Thrown, after: State, words: Words) -> str:
    return words.say("bust") if after.last else ""


def _told(rules: HotRules, after: State, action: Any, name: str, words: Words) -> str:
    turn = after.turn
    match action:
        case Hold(dice=dice):
            faces = _shown(tuple(face if die in dice else 0 for die, face in enumerate(turn.held, 1)), words)
            facts = {"name": name, "faces": faces, "points": turn.total}
            if rules.is_hot(turn):
                return words.say("{name} holds {faces}, now all of them: {points} points so far", **facts)
            return words.say("{name} holds {faces}: {points} points so far", **facts)
        case Bank() if after.last and after.last.how == "short":
            return words.say("{name} stops below {opening} and gets nothing", name=name, opening=rules.opening)
        case Bank():
            return words.say("{name} banks {points}", name=name, points=after.last.score if after.last else 0)
        case RollDice() if turn.total and not any(turn.held):
            return words.say("{name} rolls all the dice again with {points} points", name=name, points=turn.total)
    return ""


def _shown(faces: Faces, words: Words) -> str:
    return words.numbers([faces[die - 1] for die in shown(faces)])


def _label(text: str) -> str:
    return f"{text:<{LABEL}}"


def help_lines(rules: HotRules, words: Words) -> Sequence[str]:
    return [
        words.say("r            roll: all {dice} dice at first, then all that are not held", dice=rules.dice),
        words.say("h 1 4        hold dice 1 and 4"),
        words.say("b            bank: end the turn and write its points"),
    ]
