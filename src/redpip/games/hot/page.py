"""Hot Dice for a page: all that ``view.js`` draws and offers, so that no rule stands in JavaScript."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from redpip.core.dice import Faces, shown
from redpip.core.game import Seat
from redpip.core.scene import Tap
from redpip.core.showing import percent_text
from redpip.core.words import Words
from redpip.games.hot.notation import Action, Bank, Hold, RollDice
from redpip.games.hot.rules import Ended, HotRules, State, Turn
from redpip.games.hot.scoring import SET, holds
from redpip.games.hot.screen import bar_text, best_hold, counting, seat_note


def page_texts(words: Words) -> Mapping[str, str | tuple[str, str]]:
    """What the page says by itself."""
    return {
        "shelf": words.text("held"),
        "banked": words.text("safe"),
        "at_risk": words.text("this turn"),
        "bust": words.text("lose the turn"),
        "odds": words.text("Show the risk"),
        "busts": words.text("{name} busts"),
        "choose": words.text("Tap dice that count"),
        "race": words.text("The race"),
        "die": words.text("die {die}: {face}"),
        "chosen": words.text("chosen to be held"),
        "key_dice": words.text("choose a die, or let go of it"),
        "key_roll": words.text("roll"),
        "key_stop": words.text("bank"),
        "stop_key": "B",
    }


def scene(
    rules: HotRules, view: State, seat: Seat | None, words: Words, options: Sequence[Action]
) -> Mapping[str, Any]:
    """The position for the player in ``seat``, or for a spectator."""
    turn = view.last.turn if view.last else view.turn
    return {
        "seat": view.seat,
        "owner": view.last.seat if view.last else view.seat,
        "about": _about(rules, view, words),
        "say": _say(rules, view, bool(options), words),
        "tap": _tap(rules, view, words) if options else None,
        "note": bar_text(rules, view, words) if view.phase != "over" else "",
        "seats": [_seat(rules, view, other, words) for other in range(len(view.totals))],
        "race": _race(rules, view),
        "reds": False,
        "air": rules.to_roll(turn) if view.phase == "rolling" else (),
        "shelf": _shelf(turn, words),
        "floor": _floor(rules, turn, words),
        "ready": None
        if view.phase == "over"
        else _after(rules, view, view.turn, words, settled=view.phase != "rolled"),
        "choices": _choices(rules, view, words) if options and view.phase == "rolled" else None,
        "ended": view.last is not None,
        "bust": _bust(view.last, words) if view.last and view.last.how == "bust" else None,
        "dice": rules.dice,
    }


def _about(rules: HotRules, view: State, words: Words) -> str:
    if len(view.totals) > 1:
        return words.say("to {target}", target=words.whole(rules.target))
    turn = view.turns + (view.phase != "over")
    return words.say("turn {turn}, to {target}", turn=turn, target=words.whole(rules.target))


def _say(rules: HotRules, view: State, mine: bool, words: Words) -> str:
    if view.last:
        return _last_turn(view.last.how, view.last.score, words)
    if view.phase == "rolled":
        faces = ", ".join(str(view.turn.loose[die - 1]) for die in shown(view.turn.loose))
        return words.say("Rolled: {faces}.", faces=faces)
    if view.phase == "held" and rules.is_hot(view.turn):
        return words.say("All dice are held: bank, or roll them all again.")
    if view.phase == "held":
        return words.say("{points} points at risk.", points=view.turn.total)
    return words.say("Roll all the dice to start the turn.") if mine and view.phase == "start" else ""


def _tap(rules: HotRules, view: State, words: Words) -> Tap:
    if view.phase == "start":
        return {"kind": "roll", "text": words.say("Tap the button to roll the dice.")}
    if view.phase == "rolled":
        text = words.say("Tap dice that count to hold them or let them go; then roll the rest, or bank.")
        return {"kind": "hold", "text": text}
    if rules.is_hot(view.turn):
        return {"kind": "hot", "text": words.say("Tap one: roll all the dice again, or bank the points.")}
    return {"kind": "bank", "text": words.say("Tap one: roll the rest, or bank the points.")}


def _last_turn(how: str, score: int, words: Words) -> str:
    match how:
        case "bust":
            return words.say("Bust: nothing counts. The last turn brought nothing.")
        case "short":
            return words.say("Below the opening: the last turn brought nothing.")
    return words.say("The last turn brought {points}.", points=score)


def _bust(last: Ended, words: Words) -> str:
    """What went with the turn."""
    if not last.turn.total:
        return words.say("The turn is gone.")
    return words.count("{number} point is gone.", "{number} points are gone.", last.turn.total)


def _seat(rules: HotRules, view: State, seat: Seat, words: Words) -> Mapping[str, Any]:
    return {"score": view.totals[seat], "note": seat_note(rules, view, seat, words)}


def _race(rules: HotRules, view: State) -> Mapping[str, Any]:
    """The totals on their way; the scale grows when somebody passes the target."""
    runs = [{"total": total, "out": False} for total in view.totals]
    return {"scale": max(rules.target, *view.totals), "target": rules.target, "runs": runs}


def _shelf(turn: Turn, words: Words) -> list[Mapping[str, Any]]:
    """The held dice, by number; sets first, in a bracket."""
    groups: list[Mapping[str, Any]] = []
    held: Faces = turn.held
    for face in sorted(set(held) - {0}, key=lambda face: (face not in turn.sets, face)):
        dice = [_die(die, face) for die in shown(held) if held[die - 1] == face]
        is_set = face in turn.sets
        text = words.say("another {face}: ×2", face=face) if is_set else ""
        groups.append({"dice": dice, "text": text, "doubled": False, "bracket": is_set})
    return groups


def _die(die: int, face: int) -> dict[str, Any]:
    return {"die": die, "face": face, "red": False, "name": str(face)}


def _floor(rules: HotRules, turn: Turn, words: Words) -> list[Mapping[str, Any]]:
    """The loose dice; each with what it would bring, or all of its number together."""
    counts = counting(turn)
    floor: list[Mapping[str, Any]] = []
    for die in shown(turn.loose):
        note, told = "–", words.say("does not count")
        if die in counts:
            note = told = _gain(rules, turn, die, words)
        floor.append({**_die(die, turn.loose[die - 1]), "raised": die in counts, "note": note, "told": told})
    return floor


def _gain(rules: HotRules, turn: Turn, die: int, words: Words) -> str:
    face = turn.loose[die - 1]
    if face in turn.sets:
        return words.say("×2")
    alike = tuple(other for other in shown(turn.loose) if turn.loose[other - 1] == face)
    groups = (alike if len(alike) >= SET else (die,), shown(turn.loose))
    group = next(group for group in groups if group in holds(turn.loose, turn.sets))
    return words.say("+{points}", points=rules.holding(turn, group).total - turn.total)


def _choices(rules: HotRules, view: State, words: Words) -> Mapping[str, Any]:
    """Every way of holding dice with what would follow; first what brings most with the fewest dice."""
    ways: list[dict[str, Any]] = []
    for dice in holds(view.turn.loose, view.turn.sets):
        after = _after(rules, view, rules.holding(view.turn, dice), words, settled=True)
        ways.append({"dice": dice, "action": str(Hold(dice)), "after": after})
    return {"best": best_hold(rules, view.turn)[0], "ways": ways}


def _after(rules: HotRules, view: State, turn: Turn, words: Words, *, settled: bool) -> dict[str, Any]:
    """What lies ahead with these dice held: the points at risk, the chance to lose them, and the two ways on.

    ``settled``: the dice rolled last have been dealt with, so that the next roll can be spoken of.
    """
    held = len(shown(turn.held))
    lost, throws = rules.busts(turn) if settled else (0, 0)
    chooses = settled and view.phase != "rolling"
    return {
        "banked": view.totals[view.seat],
        "turn": turn.total,
        "bust": lost / throws if throws else None,
        "chance": percent_text(lost / throws) if throws else "–",
        "slots": held,
        "slots_text": _slots(rules, turn, words),
        "roll": _roll(rules, turn, words) if chooses else None,
        "stop": _bank(rules, view, turn, words) if chooses and held else None,
    }


def _slots(rules: HotRules, turn: Turn, words: Words) -> str:
    if rules.is_hot(turn):
        return words.say("all held: roll them all again")
    return words.say("{held} of {dice} held", held=len(shown(turn.held)), dice=rules.dice)


def _roll(rules: HotRules, turn: Turn, words: Words) -> Mapping[str, Any]:
    dice = rules.to_roll(turn)
    label = words.count("Roll {number} die", "Roll {number} dice", len(dice))
    note = words.say("with {points} at risk", points=turn.total) if turn.total else ""
    return {"action": str(RollDice()), "label": label, "note": note, "dice": dice}


def _bank(rules: HotRules, view: State, turn: Turn, words: Words) -> Mapping[str, Any]:
    total = view.totals[view.seat] + turn.total
    label = words.say("Bank {points}", points=turn.total)
    if rules.may_bank(view, turn.total):
        return {"action": str(Bank()), "label": label, "note": words.say("makes {total}", total=total)}
    if rules.opening_stop == "zero":
        return {"action": str(Bank()), "label": words.say("Stop"), "note": words.say("below the opening: 0")}
    missing = rules.opening - turn.total
    return {
        "action": None,
        "off": True,
        "label": label,
        "note": words.say("{points} more to get on the board", points=missing),
    }
