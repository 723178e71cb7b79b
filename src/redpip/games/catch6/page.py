"""Catch 6 for a page: all that ``view.js`` draws and offers, so that no rule stands in JavaScript."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from redpip.core.dice import DICE
from redpip.core.game import Seat
from redpip.core.scene import Tap
from redpip.core.showing import face_name
from redpip.core.words import Words
from redpip.games.catch6.notation import Action, Catch, Pass
from redpip.games.catch6.rules import SEATS, Catch6Rules, State
from redpip.games.catch6.scoring import WAYS, Way, catches, first_way, points
from redpip.games.catch6.screen import way_name


def page_texts(words: Words) -> Mapping[str, Any]:
    """What the page says while the player is still choosing; pairs are for one and for many."""
    return {
        "roll": (words.text("Roll 1 die"), words.text("Roll {number} dice")),
        "roll_all": words.text("Roll all the dice"),
        "choose_dice": words.text("Tap the dice to roll"),
        "kept": words.text("kept"),
        "die": words.text("die {die}: {face}"),
        "just_rolled": words.text("just rolled"),
        "dice_of": words.text("Dice of {name}"),
        "numbers": words.text("The six numbers"),
        "marker": words.text("{number} for {points}: {where}"),
        "free": words.text("free"),
        "caught_by": words.text("caught by {name}"),
        "can_catch": words.text("you can catch it"),
        "race": words.text("Points of {target}"),
        "points": words.text("{score} of {target} points"),
        "over": words.text("The game is over"),
        "sure": words.text("Lose this game? Press again"),
        "key_number": words.text("choose a number to catch"),
        "key_pass": words.text("pass"),
        "how": words.text("How to catch"),
        "ways": [{"way": way, "text": _way_text(way, words)} for way in WAYS],
        "worth": [_worth_text(number, words) for number in DICE if points(number) != number],
    }


def _way_text(way: Way, words: Words) -> str:
    match way:
        case "red":
            return words.text("red and three white or more: that number")
        case "fullhouse":
            return words.text("full house, no number alone: any number shown, then roll all six")
        case "raffle":
            return words.text("raffle, all six alike: any free number, then roll all six")


def _worth_text(number: int, words: Words) -> str:
    """What a number is worth that is not worth itself."""
    return words.say("the {number} is worth {points}", number=number, points=points(number))


def scene(
    rules: Catch6Rules, view: State, seat: Seat | None, words: Words, options: Sequence[Action]
) -> Mapping[str, Any]:
    """The position for the player in ``seat``, or for a spectator."""
    mine = bool(options)
    catching = mine and view.phase == "catch"
    return {
        "about": words.say("to {target}", target=rules.target),
        "say": _say(rules, view, mine, words),
        "tap": _tap(rules, view, words) if options else None,
        "seat": view.seat,
        "phase": view.phase,
        "seats": [_seat(view, at, words) for at in SEATS],
        "hands": [[_die(view, at, die, words) for die in rules.all_dice] for at in SEATS],
        "numbers": [_number(view, number) for number in DICE],
        "roll": {"dice": rules.all_dice, "any": not view.must_all[view.seat]}
        if mine and view.phase == "roll"
        else None,
        "catches": _catches(rules, view, words) if catching else [],
        "pass": {"action": str(Pass()), "label": _pass_label(rules, view, words)} if catching else None,
        "target": rules.target,
        "race": [_runner(rules, view, at) for at in SEATS],
    }


def _say(rules: Catch6Rules, view: State, mine: bool, words: Words) -> str:
    match view.phase:
        case "roll" if not any(view.hand):
            return words.say("You roll all the dice first.") if mine else ""
        case "roll" if view.must_all[view.seat]:
            return words.say("After a full house or a raffle all the dice are rolled.")
        case "roll" if mine:
            return words.say("Choose which dice to roll; the others stay.")
        case "catch":
            return _found(rules, view, words)
        case "over" if view.carried is not None:
            return words.say("The {number} is carried over into the next game.", number=view.carried)
    return ""


def _tap(rules: Catch6Rules, view: State, words: Words) -> Tap:
    if view.phase == "catch":
        if rules.catchable(view):
            return {"kind": "catch", "text": words.say("Tap the number that you catch, then the button; or pass.")}
        return {"kind": "pass", "text": words.say("Tap the button to pass the turn on.")}
    if view.must_all[view.seat]:
        return {"kind": "roll all", "text": words.say("Tap the button to roll all the dice.")}
    return {"kind": "roll", "text": words.say("Tap dice to keep them or to roll them, then the button.")}


def _found(rules: Catch6Rules, view: State, words: Words) -> str:
    """What lies on the table: the patterns that catch something, or why they do not."""
    catching = rules.catchable(view)
    ways = [way for way in WAYS if way in {way for _, way in catching}]
    if ways:
        numbers = ", ".join(str(number) for number in dict(catching))
        return words.say("{patterns}: catch {numbers}.", patterns=_patterns(view, ways, words), numbers=numbers)
    if catches(view.hand):
        return words.say("Nothing to catch: those numbers are gone.")
    return words.say("Nothing to catch yet.")


def _patterns(view: State, ways: list[Way], words: Words) -> str:
    named = []
    for way in ways:
        if way == "red":
            number = next(number for number, found in catches(view.hand) if found == "red")
            red = face_name(number, number, words)
            named.append(words.say("{red} and {count} white", red=red, count=view.hand.count(number) - 1))
        else:
            named.append(way_name(way, words))
    told = ", ".join(named)
    return told[0].upper() + told[1:]


def _seat(view: State, seat: Seat, words: Words) -> Mapping[str, Any]:
    caught = ", ".join(map(str, view.caught(seat)))
    return {"score": view.scores[seat], "note": words.say("caught: {numbers}", numbers=caught) if caught else ""}


def _die(view: State, seat: Seat, die: int, words: Words) -> Mapping[str, Any]:
    face = view.hands[seat][die - 1]
    return {
        "die": die,
        "face": face,
        "red": face == die,
        "name": face_name(die, face, words) if face else "",
        "cast": seat == view.seat and die in view.cast,
    }


def _number(view: State, number: int) -> Mapping[str, Any]:
    return {"number": number, "points": points(number), "owner": view.owners[number - 1]}


def _catches(rules: Catch6Rules, view: State, words: Words) -> list[Mapping[str, Any]]:
    """The numbers that can be caught, the most valuable first, each in its best way."""
    numbers = sorted(dict(rules.catchable(view)), key=points, reverse=True)
    return [_catch(rules, view, number, words) for number in numbers]


def _catch(rules: Catch6Rules, view: State, number: int, words: Words) -> Mapping[str, Any]:
    way = first_way(view.hand, number)
    wins = rules.wins(view, number)
    worth = words.count("{number} point", "{number} points", points(number))
    return {
        "number": number,
        "action": str(Catch(number, way)),
        "label": words.say("Catch the {number}", number=number),
        "note": words.say("{points}, wins", points=worth) if wins else worth,
        "carry": _carry(number, way, words) if rules.carryover and not wins else None,
    }


def _carry(number: int, way: Way, words: Words) -> Mapping[str, str]:
    label = words.say("Carry the {number} over", number=number)
    return {"action": str(Catch(number, way, carry=True)), "label": label}


def _pass_label(rules: Catch6Rules, view: State, words: Words) -> str:
    return words.say("Pass") if rules.catchable(view) else words.say("End turn")


def _runner(rules: Catch6Rules, view: State, seat: Seat) -> Mapping[str, Any]:
    score = view.scores[seat]
    return {"score": score, "part": min(1.0, score / rules.target), "caught": view.caught(seat)}
