"""Grand Poobah for a page: all that ``view.js`` draws and offers, so that no rule stands in JavaScript."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from redpip.core.dice import DICE, Faces, red_dice, shown, turn_die
from redpip.core.game import Seat
from redpip.core.scene import Tap
from redpip.core.showing import face_name
from redpip.core.words import Words
from redpip.games.poobah.notation import Action, Change, Done, RollDice
from redpip.games.poobah.rules import PoobahRules, State
from redpip.games.poobah.scoring import leaders, pot, worth


def page_texts(words: Words) -> Mapping[str, str | tuple[str, str]]:
    """What the page says while the player is still choosing; pairs are for one and for many."""
    return {
        "roll": (words.text("Roll 1 die"), words.text("Roll {number} dice")),
        "roll_all": words.text("Roll the dice"),
        "roll_none": words.text("Roll none"),
        "choose_dice": words.text("Tap the dice to roll"),
        "kept": words.text("kept"),
        "turn_into": words.text("Turn the {face} into …"),
        "after_turning": words.text("then you have"),
        "stay_red": words.text("stay red"),
        "die": words.text("die {die}: {face}"),
        "just_rolled": words.text("just rolled"),
        "can_turn": words.text("can be turned"),
        "scoring_dice": words.text("Scoring dice"),
        "scoring_die": words.text("scoring die {die}: {face}, pays {points}"),
        "race": words.text("Race to {target}"),
        "last_time": words.text("last time"),
        "hands": words.text("Dice of each number; underlined: most"),
        "number": words.text("Number"),
        "points": words.text("{score} of {target} points"),
        "out": words.text("out of overtime"),
        "nobody": words.text("nobody"),
        "you": words.text("you"),
    }


def scene(
    rules: PoobahRules, view: State, seat: Seat | None, words: Words, options: Sequence[Action]
) -> Mapping[str, Any]:
    """The position for the player in ``seat``, or for a spectator."""
    mine = bool(options)
    return {
        "about": _about(view, words),
        "say": _say(rules, view, mine, words),
        "tap": _tap(rules, view, words) if options else None,
        "seat": view.seat,
        "phase": view.phase,
        "seats": [_seat(rules, view, at, words) for at in range(len(view.hands))],
        "dice": [_die(view, die, mine, words) for die in rules.all_dice],
        "roll": _roll(rules, view) if mine and view.phase == "roll" else None,
        "done": _done(rules, view, words) if mine and view.phase == "change" else None,
        "scoring": [_scoring_die(view, die, words) for die in rules.all_dice],
        "scored": bool(shown(view.scoring)),
        "target": rules.target,
        "numbers": [_number(view, number) for number in DICE],
        "race": [_runner(rules, view, at) for at in range(len(view.hands))],
    }


def _about(view: State, words: Words) -> str:
    if view.overtime:
        return words.say("overtime")
    return words.say("turn {turn}", turn=view.turns[view.seat] + (view.phase not in ("score", "over")))


def _say(rules: PoobahRules, view: State, mine: bool, words: Words) -> str:
    match view.phase:
        case "roll" | "change" if not mine:
            return ""
        case "roll" if not view.turns[view.seat]:
            return words.say("You roll all {number} dice first.", number=rules.dice)
        case "roll" if view.overtime:
            return words.say("Overtime: roll at least one die.")
        case "roll":
            return words.say("Roll any of your dice, or none.")
        case "change" if red_dice(view.hand):
            return words.say("You may turn your red dice to other numbers.")
        case "change":
            return words.say("You have no red die to turn.")
        case "score":
            return words.say("The scoring dice fall.")
    return ""


def _tap(rules: PoobahRules, view: State, words: Words) -> Tap:
    if view.phase == "change":
        if not red_dice(view.hand):
            return {"kind": "score", "text": words.say("Tap the button to go on.")}
        return {"kind": "turn", "text": words.say("Tap a red die to turn it, or tap the button to leave it red.")}
    if not _roll(rules, view)["any"]:
        return {"kind": "roll all", "text": words.say("Tap the button to roll all the dice.")}
    if view.overtime:
        return {"kind": "overtime", "text": words.say("Tap dice to keep them or to roll them, then the button.")}
    return {"kind": "roll", "text": words.say("Tap dice to keep them or to roll them, then the button; or roll none.")}


def _seat(rules: PoobahRules, view: State, seat: Seat, words: Words) -> Mapping[str, Any]:
    if seat not in view.active:
        note = words.say("out of overtime")
    elif not view.turns[seat] < rules.opening_turns:
        note = words.say("+{gain} last time", gain=view.gains[seat]) if view.gains else ""
    elif rules.opening_turns == 1:
        note = ""
    else:
        note = words.say("turn {turn} of {turns}", turn=view.turns[seat] + 1, turns=rules.opening_turns)
    return {"score": view.scores[seat], "note": note}


def _die(view: State, die: int, mine: bool, words: Words) -> Mapping[str, Any]:
    face = view.hand[die - 1]
    turns = mine and view.phase == "change" and face == die
    return {
        "die": die,
        "face": face,
        "red": face == die,
        "name": face_name(die, face, words) if face else "",
        "cast": die in view.cast and view.phase in ("rolling", "change"),
        "flips": _flips(view, die, words) if turns else None,
    }


def _flips(view: State, die: int, words: Words) -> list[Mapping[str, Any]]:
    """Each face as it would be; where all of them lead, none stands out."""
    faces = [_flip(view, die, face, words) for face in DICE]
    same = all(one["best"] for one in faces)
    return [{**one, "best": one["best"] and not same} for one in faces]


def _flip(view: State, die: int, face: int, words: Words) -> dict[str, Any]:
    """A face with how many of that number it makes, and whether they are the most; staying red is no action."""
    hand = turn_die(view.hand, die, face)
    hands = (*view.hands[: view.seat], hand, *view.hands[view.seat + 1 :])
    leading = leaders(hands, view.active, face)
    leads = view.seat in leading
    return {
        "face": face,
        "count": hand.count(face),
        "text": words.say("tied") if leads and len(leading) > 1 else words.say("most") if leads else "",
        "best": leads,
        "action": None if face == die else str(Change(die, face)),
    }


def _roll(rules: PoobahRules, view: State) -> Mapping[str, Any]:
    """Which dice may be rolled: all and no others, or any; and the action for none where that is allowed."""
    first = not view.turns[view.seat]
    none = None if first or view.overtime else str(RollDice(()))
    return {"dice": rules.all_dice, "any": not first, "none": none}


def _done(rules: PoobahRules, view: State, words: Words) -> Mapping[str, Any]:
    scores = rules.play(view, view.seat, Done()).phase == "score"
    return {"action": str(Done()), "label": words.say("Throw the scoring dice") if scores else words.say("End turn")}


def _scoring_die(view: State, die: int, words: Words) -> Mapping[str, Any]:
    """A scoring die as it lies, what it pays, and who has the most of its number now."""
    face = view.scoring[die - 1]
    return {
        "die": die,
        "face": face,
        "red": face == die,
        "name": face_name(die, face, words) if face else "",
        "pays": worth(die, face) if face else 0,
        "tag": words.say("red ×2") if face == die else "",
        "leads": leaders(view.hands, view.active, face) if face else (),
    }


def _number(view: State, number: int) -> Mapping[str, Any]:
    return {
        "number": number,
        "counts": [hand.count(number) for hand in view.hands],
        "leads": leaders(view.hands, view.active, number),
        "paid": pot(view.scoring, number),
    }


def _runner(rules: PoobahRules, view: State, seat: Seat) -> Mapping[str, Any]:
    score = view.scores[seat]
    return {
        "score": score,
        "part": min(1.0, score / rules.target),
        "gain": view.gains[seat] if view.gains else 0,
        "active": seat in view.active,
        "hand": _hand(view.hands[seat]),
    }


def _hand(hand: Faces) -> list[tuple[int, int]]:
    return [(die, hand[die - 1]) for die in shown(hand)]
