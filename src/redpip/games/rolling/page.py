"""Keep on Rolling for a page: all that ``view.js`` draws and offers, so that no rule stands in JavaScript."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from redpip.core.dice import Faces, shown
from redpip.core.game import Seat
from redpip.core.scene import Tap
from redpip.core.showing import face_name, percent_text
from redpip.core.words import Words
from redpip.games.rolling.notation import Action, Aside, RollDice, Stop
from redpip.games.rolling.rules import Ended, RollingRules, State, Turn
from redpip.games.rolling.scoring import asides, joined, matching, points, value
from redpip.games.rolling.screen import end_text


def page_texts(words: Words) -> Mapping[str, str | tuple[str, str]]:
    """What the page says by itself."""
    return {
        "shelf": words.text("aside"),
        "banked": words.text("safe"),
        "at_risk": words.text("this turn"),
        "bust": words.text("lose the turn"),
        "odds": words.text("Show the risk"),
        "busts": words.text("{name} busts"),
        "choose": words.text("Tap two equal dice, or one that matches the shelf"),
        "race": words.text("The race"),
        "die": words.text("die {die}: {face}"),
        "chosen": words.text("chosen to go aside"),
        "key_dice": words.text("choose a die, or let go of it"),
        "key_roll": words.text("roll"),
        "key_stop": words.text("stop"),
        "stop_key": "S",
    }


def scene(
    rules: RollingRules, view: State, seat: Seat | None, words: Words, options: Sequence[Action]
) -> Mapping[str, Any]:
    """The position for the player in ``seat``, or for a spectator."""
    turn = view.last.turn if view.last else view.turn
    bar = rules.to_beat(view, view.seat) if view.phase != "over" else None
    return {
        "seat": view.seat,
        "owner": view.last.seat if view.last else view.seat,
        "about": _about(rules, view, words),
        "say": _say(rules, view, bool(options), words),
        "tap": _tap(rules, view, words) if options else None,
        "note": end_text(view, bar, words) if options and bar is not None else "",
        "seats": [_seat(view, other, words) for other in range(len(view.totals))],
        "race": _race(rules, view),
        "reds": True,
        "air": rules.to_roll(turn) if view.phase == "rolling" else (),
        "shelf": _shelf(turn.aside, words),
        "floor": _floor(turn, words),
        "ready": None
        if view.phase == "over"
        else _after(rules, view, view.turn, words, settled=view.phase != "rolled"),
        "choices": _choices(rules, view, words) if options and view.phase == "rolled" else None,
        "ended": view.last is not None,
        "bust": _bust(view.last, words) if view.last and view.last.how == "bust" else None,
        "dice": rules.dice,
    }


def _about(rules: RollingRules, view: State, words: Words) -> str:
    if len(view.totals) > 1:
        return words.say("to {target}", target=rules.target)
    return words.say("turn {turn}, to {target}", turn=view.turns + (view.phase != "over"), target=rules.target)


def _say(rules: RollingRules, view: State, mine: bool, words: Words) -> str:
    if view.last:
        return _last_turn(view.last.how, view.last.score, words)
    if view.phase == "rolled":
        faces = [face_name(die, view.turn.loose[die - 1], words) for die in shown(view.turn.loose)]
        return words.say("Rolled: {faces}.", faces=", ".join(faces))
    if view.phase == "chosen" and rules.filled(view.turn.aside):
        return words.say("Filled up: take double, or keep on rolling.")
    if view.phase == "chosen":
        return words.count("{number} point at risk.", "{number} points at risk.", view.turn.points)
    return words.say("Roll all the dice to start the turn.") if mine and view.phase == "start" else ""


def _tap(rules: RollingRules, view: State, words: Words) -> Tap:
    if view.phase == "start":
        return {"kind": "roll", "text": words.say("Tap the button to roll the dice.")}
    if view.phase == "rolled":
        text = words.say("Tap dice to set them aside or take them back; then roll the rest, or stop.")
        return {"kind": "aside", "text": text}
    if rules.filled(view.turn.aside):
        return {"kind": "filled", "text": words.say("Tap one: take the doubled points, or keep on rolling.")}
    return {"kind": "stop", "text": words.say("Tap one: roll the rest, or stop and take the points.")}


def _last_turn(how: str, score: int, words: Words) -> str:
    match how:
        case "bust":
            return words.say("Bust: nothing matched. The last turn brought nothing.")
        case "doubled":
            return words.say("Filled up: the last turn brought {points}, doubled.", points=score)
        case "spent":
            return words.say("Nothing left to roll: the last turn brought {points}.", points=score)
    return words.say("The last turn brought {points}.", points=score)


def _bust(last: Ended, words: Words) -> str:
    """What went with the turn."""
    if not last.turn.points:
        return words.say("The turn is gone.")
    return words.count("{number} point is gone.", "{number} points are gone.", last.turn.points)


def _seat(view: State, seat: Seat, words: Words) -> Mapping[str, Any]:
    return {"score": view.totals[seat], "note": words.say("out") if seat in view.out else ""}


def _race(rules: RollingRules, view: State) -> Mapping[str, Any]:
    """The totals on their way; the scale grows when somebody passes the target."""
    runs = [{"total": total, "out": seat in view.out} for seat, total in enumerate(view.totals)]
    return {"scale": max(rules.target, *view.totals), "target": rules.target, "runs": runs}


def _shelf(aside: Faces, words: Words) -> list[Mapping[str, Any]]:
    """The dice aside, by number; those alone come last."""
    groups: list[Mapping[str, Any]] = []
    for face in sorted(set(aside) - {0}, key=lambda face: (aside.count(face) < 2, -face)):
        dice = [_die(die, face, words) for die in shown(aside) if aside[die - 1] == face]
        doubled = len(dice) > 1 and aside[face - 1] == face
        groups.append({"dice": dice, "text": _worth(aside, face, words), "doubled": doubled, "bracket": False})
    return groups


def _worth(aside: Faces, face: int, words: Words) -> str:
    number, red = aside.count(face), aside[face - 1] == face
    if number < 2:
        return words.say("red {face}: alone 0", face=face) if red else words.say("alone: 0")
    if red:
        return words.say("{plain}, red {face} ×2: {points}", plain=face * number, face=face, points=value(aside, face))
    return str(value(aside, face))


def _die(die: int, face: int, words: Words) -> dict[str, Any]:
    return {"die": die, "face": face, "red": die == face, "name": face_name(die, face, words)}


def _floor(turn: Turn, words: Words) -> list[Mapping[str, Any]]:
    """The loose dice; each with its part of what all loose dice of its number would add."""
    floor: list[Mapping[str, Any]] = []
    gains = {die: gain for face in set(turn.loose) - {0} for die, gain in _gains(turn, face)}
    for die in shown(turn.loose):
        face, gain = turn.loose[die - 1], gains[die]
        note = words.say("+{points}", points=gain) if gain else "–"
        told = words.say("adds {points}", points=gain) if gain else words.say("no match")
        floor.append({**_die(die, face, words), "raised": gain > 0, "note": note, "told": told})
    return floor


def _gains(turn: Turn, face: int) -> Iterator[tuple[int, int]]:
    """What the loose dice of a number add: the same each, or as they come one by one where that is no whole number."""
    alike = [die for die in shown(turn.loose) if turn.loose[die - 1] == face]
    totals = [points(joined(turn.aside, turn.loose, alike[:count])) for count in range(len(alike) + 1)]
    each, rest = divmod(totals[-1] - totals[0], len(alike))
    for die, (before, after) in zip(alike, pairwise(totals), strict=True):
        yield die, after - before if rest else each


def _choices(rules: RollingRules, view: State, words: Words) -> Mapping[str, Any]:
    """Every way of setting dice aside with what would follow; ``best`` are all that match."""
    turn = view.turn
    ways: list[dict[str, Any]] = []
    for dice in asides(turn.aside, turn.loose):
        after = Turn(turn.carried, joined(turn.aside, turn.loose, dice))
        ways.append(
            {"dice": dice, "action": str(Aside(dice)), "after": _after(rules, view, after, words, settled=True)}
        )
    return {"best": matching(turn.aside, turn.loose), "ways": ways}


def _after(rules: RollingRules, view: State, turn: Turn, words: Words, *, settled: bool) -> dict[str, Any]:
    """What lies ahead with these dice aside: the points at risk, the chance to lose them, and the two ways on.

    ``settled``: the dice rolled last have been dealt with, so that the next roll can be spoken of.
    """
    aside = len(shown(turn.aside))
    spent = aside == rules.dice and not rules.filled(turn.aside)
    chances = rules.chances(turn.aside) if settled and not spent else None
    chooses = settled and view.phase != "rolling"
    return {
        "banked": view.totals[view.seat],
        "turn": turn.points,
        "bust": chances.bust / chances.throws if chances else None,
        "chance": percent_text(chances.bust / chances.throws) if chances else "–",
        "slots": aside,
        "slots_text": _slots(rules, turn, words),
        "roll": _roll(rules, turn, words) if chooses and not spent else None,
        "stop": _stop(rules, view, turn, spent, words) if chooses and aside else None,
    }


def _slots(rules: RollingRules, turn: Turn, words: Words) -> str:
    aside = len(shown(turn.aside))
    if rules.filled(turn.aside):
        return words.say("filled up: doubles")
    return words.say("{aside} of {dice} · all {dice} count double", aside=aside, dice=rules.dice)


def _roll(rules: RollingRules, turn: Turn, words: Words) -> Mapping[str, Any]:
    number = len(rules.to_roll(turn))
    chances = rules.chances(turn.aside)
    label = words.count("Roll {number} die", "Roll {number} dice", number)
    note = ""
    if rules.filled(turn.aside):
        label = words.say("Keep on rolling")
        note = words.say("with {points} at risk", points=turn.points)
    elif any(turn.aside):
        note = words.say(
            "{chance} to fill all {dice}", chance=percent_text(chances.fill / chances.throws), dice=rules.dice
        )
    return {"action": str(RollDice()), "label": label, "note": note, "dice": rules.to_roll(turn)}


def _stop(rules: RollingRules, view: State, turn: Turn, spent: bool, words: Words) -> Mapping[str, Any]:
    score = rules.score(turn)
    filled = rules.filled(turn.aside)
    total = view.totals[view.seat] + score
    label = words.say("Take {points}", points=score) if filled or spent else words.say("Stop: {points}", points=score)
    bar = rules.to_beat(view, view.seat)
    note = words.say("makes {total}", total=total)
    if bar is not None and total <= bar:
        note = words.say("{total}: then you are out", total=total)
    # where nothing is left to roll, setting aside ends the turn by itself
    return {"action": None if spent else str(Stop()), "label": label, "note": note}
