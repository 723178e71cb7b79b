"""Spicy Dice as lines of text: what a player at the table would see, and what just happened in one sentence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from redpip.core.by_faces import by_faces
from redpip.core.dice import Faces, red_dice, shown
from redpip.core.game import Acted, Event, Thrown
from redpip.core.showing import face_column, red_legend, roll_told
from redpip.core.words import N_, Line, Style, Words, line
from redpip.games.spicy.notation import Flip, Hold, Score, Waive
from redpip.games.spicy.rules import Sheet, SpicyRules, State
from redpip.games.spicy.scoring import NUMBERS, is_run, pepper, value

BOX_WORDS = {"RED": N_("RED")}  # the other boxes have the same names in every language
COLUMNS = 6  # players side by side
BOX, NOW = 8, 12  # the columns of boxes and of what the dice would score are so wide, or as wide as they must be
PEPPERS = {"big": N_("Big Pepper"), "little": N_("Little Pepper"), "hot": N_("Hot Pepper")}


def screen(rules: SpicyRules, view: State, names: Sequence[str], words: Words) -> Sequence[Line]:
    if view.phase == "over":
        return tuple(_cards(rules, view, names, words))
    turn = words.say(
        "{name}: turn {turn} of {turns}", name=names[view.seat], turn=view.sheet.turn, turns=len(rules.boxes)
    )
    return (
        line((turn, "strong")),
        *_dice(view, words),
        _rolls(rules, view, words),
        line(),
        *_cards(rules, view, names, words),
    )


def _dice(view: State, words: Words) -> Iterator[Line]:
    faces = view.sheet.dice
    dice = shown(faces)
    if not dice:
        return
    yield line(_label(words.say("Die")), *(f"{die:>5}" for die in dice))
    yield line(_label(words.say("Shows")), *(face_column(die, faces) for die in dice), *red_legend(faces, words))
    if view.phase == "rolled" and len(view.cast) < len(dice):
        yield line(_label(words.say("Rolled")), *(f"{'^' if die in view.cast else '':>5}" for die in dice))
    if view.phase == "start" and view.sheet.unused:
        yield line(words.say("You may hold dice {dice}.", dice=words.numbers(view.sheet.unused)))


def _rolls(rules: SpicyRules, view: State, words: Words) -> Line:
    sheet = view.sheet
    before = sheet.used - sheet.turn_rolls
    marks = "x" * before + "+" * sheet.turn_rolls + "." * (rules.rolls - sheet.used)
    fives = " ".join(marks[at : at + 5] for at in range(0, len(marks), 5))
    left = rules.rolls - sheet.used
    text = words.count("{number} roll left", "{number} rolls left", left)
    allowed = rules.rolls_allowed(sheet, view.seat)
    if allowed < left:
        text += words.say(", {allowed} this turn", allowed=allowed)
    return line(_label(words.say("Rolls")) + " ", (fives, "mine"), f"  {text}")


def _cards(rules: SpicyRules, view: State, names: Sequence[str], words: Words) -> Iterator[Line]:
    boxes = _column([words.say("Box"), *(box_name(box, words) for box in rules.boxes)], BOX)
    now = [""] * len(boxes)
    if view.phase == "rolled":
        now = _column([words.say("now"), *_previews(rules, view, words)], NOW)
    for start in range(0, len(names), COLUMNS):
        seats = range(len(names))[start : start + COLUMNS]
        widths = [max(len(names[seat]), 8) + 2 for seat in seats]
        heads = [(f"{names[s]:>{w}}", _mine(view, s)) for s, w in zip(seats, widths, strict=True)]
        yield line(boxes[0], (now[0], "faint"), *heads)
        for at in range(len(rules.boxes)):
            cells = "".join(_cell(view.sheets[s], at).rjust(w) for s, w in zip(seats, widths, strict=True))
            yield line(boxes[at + 1], (now[at + 1], "could"), cells)
        left = len(boxes[0] + now[0])
        yield _sums(words.say("Bonus").ljust(left), [_bonus(rules, view.sheets[s]) for s in seats], widths)
        yield _sums(words.say("Total").ljust(left), [str(rules.total(view.sheets[s])) for s in seats], widths)


def _column(texts: Sequence[str], least: int) -> list[str]:
    width = max(least, *(len(text) + 2 for text in texts))
    return [text.ljust(width) for text in texts]


def _mine(view: State, seat: int) -> Style:
    return "strong" if seat == view.seat and view.phase != "over" else "plain"


def _cell(sheet: Sheet, at: int) -> str:
    points, mark = sheet.card[at], sheet.marks[at]
    return "." if points is None else f"{points} ({mark})"


def _bonus(rules: SpicyRules, sheet: Sheet) -> str:
    return str(rules.bonus_of(sheet)) if sheet.finished else "."


def _sums(label: str, texts: Sequence[str], widths: Sequence[int]) -> Line:
    cells = "".join(f"{text:>{width}}" for text, width in zip(texts, widths, strict=True))
    return line(label, (cells, "strong"))


def _previews(rules: SpicyRules, view: State, words: Words) -> Iterator[str]:
    """What the dice would score in each box that is open."""
    for box, written in zip(rules.boxes, view.sheet.card, strict=True):
        points = value(view.sheet.dice, box)
        yield f"{points} {reason(view.sheet.dice, box, points, words)}".rstrip() if written is None else ""


def reason(faces: Faces, box: str, points: int, words: Words) -> str:
    kind = pepper(faces)
    if kind:
        return words.name(PEPPERS[kind])
    if box in NUMBERS:
        plain_points = int(box) * faces.count(int(box))
        if int(box) in red_dice(faces) and points == 2 * plain_points:
            return words.say("red ×2")
        if points > plain_points:
            return box_name("RUN" if is_run(faces) else "SET", words)
    return ""


def story(rules: SpicyRules, event: Event[Any], after: State, names: Sequence[str], words: Words) -> str:
    match event:
        case Thrown(seat=int(seat), faces=tuple(faces)):
            return roll_told(names[seat], faces, rules.dice, words)
        case Acted(seat=seat, action=action):
            return _told(rules, after, seat, action, names[seat], words)
    return ""


def _told(rules: SpicyRules, after: State, seat: int, action: Any, name: str, words: Words) -> str:
    match action:
        case Flip(die=die, face=face):
            return words.say("{name} turns the red {die} into a {face}", name=name, die=die, face=face)
        case Hold(dice=()):
            return words.say("{name} holds no dice", name=name)
        case Hold(dice=dice) if words.read_out:
            return words.say("{name} holds {dice}", name=name, dice=by_faces(dice, after.sheets[seat].dice, words))
        case Hold(dice=dice):
            return words.say("{name} holds dice {dice}", name=name, dice=words.numbers(dice))
        case Score(box=box) | Waive(box=box):
            points = after.sheets[seat].card[rules.boxes.index(box)]
            return words.say("{name} writes {points} in {box}", name=name, points=points, box=box_name(box, words))
    return ""


def box_name(box: str, words: Words) -> str:
    return words.name(BOX_WORDS.get(box, box))


def _label(text: str) -> str:
    return f"{text:<8}"


def help_lines(rules: SpicyRules, words: Words) -> Sequence[str]:
    run, total = box_name("RUN", words), box_name("SUM", words)
    lines = [
        words.say("r            roll all dice at the start of a turn"),
        words.say("r 1 4        roll dice 1 and 4 again"),
        words.say("f 4>2        turn the red die 4, just rolled, to a 2"),
        f"s {run:<11}" + words.say("write the dice into box {box}", box=run),
    ]
    if rules.extra:
        lines.append(f"s {total + ' 1 2':<11}" + words.say("write with dice 1 and 2 alone"))
        lines.append(f"s {box_name('RED', words) + ' none':<11}" + words.say("write 0 and use no dice"))
        lines.append(words.say("h 4 6        hold dice 4 and 6 from your last turn"))
    if rules.zero_roll_turns:
        lines.append(words.say("w 1          write 0 in box 1 without rolling"))
    return [
        *lines,
        words.say("24 (2)       on the sheet: 24 points, written with 2 rolls"),
        words.say("x + .        rolls used before, used in this turn, left"),
    ]
