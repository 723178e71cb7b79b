"""Spicy Dice for a page: all that ``view.js`` draws and offers, so that no rule stands in JavaScript."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from redpip.core.dice import DICE, Faces, shown, turn_die
from redpip.core.game import Seat
from redpip.core.scene import Tap
from redpip.core.showing import face_name
from redpip.core.words import N_, Words
from redpip.games.spicy.notation import Action, Flip, Score, Waive
from redpip.games.spicy.rules import Sheet, SpicyRules, State
from redpip.games.spicy.scoring import pepper, uses, value, values
from redpip.games.spicy.screen import box_name, reason

HINTS = {"RUN": N_("all different"), "SET": N_("no value alone"), "SUM": N_("all six"), "RED": N_("10 for each red")}


def page_texts(words: Words) -> Mapping[str, str | tuple[str, str]]:
    """What the page says while the player is still choosing; pairs are for one and for many."""
    return {
        "roll": (words.text("Roll 1 die"), words.text("Roll {number} dice")),
        "roll_all": words.text("Roll the dice"),
        "choose_dice": words.text("Tap the dice to roll, or a box to write in"),
        "write": words.text("Write {points} in {box}"),
        "kept": words.text("kept"),
        "held": words.text("held"),
        "turn_into": words.text("Turn the {face} into …"),
        "best_after": words.text("best score after"),
        "stay_red": words.text("stay red"),
        "hold": (words.text("Hold 1 die, roll the others"), words.text("Hold {number} dice, roll the others")),
        "hold_hint": words.text("Tap the dice you hold from your last turn."),
        "use_hint": words.text("These dice count. Tap one to keep it back for your next turn."),
        "waive": words.text("Write 0 in {box} without rolling"),
        "total": words.text("Total"),
        "before_bonus": words.text("before bonus"),
        "bonus": words.text("Bonus"),
        "your_sheet": words.text("Your sheet"),
        "sheet_of": words.text("{name}'s sheet"),
        "rolls_used": words.text("{used} of {rolls} rolls used"),
        "box": words.text("Box"),
        "die": words.text("die {die}: {face}"),
        "just_rolled": words.text("just rolled"),
        "can_turn": words.text("can be turned"),
    }


def scene(
    rules: SpicyRules, view: State, seat: Seat | None, words: Words, options: Sequence[Action]
) -> Mapping[str, Any]:
    """The position for the player in ``seat``, or for a spectator."""
    mine = bool(options)
    sheet = view.sheet
    best = _best(sheet.dice, rules.open_boxes(sheet)) if view.phase == "rolled" else 0
    return {
        "seat": view.seat,
        "about": words.say("turn {turn} of {turns}", turn=min(sheet.turn, len(rules.boxes)), turns=len(rules.boxes)),
        "say": _say(rules, view, mine, words),
        "tap": _tap(rules, view, words) if options else None,
        "seats": [_seat(rules, sheet, words) for sheet in view.sheets],
        "pepper": view.phase == "rolled" and pepper(view.sheet.dice) is not None,
        "dice": [_die(rules, view, die, mine, words) for die in rules.all_dice],
        "roll": _roll(rules, view) if mine else None,
        "hold": _hold(rules, view) if mine else None,
        "rolls": _rolls(rules, view, words),
        "boxes": [_box(rules, view, box, mine, best, words) for box in rules.boxes],
        "cards": [_card(rules, sheet) for sheet in view.sheets],
    }


def _say(rules: SpicyRules, view: State, mine: bool, words: Words) -> str:
    if view.phase == "start" and mine:
        holdable = view.sheet.unused if rules.extra else ()
        if holdable:
            faces = [face_name(die, view.sheet.dice[die - 1], words) for die in holdable]
            return words.say("You may hold {faces}, then roll the rest.", faces=", ".join(faces))
        return words.say("Roll all the dice to start the turn.")
    if view.phase == "rolled":
        faces = [face_name(die, view.sheet.dice[die - 1], words) for die in view.cast]
        return words.say("Rolled: {faces}.", faces=", ".join(faces)) if faces else ""
    return ""


def _tap(rules: SpicyRules, view: State, words: Words) -> Tap:
    if view.phase != "rolled":
        if _hold(rules, view):
            return {"kind": "hold", "text": words.say("Tap the dice that you hold, then roll the others.")}
        return {"kind": "roll", "text": words.say("Tap the button to roll the dice.")}
    turns, rolls = bool(rules.flippable(view)), bool(_roll(rules, view))
    if turns and rolls:
        text = words.say("Tap a red die to keep or turn it; then roll the others, or tap a box to write.")
        return {"kind": "turn", "text": text}
    if turns:
        return {"kind": "turn last", "text": words.say("Tap a red die to turn it, or tap a box to write.")}
    if rules.extra and rolls:
        text = words.say("Tap dice to keep them, then roll; or tap a box, then the dice to save for your next turn.")
        return {"kind": "use", "text": text}
    if rules.extra:
        text = words.say("Tap a box, then the dice to save for your next turn, then the button to write.")
        return {"kind": "use last", "text": text}
    if rolls:
        return {"kind": "keep", "text": words.say("Tap dice to keep them, then roll; or tap a box to write.")}
    return {"kind": "write", "text": words.say("Tap a box, then the button to write.")}


def _seat(rules: SpicyRules, sheet: Sheet, words: Words) -> Mapping[str, Any]:
    left = rules.rolls - sheet.used
    note = words.say("finished") if sheet.finished else words.count("{number} roll left", "{number} rolls left", left)
    return {"score": rules.total(sheet), "note": note, "left": left}


def _die(rules: SpicyRules, view: State, die: int, mine: bool, words: Words) -> Mapping[str, Any]:
    face = view.sheet.dice[die - 1]
    flips = mine and die in rules.flippable(view)
    return {
        "die": die,
        "face": face,
        "red": face == die,
        "name": face_name(die, face, words) if face else "",
        "cast": die in view.cast and view.phase in ("rolled", "rolling"),
        "flips": _flips(rules, view, die) if flips else None,
    }


def _flips(rules: SpicyRules, view: State, die: int) -> list[Mapping[str, Any]]:
    """Each face with the best score that would be open then; staying red is one of them and no action."""
    boxes = rules.open_boxes(view.sheet)
    after = {face: _best(turn_die(view.sheet.dice, die, face), boxes) for face in DICE}
    best = max(after.values()) if len(set(after.values())) > 1 else None
    return [
        {
            "face": face,
            "points": points,
            "best": points == best,
            "action": None if face == die else str(Flip(die, face)),
        }
        for face, points in after.items()
    ]


def _best(faces: Faces, boxes: Sequence[str]) -> int:
    scores = values(faces)
    return max(scores[box] for box in boxes)


def _roll(rules: SpicyRules, view: State) -> Mapping[str, Any] | None:
    """Which dice may be rolled now: these and no others, or any."""
    if view.phase == "start":
        return {"dice": rules.all_dice, "any": False}
    if view.phase == "held":
        return {"dice": view.cast, "any": False}
    if view.phase == "rolled" and rules.rolls_allowed(view.sheet, view.seat) > 0:
        return {"dice": rules.all_dice, "any": True}
    return None


def _hold(rules: SpicyRules, view: State) -> Mapping[str, Any] | None:
    if view.phase != "start" or not view.sheet.unused:
        return None
    return {"dice": view.sheet.unused, "most": rules.dice if rules.hold_all else rules.dice - 1}


def _rolls(rules: SpicyRules, view: State, words: Words) -> Mapping[str, Any]:
    sheet = view.sheet
    left = rules.rolls - sheet.used
    allowed = rules.rolls_allowed(sheet, view.seat)
    saved = words.say("+{bonus} for each one saved", bonus=rules.bonus)
    return {
        "used": sheet.used,
        "fresh": sheet.turn_rolls,
        "total": rules.rolls,
        "left": left,
        "text": words.count("roll left", "rolls left", left),
        "note": words.say("{allowed} this turn", allowed=allowed) if allowed < left else saved,
    }


def _box(rules: SpicyRules, view: State, box: str, mine: bool, best: int, words: Words) -> Mapping[str, Any]:
    hint = words.say(HINTS[box]) if box in HINTS else ""
    facts = {"box": box, "name": box_name(box, words), "hint": hint}
    is_open = view.sheet.card[rules.boxes.index(box)] is None
    if is_open and view.phase == "rolled":
        facts |= _preview(rules, view, box, best, words)
    if is_open and view.phase == "start" and mine and rules.zero_roll_turns:
        facts["waive"] = str(Waive(box))
    return facts


def _preview(rules: SpicyRules, view: State, box: str, best: int, words: Words) -> Mapping[str, Any]:
    faces = view.sheet.dice
    points = value(faces, box)
    facts: dict[str, Any] = {
        "points": points,
        "tag": reason(faces, box, points, words) if points else "",
        "doubled": box.isdecimal() and faces[int(box) - 1] == int(box),
        "best": 0 < points == best,
        "action": str(Score(box)),
    }
    if rules.extra:
        default = rules.score_used(faces, box, None)[1]
        found = uses(faces, box).items()
        ways = [{"dice": dice, "points": brings, "action": str(Score(box, dice))} for dice, brings in found]
        facts |= {"used": default, "uses": ways}
    return facts


def _card(rules: SpicyRules, sheet: Sheet) -> Mapping[str, Any]:
    return {
        "points": sheet.card,
        "marks": sheet.marks,
        "bonus": rules.bonus_of(sheet) if sheet.finished else None,
        "total": rules.total(sheet),
        "dice": sheet.dice if shown(sheet.dice) else None,
    }
