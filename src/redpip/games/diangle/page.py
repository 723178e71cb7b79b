"""Diangle for a page: all that ``view.js`` draws and offers, so that no rule stands in JavaScript."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from redpip.core.dice import Faces, shown
from redpip.core.game import Seat
from redpip.core.scene import Tap
from redpip.core.showing import face_name
from redpip.core.words import N_, Words
from redpip.games.diangle.notation import Accept, Action, Advance, EndTurn, Lift, Place, Reroll
from redpip.games.diangle.rules import Climber, DiangleRules, State
from redpip.games.diangle.screen import ROWS, level_text, row_note

FITS = (N_("bottom"), N_("middle"), N_("top"))  # short: each stands under its die


def page_texts(words: Words) -> Mapping[str, str | tuple[str, str]]:
    """What the page says while the player is still choosing; pairs are for one and for many."""
    return {
        "roll": (words.text("Roll 1 die"), words.text("Roll {number} dice")),
        "roll_all": words.text("Roll the dice"),
        "die": words.text("die {die}: {face}"),
        "just_rolled": words.text("just rolled"),
        "rolls_along": words.text("rolls along"),
        "rolls": words.text("is rolled"),
        "stays": words.text("stays"),
        "place": words.text("Place the {face}"),
        "place_in": words.text("Place the {face} in row {row}"),
        "lift": words.text("Lift the {face} off row {row}"),
        "track": words.text("Track"),
        "boards": words.text("The others"),
        "board_of": words.text("{name}'s rows"),
        "row": words.text("Row {row}: {number}s"),
        "nothing": words.text("nothing on the board"),
        "choose": words.text("Tap a die on the board to roll it too"),
    }


def scene(
    rules: DiangleRules, view: State, seat: Seat | None, words: Words, options: Sequence[Action]
) -> Mapping[str, Any]:
    """The position for the player in ``seat``, or for a spectator."""
    mine = bool(options)
    arranging = mine and view.phase == "arrange"
    placing = mine and view.placing
    return {
        "about": _about(view, words),
        "say": _say(rules, view, mine, words),
        "tap": _tap(rules, view, words) if options else None,
        "seat": view.seat,
        "phase": view.phase,
        "seats": [_seat(rules, climber, words) for climber in view.climbers],
        "track": rules.track,
        "pins": [_pin(rules, climber, words) for climber in view.climbers],
        "rows": [_row(rules, view, row, arranging, words) for row in reversed(range(len(rules.rows)))],
        "loose": [_loose(rules, view, die, placing, words) for die in rules.must_roll(view.climber)],
        "cast": view.cast,
        "select": _select(rules, view) if mine and view.before_roll else None,
        "decide": _decide(view, words) if mine and view.phase == "decide" else None,
        "fill": _fill(rules, view, words) if placing else None,
        "advance": [_advance(rules, view, rows, words) for rows in rules.advances(view)] if mine else [],
        "end": _end(rules, view, words) if arranging else None,
        "boards": [_small_board(rules, climber) for climber in view.climbers],
    }


def _about(view: State, words: Words) -> str:
    if view.is_extra:
        return words.say("extra turn")
    return words.say("turn {turn}", turn=view.climber.turns + view.before_roll)


def _say(rules: DiangleRules, view: State, mine: bool, words: Words) -> str:
    climber = view.climber
    match view.phase:
        case "advanced" | "arrange" if rules.is_diangle(climber):
            return words.say("All rows are filled: a Diangle!")
        case "select" if not mine:
            return ""
        case "select" if not shown(climber.faces):
            return words.say("You roll all the dice first.")
        case "select" if view.is_extra:
            return words.say("An extra turn: roll what lies beside the board, and more if you like.")
        case "select" if rules.advances(view):
            return words.say("Advance, or roll what lies beside the board, and more if you like.")
        case "advanced":
            return words.say("What fits now may be placed; the rest is rolled.")
        case "select":
            return words.say("Roll what lies beside the board, and more if you like.")
        case "decide":
            return words.say("First roll: {faces}.", faces=_faces(view.cast, climber.faces, words))
        case "arrange":
            return words.say("Rolled: {faces}.", faces=_faces(view.cast, climber.faces, words))
    return ""


def _tap(rules: DiangleRules, view: State, words: Words) -> Tap:
    if view.phase == "decide":
        return {"kind": "decide", "text": words.say("Tap one: keep this roll, or roll the same dice once more.")}
    if rules.is_diangle(view.climber):
        return {"kind": "diangle", "text": words.say("Tap the button: all rows are filled.")}
    if view.placing and _lowest_place(rules, view):
        text = words.say("Tap a die to place it, or the button for all that fit; tap a placed die to lift it.")
        return {"kind": "place", "text": text}
    if rules.advances(view):
        return {"kind": "advance", "text": words.say("Tap how far you advance, or go on without it.")}
    if view.phase == "arrange":
        return {"kind": "end", "text": words.say("Tap the button to end your turn; tap a placed die to lift it.")}
    if not view.climber.placed:
        return {"kind": "roll", "text": words.say("Tap the button to roll the dice.")}
    return {"kind": "select", "text": words.say("Tap dice on the board to roll them too, then the button.")}


def _faces(dice: tuple[int, ...], faces: Faces, words: Words) -> str:
    return ", ".join(face_name(die, faces[die - 1], words) for die in dice)


def _seat(rules: DiangleRules, climber: Climber, words: Words) -> Mapping[str, Any]:
    return {"score": climber.level, "note": _standing(rules, climber, words)}


def _standing(rules: DiangleRules, climber: Climber, words: Words) -> str:
    """The level and which way it goes, in words."""
    if rules.finished(climber):
        return words.say("finished")
    number = rules.track[climber.level]
    if climber.level == rules.top - 1:
        return words.say("level {number}, the top", number=number)
    if climber.level < rules.top:
        return words.say("level {number}, going up", number=number)
    return words.say("level {number}, going down", number=number)


def _pin(rules: DiangleRules, climber: Climber, words: Words) -> Mapping[str, Any]:
    level = level_text(rules, climber.level, words)
    finished = rules.finished(climber)
    return {
        "level": min(climber.level, len(rules.track) - 1),
        "finished": finished,
        "text": level if finished else words.say("level {level}", level=level),
    }


def _row(rules: DiangleRules, view: State, row: int, arranging: bool, words: Words) -> Mapping[str, Any]:
    climber = view.climber
    dice = [
        {**_die(die, climber.faces, words), "lift": str(Lift(die)) if arranging else None} for die in climber.rows[row]
    ]
    return {
        "row": row + 1,
        "name": words.say(ROWS[row]),
        "number": rules.row_values(climber.level)[row],
        "size": rules.rows[row],
        "dice": dice,
        "filled": rules.filled(climber)[row],
        "note": row_note(rules, climber, row, words),
    }


def _die(die: int, faces: Faces, words: Words) -> dict[str, Any]:
    face = faces[die - 1]
    return {"die": die, "face": face, "red": face == die, "name": face_name(die, face, words) if face else ""}


def _loose(rules: DiangleRules, view: State, die: int, placing: bool, words: Words) -> Mapping[str, Any]:
    """A die beside the board: where it would go, in words and as actions."""
    climber = view.climber
    spent = die in view.spent
    rows = rules.rows_for(climber, die) if view.placing and not spent else ()
    note = ""
    if view.placing:
        fits = " · ".join(words.say(FITS[row]) for row in rows)
        note = words.say("done for now") if spent else fits or words.say("no row")
    return {
        **_die(die, climber.faces, words),
        "cast": die in view.cast and not spent,
        "note": note,
        "places": [{"row": row + 1, "action": str(Place(die, row + 1))} for row in rows] if placing else [],
    }


def _select(rules: DiangleRules, view: State) -> Mapping[str, Any] | None:
    """The dice that are rolled in any case, and those that may be; a Diangle comes before the roll."""
    if rules.is_diangle(view.climber):
        return None
    return {"must": rules.must_roll(view.climber), "may": view.climber.placed}


def _decide(view: State, words: Words) -> Mapping[str, Any]:
    again = words.count("Roll {number} die again", "Roll {number} dice again", len(view.cast))
    return {
        "accept": {"label": words.say("Keep this roll"), "action": str(Accept())},
        "reroll": {"label": again, "action": str(Reroll())},
    }


def _fill(rules: DiangleRules, view: State, words: Words) -> Mapping[str, Any] | None:
    """One press for all dice that have a row, each in the lowest."""
    places: list[Place] = []
    state = view
    while place := _lowest_place(rules, state):
        places.append(place)
        state = rules.play(state, state.seat, place)
    if not places:
        return None
    label = words.say("Place all that fits") if len(places) > 1 else _place_label(rules, view, places[0], words)
    return {"label": label[0].upper() + label[1:], "actions": [str(place) for place in places]}


def _place_label(rules: DiangleRules, view: State, place: Place, words: Words) -> str:
    face = face_name(place.die, view.climber.faces[place.die - 1], words)
    if len(rules.rows_for(view.climber, place.die)) > 1:
        return words.say("Place the {face} in row {row}", face=face, row=place.row)
    return words.say("Place the {face}", face=face)


def _lowest_place(rules: DiangleRules, view: State) -> Place | None:
    free = [die for die in rules.must_roll(view.climber) if die not in view.spent]
    places = [Place(die, row + 1) for die in free for row in rules.rows_for(view.climber, die)]
    return min(places, key=lambda place: place.row, default=None)


def _advance(rules: DiangleRules, view: State, rows: int, words: Words) -> Mapping[str, Any]:
    level = view.climber.level + rows
    if rows == len(rules.rows):
        label = words.say("Diangle!")
    else:
        label = words.count("Advance {number} level", "Advance {number} levels", rows)
    way = f"{level_text(rules, view.climber.level, words)} → {level_text(rules, level, words)}"
    return {"rows": rows, "label": label, "way": way, "action": str(Advance(rows))}


def _end(rules: DiangleRules, view: State, words: Words) -> Mapping[str, Any] | None:
    if rules.is_diangle(view.climber):
        return None
    label = words.say("Go on: extra turn") if view.extra else words.say("End turn")
    return {"label": label, "action": str(EndTurn())}


def _small_board(rules: DiangleRules, climber: Climber) -> Mapping[str, Any]:
    rows = [[(die, climber.faces[die - 1]) for die in row] for row in climber.rows]
    numbers = rules.row_values(climber.level)
    beside = [(die, climber.faces[die - 1]) for die in rules.must_roll(climber)] if shown(climber.faces) else []
    return {"rows": rows, "numbers": numbers, "sizes": rules.rows, "beside": beside}
